import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import t from 'tap';
import { MatchText, slowForm } from '../../../../../src/blogs/topics/state/matching/match-text.js';
import { foldLetters } from '../../../../../src/kernel/text/tag.js';

function formOf(text: string): string {
  const { units, length } = new MatchText().load(text);
  return String.fromCharCode(...units.subarray(0, length));
}

function joinsOf(text: string): string {
  const form = new MatchText().load(text);
  const joins = form.joins.slice(0, form.length);
  const again = new MatchText().loadUnits(form.copy(), 0, form.length);
  deepStrictEqual(again.joins.subarray(0, again.length), joins, 'its form has the same words');
  return [...joins].join('');
}

/** Characters that meet in blogs, and those that make trouble. */
const glyph = fc.oneof(
  fc.constantFrom(
    ...'台灣新北市政府，。「」……ＡＢｃ１２％　 \n\t\u00a0\u2028aBcÉéßẞſΣσςİıﬁ℃①½㎡한글각ﾊﾞﾟがアァ',
  ),
  fc.constantFrom('\u0301', '\u0308', '\u0345', '\u3099', '\ufe0f', '\u200d', '\u1100', '\u1161'),
  fc.constantFrom(
    '😀',
    '🇹🇼',
    '👩‍👩‍👧',
    '𠮷',
    '\u{2f800}',
    '𝒜',
    '🄰',
    '𐐀',
    '\ud83d',
    '\udc00',
    '\0',
    '\ufeff',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }),
);
const text = fc.array(glyph, { maxLength: 40 }).map((glyphs) => glyphs.join(''));

t.test('the form by tables is the form by definition', async (t) => {
  fc.assert(
    fc.property(text, (text) => formOf(text) === slowForm(text)),
    { numRuns: 5000 },
  );
  t.pass();
});

t.test('every character of the basic plane has the form that it has by definition', async (t) => {
  for (let code = 0; code < 0x1_0000; code++) {
    const text = `中${String.fromCharCode(code)}文`;
    if (formOf(text) !== slowForm(text)) t.fail(`U+${code.toString(16)}`);
  }
  t.pass();
});

t.test('spellings that fold together have one form', async (t) => {
  t.equal(formOf('ＴＡＩＷＡＮ　ｄｏｔ'), 'taiwan dot');
  t.equal(formOf('Straße STRASSE'), 'strasse strasse');
  t.equal(formOf('ﾊﾞｽ'), 'バス');
  t.equal(formOf('①②'), '12');
});

t.test('line breaks and runs of white space are one space', async (t) => {
  t.equal(formOf('Taylor \r\n\t Swift'), 'taylor swift');
  t.equal(formOf('一\n二'), '一 二');
});

t.test('a text of Han, kana and ASCII has the form of a tag key', async (t) => {
  const tag = fc.stringMatching(/^[a-zA-Z0-9一-龥ぁ-んァ-ン%&-]{1,20}$/);
  fc.assert(fc.property(tag, (tag) => formOf(tag) === foldLetters(tag)));
  t.pass();
});

t.test('letters and digits join within words, Han and Hangul do not', async (t) => {
  t.equal(joinsOf('台灣usb3的'), '0001110');
  t.equal(joinsOf('a-b ab'), '000001');
  t.equal(joinsOf('한국은'), '000');
  t.equal(joinsOf('москва'), '011111');
  t.equal(joinsOf('x😀y'), '0000');
});

t.test('what follows a text is zeros, also after a longer one', async (t) => {
  const form = new MatchText().load('字'.repeat(10_000)).load('ab');
  t.same([...form.units.subarray(0, 5)], [97, 98, 0, 0, 0]);
  t.same([...form.joins.subarray(0, 5)], [0, 1, 0, 0, 0]);
});

t.test('a text that grows under normalisation has room', async (t) => {
  const text = '\ufdfa'.repeat(3000);
  t.equal(formOf(text), slowForm(text));
});
