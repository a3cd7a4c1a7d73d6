import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { inTurns } from '../../src/app/in-turns.js';

t.test('all items have their turn, so many at a time, and the first error is told', async (t) => {
  const begun: number[] = [];
  let underWay = 0;
  let most = 0;
  const run = async (item: number): Promise<void> => {
    begun.push(item);
    underWay += 1;
    most = Math.max(most, underWay);
    await sleep(1);
    underWay -= 1;
    if (item % 3 === 1) throw new Error(`item ${item}`);
  };
  await t.rejects(inTurns([0, 1, 2, 3, 4, 5], 2, run), { message: 'item 1' });
  t.strictSame(begun, [0, 1, 2, 3, 4, 5]);
  t.equal(most, 2);
  t.equal(underWay, 0, 'nobody is left when it ends');
});

t.test('there may be more turns than items, and no items at all', async (t) => {
  const begun: number[] = [];
  await inTurns([7], 9, async (item) => {
    begun.push(item);
  });
  await inTurns([], 2, () => Promise.reject(new Error('nothing to do')));
  t.strictSame(begun, [7]);
});
