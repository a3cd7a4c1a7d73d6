import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import t from 'tap';
import { DAY_MS, taipeiDayStartMs } from '../../../src/kernel/clock.js';
import { POOL_DAYS, type PoolColumns, TagPool } from '../../../src/news/tags/pool-codec.js';
import { tagKey } from '../../../src/text/tag.js';
import { byCodePoints, Oracle } from '../burst/oracle.js';
import { Author, PREFACE, step } from '../burst/script.js';
import { mediaOf, newsOf } from '../catalog/records.js';
import { World } from './world.js';

interface Told {
  key: string;
  shown: string;
  articles: number;
  spellings: { [text: string]: number };
  days: { [day: string]: number };
}

function toldBy(pool: TagPool): Told[] {
  return Array.from({ length: pool.length }, (_, tag) => ({
    key: pool.keyOf(tag),
    shown: pool.shownOf(tag),
    articles: pool.articlesOf(tag),
    spellings: Object.fromEntries(
      pool.spellingsOf(tag).map(({ text, articles }) => [text, articles]),
    ),
    days: Object.fromEntries([...pool.daysOf(tag).entries()].filter(([, count]) => count > 0)),
  }));
}

/** The pool as a walk through all articles gives it. */
function expected(oracle: Oracle, asOfMs: number): Told[] {
  const firstMs = taipeiDayStartMs(asOfMs) - (POOL_DAYS - 1) * DAY_MS;
  const tags = new Map<string, Told>();
  for (const article of oracle.articles.values()) {
    if (!oracle.isVisible(article)) continue;
    if (article.sortMs < firstMs || article.sortMs >= asOfMs) continue;
    const seen = new Set<string>();
    for (const tag of article.tags) {
      const key = tagKey(tag);
      if (seen.has(key)) continue;
      seen.add(key);
      const shown = oracle.shown(key, asOfMs);
      const known = tags.get(key) ?? {
        key,
        shown,
        articles: 0,
        spellings: { [shown]: 0 },
        days: {},
      };
      tags.set(key, known);
      known.articles += 1;
      known.spellings[tag] = (known.spellings[tag] ?? 0) + 1;
      const day = Math.floor((article.sortMs - firstMs) / DAY_MS);
      known.days[day] = (known.days[day] ?? 0) + 1;
    }
  }
  return [...tags.values()].sort(
    (a, b) => b.articles - a.articles || byCodePoints(a.shown, b.shown),
  );
}

t.test('the pool is what a walk through the articles of 90 days says', async () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const world = new World();
      const oracle = new Oracle();
      const author = new Author();
      let tickMs: number | null = null;
      for (const record of [...PREFACE, ...steps.flatMap((one) => author.write(one))]) {
        world.fold(record);
        oracle.apply(record);
        if (record.kind === 'tick') tickMs = record.atMs;
      }
      const pool = new TagPool(world.ask({ type: 'pool' }) as PoolColumns);
      deepStrictEqual(toldBy(pool), tickMs === null ? [] : expected(oracle, tickMs));
    }),
    { numRuns: 100 },
  );
});

t.test('the window is 90 Taipei days, the day of the tick included', async (t) => {
  const asOfMs = Date.UTC(2026, 5, 1, 12);
  const firstMs = taipeiDayStartMs(asOfMs) - 89 * DAY_MS;
  const world = new World().fold(mediaOf('a'));
  world.fold(
    newsOf(1, 'a', firstMs, { tags: ['first'] }),
    newsOf(2, 'a', firstMs - 1, { tags: ['before'] }),
    newsOf(3, 'a', asOfMs, { tags: ['later'] }),
    newsOf(4, 'a', asOfMs - 1, { tags: ['last'] }),
    { kind: 'tick', atMs: asOfMs, runs: ['ranking'] },
  );
  const pool = new TagPool(world.ask({ type: 'pool' }) as PoolColumns);
  t.equal(pool.asOfMs, asOfMs);
  t.strictSame(
    toldBy(pool).map(({ key, days }) => [key, days]),
    [
      ['first', { 0: 1 }],
      ['last', { 89: 1 }],
    ],
  );
});

t.test('equal pools have equal versions, others do not', async (t) => {
  const versionOf = (...tags: string[]): string => {
    const world = new World().fold(mediaOf('a'));
    world.fold(...tags.map((tag, at) => newsOf(at + 1, 'a', 1000, { tags: [tag] })));
    world.fold({ kind: 'tick', atMs: DAY_MS, runs: ['ranking'] });
    return new TagPool(world.ask({ type: 'pool' }) as PoolColumns).version;
  };
  t.equal(versionOf('x', 'y'), versionOf('y', 'x'));
  t.not(versionOf('x', 'y'), versionOf('x', 'y', 'y'));
  t.not(versionOf('x'), versionOf('X'));
});
