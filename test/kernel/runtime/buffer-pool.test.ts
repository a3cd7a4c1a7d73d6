import fc from 'fast-check';
import t from 'tap';
import { SpareBytes } from '../../../src/kernel/runtime/garbage.js';

t.test('a buffer that was given back is taken again, if it is large enough', async (t) => {
  const spare = new SpareBytes(2);
  const small = spare.take(100);
  const large = spare.take(1000);
  t.ok(small.length >= 100 && large.length >= 1000);
  spare.give(small);
  spare.give(large);
  t.equal(spare.take(900), large);
  t.not(spare.take(900), small);
  t.equal(spare.take(90), small);
});

t.test('no more buffers are kept than asked for, and none that is very large', async (t) => {
  const spare = new SpareBytes(1);
  const [first, second] = [spare.take(10), spare.take(10)];
  spare.give(first);
  spare.give(second);
  t.equal(spare.take(10), second, 'the newest');
  t.not(spare.take(10), first);
  const huge = spare.take(5 * 1024 * 1024);
  spare.give(huge);
  t.not(spare.take(10), huge);
});

t.test('nobody has a buffer that somebody else has', async (t) => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(2000)), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (list) => {
      const spare = new SpareBytes(3);
      const taken: Buffer[] = [];
      for (const [isTake, number] of list) {
        if (!isTake && taken.length > 0) {
          spare.give(taken.splice(number % taken.length, 1)[0]!);
          continue;
        }
        const buffer = spare.take(number);
        if (buffer.length < number || taken.includes(buffer)) return false;
        taken.push(buffer);
      }
      return true;
    }),
  );
  t.pass();
});
