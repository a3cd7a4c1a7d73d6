import { deepStrictEqual, strictEqual } from 'node:assert';
import fc from 'fast-check';
import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/clock.js';
import { BurstCounter } from '../../../../src/news/shared/burst/counter.js';
import {
  HISTORY_COUNT,
  HISTORY_HOURS,
  normalizedOf,
} from '../../../../src/news/shared/burst/formulas.js';
import { placesOf } from '../../../../src/news/shared/burst/media-table.js';
import { MediaGroups } from '../../../../src/news/shared/burst/postings.js';
import { firstByBurst, type RankedList } from '../../../../src/news/shared/burst/ranked-list.js';
import { mediaOf, newsOf } from '../../catalog/records.js';
import { Oracle, type OracleEntry, type OracleList } from './oracle.js';
import { Author, PREFACE, START_MS, step } from './script.js';

const KEPT_MS = 20 * DAY_MS;

/** What a list says, in the oracle's words. */
function toldBy(counter: BurstCounter, list: RankedList | null): OracleList | null {
  if (list === null) return null;
  const { basis, historyHours } = list;
  const postings = counter.postings(list.atMs - DAY_MS, list.atMs);
  const ranks = counter.textRanks();
  // One walk serves several groups of media, of which only the last is asked for here.
  const groups = new MediaGroups([[], basis.media.slice(1), basis.media]);
  const placeOf = placesOf(basis);
  const byBurst = firstByBurst(list, list.tags.length);
  const entries = [...list.tags].map((tag, place): OracleEntry => {
    const has = (hours: number): boolean => historyHours.includes(hours);
    const media: [string, number][] = [];
    counter.eachMedia(tag, placeOf, (at, count) => media.push([basis.codes[at]!, count]));
    const burst = list.bursts[place]!;
    const related: [tag: number, count: number][] = [];
    postings.relatedTo(tag, groups, 4, 5, ranks, (group, tags, counts) => {
      strictEqual(group, 2);
      tags.forEach((other, at) => {
        related.push([other, counts[at]!]);
      });
    });
    return {
      tag: counter.tags.shownOf(tag),
      rank: place + 1,
      position: byBurst.indexOf(place) + 1,
      score: list.scores[place]!,
      normalized: normalizedOf(list.scores[place]!, basis.media.length),
      count: list.counts[place]!,
      media: Object.fromEntries(media),
      burst: Number.isNaN(burst) ? null : burst,
      history: Object.fromEntries(
        HISTORY_HOURS.map((hours, at) => [
          hours,
          has(hours)
            ? normalizedOf(list.history[place * HISTORY_COUNT + at]!, basis.media.length)
            : null,
        ]),
      ),
      rank24h: list.ranksDayAgo[place]! || null,
      new: has(24) && list.ranksDayAgo[place] === 0,
      related: related.map(([other, count]) => ({
        tag: counter.tags.shownOf(other),
        count,
        share: count / list.counts[place]!,
      })),
    };
  });
  const { articleCount, mediaCount } = list;
  const { id, codes, coverageFromMs, validFromMs } = basis;
  return {
    basis: { id, media: codes, coverageFromMs, validFromMs },
    articleCount,
    mediaCount,
    historyAvailable: historyHours,
    entries,
  };
}

t.test('every list is what a recount of all articles says, to the last digit', async () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const counter = new BurstCounter({ retentionMs: KEPT_MS });
      const oracle = new Oracle();
      const author = new Author();
      for (const record of PREFACE) {
        counter.apply(record);
        oracle.apply(record);
      }
      for (const one of steps) {
        for (const record of author.write(one)) {
          counter.apply(record);
          oracle.apply(record);
          if (record.kind === 'tick') counter.moveTo(record.atMs);
        }
        if (counter.atMs === null) continue;
        for (const category of oracle.categories) {
          const told = toldBy(counter, counter.list(category));
          const expected = oracle.list(category, counter.atMs);
          deepStrictEqual(told, expected);
        }
      }
    }),
    { numRuns: 150 },
  );
});

t.test(
  'an article that comes late is counted as one that came in time, to the millisecond',
  async (t) => {
    const listOf = (isLate: boolean): OracleList | null => {
      const counter = new BurstCounter({ retentionMs: KEPT_MS });
      const collectingSinceMs = START_MS - 100 * DAY_MS;
      for (const record of PREFACE) counter.apply(record);
      counter.apply(mediaOf('alpha', { categories: ['news'], collectingSinceMs }));
      // At the end of the window that ends three hours ago: it is in it a moment later.
      const article = newsOf(1, 'alpha', START_MS - 3 * HOUR_MS, { tags: ['flood'] });
      if (!isLate) counter.apply(article);
      counter.apply({ kind: 'tick', atMs: START_MS, runs: ['ranking'] });
      counter.moveTo(START_MS);
      if (isLate) counter.apply(article);
      counter.moveTo(START_MS + HOUR_MS);
      return toldBy(counter, counter.list('news'));
    };
    t.match(listOf(true), { articleCount: 1 });
    t.strictSame(listOf(true), listOf(false));
  },
);

t.test('the rank before is that of a day ago, and a tag that had none then is new', async (t) => {
  const counter = new BurstCounter({ retentionMs: KEPT_MS });
  const collectingSinceMs = START_MS - 100 * DAY_MS;
  for (const record of PREFACE) counter.apply(record);
  counter.apply(mediaOf('alpha', { categories: ['news'], collectingSinceMs }));
  const hoursOf = { flood: [30, 1], storm: [14] };
  let id = 0;
  for (const [tag, hours] of Object.entries(hoursOf)) {
    for (const ago of hours)
      counter.apply(newsOf(++id, 'alpha', START_MS - ago * HOUR_MS, { tags: [tag] }));
  }
  counter.apply({ kind: 'tick', atMs: START_MS, runs: ['ranking'] });
  counter.moveTo(START_MS);
  const told = toldBy(counter, counter.list('news'));
  const ranks = told?.entries.map(({ tag, rank24h, new: isNew }) => [tag, rank24h, isNew]);
  t.strictSame(ranks?.sort(), [
    ['flood', 1, false],
    ['storm', null, true],
  ]);
});

t.test(
  'an outlet that tags its articles with its own name is not ranked by it, others are',
  async (t) => {
    const counter = new BurstCounter({ retentionMs: KEPT_MS });
    const sinceMs = START_MS - 100 * DAY_MS;
    for (const media of ['alpha', 'beta']) {
      const aliases = [`The ${media} Daily`];
      counter.apply(
        mediaOf(media, { categories: ['news'], collectingSinceMs: sinceMs, title: media, aliases }),
      );
    }
    for (const record of PREFACE) counter.apply(record);
    const write = (id: number, media: string, tags: string[]): void =>
      counter.apply(newsOf(id, media, START_MS - 1, { tags }));
    write(1, 'alpha', ['Alpha', 'THE ALPHA DAILY', 'flood']);
    write(2, 'alpha', ['beta']);
    counter.apply({ kind: 'tick', atMs: START_MS, runs: ['ranking'] });
    counter.moveTo(START_MS);
    const ranked = (): string[] => {
      const list = counter.list('news');
      return [...(list?.tags ?? [])].map((tag) => counter.tags.shownOf(tag)).sort();
    };
    t.strictSame(ranked(), ['beta', 'flood']);
    write(3, 'beta', ['Alpha']);
    t.strictSame(ranked(), ['beta', 'flood'], 'half of the articles are its own');
    write(4, 'beta', ['alpha']);
    t.strictSame(ranked(), ['Alpha', 'beta', 'flood'], 'others write about it');
  },
);
