/**
 * Computations over sets of outlets. An index's thread gets one at a time, with a pause as long as
 * each took, so that they use at most half of that thread; equal computations under way are shared.
 * Results stay cached until the next record, so that nodes at one entry give the same answers.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS, isoOf } from '../../../../kernel/clock.js';
import { SETS } from '../../../../kernel/outlet-set.js';
import { Turns } from '../../../../kernel/turns.js';
import {
  baselineOf,
  type CountedOutlet,
  campCoverageOf,
  coverageOf,
} from '../../../../news/events/answers/coverage.js';
import type { ChosenAnswer } from '../../../../news/events/answers/questions.js';
import type { Snapshot, SnapshotEvent } from '../../../../news/events/chunks.js';
import { CHOSEN_MS as CHOSEN_EVENTS_MS } from '../../../../news/events/codec.js';
import { RankingBlockView } from '../../../../news/tags/answers/ranking-block-view.js';
import { CHOSEN_MS } from '../../../../news/tags/codec.js';
import { invalidQuery, notFound, notYet, tooManyWait } from '../../../http/errors.js';
import type { Reply } from '../../../http/reply.js';
import { REVALIDATE, RouteReplies, taggedReply } from '../../replies/replies.js';
import type { CachePart } from '../../replies/reply-cache.js';
import * as Type from '../../schema.js';
import { listEndMs } from '../articles/catalog-list.js';
import { mainTagsOf } from '../events/event-history.js';
import { eventFields, eventJson, eventsJson, type NewsJoin } from '../events/event-json.js';
import { rankingBody, trendColumns } from '../rankings/ranking-body.js';
import type { NewsSources } from '../sources.js';
import type { Chosen } from './chosen.js';
import { noteOf, setBaselineOf, setCoverageOf } from './sets.js';

export class OnDemand<V> {
  readonly #monotonic: NewsSources['monotonic'];
  readonly #part: CachePart<V>;
  readonly #bytesOf: (value: V) => number;
  readonly #turns = new Turns(1, SETS.waitingMax, tooManyWait);
  readonly #underWay = new Map<string, Promise<V>>();
  #state = '';

  /** @param name of its part of the cache. @param bytesOf size of a value in memory. */
  constructor(sources: NewsSources, name: string, bytesOf: (value: V) => number) {
    this.#monotonic = sources.monotonic;
    this.#part = sources.cachePart(name);
    this.#bytesOf = bytesOf;
  }

  /**
   * The value of a question in a state of the index, computed where it is not cached.
   * @throws HttpError 503 where too many computations wait.
   */
  async value(state: string, question: string, compute: () => Promise<V>): Promise<V> {
    if (this.#state !== state) {
      this.#part.clear();
      this.#state = state;
    }
    const known = this.#part.get(question);
    if (known !== undefined) return known;
    const name = `${state}\n${question}`;
    const underWay = this.#underWay.get(name);
    if (underWay !== undefined) return underWay;
    this.#part.missed();
    const made = this.#inTurn(compute).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, made);
    const value = await made;
    if (this.#state === state) this.#part.put(question, value, this.#bytesOf(value));
    return value;
  }

  #inTurn(work: () => Promise<V>): Promise<V> {
    return new Promise((resolve, reject) => {
      const turn = this.#turns.take(async () => {
        const startMs = this.#monotonic.nowMs();
        await work().then(resolve, reject);
        await sleep(this.#monotonic.nowMs() - startMs, undefined, { ref: false });
      });
      turn.catch(reject);
    });
  }
}

/** Parameters of the ranking besides its outlets. */
interface SetRankingQuestion {
  category: string;
  order: 'burst' | 'score';
  limit: number;
  trend: '0' | '1';
  related: '0' | '1';
}

/**
 * Makes rankings of sets, as of the newest ranking tick or as of the end of a past hour. `hourOf`
 * returns the hour of the snapshot for the same question without outlets.
 * @throws HttpError 400 for a category together with outlets, 404 for an hour too long ago, 503.
 */
export function setRankings(
  sources: NewsSources,
  path: string,
): (chosen: Chosen, question: SetRankingQuestion, hourOf: () => number) => Promise<Reply> {
  const { tags } = sources;
  const made = new OnDemand<Reply>(sources, `${path}?set`, ({ body }) => body.byteLength);
  return async (chosen, question, hourOf) => {
    const { category, order, limit, trend, related } = question;
    if (category !== 'all') {
      throw invalidQuery('category cannot be given together with outlets or set');
    }
    const hourMs = hourOf();
    const tickMs = tags.tickMs!;
    if (hourMs < tickMs - CHOSEN_MS) {
      const since = isoOf(tickMs - CHOSEN_MS);
      throw notFound(`at: with outlets or set, there are rankings since ${since} alone`);
    }
    const name = [chosen.key, hourMs, order, limit, trend, related].join(' ');
    // Articles after the last tick are counted too.
    return made.value(`${tags.generation} ${tags.entry}`, name, async () => {
      const atMs = Math.min(hourMs + HOUR_MS, tickMs);
      const body = await setRankingBody(sources, chosen, question, hourMs, atMs);
      return taggedReply(body, { cacheControl: REVALIDATE, vary: true });
    });
  };
}

async function setRankingBody(
  { ask, tags, cold }: NewsSources,
  chosen: Chosen,
  { order, limit, trend, related }: SetRankingQuestion,
  hourMs: number,
  atMs: number,
): Promise<Uint8Array> {
  const outlets = chosen.outlets.map(({ media }) => media);
  const isRelated = related === '1';
  const block = await ask('tags', { type: 'chosen', outlets, hourMs, atMs, related: isRelated });
  if (block === null) throw notYet('these outlets are not known to the ranking yet');
  const list = tags.list(new RankingBlockView(block), hourMs, isRelated);
  return rankingBody(list, {
    ...{ category: '', order, limit },
    related: isRelated,
    columns: trend === '1' ? await trendColumns({ tags, cold }, list) : null,
    media: tags.media,
    further: { onDemand: true, set: noteOf(chosen) },
  });
}

