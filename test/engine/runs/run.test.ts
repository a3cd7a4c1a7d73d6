import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { POST_RUNS } from '../../../src/blogs/directory/codec.js';
import { createArenaMemory } from '../../../src/engine/columns/arena.js';
import { SharedExtents } from '../../../src/engine/runs/extents.js';
import { Run, type RunFormat } from '../../../src/engine/runs/run.js';
import { RowBuffer, RunBuilder } from '../../../src/engine/runs/run-builder.js';
import { CATALOG_RUNS } from '../../../src/news/catalog/codec.js';

const START_MS = Date.parse('2026-03-30T16:00:00Z');
const FORMATS = { articles: CATALOG_RUNS, posts: POST_RUNS };

interface PlainRow {
  id: number;
  timeMs: number;
  owner: number;
  flags: number;
  text: string;
  keys: number[];
  item: Buffer;
}

class World {
  readonly format: RunFormat;
  readonly extents = new SharedExtents(createArenaMemory(0), 0);
  readonly builder: RunBuilder;

  constructor(format: RunFormat) {
    this.format = format;
    this.builder = new RunBuilder(format, this.extents);
  }

  rowOf(timeMs: number, id: number): PlainRow {
    const keys = this.format.has('keys') ? [id, id + 0.5] : [];
    const item = Buffer.from(`{"id":${id}},`);
    return { id, timeMs, owner: id % 7, flags: 0, text: `t${id}\0`, keys, item };
  }

  rowsOf(places: readonly Place[]): PlainRow[] {
    return places.map(([offset, id]) => this.rowOf(START_MS + offset, id));
  }

  /** The run of rows, which go through a buffer of their own. */
  runOf(rows: readonly PlainRow[]): Run {
    const buffer = new RowBuffer();
    const placed = rows.map((row) => ({
      ...row,
      text: buffer.putFields(row.text.slice(0, -1)),
      item: buffer.putItem({ id: row.id }),
    }));
    return this.builder.build(START_MS, placed, buffer);
  }

  bytesOf({ at, byteLength }: Run): Buffer {
    return Buffer.from(this.extents.arena.bytes().slice(at, at + byteLength));
  }
}

type Place = [offset: number, id: number];

/** Places with few times, so that equal ones are common. */
const places: fc.Arbitrary<Place[]> = fc.uniqueArray(
  fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 40 })),
  { selector: ([, id]) => id, minLength: 1, maxLength: 30 },
);

/** What a reader sees of a run, row by row. */
function contentOf(run: Run): unknown[] {
  return Array.from({ length: run.count }, (_, row) => ({
    id: run.ids[row],
    timeMs: run.timeMsAt(row),
    owner: run.owners[row],
    flags: run.flags[row],
    text: String.fromCharCode(...run.text.slice(run.textStart(row), run.textEnds[row])),
    keys: [...run.keys.slice(run.keyStart(row), run.keyEnds[row])],
    item: Buffer.from(run.items.slice(run.itemStart(row), run.itemEnds[row])),
  }));
}

function inReadingOrder(given: readonly PlainRow[]): PlainRow[] {
  return [...given].sort((a, b) => b.timeMs - a.timeMs || b.id - a.id);
}

for (const [name, format] of Object.entries(FORMATS)) {
  t.test(
    `a run of ${name} gives back its rows, newest first, also when it is read anew`,
    async () => {
      fc.assert(
        fc.property(places, (given) => {
          const world = new World(format);
          const { at } = world.runOf(world.rowsOf(given));
          const run = Run.attach(format, world.extents.arena, at);
          assert.deepEqual(contentOf(run), inReadingOrder(world.rowsOf(given)));
        }),
      );
    },
  );

  t.test(`a merged run of ${name} is, byte for byte, the run of all living rows`, async () => {
    fc.assert(
      fc.property(places, fc.nat(), fc.nat(), (given, cut, dead) => {
        const world = new World(format);
        // Dirty memory: what was there before must not shine through the gaps between columns.
        const junk = world.extents.allocate(64 * 1024);
        world.extents.arena.bytes().fill(0xaa, junk, junk + 64 * 1024);
        world.extents.drop(junk);
        const rows = world.rowsOf(given);
        const at = 1 + (cut % rows.length);
        const parts = [rows.slice(0, at), rows.slice(at)].filter((part) => part.length > 0);
        const runs = parts.map((part) => world.runOf(part));
        const victim = runs[0]!.ids[dead % runs[0]!.count]!;
        runs[0]!.flags[dead % runs[0]!.count] = format.flags.dead;
        const merged = world.builder.merge(START_MS, runs);
        const living = rows.filter(({ id }) => id !== victim);
        if (living.length === 0) return merged === null;
        const clean = new World(format);
        return world.bytesOf(merged!).equals(clean.bytesOf(clean.runOf(living)));
      }),
    );
  });

  t.test(`bytes that are no run of ${name} of this version are refused`, async (t) => {
    const world = new World(format);
    const { arena } = world.extents;
    const { at } = world.runOf([world.rowOf(START_MS, 1)]);
    const header = new DataView(arena.bytes().buffer, at);
    const refuses = (offset: number, pattern: RegExp): void => {
      const word = header.getUint32(offset, true);
      header.setUint32(offset, word + 1, true);
      t.throws(() => Run.attach(format, arena, at), pattern);
      header.setUint32(offset, word, true);
    };
    refuses(0, /magic/);
    refuses(4, /version/);
    t.doesNotThrow(() => Run.attach(format, arena, at));
    header.setUint32(8, 0xffff_ffff, true);
    t.throws(() => Run.attach(format, arena, at), 'a count beyond the arena');
  });
}

t.test('lowerBound and rowOf find what a linear search finds', async () => {
  const wanted = fc.tuple(fc.integer({ min: -1, max: 6 }), fc.integer({ min: 0, max: 41 }));
  fc.assert(
    fc.property(places, fc.array(wanted, { minLength: 1 }), (given, all) => {
      const world = new World(CATALOG_RUNS);
      const run = world.runOf(world.rowsOf(given));
      const sorted = inReadingOrder(world.rowsOf(given));
      return all.every(([offset, id]) => {
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

t.test('a row that is dead is not found', async (t) => {
  const world = new World(CATALOG_RUNS);
  const run = world.runOf(world.rowsOf([[1, 7]]));
  run.flags[0] = CATALOG_RUNS.flags.dead;
  t.equal(run.rowOf(START_MS + 1, 7), -1);
});

t.test('the rows of an owner are found without passing over the others', async () => {
  fc.assert(
    fc.property(places, fc.integer({ min: 0, max: 7 }), (given, owner) => {
      const world = new World(POST_RUNS);
      const run = world.runOf(world.rowsOf(given));
      const expected = inReadingOrder(world.rowsOf(given)).flatMap((row, at) =>
        row.owner === owner ? [at] : [],
      );
      assert.deepEqual([...run.rowsOfOwner(owner)], expected);
    }),
  );
});
