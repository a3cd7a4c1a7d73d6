import fc from 'fast-check';
import t from 'tap';
import { normalTag, searchForm, tagKey, writePlainForm } from '../../src/text/tag.js';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((u) => String.fromCharCode(u)),
    maxLength: 8,
  }),
  fc.string({
    unit: fc.constantFrom(
      'e',
      '\u0301',
      ' ',
      '\u3000',
      'か',
      '\u3099',
      'ａ',
      '\0',
      '中',
      'ß',
      'Σ',
      'İ',
    ),
  }),
);

t.test('a tag is NFKC, trimmed, with single spaces', async (t) => {
  t.equal(normalTag(' ＣＯＶＩＤ－１９　疫情 '), 'COVID-19 疫情');
  t.equal(normalTag('a \t\n b'), 'a b');
  t.equal(normalTag('台灣'), '台灣');
  t.equal(normalTag('ｶﾞ'), 'ガ');
});

t.test('a tag has 1 to 40 code points', async (t) => {
  t.equal(normalTag(''), null);
  t.equal(normalTag(' \0 '), null);
  t.equal(normalTag('a'.repeat(40)), 'a'.repeat(40));
  t.equal(normalTag('a'.repeat(41)), null);
  t.equal(normalTag('😀'.repeat(40)), '😀'.repeat(40));
  t.equal(normalTag('😀'.repeat(41)), null);
  t.equal(normalTag(`${' '.repeat(5000)}a`), null, 'nothing is normalised beyond all measure');
});

t.test('the fast paths agree with normalising, for every character and for pairs', async (t) => {
  const controls = /[\0-\x1f\x7f-\x9f\ufeff]/g;
  const naive = (text: string): string => text.replace(controls, '').normalize('NFKC');
  const failures: string[] = [];
  for (let code = 0x20; code <= 0xffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const char = String.fromCharCode(code);
    if (/[\x7f-\x9f]/.test(char)) continue;
    if (normalTag(`a${char}a`) !== naive(`a${char}a`).replace(/\s+/g, ' '))
      failures.push(`tag ${code}`);
    const split = char.normalize('NFD');
    if (normalTag(`a${split}`) !== naive(`a${split}`).trim()) failures.push(`split ${code}`);
    if (searchForm(char) !== naive(char).toLowerCase().normalize('NFKC'))
      failures.push(`form ${code}`);
    if (tagKey(char) !== tagKey(char.toUpperCase())) failures.push(`upper key ${code}`);
    if (tagKey(char) !== tagKey(char.toLowerCase())) failures.push(`lower key ${code}`);
    if (tagKey(tagKey(char)) !== tagKey(char)) failures.push(`key twice ${code}`);
    if (searchForm(searchForm(char)) !== searchForm(char)) failures.push(`form twice ${code}`);
  }
  t.same(failures, []);
});

t.test('normalising twice is normalising once', async (t) => {
  fc.assert(
    fc.property(anyText, (text) => {
      const tag = normalTag(text);
      if (tag !== null) t.equal(normalTag(tag), tag);
      t.equal(searchForm(searchForm(text)), searchForm(text));
      t.equal(tagKey(tagKey(text)), tagKey(text));
    }),
    { numRuns: 2000 },
  );
});

t.test('keys are equal for spellings that differ in case only', async (t) => {
  t.equal(tagKey('iPhone 15'), tagKey('IPHONE 15'));
  t.equal(tagKey('Straße'), tagKey('STRASSE'));
  t.equal(tagKey('ΟΔΟΣ'), tagKey('οδοσ'));
  t.not(tagKey('台灣'), tagKey('臺灣'));
  fc.assert(fc.property(anyText, (text) => tagKey(text) === tagKey(text.normalize('NFKC'))));
});

t.test('the search form folds width and case and drops controls', async (t) => {
  t.equal(searchForm('ＡＢＣ，Ｄef\0：中文'), 'abc,def:中文');
  t.ok(searchForm('反萊豬？　中選會').includes(searchForm('? 中選會')));
});

t.test('a plain form that is written is the search form, and most texts have one', async (t) => {
  const written = (text: string): string | null => {
    const units = new Uint16Array(text.length + 1).fill(0xffff);
    const end = writePlainForm(text, units, 1);
    return end < 0 ? null : String.fromCharCode(...units.subarray(1, end));
  };
  for (let unit = 0; unit <= 0xffff; unit++) {
    const text = `a${String.fromCharCode(unit)}Ｂ`;
    const form = written(text);
    if (form !== null && form !== searchForm(text)) t.fail(`unit ${unit}: ${form}`);
  }
  fc.assert(
    fc.property(anyText, (text) => [null, searchForm(text)].includes(written(text))),
    { numRuns: 2000 },
  );
  t.equal(written('「ＡＢＣ，Ｄef」：中文　Ü'), '「abc,def」:中文 ü');
  for (const text of ['e\u0301', '\0', 'ｶﾞ', '😀', 'İ']) t.equal(written(text), null, text);
});
