import fc from 'fast-check';
import t from 'tap';
import { MatchText, slowForm } from '../../../../../src/blogs/topics/state/matching/match-text.js';
import {
  Matcher,
  matcherBytes,
  restUnitsOf,
  TERM_UNITS_MAX,
} from '../../../../../src/blogs/topics/state/matching/matcher.js';

function unitsOf(term: string): Uint16Array {
  return Uint16Array.from({ length: term.length }, (_, at) => term.charCodeAt(at));
}

function matcherOf(terms: readonly string[], seed = 0): Matcher {
  const restUnits = terms.reduce((sum, term) => sum + restUnitsOf(term.length), 0);
  const matcher = new Matcher({ terms: terms.length, restUnits }, seed);
  terms.forEach((term, id) => {
    matcher.add(id, unitsOf(term), 0, term.length);
  });
  return matcher;
}

const scratch = new MatchText();

function foundBy(matcher: Matcher, terms: readonly string[], text: string): string[] {
  return [...matcher.match(scratch.load(text))].map((id) => terms[id]!).sort();
}

const LETTER = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u;
const isLetter = (unit: string | undefined): boolean =>
  unit !== undefined && (LETTER.test(unit) || (unit >= '\u0300' && unit <= '\u036f'));

/** Every occurrence of every term is looked at, one by one. */
function naively(terms: readonly string[], text: string): string[] {
  const form = slowForm(text);
  const occurs = (term: string): boolean => {
    for (let at = form.indexOf(term); at >= 0; at = form.indexOf(term, at + 1)) {
      const end = at + term.length;
      const startsWord = !(isLetter(form[at]) && isLetter(form[at - 1]));
      const endsWord = !(isLetter(form[end - 1]) && isLetter(form[end]));
      if (startsWord && endsWord) return true;
    }
    return false;
  };
  return terms.filter(occurs).sort();
}

/** Few letters, so that terms contain, overlap and repeat one another. */
const letters = fc.constantFrom(...'中華民國台灣ab1 -😀𠮷é');
const term = fc
  .array(letters, { minLength: 2, maxLength: 9 })
  .map((glyphs) => slowForm(glyphs.join('')))
  .filter((term) => term.length >= 2);
const terms = fc.uniqueArray(term, { maxLength: 60 });
const text = fc.array(letters, { maxLength: 200 }).map((glyphs) => glyphs.join(''));

t.test('matches equal a naive scan on random vocabularies and texts', async (t) => {
  fc.assert(
    fc.property(terms, fc.array(text, { maxLength: 4 }), fc.integer(), (terms, texts, seed) => {
      const matcher = matcherOf(terms, seed);
      for (const text of texts) {
        t.same(foundBy(matcher, terms, text), naively(terms, text));
      }
    }),
    { numRuns: 1500 },
  );
});

t.test('matches equal a naive scan where text and terms are cut from one another', async (t) => {
  const cuts = fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 2, max: 45 })), { maxLength: 80 });
  fc.assert(
    fc.property(fc.array(letters, { minLength: 50, maxLength: 300 }), cuts, (glyphs, cuts) => {
      const text = slowForm(glyphs.join(''));
      const terms = [...new Set(cuts.map(([at, length]) => text.slice(at, at + length)))];
      const sound = terms.filter((term) => term.length >= 2);
      t.same(foundBy(matcherOf(sound), sound, text), naively(sound, text));
    }),
    { numRuns: 500 },
  );
});

t.test('contained terms are all reported', async (t) => {
  const terms = ['新北', '新北市', '北市', '新北市政府', '市政府', '台北'];
  t.same(foundBy(matcherOf(terms), terms, '昨日新北市政府表示'), [
    '北市',
    '市政府',
    '新北',
    '新北市',
    '新北市政府',
  ]);
});

