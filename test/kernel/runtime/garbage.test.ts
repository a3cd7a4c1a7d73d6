import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { collectGarbage, discard } from '../../../src/kernel/runtime/garbage.js';

const MIB = 1024 * 1024;
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

t.test('what nothing refers to is gone after a collection', async (t) => {
  const kept = { buffer: new ArrayBuffer(MIB) };
  const references = [new WeakRef(kept), new WeakRef({ buffer: new ArrayBuffer(MIB) })];
  // A reference holds its object until the end of the turn in which it was made.
  await sleep(1);
  collectGarbage();
  t.same(
    references.map((one) => one.deref() !== undefined),
    [true, false],
  );
  t.equal(kept.buffer.byteLength, MIB);
});
