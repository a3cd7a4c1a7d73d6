import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { BigramIndexBuilder } from '../../../src/engine/search/bigram-builder.js';
import { BigramIndex, type TextColumn } from '../../../src/engine/search/bigram-index.js';
import { KeyIndex, KeyIndexBuilder } from '../../../src/engine/search/key-index.js';
import { NO_ROW, ROWS_MAX, type RowWalk } from '../../../src/engine/search/posting-lists.js';

/** Rows of text as a column; each row gets its separator. */
function columnOf(rows: readonly string[]): TextColumn {
  const joined = rows.map((row) => `${row}\0`).join('');
  const ends = new Uint32Array(rows.length);
  let end = 0;
  rows.forEach((row, at) => {
    end += row.length + 1;
    ends[at] = end;
  });
  return { text: unitsOf(joined), ends };
}

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}

/** An index of rows `firstRow` to `endRow`, made in pieces, at a place that is not the start. */
function indexOf(column: TextColumn, firstRow: number, endRow: number, piece = 7): BigramIndex {
  const builder = new BigramIndexBuilder(column, firstRow, endRow);
  while (!builder.advance(piece));
  const at = 12;
  const buffer = new ArrayBuffer(at + builder.byteLength);
  new Uint8Array(buffer).fill(0xaa);
  builder.writeTo(buffer, at);
  const index = new BigramIndex(buffer, at);
  assert.equal(index.byteLength, builder.byteLength, 'the index knows its length');
  return index;
}

/** Every row of a walk, asked for one after the other. */
function rowsOf(walk: RowWalk | null): number[] {
  const rows: number[] = [];
  if (walk === null) return rows;
  for (let row = walk.next(0); row < NO_ROW; row = walk.next(row + 1)) rows.push(row);
  return rows;
}

function rowsWith(rows: readonly string[], needle: string): number[] {
  return rows.flatMap((row, at) => (row.includes(needle) ? [at] : []));
}

/** Few units meet often; the others make rare bigrams, which share buckets. */
const unit = fc.oneof(
  { arbitrary: fc.constantFrom('a', 'b', '台', '灣', '%', ' ', '😀', '\u0301'), weight: 6 },
  {
    arbitrary: fc
      .integer({ min: 1, max: 0xffff })
      .map((code) => String.fromCharCode(code))
      .filter((text) => text !== '\0'),
    weight: 1,
  },
);
const row = fc.string({ unit, maxLength: 12 });
const rows = fc.array(row, { minLength: 1, maxLength: 60, size: 'max' });

/** Needles that are likely there, likely not, and of a unit that only ends rows. */
function needleIn(given: readonly string[]): fc.Arbitrary<string> {
  const cut = fc
    .tuple(fc.nat(given.length - 1), fc.nat(12), fc.integer({ min: 1, max: 6 }))
    .map(([at, from, length]) => given[at]!.slice(from, from + length));
  const free = fc.string({ unit, minLength: 1, maxLength: 4 });
  return fc.oneof(cut, free).filter((needle) => needle.length > 0);
}

t.test('rows of a needle are those that a plain search finds', async () => {
  const asked = rows.chain((given) =>
    fc.tuple(
      fc.constant(given),
      fc.array(needleIn(given), { minLength: 1, maxLength: 20 }),
      fc.nat(),
      fc.integer({ min: 1, max: 500 }),
    ),
  );
  fc.assert(
    fc.property(asked, ([given, needles, cut, piece]) => {
      const column = columnOf(given);
      const firstRow = cut % given.length;
      const own = given.slice(firstRow);
      const index = indexOf(column, firstRow, given.length, piece);
      for (const needle of needles) {
        const found = rowsOf(index.walk(unitsOf(needle), column, firstRow));
        assert.deepEqual(found, rowsWith(own, needle), JSON.stringify(needle));
      }
    }),
    { numRuns: 500 },
  );
});

t.test('a walk goes on from any later row', async () => {
  const asked = rows.chain((given) =>
    fc.tuple(
      fc.constant(given),
      needleIn(given),
      fc.array(fc.nat(9), { minLength: 1, maxLength: 30 }),
    ),
  );
  fc.assert(
    fc.property(asked, ([given, needle, steps]) => {
      const column = columnOf(given);
      const walk = indexOf(column, 0, given.length).walk(unitsOf(needle), column, 0);
      const wanted = rowsWith(given, needle);
      let from = 0;
      for (const step of steps) {
        from += step;
        const next = wanted.find((at) => at >= from) ?? NO_ROW;
        assert.equal(walk?.next(from) ?? NO_ROW, next);
        assert.equal(walk?.next(from) ?? NO_ROW, next, 'asking again changes nothing');
      }
    }),
    { numRuns: 500 },
  );
});

/** Rows 0 to `count` with a marker in those that `holds` picks. */
function marked(count: number, marker: string, holds: (at: number) => boolean): string[] {
  return Array.from({ length: count }, (_, at) => (holds(at) ? `x${marker}y` : 'xy'));
}

