import fc from 'fast-check';
import t from 'tap';
import { decode, decodeSome, encode } from '../../src/kernel/codec.js';

const text = fc.string({ unit: 'binary', maxLength: 300 });
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.maxSafeInteger()),
    fc.array(tie('any'), { maxLength: 20 }),
    fc.dictionary(fc.string({ maxLength: 40 }), tie('any'), { maxKeys: 20 }),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  ),
})).any;

t.test('values at some places of a list are what the whole list has there', async (t) => {
  const lists = fc.array(value, { maxLength: 40 });
  const places = fc.uniqueArray(fc.nat(45), { maxLength: 8 });
  fc.assert(
    fc.property(lists, places, (list, some) => {
      const rising = some.sort((a, b) => a - b);
      const bytes = encode(list);
      const whole = decode(bytes) as unknown[];
      return t.strictSame(
        decodeSome(bytes, rising),
        rising.map((place) => whole[place] ?? null),
      );
    }),
    { numRuns: 500 },
  );
});

t.test('what is long is passed over like what is short', async (t) => {
  const long = ['x'.repeat(70_000), Array(20_000).fill(1), Buffer.alloc(70_000), 'y'.repeat(300)];
  t.same(decodeSome(encode([...long, 'last']), [4]), ['last']);
});

t.test('bytes that are no list, or that end within it, are refused', async (t) => {
  t.throws(() => decodeSome(encode('text'), [0]));
  t.throws(() => decodeSome(Buffer.of(0x91, 0xc1), [0]));
  t.throws(() => decodeSome(encode(['x'.repeat(20)]).subarray(0, 1), [0]));
});
