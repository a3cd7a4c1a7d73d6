import t from 'tap';
import { discard } from '../../../src/kernel/runtime/garbage.js';

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