t.test('lists of every density are read back, up to the most rows there can be', async (t) => {
  const densities: [string, (at: number) => boolean][] = [
    ['all', () => true],
    ['every second', (at) => at % 2 === 1],
    ['every ninth', (at) => at % 9 === 8],
    ['gaps at the ends of one byte', (at) => [0, 192, 385, 579].includes(at)],
    ['gaps at the ends of two bytes', (at) => [5, 16_325, 32_646, 48_968].includes(at)],
    ['the last', (at) => at === ROWS_MAX - 1],
    ['the first', (at) => at === 0],
  ];
  for (const [name, holds] of densities) {
    const given = marked(ROWS_MAX, 'ab', holds);
    const column = columnOf(given);
    const index = indexOf(column, 0, ROWS_MAX, 1_000_000);
    for (const needle of ['a', 'ab', 'xab', 'by']) {
      const found = Uint32Array.from(rowsOf(index.walk(unitsOf(needle), column, 0)));
      const wanted = Uint32Array.from(rowsWith(given, needle));
      t.equal(Buffer.compare(Buffer.from(found.buffer), Buffer.from(wanted.buffer)), 0, name);
    }
    t.same(rowsOf(index.walk(unitsOf('aa'), column, 0)), []);
  }
});

t.test('one unit with hundreds of followers is found in every row, in order', async (t) => {
  const given = Array.from({ length: 20_000 }, (_, at) => {
    const follower = String.fromCharCode(0x4e00 + ((at * 7919) % 900));
    return at % 3 === 0 ? `一${follower}` : `二${follower}一`;
  });
  const column = columnOf(given);
  const index = indexOf(column, 0, given.length, 1_000_000);
  for (const needle of ['一', '二', '丁']) {
    const found = rowsOf(index.walk(unitsOf(needle), column, 0));
    t.same(found, rowsWith(given, needle));
  }
  const walk = index.walk(unitsOf('二'), column, 0)!;
  t.equal(walk.next(19_000), 19_000);
  t.equal(walk.next(19_998), 19_999);
  t.equal(walk.next(20_000), NO_ROW);
});

t.test('more rows than have numbers, and rows that do not end, are refused', async (t) => {
  const column = columnOf(Array.from({ length: ROWS_MAX + 1 }, () => 'a'));
  t.throws(() => new BigramIndexBuilder(column, 0, ROWS_MAX + 1), /65,536 rows/);
  t.throws(() => new BigramIndexBuilder(column, 3, 3), /rows/);
  t.throws(() => new KeyIndexBuilder({ keys: new Float64Array(0), ends: column.ends }, 1, 1));
  const endless = { text: unitsOf('abc'), ends: Uint32Array.of(3) };
  t.throws(() => indexOf(endless, 0, 1), /separator/);
  const unfinished = new BigramIndexBuilder(column, 0, 10);
  t.throws(() => unfinished.byteLength, /done/);
});

t.test('postings of texts whose words repeat take less than the text', async (t) => {
  let state = 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 48_271) >>> 0) % 0x7fff_ffff;
    return state % below;
  };
  const word = (): string =>
    String.fromCharCode(...Array.from({ length: 2 }, () => 0x4e00 + random(3000)));
  const words = Array.from({ length: 20_000 }, word);
  // The square makes some words far more frequent than others, as in any language.
  const pick = (): string => words[Math.floor((random(1000) / 1000) ** 2 * words.length)]!;
  const given = Array.from({ length: 20_000 }, () => Array.from({ length: 12 }, pick).join(''));
  const column = columnOf(given);
  const { byteLength } = indexOf(column, 0, given.length, 1_000_000);
  t.ok(byteLength <= 1.1 * column.text.byteLength, `${byteLength / column.text.byteLength}`);
});

t.test('frequent bigrams are found by what follows them, and at the end of a row', async (t) => {
  const given = Array.from({ length: 30_000 }, (_, at) => {
    const number = `${(at * 7919) % 100_000}`;
    return at % 2 === 0 ? `第${number}號,共${at % 10}人` : `${number}人第一`;
  });
  const column = columnOf(given);
  const index = indexOf(column, 0, given.length, 1000);
  const needles = ['第', '第一', '人第', '號,共', '1', '12', '123', '1234', '2人', '人', '人第一'];
  for (const needle of [...needles, '99', '999', '號,共5人', '一第', '3號,']) {
    const found = rowsOf(index.walk(unitsOf(needle), column, 0));
    t.same(found, rowsWith(given, needle), needle);
  }
});

t.test('rows of a key are those that hold it', async () => {
  const key = fc.oneof(fc.nat(5), fc.maxSafeNat());
  const keyRows = fc.array(fc.array(key, { maxLength: 4 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(keyRows, fc.nat(), fc.array(key), (given, cut, others) => {
      const ends: number[] = [];
      for (const held of given) ends.push((ends.at(-1) ?? 0) + held.length);
      const column = { keys: Float64Array.from(given.flat()), ends: Uint32Array.from(ends) };
      const firstRow = cut % given.length;
      const builder = new KeyIndexBuilder(column, firstRow, given.length);
      const buffer = new ArrayBuffer(8 + builder.byteLength);
      builder.writeTo(buffer, 8);
      const index = new KeyIndex(buffer, 8);
      assert.equal(index.byteLength, builder.byteLength);
      for (const asked of [...given.flat(), ...others]) {
        const own = given.slice(firstRow);
        const wanted = own.flatMap((held, at) => (held.includes(asked) ? [at] : []));
        assert.deepEqual(rowsOf(index.walk(asked)), wanted);
      }
    }),
  );
});
