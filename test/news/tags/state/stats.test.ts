import t from 'tap';
import { HOUR_MS } from '../../../../src/kernel/clock.js';
import { hash53 } from '../../../../src/kernel/hash.js';
import { STAT_SHARDS, StatsTable } from '../../../../src/news/tags/state/stats.js';

/** Keys that are numbered as they are listed. */
function named(keys: readonly string[]) {
  return {
    length: keys.length,
    keyOf: (tag: number) => keys[tag]!,
    hashOf: (tag: number) => hash53(keys[tag]!),
  };
}

/** A ranking of tags with their levels and counts. */
function ranking(entries: readonly [tag: number, level: number, count: number][]) {
  return {
    tags: Int32Array.from(entries, ([tag]) => tag),
    levels: Uint8Array.from(entries, ([, level]) => level),
    counts: Uint32Array.from(entries, ([, , count]) => count),
  };
}

t.test('a stat counts its hours and keeps the first of the fullest', async (t) => {
  const table = new StatsTable();
  const names = named(['w', 'x']);
  table.hour(1 * HOUR_MS, names).note('news', ranking([[1, 2, 4]]));
  table.hour(2 * HOUR_MS, names).note('news', ranking([[1, 3, 9]]));
  const last = table.hour(5 * HOUR_MS, names);
  last.note('tv', ranking([[1, 2, 1]]));
  last.note(
    'news',
    ranking([
      [0, 1, 7],
      [1, 2, 9],
    ]),
  );
  t.strictSame(table.of(['x']), [
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
  t.strictSame(table.of(['w']), [], 'what reached no level is not here');
  t.strictSame([...last.shards], [hash53('x') % STAT_SHARDS], 'and changes nothing');
});

t.test('a tag that is known under several forms has their hours together', async (t) => {
  const table = new StatsTable();
  const tags = named(['台灣', '臺灣']);
  table.hour(HOUR_MS, tags).note('news', ranking([[1, 3, 9]]));
  table.hour(2 * HOUR_MS, tags).note('news', ranking([[0, 2, 4]]));
  t.strictSame(table.of(['台灣', '台湾', '臺灣']), [
    {
      ...{ category: 'news', level: 2, firstHourMs: HOUR_MS, lastHourMs: 2 * HOUR_MS },
      ...{ hoursCount: 2, maxHourMs: HOUR_MS, maxCount: 9 },
    },
    {
      ...{ category: 'news', level: 3, firstHourMs: HOUR_MS, lastHourMs: HOUR_MS },
      ...{ hoursCount: 1, maxHourMs: HOUR_MS, maxCount: 9 },
    },
  ]);
});

t.test('shards come back as they went out, and count on', async (t) => {
  const table = new StatsTable();
  const tags = Array.from({ length: 3000 }, (_, at) => `標籤 ${at}`);
  const noteAll = (to: StatsTable, hour: number): void => {
    const page = to.hour(hour * HOUR_MS, named(tags));
    for (const category of ['tv', 'news']) {
      page.note(category, ranking(tags.map((_, at) => [at, 1 + ((at + hour) % 3), at])));
    }
  };
  noteAll(table, 1);
  noteAll(table, 2);
  const other = new StatsTable();
  for (let shard = STAT_SHARDS - 1; shard >= 0; shard--) {
    other.restoreShard(shard, table.encodeShard(shard));
  }
  t.equal(other.size, tags.length);
  for (const one of [table, other]) noteAll(one, 3);
  for (const tag of tags) t.strictSame(other.of([tag]), table.of([tag]));
  for (let shard = 0; shard < STAT_SHARDS; shard++) {
    t.ok(other.encodeShard(shard).equals(table.encodeShard(shard)));
  }
  t.throws(() => other.restoreShard(0, table.encodeShard(1)), /another shard/);
});
