import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { SharedExtents } from '../../../src/engine/runs/extents.js';
import { RowBuffer, RunBuilder } from '../../../src/engine/runs/run-builder.js';
import { RunReader } from '../../../src/engine/runs/run-reader.js';
import {
  bothOf,
  eitherOf,
  type Position,
  type RowFilter,
  rowsWithKeys,
  rowsWithText,
  textNeedle,
} from '../../../src/engine/runs/walks.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { CATALOG_RUNS, FLAG } from '../../../src/news/catalog/codec.js';

const START_MS = Date.parse('2026-03-30T16:00:00Z');
const OPEN = Buffer.from('[');
const CLOSE = Buffer.from(']');

interface PlainRow {
  id: number;
  timeMs: number;
  owner: number;
  flags: number;
  text: string;
  keys: number[];
  /** The run that it is in: few, of each day. */
  run: number;
}

const row: fc.Arbitrary<PlainRow> = fc.record({
  id: fc.integer({ min: 1, max: 1000 }),
  timeMs: fc
    .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 9 }))
    .map(([day, ms]) => START_MS + day * DAY_MS + ms),
  owner: fc.integer({ min: 0, max: 3 }),
  flags: fc.constantFrom(0, 0, 0, FLAG.hidden, FLAG.dead, FLAG.waits, FLAG.datePending),
  text: fc.constantFrom('ab', 'ba', 'abc', '新聞'),
  keys: fc.subarray([11, 12, 13]),
  run: fc.integer({ min: 0, max: 2 }),
});

const rows = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 40 });

const question = fc.record({
  sinceMs: fc.constantFrom(0, START_MS, START_MS + 5, START_MS + DAY_MS + 3),
  untilMs: fc.constantFrom(8e14, START_MS + 2 * DAY_MS + 4, START_MS + DAY_MS),
  nowMs: fc.constantFrom(8e14, START_MS + DAY_MS + 5),
  owners: fc.constantFrom(null, Uint8Array.of(1, 0, 1, 0)),
  text: fc.constantFrom(null, 'b', 'ab', '新', '無'),
  keys: fc.constantFrom(null, [11], [11, 13], [99]),
  limit: fc.integer({ min: 1, max: 7 }),
});

type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never;

/** A reader that was told of all rows, in runs of their own. */
function readerOf(all: readonly PlainRow[]): RunReader {
  const reader = new RunReader(CATALOG_RUNS);
  const { memory, scratchBytes } = reader.writerOptions();
  const extents = new SharedExtents(memory, scratchBytes);
  const builder = new RunBuilder(CATALOG_RUNS, extents);
  const groups = new Map<string, PlainRow[]>();
  for (const one of all) {
    const name = `${segmentOf(one.timeMs)} ${one.run}`;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  const segments = new Map<number, { at: number; index: number[] }[]>();
  for (const group of groups.values()) {
    const buffer = new RowBuffer();
    const placed = group.map(({ id, timeMs, owner, flags, text, keys }) => ({
      ...{ id, timeMs, owner, flags, keys },
      text: buffer.putFields(text),
      item: buffer.putItem({ id }),
    }));
    const startMs = segmentOf(group[0]!.timeMs);
    const { at } = builder.build(startMs, placed, buffer);
    segments.set(startMs, [...(segments.get(startMs) ?? []), { at, index: [] }]);
  }
  const states = [...segments].map(([startMs, runs]) => ({ startMs, runs }));
  reader.apply({ segments: states, flags: [], usedBytes: 0, heldBytes: 0 }, true);
  return reader;
}

function segmentOf(timeMs: number): number {
  return CATALOG_RUNS.segmentStartMs(timeMs);
}

function filterOf({ text, keys, ...filter }: Question): RowFilter {
  return {
    ...filter,
    contentOf: (run) => {
      if (text === null) return keys === null ? 'all' : rowsWithKeys(run, keys);
      const found = rowsWithText(run, textNeedle(text));
      // Either way round is the same rows.
      return keys === null ? eitherOf(found, null) : bothOf(found, rowsWithKeys(run, keys));
    },
  };
}

/** Ids of the rows that match, in reading order. */
function expectedOf(all: readonly PlainRow[], asked: Question): number[] {
  return all
    .filter((one) => {
      const isSeen = (one.flags & (FLAG.hidden | FLAG.dead)) === 0;
      const isDue = (one.flags & FLAG.waits) === 0 || one.timeMs <= asked.nowMs;
      const isIn = one.timeMs >= asked.sinceMs && one.timeMs < asked.untilMs;
      const isOwned = asked.owners === null || asked.owners[one.owner] === 1;
      const hasText = asked.text === null || one.text.includes(asked.text);
      const hasKey = asked.keys === null || asked.keys.some((key) => one.keys.includes(key));
      return isSeen && isDue && isIn && isOwned && hasText && hasKey;
    })
    .sort((a, b) => b.timeMs - a.timeMs || b.id - a.id)
    .map(({ id }) => id);
}

t.test('pages, one after the other, are the matching rows in reading order', async () => {
  fc.assert(
    fc.property(rows, question, (all, asked) => {
      const reader = readerOf(all);
      const found: number[] = [];
      let after: Position | null = null;
      do {
        const page = reader.page(filterOf(asked), after, asked.limit);
        const body = reader.frame(OPEN, page.slices, CLOSE).render();
        const items = JSON.parse(Buffer.from(body).toString()) as { id: number }[];
        assert.equal(items.length, page.count);
        found.push(...items.map(({ id }) => id));
        after = page.next;
      } while (after !== null);
      assert.deepEqual(found, expectedOf(all, asked));
    }),
    { numRuns: 500 },
  );
});

t.test('a row that waits is there from the millisecond of its time on', async (t) => {
  const flags = FLAG.waits;
  const reader = readerOf([
    { ...{ id: 1, timeMs: START_MS, owner: 0, flags, text: 'ab' }, keys: [], run: 0 },
  ]);
  const asked = { sinceMs: 0, untilMs: 8e14, owners: null, text: null, keys: null, limit: 5 };
  const countAt = (nowMs: number): number =>
    reader.page(filterOf({ ...asked, nowMs }), null, asked.limit).count;
  t.same([countAt(START_MS - 1), countAt(START_MS)], [0, 1]);
});

t.test('a row is found by its time and id, unless it is dead', async () => {
  fc.assert(
    fc.property(rows, row, (all, wanted) => {
      const reader = readerOf(all);
      const { id, timeMs } = all[wanted.id % Math.max(1, all.length)] ?? wanted;
      const found = reader.find(timeMs, id);
      const isThere = all.some(
        (one) => one.id === id && one.timeMs === timeMs && (one.flags & FLAG.dead) === 0,
      );
      assert.equal(found === null ? null : found.run.ids[found.row], isThere ? id : null);
    }),
  );
});

t.test('a segment that has no run any more is gone, and flags change in place', async (t) => {
  const reader = readerOf([
    { id: 1, timeMs: START_MS, owner: 0, flags: 0, text: 'a', keys: [], run: 0 },
  ]);
  const [run] = reader.runsAt(START_MS);
  const memory = { usedBytes: 0, heldBytes: 0 };
  const change = { startMs: START_MS, at: run!.at, row: 0, flags: FLAG.hidden };
  reader.apply({ segments: [], flags: [change], ...memory }, false);
  t.equal(reader.find(START_MS, 1)!.run.flags[0], FLAG.hidden);
  reader.apply({ segments: [{ startMs: START_MS, runs: [] }], flags: [], ...memory }, false);
  t.equal(reader.find(START_MS, 1), null);
  t.equal(reader.segments.length, 0);
});
