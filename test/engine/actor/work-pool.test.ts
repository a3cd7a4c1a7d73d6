import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { WorkPool } from '../../../src/engine/actor/work-pool.js';

const filename = join(dirname(fileURLToPath(import.meta.url)), 'fixtures', 'chores.js');

/** A pool of one thread that ends with the test. */
function poolOf(owner: { teardown(work: () => Promise<void>): void }, taskMsMax = 1500): WorkPool {
  const pool = new WorkPool({ filename, threads: 1, waitingMax: 3, taskMsMax, heapMb: 48 });
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
  // Which of the two limits comes first is not for a busy machine to say.
  const pool = poolOf(t, 60_000);
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

t.test('starting a thread takes none of the time of the task that waits for it', async (t) => {
  const slow = join(dirname(filename), 'slow-to-load.js');
  const pool = new WorkPool({
    filename: slow,
    threads: 1,
    waitingMax: 3,
    taskMsMax: 2500,
    heapMb: 48,
  });
  t.teardown(() => pool.close());
  t.same(await pool.run({ value: 4 }), { kind: 'done', value: 8 });
});

t.test('tasks that mostly wait share a thread', async (t) => {
  const pool = new WorkPool({
    ...{ filename, threads: 1, tasksPerThread: 2, waitingMax: 3 },
    ...{ taskMsMax: 20_000, heapMb: 48 },
  });
  t.teardown(() => pool.close());
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const waiting = pool.run({ chore: 'wait', cell });
  t.same(await pool.run({ chore: 'end the wait', cell }), { kind: 'done', value: 'ended' });
  t.same(await waiting, { kind: 'done', value: 'waited' });
});
