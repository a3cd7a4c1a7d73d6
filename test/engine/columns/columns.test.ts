import t from 'tap';
import { bytesOf, withCapacity } from '../../../src/engine/columns/columns.js';

t.test('a column keeps its values as it grows', async (t) => {
  const column = Uint16Array.from([1, 2, 3]);
  t.equal(withCapacity(column, 3), column);
  const longer = withCapacity(column, 4);
  t.ok(longer.length >= 4);
  t.strictSame([...longer.subarray(0, 4)], [1, 2, 3, 0]);
  t.equal(bytesOf(column, longer), 6 + 2 * longer.length);
});

t.test('what is new in a column has the value that was asked for', async (t) => {
  const longer = withCapacity(Int32Array.from([1, 2, 3]), 4, -1);
  t.strictSame([...longer.subarray(0, 4)], [1, 2, 3, -1]);
  t.ok(longer.subarray(3).every((value) => value === -1));
});

t.test('a column grows by factors, a large one by less', async (t) => {
  t.ok(withCapacity(new Uint8Array(1000), 1001).length >= 2000);
  const large = withCapacity(new Uint8Array(2 ** 20), 2 ** 20 + 1).length;
  t.ok(large >= 1.2 * 2 ** 20 && large <= 1.3 * 2 ** 20, `${large}`);
  t.equal(withCapacity(new Uint8Array(0), 5_000_000).length, 5_000_000);
});
