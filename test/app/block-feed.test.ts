import * as fc from 'fast-check';
import t from 'tap';
import { Lag, type LagBound } from '../../src/app/block-feed.js';
import type { Block } from '../../src/kernel/model/block.js';

const GRAIN = 512 * 1024;
const BYTES_MAX = 16 * GRAIN;

const bytesOf = (byteLength: number) => new SharedArrayBuffer(byteLength);

/** What follows a sequence number, counted block by block; a block that it lies within is not whole. */
function bytesAfter(blocks: readonly Block[], sequence: number): number {
  const after = blocks.filter(({ firstSequence }) => firstSequence > sequence);
  return after.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
}

t.test('before the log has grown nobody waits for anything', async (t) => {
  t.equal(new Lag(BYTES_MAX).oldestAllowed({ entriesMax: 0, bytesMax: 0 }), 0);
});

t.test('a bound of nothing allows nothing but the head', async (t) => {
  const lag = new Lag(BYTES_MAX);
  for (let at = 0; at < 3; at++)
    lag.note({ firstSequence: 1 + 5 * at, count: 5, bytes: bytesOf(9) });
  t.equal(lag.oldestAllowed({ entriesMax: 0, bytesMax: BYTES_MAX }), 15);
  t.equal(lag.oldestAllowed({ entriesMax: 100, bytesMax: 0 }), 15);
});

t.test(
  'what is allowed is within both bounds, and gives away at most a grain and a block',
  async () => {
    const sizes = fc.array(
      fc.record({ count: fc.integer({ min: 1, max: 50 }), size: fc.nat(2 * GRAIN) }),
      {
        minLength: 1,
        maxLength: 60,
      },
    );
    const bounds = fc.record({ entriesMax: fc.nat(1000), bytesMax: fc.nat(BYTES_MAX) });
    await fc.assert(
      fc.asyncProperty(sizes, bounds, fc.nat(1000), async (grown, bound: LagBound, start) => {
        const lag = new Lag(BYTES_MAX);
        const blocks: Block[] = [];
        let head = start;
        for (const { count, size } of grown) {
          blocks.push({ firstSequence: head + 1, count, bytes: bytesOf(size) });
          lag.note(blocks.at(-1)!);
          head += count;
        }
        const allowed = lag.oldestAllowed(bound);
        const isWithin =
          head - allowed <= bound.entriesMax && bytesAfter(blocks, allowed) <= bound.bytesMax;
        const before = blocks.filter(
          ({ firstSequence, count }) => firstSequence + count <= allowed,
        );
        const lost = before.at(-1)?.bytes.byteLength ?? 0;
        const isTight =
          allowed === Math.max(0, head - bound.entriesMax) ||
          allowed <= start ||
          bytesAfter(blocks, (before.at(-1)?.firstSequence ?? 0) - 1) + GRAIN + lost >
            bound.bytesMax;
        return allowed <= head && isWithin && isTight;
      }),
    );
  },
);

t.test('the places that are remembered are bounded, however small the blocks are', async (t) => {
  const lag = new Lag(BYTES_MAX);
  const bytes = bytesOf(10_000);
  let most = 0;
  for (let at = 1; at <= 5000; at++) {
    lag.note({ firstSequence: at, count: 1, bytes });
    most = Math.max(most, lag.length);
  }
  t.ok(most <= (2 * BYTES_MAX) / GRAIN + 2, `${most} places`);
  t.ok(
    lag.oldestAllowed({ entriesMax: 5000, bytesMax: BYTES_MAX }) > 5000 - BYTES_MAX / 10_000 - 1,
  );
});
