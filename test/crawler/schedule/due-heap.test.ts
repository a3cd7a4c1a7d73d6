import fc from 'fast-check';
import t from 'tap';
import { DueHeap } from '../../../src/kernel/collections.js';

t.test('items leave in the order of their times, whatever order they came in', async (t) => {
  const step = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.constant('pop' as const));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const heap = new DueHeap<number>();
      const naive: number[] = [];
      for (const one of steps) {
        if (one === 'pop') {
          naive.sort((a, b) => a - b);
          t.equal(heap.firstMs, naive[0] ?? Number.POSITIVE_INFINITY);
          t.equal(heap.pop(), naive.shift());
        } else {
          heap.push(one, one);
          naive.push(one);
        }
        t.equal(heap.size, naive.length);
      }
    }),
    { numRuns: 50 },
  );
});
