import { deepStrictEqual, strictEqual } from 'node:assert';
import fc from 'fast-check';
import t from 'tap';
import { TextBytes } from '../../../src/engine/columns/json-bytes.js';

type Piece =
  | { text: string }
  | { utf8: string }
  | { ascii: string }
  | { number: number | null }
  | { quoted: string };

/** Few enough that many are written again, by the text that was kept. */
const fraction = fc.tuple(fc.integer(), fc.nat()).map(([a, b]) => (a % 100) / ((b % 100) + 1));

const piece: fc.Arbitrary<Piece> = fc.oneof(
  fc.record({ text: fc.string({ unit: 'binary' }) }),
  fc.record({ utf8: fc.string({ unit: 'binary' }) }),
  fc.record({ ascii: fc.string({ unit: 'binary-ascii' }) }),
  fc.record({ number: fc.oneof(fc.constant(null), fc.integer(), fc.nat(), fc.double(), fraction) }),
  fc.record({ quoted: fc.oneof(fc.string(), fc.string({ unit: 'binary' })) }),
);

t.test('pieces come out one after the other', async () => {
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const bytes = new TextBytes();
      let expected = '';
      for (const one of pieces) {
        if ('text' in one) bytes.text(one.text);
        else if ('utf8' in one) bytes.utf8(Buffer.from(one.utf8));
        else if ('ascii' in one) bytes.ascii(one.ascii);
        else if ('number' in one) bytes.number(one.number);
        else quote(bytes, one.quoted);
        expected += textOf(one);
      }
      strictEqual(Buffer.from(bytes.finish()).toString(), Buffer.from(expected).toString());
    }),
  );
});

function quote(bytes: TextBytes, text: string): void {
  const source = Buffer.from(`before${text}after`);
  bytes.quoted(source, 6, source.length - 5);
}

function textOf(piece: Piece): string {
  if ('number' in piece) return String(piece.number);
  if ('quoted' in piece) return JSON.stringify(Buffer.from(piece.quoted).toString());
  if ('utf8' in piece) return piece.utf8;
  return 'text' in piece ? piece.text : piece.ascii;
}

t.test('numbers that share a place among those that are kept come out as they are', async () => {
  const bytes = new TextBytes();
  const numbers = Array.from({ length: 100_000 }, (_, at) => at / 7 - 5000.5);
  for (const number of [...numbers, ...numbers]) bytes.number(number);
  const expected = numbers.join('');
  strictEqual(Buffer.from(bytes.finish()).toString(), expected + expected);
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
