import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { inTurns, Turns } from '../../src/kernel/turns.js';

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

t.test('work takes turns, and too many are turned away', async (t) => {
  const turns = new Turns(2, 1, () => new Error('too many'));
  const done: number[] = [];
  const ends: (() => void)[] = [];
  const work = (name: number) =>
    turns.take(async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      done.push(name);
    });
  const running = [work(1), work(2), work(3)];
  await t.rejects(work(4), /too many/);
  t.equal(ends.length, 2, 'the third waits');
  ends[0]!();
  await running[0];
  await new Promise(setImmediate);
  t.equal(ends.length, 3);
  ends[1]!();
  ends[2]!();
  await Promise.all(running);
  t.same(done, [1, 2, 3]);
  await t.rejects(
    turns.take(() => Promise.reject(new Error('broken'))),
    /broken/,
  );
  t.equal(await turns.take(async () => 5), 5, 'a failure gives its turn back');
});
