import fc from 'fast-check';
import t from 'tap';
import { decode, decodeSome, encode, encodeOwn } from '../../src/kernel/codec.js';

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

t.test('a short result does not hold the memory that a long one took', async (t) => {
  const long = encode('x'.repeat(5_000_000));
  t.equal(decode(long), 'x'.repeat(5_000_000));
  t.equal(long.buffer.byteLength, long.byteLength);
  t.ok(encode('short').buffer.byteLength <= 64 * 1024);
});

t.test('results stay as they are while others are made', async (t) => {
  const lists = fc.array(
    fc.oneof(
      value,
      fc.constantFrom(10, 40_000, 90_000).map((length) => 'z'.repeat(length)),
    ),
  );
  fc.assert(
    fc.property(lists, fc.boolean(), (list, isOwn) => {
      const made = list.map((one) => (isOwn ? encodeOwn(one) : encode(one)));
      // One after the other, each in a buffer that no other has touched since.
      return t.ok(made.every((bytes, at) => Buffer.compare(bytes, encode(list[at])) === 0));
    }),
    { numRuns: 200 },
  );
});

t.test('bytes in a buffer of their own can move to another thread', async (t) => {
  for (const length of [3, 40_000, 70_000]) {
    const bytes = encodeOwn('y'.repeat(length));
    t.equal(bytes.buffer.byteLength, bytes.byteLength);
    const { port1, port2 } = new MessageChannel();
    port1.postMessage(bytes, [bytes.buffer]);
    port1.close();
    port2.close();
    t.equal(bytes.byteLength, 0, 'it has gone');
    t.equal(decode(encode('next')), 'next');
  }
});
