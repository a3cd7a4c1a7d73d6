import fc from 'fast-check';
import t from 'tap';
import { Arena, createArenaMemory, ExtentAllocator } from '../../../src/engine/columns/arena.js';

const SCRATCH_BYTES = 1000;
const ALIGN_BYTES = 64;
/** The scratch area, rounded up to whole cache lines. */
const START = 1024;

function makeAllocator(): { arena: Arena; allocator: ExtentAllocator } {
  const arena = new Arena(createArenaMemory(SCRATCH_BYTES));
  return { arena, allocator: new ExtentAllocator(arena, SCRATCH_BYTES) };
}

/** What to do next: take so many bytes, or give back the extent at this place of the list. */
const step = fc.oneof(
  fc.record({ take: fc.integer({ min: 0, max: 5000 }) }),
  fc.record({ give: fc.nat() }),
);

t.test('extents never overlap, start at cache lines and lie behind the scratch area', async () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const { allocator } = makeAllocator();
      const taken: { at: number; size: number }[] = [];
      let usedBytes = 0;
      for (const next of steps) {
        if ('take' in next) {
          const at = allocator.allocate(next.take);
          const size = Math.ceil(Math.max(next.take, 1) / ALIGN_BYTES) * ALIGN_BYTES;
          const overlaps = taken.some((one) => at < one.at + one.size && one.at < at + size);
          if (overlaps || at % ALIGN_BYTES !== 0 || at < START) return false;
          if (at + size > allocator.heldBytes) return false;
          taken.push({ at, size });
          usedBytes += size;
        } else if (taken.length > 0) {
          const [gone] = taken.splice(next.give % taken.length, 1);
          allocator.release(gone!.at);
          usedBytes -= gone!.size;
        }
        if (allocator.usedBytes !== usedBytes) return false;
      }
      return true;
    }),
    { numRuns: 60 },
  );
});

t.test('an extent is put where a naive first fit puts it', async () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const { allocator } = makeAllocator();
      const taken: { at: number; size: number }[] = [];
      for (const next of steps) {
        if ('take' in next) {
          const size = Math.ceil(Math.max(next.take, 1) / ALIGN_BYTES) * ALIGN_BYTES;
          // The lowest address at which nothing taken is in the way.
          const starts = [START, ...taken.map((one) => one.at + one.size)].sort((a, b) => a - b);
          const expected = starts.find((at) =>
            taken.every((one) => at + size <= one.at || one.at + one.size <= at),
          );
          const at = allocator.allocate(next.take);
          if (at !== expected) return false;
          taken.push({ at, size });
        } else if (taken.length > 0) {
          const [gone] = taken.splice(next.give % taken.length, 1);
          allocator.release(gone!.at);
        }
      }
      return true;
    }),
    { numRuns: 60 },
  );
});

t.test('what is given back in any order merges into one extent again', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(sizes, fc.infiniteStream(fc.nat()), (wanted, choices) => {
      const { allocator } = makeAllocator();
      const taken = wanted.map((size) => allocator.allocate(size));
      const heldBytes = allocator.heldBytes;
      while (taken.length > 0) {
        const [at] = taken.splice(choices.next().value! % taken.length, 1);
        allocator.release(at!);
      }
      const whole = allocator.allocate(heldBytes - START);
      return (
        allocator.usedBytes === heldBytes - START &&
        whole === START &&
        allocator.heldBytes === heldBytes
      );
    }),
    { numRuns: 60 },
  );
});

t.test('only a taken extent is given back, and only once', async (t) => {
  const { allocator } = makeAllocator();
  const at = allocator.allocate(100);
  t.throws(() => allocator.release(at + ALIGN_BYTES), /only a taken extent/);
  allocator.release(at);
  t.throws(() => allocator.release(at), /only a taken extent/);
});

t.test('growing keeps old views valid and shows new bytes to other views', async (t) => {
  const { arena, allocator } = makeAllocator();
  const reader = new Arena(arena.memory);
  const first = allocator.allocate(100);
  const before = arena.bytes();
  before.fill(7, first, first + 100);
  const far = allocator.allocate(40_000_000);
  t.ok(arena.memory.buffer.byteLength >= far + 40_000_000);
  t.equal(before[first + 99], 7, 'an old view still reads');
  before[first] = 9;
  t.equal(arena.bytes()[first], 9, 'and still writes to the same memory');
  arena.bytes()[far + 39_999_999] = 5;
  t.equal(reader.bytes(far + 40_000_000)[far + 39_999_999], 5);
  t.throws(() => reader.bytes(arena.memory.buffer.byteLength + 1), /within the arena/);
});

t.test(
  'copying moves bytes within the arena, overlapping ones too, and traps beyond it',
  async (t) => {
    const { arena } = makeAllocator();
    const bytes = arena.bytes();
    for (let at = 0; at < 256; at++) bytes[2048 + at] = at;
    arena.copy(0, 2048, 256);
    t.same([...bytes.subarray(0, 256)], [...bytes.subarray(2048, 2304)]);
    arena.copy(10, 0, 246);
    t.same([...bytes.subarray(10, 256)], [...Array(246).keys()]);
    arena.copy(5000, 0, 0);
    t.equal(bytes[5000], 0);
    t.throws(() => arena.copy(0, bytes.length - 10, 11), /out of bounds/);
  },
);

t.test('an arena that cannot grow says so and stays as it was', async (t) => {
  const { allocator } = makeAllocator();
  allocator.allocate(64);
  const { usedBytes, heldBytes } = allocator;
  t.throws(() => allocator.allocate(2 ** 32), { name: 'RangeError' });
  t.equal(allocator.usedBytes, usedBytes);
  t.equal(allocator.heldBytes, heldBytes);
  t.equal(allocator.allocate(64), START + 64);
});
