/** The normal form of bodies against the engine's own normalising, and the way back to the text. */
import fc from 'fast-check';
import t from 'tap';
import { NormalForm } from '../../../../src/news/similarity/state/normal-form.js';
import { naiveForm } from '../naive.js';

const form = new NormalForm();

function formOf(text: string): string {
  form.read(text);
  return [...form.letters.subarray(0, form.length)]
    .map((letter) => String.fromCodePoint(letter))
    .join('');
}

/** Pieces that texts of this kind hold, and those that normalising is known to stumble over. */
const PIECES = [
  ...['台北', '新聞,', '。', 'ＡＢＣ', 'Ｔａｉｗａｎ ', '㎡', '㈱', '½', '①', '％', '…', '\n', ' '],
  ...['e\u0301', '\u0301', 'A\u030a', '\u1100\u1161\u11a8', '각', 'ﾊﾞ', 'ﾊ', 'ﾞ', 'が', 'か\u3099'],
  ...['Σ', 'ΟΔΟΣ', 'ΟΣ ', 'İ', 'ß', 'ẞ', 'Ǆ', 'ﬃ', 'ﷺ', 'ﷲ', 'ª', '№', '™', 'K', 'Å'],
  ...[
    '😀',
    '❤\ufe0f',
    '1\ufe0f\u20e3',
    '👨\u200d👩',
    '𠮷',
    '𝐀',
    '𝚺',
    '🄰',
    '🈁',
    '\u{2f800}',
    '\u{e0100}',
  ],
  ...[
    '\ud800',
    '\udc00',
    '\ud83d',
    'שלום',
    'سلام',
    'ไทย',
    'हिन्दी',
    '〇',
    '々',
    '⺀',
    '⼀',
    '豈',
    'ㄅ',
    'ー',
  ],
  ...[
    '\u0000',
    '\u00ad',
    '\u200b',
    '\ufeff',
    '\u0345',
    '\u1e9b\u0323',
    '\u0958',
    '\u{1d15e}',
    '\ufa6c',
    '\ufad7',
    '\u{110ba}',
  ],
];

const anyText = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
    .map((units) => String.fromCharCode(...units)),
);

t.test('the form is that of normalize, toLowerCase and the kept classes', async () => {
  fc.assert(
    fc.property(anyText, (text) => formOf(text) === naiveForm(text)),
    { numRuns: 4000 },
  );
});

t.test('every unit by itself, and before and after others', async (t) => {
  const wrong: string[] = [];
  for (let unit = 0; unit < 0x1_0000; unit++) {
    const letter = String.fromCharCode(unit);
    const text = `a${letter}台${letter}${letter}\u0301か${letter}`;
    if (formOf(text) !== naiveForm(text)) wrong.push(unit.toString(16));
  }
  t.same(wrong, []);
});

t.test('a text may be read from its units', async () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const units = Uint16Array.from(text, (_, at) => text.charCodeAt(at)).slice(0, text.length);
      for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
      form.readUnits(Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)));
      const fromUnits = [...form.letters.subarray(0, form.length)];
      form.read(text);
      return fromUnits.join() === [...form.letters.subarray(0, form.length)].join();
    }),
  );
});

t.test('a run of letters leads back to the text that it comes from', async () => {
  fc.assert(
    fc.property(anyText, fc.nat(), fc.nat(), (text, from, to) => {
      const whole = formOf(text);
      const letters = [...whole];
      if (letters.length === 0) return;
      const start = from % letters.length;
      const length = 1 + (to % (letters.length - start));
      const spelling = form.spellingOf(start, length, 100_000);
      const wanted = letters.slice(start, start + length).join('');
      // A character that becomes several letters comes as a whole.
      if (!naiveForm(spelling).includes(wanted) && !dependsOnNeighbours(text)) {
        throw new Error(`${JSON.stringify(spelling)} does not hold ${JSON.stringify(wanted)}`);
      }
    }),
    { numRuns: 2000 },
  );
});

t.test(
  'a spelling has all marks of its last character, those beyond the first plane too',
  async (t) => {
    // The accent joins with the M of the trade mark, across a mark that stands between them.
    form.read('™\u{110ba}\u0301台');
    t.equal(form.spellingOf(0, 2, 100), '™\u{110ba}\u0301');
    t.equal(form.spellingOf(0, 3, 100), '™\u{110ba}\u0301台');
  },
);

/** A capital sigma's lower case changes when its neighbours are cut off. */
function dependsOnNeighbours(text: string): boolean {
  return text.normalize('NFKC').includes('Σ');
}

t.test('a spelling is cut without splitting a character', async (t) => {
  form.read(`${'字'.repeat(3)}${'😀'.repeat(200)}${'字'.repeat(9)}`);
  const cut = form.spellingOf(0, form.length, 100);
  t.equal([...cut].length, 100);
  t.equal(cut, `字字字${'😀'.repeat(97)}`);
  form.read(`字${'𠮷'.repeat(150)}`);
  t.equal(form.spellingOf(0, form.length, 100), `字${'𠮷'.repeat(99)}`);
});

t.test('a body of 200,000 characters that become many is read whole', async (t) => {
  form.read('ﷺ'.repeat(200_000));
  t.equal(form.length, naiveForm('ﷺ').length * 200_000);
  t.equal(formOf('台'.repeat(200_000)).length, 200_000);
  t.equal(formOf(''), '');
});
