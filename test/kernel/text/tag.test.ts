import fc from 'fast-check';
import t from 'tap';
import {
  columnFormsOf,
  foldCase,
  foldLetters,
  formsOfKey,
  normalTag,
  searchForm,
  TAG_ALIASES,
  tagKey,
  writePlainForm,
} from '../../../src/kernel/text/tag.js';

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
  fc.assert(fc.property(anyText, (text) => tagKey(text) === tagKey(text.normalize('NFKC'))));
});

t.test('simplified letters and variants are one tag with the traditional ones', async (t) => {
  for (const [one, other] of [
    ['台灣', '臺灣'],
    ['選舉', '选举'],
    ['總統大選', '总统大选'],
    ['裡面', '裏面'],
    ['衛生福利部', '卫生福利部'],
    ['勞動部', '劳动部'],
  ] as const) {
    t.equal(tagKey(one), tagKey(other), `${one} ${other}`);
    t.ok(columnFormsOf(one).includes(foldCase(other)), `${one}, once stored as ${other}`);
    t.ok(columnFormsOf(other).includes(foldCase(one)), `${other}, once stored as ${one}`);
  }
});

t.test('a simplified letter that is a common traditional one stays what it is', async (t) => {
  for (const tag of ['皇后', '干擾', '公里', '台北', '于右任', '范姓', '游泳', '批准', '雲林']) {
    t.equal(tagKey(tag), tag);
  }
});

t.test('singular and plural are one tag, words that only end in -s are not', async (t) => {
  for (const [one, many] of [
    ['election', 'elections'],
    ['Wildfire', 'wildfires'],
    ['city', 'cities'],
    ['movie', 'movies'],
    ['church', 'churches'],
    ['tax', 'taxes'],
    ['virus', 'viruses'],
    ['climate protest', 'Climate Protests'],
  ] as const) {
    t.equal(tagKey(one), tagKey(many), `${one} ${many}`);
  }
  for (const [one, other] of [
    ['new', 'news'],
    ['arm', 'arms'],
    ['U', 'US'],
    ['Robin William', 'Robin Williams'],
    ['clas', 'class'],
    ['Corona virus', 'Corona viru'],
  ] as const) {
    t.not(tagKey(one), tagKey(other), `${one} ${other}`);
  }
});

t.test('names of one thing by the rule file are one tag', async (t) => {
  t.equal(tagKey('COVID-19'), tagKey('武漢肺炎'));
  t.equal(tagKey('ｃｏｖｉｄ－１９'), tagKey('新冠肺炎'));
  const groups = TAG_ALIASES.map((names) => new Set(names.map(tagKey)));
  for (const keys of groups) t.equal(keys.size, 1);
  t.equal(new Set(groups.flatMap((keys) => [...keys])).size, groups.length, 'no name stands twice');
});

t.test('every form of a key leads back to it, and the first is the key', async (t) => {
  const words = fc.stringMatching(/^[a-z]{1,6}(s|es|ies|y|ss)?$/);
  const tags = fc.oneof(anyText, words, fc.constantFrom(...TAG_ALIASES.flat(), '臺灣', '选举'));
  fc.assert(
    fc.property(tags, (tag) => {
      const key = tagKey(tag);
      const forms = formsOfKey(key);
      t.equal(forms[0], key);
      for (const form of [...forms, ...columnFormsOf(tag)]) t.equal(tagKey(form), key, form);
      t.equal(foldLetters(foldLetters(tag)), foldLetters(tag));
    }),
    { numRuns: 2000 },
  );
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