export const MissedEvents = Type.Array(
  Type.named('MissedEvent', {
    threadId: Type.Integer(),
    rankOfAll: Type.integer('Its rank among the events of all outlets'),
    major: Type.Array(Type.String(), { maxItems: 6, description: 'Main tags' }),
    outlets: Type.integer('Outlets that have it'),
    articles: Type.Integer(),
  }),
  { description: 'Events of which no outlet of the set has an article, in their order' },
);

/** Approximate size of an outlet, or of an article's place, in an answer of the events thread. */
const ITEM_BYTES = 100;

/** The fields of an answer before its events. */
export type EventsHead = { builtAt: string } & Record<string, unknown>;

type Known = NonNullable<ChosenAnswer>;

export class SetEvents {
  readonly #sources: NewsSources;
  readonly #join: NewsJoin;
  readonly #views: OnDemand<Known>;
  readonly #replies: RouteReplies;

  /** @param path of the route. */
  constructor(sources: NewsSources, path: string, join: NewsJoin) {
    this.#sources = sources;
    this.#join = join;
    this.#views = new OnDemand(sources, `${path}?set`, bytesOf);
    this.#replies = new RouteReplies(sources.cachePart(`${path}?set, with titles`));
  }

  /** @throws HttpError 404 for an hour too long ago, 503. */
  reply(
    chosen: Chosen,
    hourMs: number,
    limit: number,
    hourOf: () => Promise<{ snapshot: Snapshot; head: EventsHead }>,
  ): Promise<Reply> {
    const { events, catalog } = this.#sources;
    const state = `${stateOf(events)} ${catalog.generation} ${listEndMs(this.#sources)}`;
    return this.#replies.reply(state, `${chosen.key} ${hourMs} ${limit}`, async () => {
      const { snapshot, head } = await hourOf();
      const view = await this.view(chosen, snapshot);
      const body = await this.#bodyOf(chosen, snapshot, view, head, limit);
      return taggedReply(body, { cacheControl: REVALIDATE, vary: true });
    });
  }

  /** Whether events of a run at that time can still be computed for chosen outlets. */
  reaches(builtMs: number): boolean {
    return builtMs >= this.#earliestMs;
  }

  get #earliestMs(): number {
    return (this.#sources.events.tickMs ?? 0) - CHOSEN_EVENTS_MS;
  }

  /** The part of a snapshot's events by a set's outlets. @throws HttpError 404, 503. */
  view(chosen: Chosen, snapshot: Snapshot): Promise<Known> {
    const { events, ask } = this.#sources;
    if (!this.reaches(snapshot.builtMs)) {
      const since = isoOf(this.#earliestMs);
      throw notFound(`at: with outlets or set, there are events since ${since} alone`);
    }
    const name = `${chosen.key} ${snapshot.hourMs}`;
    return this.#views.value(stateOf(events), name, async () => {
      const answer = await ask('events', {
        type: 'chosen',
        outlets: chosen.outlets,
        atMs: snapshot.builtMs,
        events: snapshot.events.map((event) => ({
          articles: event.articles,
          majors: mainTagsOf(event),
        })),
      });
      if (answer === null) throw notYet('these outlets are not known to the events yet');
      return answer;
    });
  }

  async #bodyOf(
    chosen: Chosen,
    snapshot: Snapshot,
    view: Known,
    head: EventsHead,
    limit: number,
  ): Promise<Buffer> {
    const all = snapshot.events.map((event, at) => ({
      event,
      rankOfAll: at + 1,
      ...view.events[at]!,
    }));
    const ranked = all
      .filter(({ outlets }) => outlets.length > 0)
      .sort(
        (a, b) => b.score - a.score || articlesOf(b) - articlesOf(a) || a.rankOfAll - b.rankOfAll,
      )
      .slice(0, limit);
    const news = await this.#join.listsOf(ranked.map((one) => one.news));
    const baseline = baselineOf(view.outlets);
    const own = setBaselineOf(chosen, view.outlets);
    const items = ranked.map(({ event, rankOfAll, score, outlets }, at) => {
      const numbers = coverageOf(outlets);
      const fields = eventFields(event, at + 1, score, campCoverageOf(numbers, baseline));
      const setCoverage = setCoverageOf(chosen, numbers, own);
      return eventJson({ ...fields, rankOfAll, setCoverage }, news[at]!);
    });
    const missed = all.filter(({ outlets }) => outlets.length === 0).map(missedOf);
    const further = { onDemand: true, set: noteOf(chosen), setBaseline: own, missed };
    return eventsJson({ ...head, baseline, ...further }, items);
  }
}

function missedOf({ event, rankOfAll }: { event: SnapshotEvent; rankOfAll: number }) {
  const { thread, coverage } = event;
  return {
    threadId: thread,
    rankOfAll,
    major: mainTagsOf(event),
    outlets: coverage.outlets.length,
    articles: coverage.articles,
  } satisfies Type.Static<typeof MissedEvents>[number];
}

function articlesOf({ outlets }: { outlets: readonly CountedOutlet[] }): number {
  return outlets.reduce((sum, { articles }) => sum + articles, 0);
}

function bytesOf({ outlets, events }: Known): number {
  const items = events.reduce((sum, one) => sum + one.outlets.length + one.news.length, 0);
  return ITEM_BYTES * (outlets.length + items);
}

/** Articles after the last run are counted too. */
function stateOf({ generation, entry }: NewsSources['events']): string {
  return `${generation} ${entry}`;
}
