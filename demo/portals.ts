/**
 * The lists of some outlets' portals: topics that follow sagas, and features.
 *
 * Invariants: a portal is checked at minute 50 of every hour; items are recorded every third hour with
 * the outlet's chapters of the last days, newest first.
 */
import { HOUR_MS, localDayOf, MINUTE_MS, startMsOfLocalDay } from '../src/kernel/clock.js';
import { iso } from './calendar.js';
import type { Cast } from './cast.js';
import type { DayPlan } from './day-plan.js';
import type { NewsLines } from './news-lines.js';
import type { Outlet } from './outlets.js';
import { derive } from './random.js';
import type { ArticleSlot, Saga, Story, Storyteller } from './stories.js';
import { articleUrl } from './urls.js';
import type { OutletWords, TopicWords } from './vocabulary.js';

const CHECK_MINUTE = 50;
const ITEM_HOURS = 3;
const STORIES_MAX = 12;
/** A portal follows one saga in this many. */
const FOLLOWED = 2;

/** A line with the time at which it is observed. */
export interface Due {
  atMs: number;
  write: () => string;
}

export class Portals {
  readonly #outlets: readonly Outlet[];
  readonly #words: OutletWords;
  readonly #topics: readonly TopicWords[];
  readonly #teller: Storyteller;
  readonly #lines: NewsLines;
  readonly #castOf: (story: Story) => Cast;

  constructor(
    outlets: readonly Outlet[],
    words: OutletWords,
    topics: readonly TopicWords[],
    teller: Storyteller,
    lines: NewsLines,
    castOf: (story: Story) => Cast,
  ) {
    this.#outlets = outlets.filter((outlet) => outlet.portal);
    this.#words = words;
    this.#topics = topics;
    this.#teller = teller;
    this.#lines = lines;
    this.#castOf = castOf;
  }

  /** The records of an hour's checks; `plans` are the days whose stories may be listed. */
  hour(hour: number, plans: readonly DayPlan[]): Due[] {
    return this.#outlets.flatMap((outlet) => {
      const atMs = hour * HOUR_MS + CHECK_MINUTE * MINUTE_MS + outlet.index * 7000;
      const roll = derive(outlet.index, hour, 61) % 100;
      const due: Due[] = [];
      let items = 0;
      if (roll >= 4 && hour % ITEM_HOURS === 0) {
        const sagas = this.#followed(outlet, localDayOf(atMs));
        items = sagas.length;
        for (const saga of sagas) due.push(...this.#items(outlet, saga, atMs, plans));
      }
      due.push({ atMs: atMs + 5000, write: () => this.#check(outlet, atMs + 5000, roll, items) });
      return due;
    });
  }

  #followed(outlet: Outlet, day: number): Saga[] {
    return this.#teller.sagasOn(day).filter((saga) => (saga.seed + outlet.index) % FOLLOWED === 0);
  }

  #check(outlet: Outlet, atMs: number, roll: number, items: number): string {
    const status = roll < 2 ? 'failed' : roll < 4 ? 'partial' : 'ok';
    const home = `https://www.${outlet.host}/`;
    const kind = outlet.index % 2 === 0 ? 'auto' : 'topic';
    const failed = { items: 0, pages: 0, error: 'timeout' };
    const found = { items, pages: 2, error: null };
    return JSON.stringify({
      kind: 'portal-check',
      media: outlet.code,
      checkedAt: iso(atMs),
      status,
      fetched: status === 'failed' ? 0 : items,
      sources: [
        { url: `${home}topics`, kind, ...(status === 'failed' ? failed : found) },
        { url: `${home}features`, kind: 'feature', ...(status === 'ok' ? found : failed) },
      ],
      error: status === 'failed' ? 'portal did not answer' : null,
    });
  }

  #items(outlet: Outlet, saga: Saga, atMs: number, plans: readonly DayPlan[]): Due[] {
    const id = saga.seed.toString(36);
    const stories = this.#stories(outlet, saga, atMs, plans);
    if (stories.length === 0) return [];
    const feature = saga.seed % 4 === 1;
    const item = (suffix: string, parentId: string | null, title: string): Due => ({
      atMs,
      write: () =>
        JSON.stringify({
          kind: 'portal-item',
          media: outlet.code,
          id: id + suffix,
          itemKind: feature ? 'feature' : outlet.index % 2 === 0 ? 'auto' : 'topic',
          title,
          url: `https://www.${outlet.host}/topics/${id}${suffix}`,
          image: `https://img.${outlet.host}/topic/${id}${suffix}.jpg`,
          parentId,
          sponsored: saga.seed % 19 === 0,
          listPage: 1 + (saga.seed % 7 === 0 ? 2 : 0),
          stories,
          observedAt: iso(atMs),
        }),
    });
    const main = this.#mainTag(saga);
    const { portalTitles: titles, portalPart } = this.#words;
    const title = titles[(saga.seed + outlet.index) % titles.length] as string;
    const first = item('', null, title.replace('{main}', main));
    const part = portalPart.replace('{main}', main);
    return saga.seed % 5 === 0 ? [first, item('-p', id, part)] : [first];
  }

  /** All chapters of a saga have the same main tag, so any of them will do. */
  #mainTag(saga: Saga): string {
    const chapter: Story = {
      ...{
        seed: saga.seed,
        day: saga.firstDay,
        ordinal: 0,
        key: -1 - saga.seed,
        topic: saga.topic,
        skew: 0,
      },
      ...{ bornMs: startMsOfLocalDay(saga.firstDay), sagaSeed: saga.seed, slots: [] },
      ...{ mergesInto: null, mergesMs: 0 },
    };
    return this.#castOf(chapter).mains[0] as string;
  }

  #stories(
    outlet: Outlet,
    saga: Saga,
    atMs: number,
    plans: readonly DayPlan[],
  ): { url: string; title: string; date: string }[] {
    const found: { story: Story; slot: ArticleSlot }[] = [];
    for (const plan of plans) {
      for (const story of plan.bySaga.get(saga.seed) ?? []) {
        for (const slot of story.slots) {
          if (slot.outlet === outlet.index && slot.observedMs <= atMs) found.push({ story, slot });
        }
      }
    }
    found.sort((a, b) => b.slot.publishedMs - a.slot.publishedMs);
    const topic = (this.#topics[saga.topic] as TopicWords).key;
    return found.slice(0, STORIES_MAX).map(({ story, slot }) => ({
      url: articleUrl(outlet, story, slot, topic),
      title: this.#lines.title(story, slot),
      date: iso(slot.publishedMs),
    }));
  }
}
