/**
 * Events as a set of outlets has them: computed on demand by the events' thread, joined with titles as they are.
 */
import { isoOf } from '../../../../kernel/clock.js';
import { CHOSEN_MS } from '../../../../news/events/codec.js';
import {
  baselineOf,
  type CountedOutlet,
  campCoverageOf,
  coverageOf,
} from '../../../../news/events/coverage.js';
import type { ChosenAnswer } from '../../../../news/events/questions.js';
import type { Snapshot, SnapshotEvent } from '../../../../news/events/snapshot.js';
import { notFound, notYet } from '../../../http/errors.js';
import type { Reply } from '../../../http/reply.js';
import { REVALIDATE, taggedReply } from '../../caching.js';
import { RouteReplies } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { listEndMs } from '../articles/catalog-list.js';
import { eventFields, eventJson, eventsJson, type NewsJoin } from '../events/event-json.js';
import type { NewsSources } from '../sources.js';
import type { Chosen } from './chosen.js';
import { OnDemand } from './on-demand.js';
import { noteOf, setBaselineOf, setCoverageOf } from './set-schemas.js';

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

/** Of what the events' thread answers, roughly: an outlet or a place. */
const ITEM_BYTES = 100;

/** What an answer says before the events. */
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

  /** Whether events of a run at that time can still be told for chosen outlets. */
  reaches(builtMs: number): boolean {
    return builtMs >= this.#earliestMs;
  }

  get #earliestMs(): number {
    return (this.#sources.events.tickMs ?? 0) - CHOSEN_MS;
  }

  /** What a set's outlets have of the events of a snapshot. @throws HttpError 404, 503. */
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
          majors: event.tags.slice(0, event.majors).map(({ tag }) => tag),
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
  const { thread, tags, majors, coverage } = event;
  return {
    threadId: thread,
    rankOfAll,
    major: tags.slice(0, majors).map(({ tag }) => tag),
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

/** Articles that came after the last run are counted, too. */
function stateOf({ generation, entry }: NewsSources['events']): string {
  return `${generation} ${entry}`;
}
