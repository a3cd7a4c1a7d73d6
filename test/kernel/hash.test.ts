import fc from 'fast-check';
import t from 'tap';
import { decode, encode } from '../../src/kernel/codec.js';
import { hash53, hash64, hexOf } from '../../src/kernel/hash.js';

const bytesOf = (text: string): Buffer => Buffer.from(text);

t.test('hashes are what they always were: stores depend on them', async (t) => {
  t.equal(hexOf(hash64(bytesOf(''))), 'ef46db3751d8e999');
  t.equal(hexOf(hash64(bytesOf('a'))), 'd24ec4f1a98c6e5b');
  t.equal(hexOf(hash64(bytesOf('Tagwire'), 1n)), '49f24711f01da5f6');
  t.equal(hash53('台灣'), 5_053_246_071_484_532);
  t.equal(hexOf(1n), '0000000000000001');
});

t.test('a hash of a view counts its own bytes only', async () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(20), (bytes, offset) => {
      const wide = new Uint8Array(bytes.length + 40).fill(offset);
      wide.set(bytes, offset);
      const view = wide.subarray(offset, offset + bytes.length);
      return hash64(view) === hash64(bytes);
    }),
  );
});

t.test('a hash of a text is that of its bytes, cut to what a number holds', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const whole = hash64(bytesOf(text)) & 0x1f_ffff_ffff_ffffn;
      return BigInt(hash53(text)) === whole;
    }),
  );
});

t.test('plain values survive the codec, and equal values give equal bytes', async () => {
  const value = fc.anything({
    withBigInt: false,
    withDate: false,
    withMap: false,
    withSet: false,
    withTypedArray: false,
    withUnicodeString: true,
    withNullPrototype: false,
    values: [
      fc.boolean(),
      fc.integer(),
      fc.maxSafeInteger(),
      fc.double({ noNaN: true }),
      fc.string({ unit: 'binary' }),
      fc.constant(null),
    ],
    key: fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
  });
  fc.assert(
    fc.property(value, (original) => {
      const bytes = encode(original);
      const copy = decode(bytes);
      return t.same(copy, original) && encode(copy).equals(bytes);
    }),
  );
});

t.test('bytes that were made stay as they are while more are made', async (t) => {
  const first = encode({ name: 'first', list: [1, 2, 3] });
  const kept = Buffer.from(first);
  for (let at = 0; at < 20_000; at++) encode({ name: 'later', at, text: 'x'.repeat(50) });
  t.ok(first.equals(kept));
});

t.test('bytes that nobody made are refused', async (t) => {
  t.throws(() => decode(Buffer.alloc(0)));
  t.throws(() => decode(encode({ name: 'whole' }).subarray(0, 5)));
  t.throws(() => decode(Buffer.concat([encode(1), encode(2)])));
});
