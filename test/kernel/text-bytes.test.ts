import { deepStrictEqual, strictEqual } from 'node:assert';
import fc from 'fast-check';
import t from 'tap';
import { TextBytes } from '../../src/kernel/text-bytes.js';

type Piece = { text: string } | { ascii: string } | { number: number | null };

const piece: fc.Arbitrary<Piece> = fc.oneof(
  fc.record({ text: fc.string({ unit: 'binary' }) }),
  fc.record({ ascii: fc.string({ unit: 'binary-ascii' }) }),
  fc.record({ number: fc.oneof(fc.constant(null), fc.integer(), fc.nat(), fc.double()) }),
);

t.test('pieces come out one after the other', async () => {
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const bytes = new TextBytes();
      let expected = '';
      for (const one of pieces) {
        if ('text' in one) bytes.text(one.text);
        else if ('ascii' in one) bytes.ascii(one.ascii);
        else bytes.number(one.number);
        expected += 'number' in one ? String(one.number) : Object.values(one)[0];
      }
      strictEqual(Buffer.from(bytes.finish()).toString(), Buffer.from(expected).toString());
    }),
  );
});

t.test('integers have all their digits at each power of ten', async () => {
  const bytes = new TextBytes();
  const numbers = Array.from({ length: 16 }, (_, power) => [10 ** power - 1, 10 ** power]).flat();
  for (const number of [...numbers, 2 ** 31 - 1, 2 ** 31, -1, -0]) bytes.number(number);
  const expected = [...numbers, 2 ** 31 - 1, 2 ** 31, -1, 0].join('');
  strictEqual(Buffer.from(bytes.finish()).toString(), expected);
});

t.test('a finished text stays as it was while others are written', async () => {
  const morning = new TextBytes();
  morning.text('早安');
  const first = morning.finish();
  const [evening, night] = [new TextBytes(), new TextBytes()];
  evening.text('晚安'.repeat(9000));
  night.text('夜');
  morning.text('午安');
  const texts = [first, evening.finish(), night.finish(), morning.finish()];
  const expected = ['早安', '晚安'.repeat(9000), '夜', '午安'];
  deepStrictEqual(
    texts.map((text) => Buffer.from(text).toString()),
    expected,
  );
});
