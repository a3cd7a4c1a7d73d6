/** Waits that others may end. */
import t from 'tap';
import { Rest } from '../../src/kernel/waits.js';

t.test('a nudge ends all waits that are under way, and none that comes later', async (t) => {
  const rest = new Rest();
  rest.nudge();
  const ended: string[] = [];
  const first = rest.take(null).then(() => ended.push('first'));
  const second = rest.take(60_000).then(() => ended.push('second'));
  t.equal(rest.waiting, 2);
  rest.nudge();
  await Promise.all([first, second]);
  t.same(ended, ['first', 'second']);
  t.equal(rest.waiting, 0);
});

t.test('a wait that is not ended lasts as long as it was asked for', async (t) => {
  const rest = new Rest();
  const beganMs = performance.now();
  await rest.take(20);
  t.ok(performance.now() - beganMs >= 19);
  t.equal(rest.waiting, 0, 'it no longer counts');
});
