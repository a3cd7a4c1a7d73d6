/**
 * Random lives of a newsroom that writes about stories, as data that fast-check can shrink.
 */
import fc from 'fast-check';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/clock.js';
import type { LogRecord, MaskRecord, NewsRecord } from '../../../src/kernel/model/records.js';
import { categoryOf, mediaMaskOf, mediaOf, newsMaskOf, newsOf } from '../catalog/records.js';

export const START_MS = Date.UTC(2026, 0, 15, 10);

export type Step =
  | { type: 'write'; story: number; outlet: number; agoMs: number; leaves: number }
  | { type: 'mask'; slot: number; kind: MaskRecord['kind'] }
  | { type: 'maskMedia'; outlet: number; kind: MaskRecord['kind'] }
  | { type: 'camp'; outlet: number; camp: 'blue' | 'green' | 'other' }
  | { type: 'tick'; onMs: number };

const OUTLETS = 8;
/** Tags of stories; some share a tag, the last is of one tag alone. */
export const STORIES = [
  ['quake', 'rescue', 'Tainan', 'island'],
  ['budget', 'parliament', 'finance minister', 'island'],
  ['strike', 'airline', 'pilots', 'budget'],
  ['typhoon', 'flood', 'rescue', 'weather'],
  ['island'],
] as const;
const CAMPS = ['blue', 'blue', 'blue', 'green', 'green', 'green', 'other', 'other'] as const;

const outlet = fc.nat({ max: OUTLETS - 1 });
const maskKind = fc.constantFrom<MaskRecord['kind']>('hide', 'show', 'erase');

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc
      .record({
        story: fc.nat({ max: STORIES.length - 1 }),
        outlet,
        agoMs: fc.constantFrom(0, 0, 0, 1, HOUR_MS, 5 * HOUR_MS, 24 * HOUR_MS, 30 * HOUR_MS),
        leaves: fc.nat({ max: 3 }),
      })
      .map((fields): Step => ({ type: 'write', ...fields })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ slot: fc.nat({ max: 200 }), kind: maskKind })
      .map((fields): Step => ({ type: 'mask', ...fields })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ outlet, kind: maskKind })
      .map((fields): Step => ({ type: 'maskMedia', ...fields })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ outlet, camp: fc.constantFrom('blue', 'green', 'other') })
      .map((fields): Step => ({ type: 'camp', ...fields })),
  },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom(
        30 * MINUTE_MS,
        30 * MINUTE_MS,
        HOUR_MS,
        3 * HOUR_MS,
        13 * HOUR_MS,
        26 * HOUR_MS,
        120 * HOUR_MS,
      )
      .map((onMs): Step => ({ type: 'tick', onMs })),
  },
);

function outletRecord(number: number, camp: 'blue' | 'green' | 'other' = CAMPS[number]!) {
  return mediaOf(`outlet${number}`, {
    camp,
    categories: number === OUTLETS - 1 ? [] : ['news'],
    collectingSinceMs: START_MS - 400 * HOUR_MS,
  });
}

/** The records with which a life begins. The last outlet is of no news category. */
export const PREFACE: LogRecord[] = [
  categoryOf('news', 'News'),
  ...Array.from({ length: OUTLETS }, (_, number) => outletRecord(number)),
  { kind: 'tick', atMs: START_MS, runs: ['events'] },
];

/** Turns steps into whole records, as the log would write them. */
export class Author {
  nowMs = START_MS;
  readonly articles: NewsRecord[] = [];
  #nextId = 1;

  write(one: Step): LogRecord[] {
    switch (one.type) {
      case 'write':
        return [this.#article(one)];
      case 'mask': {
        const article = this.articles[one.slot];
        return article === undefined ? [] : [newsMaskOf(one.kind, article)];
      }
      case 'maskMedia':
        return [mediaMaskOf(one.kind, `outlet${one.outlet}`)];
      case 'camp':
        return [outletRecord(one.outlet, one.camp)];
      case 'tick':
        this.nowMs += one.onMs;
        return [{ kind: 'tick', atMs: this.nowMs, runs: ['ranking', 'events'] }];
    }
  }

  /** An article of a story, which leaves out one of its tags. */
  #article({ story, outlet, agoMs, leaves }: Extract<Step, { type: 'write' }>): NewsRecord {
    const all: readonly string[] = STORIES[story]!;
    const tags = all.length === 1 ? [...all] : all.filter((_, at) => at !== leaves);
    // A number of several digits is a word of its own: no report is a copy of another.
    const title = `${tags[0]} and ${tags.at(-1)}, ${100 + this.articles.length}`;
    const article = newsOf(this.#nextId++, `outlet${outlet}`, this.nowMs - agoMs, { tags, title });
    this.articles.push(article);
    return article;
  }
}
