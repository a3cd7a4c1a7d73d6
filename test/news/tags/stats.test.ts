import t from 'tap';
import { HOUR_MS } from '../../../src/kernel/clock.js';
import { hash53 } from '../../../src/kernel/hash.js';
import { STAT_SHARDS, StatsBook } from '../../../src/news/tags/stats.js';

const X = hash53('x');

t.test('a stat counts its hours and keeps the first of the fullest', async (t) => {
  const book = new StatsBook();
  book.note('x', X, 'news', 2, 1 * HOUR_MS, 4);
  book.note('x', X, 'news', 3, 2 * HOUR_MS, 9);
  book.note('x', X, 'news', 2, 5 * HOUR_MS, 9);
  book.note('x', X, 'tv', 2, 5 * HOUR_MS, 1);
  t.strictSame(book.of('x'), [
    {
      ...{ category: 'news', level: 2, firstHourMs: HOUR_MS, lastHourMs: 5 * HOUR_MS },
      ...{ hoursCount: 3, maxHourMs: 2 * HOUR_MS, maxCount: 9 },
    },
    {
      ...{ category: 'news', level: 3, firstHourMs: 2 * HOUR_MS, lastHourMs: 2 * HOUR_MS },
      ...{ hoursCount: 1, maxHourMs: 2 * HOUR_MS, maxCount: 9 },
    },
    {
      ...{ category: 'tv', level: 2, firstHourMs: 5 * HOUR_MS, lastHourMs: 5 * HOUR_MS },
      ...{ hoursCount: 1, maxHourMs: 5 * HOUR_MS, maxCount: 1 },
    },
  ]);
  t.strictSame(book.of('y'), []);
});

t.test('shards come back as they went out', async (t) => {
  const book = new StatsBook();
  const tags = Array.from({ length: 300 }, (_, at) => `標籤 ${at}`);
  tags.forEach((tag, at) => {
    book.note(tag, hash53(tag), 'news', at % 2 === 0 ? 2 : 3, at * HOUR_MS, at);
  });
  const other = new StatsBook();
  for (let shard = 0; shard < STAT_SHARDS; shard++) {
    other.restoreShard(shard, book.encodeShard(shard));
  }
  t.equal(other.size, 300);
  for (const tag of tags) t.strictSame(other.of(tag), book.of(tag));
});
