import fc from 'fast-check';
import t from 'tap';
import { Heap } from '../../src/kernel/heap.js';

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