t.test('a term of letters or digits needs word boundaries', async (t) => {
  const terms = ['ai', '2024', 'usb 3', 'iphone15', 'ai人工', '第3'];
  const found = (text: string): string[] => foundBy(matcherOf(terms), terms, text);
  t.same(found('談AI的未來'), ['ai']);
  t.same(found('said, 12024, iPhone156'), []);
  t.same(found('(2024) AI人工智慧'), ['2024', 'ai', 'ai人工']);
  t.same(found('第3屆'), ['第3']);
  t.same(found('第30屆'), []);
  t.same(found('USB\n3'), ['usb 3']);
  t.same(found('said AI.'), ['ai'], 'a later occurrence counts');
});

t.test('full-width forms and cases fold together', async (t) => {
  const terms = ['nba', '5g手機', '50%'];
  t.same(foundBy(matcherOf(terms), terms, 'ＮＢＡ、５Ｇ手機，５０％'), ['50%', '5g手機', 'nba']);
});

t.test('emoji, rare Han and punctuation are terms like others', async (t) => {
  const terms = ['😀😀', '𠮷野家', '👩‍👩‍👧', '——', '！？'];
  const form = terms.map(slowForm);
  t.same(foundBy(matcherOf(form), form, '😀😀😀 𠮷野家 👩‍👩‍👧 —— ！？'), [...form].sort());
});

t.test('terms that contain one another a hundred deep are each reported once', async (t) => {
  const terms = Array.from({ length: 100 }, (_, at) => '一'.repeat(at + 2));
  const matcher = matcherOf(terms);
  t.equal(matcher.match(scratch.load('一'.repeat(200_000))).length, 100);
  t.equal(matcher.match(scratch.load('一'.repeat(50))).length, 49);
  t.equal(matcher.match(scratch.load('一二'.repeat(50))).length, 0);
});

t.test('many terms with one prefix are told apart', async (t) => {
  const prefix = '共同的開頭';
  const terms = Array.from({ length: 50_000 }, (_, at) => `${prefix}${at.toString(36)}號`);
  const matcher = matcherOf(terms);
  const text = `${terms[7]}，${terms[49_999]}，${prefix}，${prefix}zzz9號`;
  t.same(foundBy(matcher, terms, text), [terms[7], terms[49_999]].sort());
});

t.test('the longest terms that there can be', async (t) => {
  const terms = ['長'.repeat(TERM_UNITS_MAX), '長'.repeat(TERM_UNITS_MAX - 1)];
  const matcher = matcherOf(terms);
  t.same(foundBy(matcher, terms, '長'.repeat(TERM_UNITS_MAX - 1)), [terms[1]]);
  t.same(foundBy(matcher, terms, `短${'長'.repeat(TERM_UNITS_MAX)}`), [terms[1], terms[0]]);
  t.throws(() => matcherOf(['長'.repeat(TERM_UNITS_MAX + 1)]), /length/);
  t.throws(() => matcherOf(['長']), /length/);
});

t.test('an empty vocabulary and texts of no or one unit match nothing', async (t) => {
  t.equal(matcherOf([]).match(scratch.load('文字文字')).length, 0);
  const matcher = matcherOf(['文字']);
  t.equal(matcher.match(scratch.load('')).length, 0);
  t.equal(matcher.match(scratch.load('文')).length, 0);
  t.equal(matcher.match(scratch.load('文字')).length, 1);
});

t.test('terms at the borders of the pieces in which a text is walked are found', async (t) => {
  const terms = ['甲乙', '甲乙丙丁戊'];
  const matcher = matcherOf(terms);
  for (let before = 1018; before < 1030; before++) {
    t.same(foundBy(matcher, terms, `${'零'.repeat(before)}甲乙丙丁戊`), terms, `at ${before}`);
  }
});

t.test('its size is known before it is built, and is what it holds', async (t) => {
  fc.assert(
    fc.property(terms, (terms) => {
      const restUnits = terms.reduce((sum, term) => sum + restUnitsOf(term.length), 0);
      const size = { terms: terms.length, restUnits };
      return new Matcher(size).byteLength === matcherBytes(size);
    }),
  );
  t.ok(matcherBytes({ terms: 1_000_000, restUnits: 2_000_000 }) <= 64_000_000);
});
