import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { AfterWork, discard } from '../../../src/kernel/runtime/garbage.js';

const MIB = 1024 * 1024;
const REST_MS = 40;

/** Whether an object that nothing refers to was collected. */
function forgotten(): () => boolean {
  const reference = new WeakRef({ buffer: new ArrayBuffer(MIB) });
  return () => reference.deref() === undefined;
}

t.test('a thread that worked through much collects when it has rested', async (t) => {
  const work = new AfterWork(REST_MS);
  const isGone = forgotten();
  for (let block = 0; block < 5; block++) work.add(8 * MIB);
  for (let look = 0; look < 100 && !isGone(); look++) await sleep(REST_MS);
  t.ok(isGone());
});

t.test('a thread that did little leaves it to the engine', async (t) => {
  const work = new AfterWork(REST_MS);
  const isGone = forgotten();
  work.add(MIB);
  await sleep(REST_MS * 5);
  t.notOk(isGone());
});

t.test(
  'large bytes are freed at once, and small ones stay, for they share their memory',
  async (t) => {
    const large = new Uint8Array(MIB);
    const part = new Uint8Array(new ArrayBuffer(MIB), 8, 16);
    const small = Buffer.from('small');
    const next = Buffer.from('next');
    for (const bytes of [large, part, small]) discard(bytes);
    t.same([large.byteLength, part.byteLength], [0, 0]);
    t.same([small.toString(), next.toString()], ['small', 'next']);
  },
);
