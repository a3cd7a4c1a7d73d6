import fc from 'fast-check';
import t from 'tap';
import { Heap } from '../../src/kernel/collections.js';

t.test('items of lower keys leave first, those of equal keys in their order', async (t) => {
  const pairs = fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer()), {
    minLength: 20,
  });
  fc.assert(
    fc.property(pairs, (pushed) => {
      const heap = new Heap<readonly [key: number, value: number]>(
        (one, other) => one[1] < other[1],
        ([key]) => key / 8,
      );
      for (const pair of pushed) heap.push(pair);
      const left = Array.from(pushed, () => heap.pop()!);
      const sorted = [...pushed].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      t.strictSame(left, sorted);
    }),
  );
});

t.test('items leave a heap in their order, whenever they came', async () => {
  const calls = fc.array(fc.option(fc.integer({ min: 0, max: 20 })), { maxLength: 60 });
  fc.assert(
    fc.property(calls, (pushed) => {
      const heap = new Heap<number>((one, other) => one < other);
      const sorted: number[] = [];
      for (const value of pushed) {
        if (value === null) t.equal(heap.pop(), sorted.shift());
        else {
          heap.push(value);
          sorted.push(value);
          sorted.sort((a, b) => a - b);
        }
        if (heap.first !== sorted[0] || heap.size !== sorted.length) return false;
      }
      return true;
    }),
  );
});
