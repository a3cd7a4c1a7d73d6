import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { type Arena, createArenaMemory } from '../../../src/columns/arena.js';
import { Run } from '../../../src/news/catalog/codec.js';
import { RowRoom } from '../../../src/news/catalog/row-room.js';
import { buildRun, mergeRuns } from '../../../src/news/catalog/runs.js';
import { SharedExtents } from '../../../src/runs/extents.js';
import { START_MS } from './script.js';

function makeExtents(): SharedExtents {
  return new SharedExtents(createArenaMemory(0), 0);
}

interface Row {
  id: number;
  timeMs: number;
  media: number;
  flags: number;
  text: string;
  tagKeys: number[];
  item: Buffer;
}

function rowOf(timeMs: number, id: number): Row {
  const item = Buffer.from(`{"id":${id}},`);
  return { id, timeMs, media: id % 7, flags: 0, text: `t${id}\0`, tagKeys: [id, id + 0.5], item };
}

/** The run of rows, which go through a room of their own. */
function runOf(extents: SharedExtents, rows: readonly Row[]): Run {
  const room = new RowRoom();
  const placed = rows.map((row) => ({
    ...row,
    text: room.putFields(row.text.slice(0, -1)),
    item: room.putItem({ id: row.id }),
  }));
  return buildRun(extents, START_MS, placed, room);
}

/** Rows with few times, so that equal ones are common. */
const rows = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 40 })), {
    selector: ([, id]) => id,
    minLength: 1,
    maxLength: 30,
  })
  .map((places) => places.map(([offset, id]) => rowOf(START_MS + offset, id)));

/** What a reader sees of a run, row by row. */
function contentOf(run: Run): unknown[] {
  return Array.from({ length: run.count }, (_, row) => ({
    id: run.ids[row],
    timeMs: run.timeMsAt(row),
    media: run.media[row],
    flags: run.flags[row],
    text: String.fromCharCode(...run.text.slice(run.textStart(row), run.textEnds[row])),
    tagKeys: [...run.tagKeys.slice(run.tagStart(row), run.tagEnds[row])],
    item: Buffer.from(run.items.slice(run.itemStart(row), run.itemEnds[row])),
  }));
}

function inReadingOrder(given: readonly Row[]): Row[] {
  return [...given].sort((a, b) => b.timeMs - a.timeMs || b.id - a.id);
}

t.test('a run gives back its rows, newest first, also when it is attached again', async () => {
  fc.assert(
    fc.property(rows, (given) => {
      const extents = makeExtents();
      const { at } = runOf(extents, given);
      assert.deepEqual(contentOf(Run.attach(extents.arena, at)), inReadingOrder(given));
    }),
  );
});

t.test('lowerBound and rowOf find what a linear search finds', async () => {
  const place = fc.tuple(fc.integer({ min: -1, max: 6 }), fc.integer({ min: 0, max: 41 }));
  fc.assert(
    fc.property(rows, fc.array(place, { minLength: 1 }), (given, places) => {
      const extents = makeExtents();
      const run = runOf(extents, given);
      const sorted = inReadingOrder(given);
      return places.every(([offset, id]) => {
        const timeMs = START_MS + offset;
        const bound = sorted.filter(
          (row) => row.timeMs > timeMs || (row.timeMs === timeMs && row.id > id),
        ).length;
        const at = sorted.findIndex((row) => row.timeMs === timeMs && row.id === id);
        return run.lowerBound(timeMs, id) === bound && run.rowOf(timeMs, id) === at;
      });
    }),
  );
});

t.test('a merged run is, byte for byte, the run of all living rows', async () => {
  fc.assert(
    fc.property(rows, fc.nat(), fc.nat(), (given, cut, dead) => {
      const extents = makeExtents();
      // Dirty memory: what was there before must not shine through the gaps between columns.
      const junk = extents.allocate(64 * 1024);
      extents.arena.bytes().fill(0xaa, junk, junk + 64 * 1024);
      extents.drop(junk);
      const at = 1 + (cut % given.length);
      const parts = [given.slice(0, at), given.slice(at)].filter((part) => part.length > 0);
      const runs = parts.map((part) => runOf(extents, part));
      const victim = runs[0]!.ids[dead % runs[0]!.count]!;
      runs[0]!.flags[dead % runs[0]!.count] = 8;
      const merged = mergeRuns(extents, START_MS, runs);
      const living = given.filter(({ id }) => id !== victim);
      if (living.length === 0) return merged === null;
      const clean = makeExtents();
      const plain = runOf(clean, living);
      return Buffer.from(bytesOf(extents.arena, merged!)).equals(bytesOf(clean.arena, plain));
    }),
  );
});

t.test('bytes that are no run of this version are refused', async (t) => {
  const extents = makeExtents();
  const { at } = runOf(extents, [rowOf(START_MS, 1)]);
  const header = new DataView(extents.arena.bytes().buffer, at);
  const refuses = (offset: number, pattern: RegExp): void => {
    const word = header.getUint32(offset, true);
    header.setUint32(offset, word + 1, true);
    t.throws(() => Run.attach(extents.arena, at), pattern);
    header.setUint32(offset, word, true);
  };
  refuses(0, /magic/);
  refuses(4, /version/);
  t.doesNotThrow(() => Run.attach(extents.arena, at));
  header.setUint32(8, 0xffff_ffff, true);
  t.throws(() => Run.attach(extents.arena, at), 'a count beyond the arena');
});

function bytesOf(arena: Arena, { at, byteLength }: Run): Uint8Array {
  return arena.bytes().slice(at, at + byteLength);
}
