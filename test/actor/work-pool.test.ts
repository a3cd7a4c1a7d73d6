import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { WorkPool } from '../../src/actor/work-pool.js';

const filename = join(dirname(fileURLToPath(import.meta.url)), 'fixtures', 'chores.js');

/** A pool of one thread that ends with the test. */
function poolOf(owner: { teardown(work: () => Promise<void>): void }, threads = 1): WorkPool {
  const pool = new WorkPool({ filename, threads, waitingMax: 3, taskMsMax: 1500, heapMb: 48 });
  owner.teardown(() => pool.close());
  return pool;
}

t.test('a task is answered', async (t) => {
  t.same(await poolOf(t).run({ chore: 'double', value: 21 }), { kind: 'done', value: 42 });
});

t.test('a task that never ends is ended, and the next one is answered', async (t) => {
  const pool = poolOf(t);
  const endless = pool.run({ chore: 'loop' });
  const next = pool.run({ chore: 'double', value: 2 });
  t.same(await endless, { kind: 'timeout' });
  t.same(await next, { kind: 'done', value: 4 });
});

t.test('a task that eats memory is ended, and the next one is answered', async (t) => {
  const pool = poolOf(t);
  t.same(await pool.run({ chore: 'eat' }), { kind: 'memory' });
  t.same(await pool.run({ chore: 'double', value: 3 }), { kind: 'done', value: 6 });
});

t.test('a task that throws says why', async (t) => {
  t.same(await poolOf(t).run({ chore: 'throw' }), { kind: 'failed', message: 'a bad chore' });
});

t.test('a task that waits has all of its time when its turn comes', async (t) => {
  const pool = poolOf(t);
  const first = pool.run({ chore: 'loop' });
  const second = pool.run({ chore: 'busy', ms: 900 });
  t.same(await first, { kind: 'timeout' });
  t.same(await second, { kind: 'done', value: 'busy' });
});

t.test('too many tasks are refused', async (t) => {
  const pool = poolOf(t);
  const waiting = [1, 2, 3, 4].map((value) => pool.run({ chore: 'double', value }));
  await t.rejects(pool.run({ chore: 'double', value: 5 }), { code: 'ACTOR_OVERLOADED' });
  t.equal((await Promise.all(waiting)).length, 4);
});
