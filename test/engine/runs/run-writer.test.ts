import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { POST_RUNS } from '../../../src/blogs/directory/codec.js';
import { SharedExtents } from '../../../src/engine/runs/extents.js';
import type { RunFormat } from '../../../src/engine/runs/run.js';
import { RunReader } from '../../../src/engine/runs/run-reader.js';
import { RunWriter } from '../../../src/engine/runs/run-writer.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { CATALOG_RUNS } from '../../../src/news/catalog/codec.js';

const START_MS = Date.parse('2026-03-29T16:00:00Z');
const FORMATS = { articles: CATALOG_RUNS, posts: POST_RUNS };

/** What is known of a row. */
interface PlainRow {
  timeMs: number;
  owner: number;
  hidden: boolean;
  version: number;
}

type Step =
  | { do: 'put' | 'take'; id: number; offset: number; owner: number }
  | { do: 'hide'; id: number; hidden: boolean }
  | { do: 'rewrite' | 'eraseOwner'; owner: number }
  | { do: 'settle' | 'compact' | 'restart' };

const id = fc.integer({ min: 1, max: 30 });
const owner = fc.integer({ min: 1, max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('put' as const, 'put' as const, 'put' as const, 'take' as const),
      id,
      offset: fc.tuple(fc.nat(8), fc.nat(3)).map(([day, ms]) => day * DAY_MS + ms),
      owner,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('hide' as const), id, hidden: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('rewrite' as const, 'eraseOwner' as const), owner }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'settle' as const,
        'settle' as const,
        'compact' as const,
        'restart' as const,
      ),
    }),
  },
);

/** Two owners in one run, of which one goes. */
const ERASED_BESIDE_ANOTHER: Step[] = [
  { do: 'put', id: 1, offset: 0, owner: 1 },
  { do: 'put', id: 2, offset: 0, owner: 2 },
  { do: 'settle' },
  { do: 'eraseOwner', owner: 1 },
];

/** A writer with its reader, and the rows as a plain map has them. */
class World {
  readonly format: RunFormat;
  readonly reader: RunReader;
  readonly rows = new Map<number, PlainRow>();
  #extents!: SharedExtents;
  #writer!: RunWriter;
  #sequence = 0;
  #deltas = 0;

  constructor(format: RunFormat) {
    this.format = format;
    this.reader = new RunReader(format);
    this.#start();
  }

  run(step: Step): void {
    this.#writer.sequence = ++this.#sequence;
    if (step.do === 'put') this.#put(step.id, START_MS + step.offset, step.owner);
    else if (step.do === 'take') this.#take(step.id);
    else if (step.do === 'hide') this.#hide(step.id, step.hidden);
    else if (step.do === 'rewrite') this.#rewrite(step.owner);
    else if (step.do === 'eraseOwner') this.#eraseOwner(step.owner);
    else if (step.do === 'settle') this.settle();
    else if (step.do === 'compact') this.#writer.compact();
    else this.#restart();
  }

  /** Gives the delta to the reader. */
  settle(fresh = false): void {
    const delta = structuredClone(this.#writer.settle());
    this.#extents.endDelta();
    this.#deltas += 1;
    this.reader.apply(delta, fresh);
    this.#extents.acknowledge(this.#deltas);
  }

  #put(id: number, timeMs: number, owner: number): void {
    const { buffer } = this.#writer;
    const known = this.rows.get(id);
    if (known !== undefined) assert.equal(this.#writer.take(known.timeMs, id)?.owner, known.owner);
    const hidden = known?.hidden ?? false;
    const version = this.#sequence;
    this.#writer.put({
      ...{ id, timeMs, owner },
      flags: hidden ? this.format.flags.hidden : 0,
      text: buffer.putFields(`t${id}`),
      keys: this.format.has('keys') ? [id] : [],
      item: buffer.putItem({ id, version }),
    });
    this.rows.set(id, { timeMs, owner, hidden, version });
  }

  #take(id: number): void {
    const known = this.rows.get(id);
    const taken = this.#writer.take(known?.timeMs ?? START_MS, id);
    assert.equal(taken?.owner, known?.owner);
    if (taken !== null)
      assert.deepEqual(this.#writer.buffer.valueAt(taken.item), itemOf(id, known!));
    this.rows.delete(id);
  }

  #hide(id: number, hidden: boolean): void {
    const known = this.rows.get(id);
    const isFound = this.#writer.hide(known?.timeMs ?? START_MS, id, hidden);
    assert.equal(isFound, known !== undefined);
    if (known !== undefined) known.hidden = hidden;
  }

  #rewrite(owner: number): void {
    const version = this.#sequence;
    const { buffer } = this.#writer;
    this.#writer.rewriteItems(owner, (item) => {
      return buffer.putItem({ ...(buffer.valueAt(item) as object), version });
    });
    for (const row of this.rows.values()) if (row.owner === owner) row.version = version;
  }

  #eraseOwner(owner: number): void {
    this.#writer.eraseOwner(owner);
    for (const { runs } of this.#writer.segments) {
      for (const { dead } of runs) assert.equal(dead, 0, 'what was erased is in no run');
    }
    for (const [id, row] of this.rows) if (row.owner === owner) this.rows.delete(id);
  }

  /** A new writer takes over from a snapshot, whose chunks say how many rows there are. */
  #restart(): void {
    const chunks = this.#writer
      .settleAll()
      .filter(({ runs }) => runs.length > 0)
      .map(({ startMs, runs, changedAt }) => {
        assert.equal(runs.length, 1);
        assert.equal(runs[0]!.dead, 0);
        return { bytes: this.#writer.bytesOf(startMs).slice(), changedAt };
      });
    this.#start();
    for (const { bytes, changedAt } of chunks) this.#writer.restore(bytes, changedAt);
    this.#writer.sequence = this.#sequence;
    this.#writer.restored();
    this.settle(true);
  }

  #start(): void {
    const { memory, scratchBytes } = this.reader.writerOptions();
    this.#extents = new SharedExtents(memory, scratchBytes);
    this.#writer = new RunWriter(this.format, this.#extents);
    this.#deltas = 0;
  }
}

function itemOf(id: number, { version }: PlainRow): object {
  return { id, version };
}

/** What a reader shows, in reading order. */
function shownBy(reader: RunReader): unknown[] {
  const filter = { sinceMs: 0, untilMs: 8e14, nowMs: 8e14, owners: null };
  const { slices } = reader.page({ ...filter, contentOf: () => 'all' }, null, 1000);
  const body = reader.frame(Buffer.from('['), slices, Buffer.from(']')).render();
  return JSON.parse(Buffer.from(body).toString()) as unknown[];
}

for (const [name, format] of Object.entries(FORMATS)) {
  t.test(`whatever comes of ${name}, readers show what a plain map holds`, async () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const world = new World(format);
        world.settle(true);
        for (const one of steps) world.run(one);
        world.settle();
        const expected = [...world.rows]
          .filter(([, { hidden }]) => !hidden)
          .sort(([a, { timeMs: aMs }], [b, { timeMs: bMs }]) => bMs - aMs || b - a)
          .map(([id, row]) => itemOf(id, row));
        assert.deepEqual(shownBy(world.reader), expected);
      }),
      { numRuns: 300, examples: [[ERASED_BESIDE_ANOTHER]] },
    );
  });
}
