/**
 * Normal forms of tags and of texts that are searched.
 *
 * Invariants: the results of `normalTag`, `tagKey`, `foldLetters` and `searchForm` for a text never
 * change; two tags are the same tag exactly if their keys are equal (decision 13). Normalising is
 * expensive and rarely needed, so each function first tests with one regular expression whether the text
 * holds only characters that NFKC leaves alone in any order.
 */
import { INGEST } from '../limits.js';
import { wordsOf } from '../words.js';
import { withFormsOfHan, writingsOf } from './letter-variants.js';
import { isLongerThan, wellFormed } from './text.js';

/**
 * Characters that NFKC neither changes nor joins with a neighbour of the same set: printable ASCII,
 * Latin-1 letters, dashes and quotation marks, CJK punctuation, kana, Han, Hangul syllables.
 * Combining marks, compatibility forms and white space other than U+0020 are not among them.
 */
const INERT =
  '\\x21-\\x7e\\xc0-\\xff\\u2010\\u2012-\\u2016\\u2018-\\u201f\\u3001-\\u3029\\u3041-\\u3096' +
  '\\u30a1-\\u30fe\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3';

const PLAIN_TAG = new RegExp(`^[${INERT}]+(?: [${INERT}]+)*$`);
const PLAIN_TEXT = new RegExp(`^[ ${INERT}]*$`);
/** Full-width ASCII and the ideographic space: NFKC maps each of them alone; ASCII by a fixed distance. */
const WIDE = '\\u3000\\uff01-\\uff5e';
const WIDE_TEXT = new RegExp(`^[ ${INERT}${WIDE}]*$`);
const WIDE_LETTERS = new RegExp(`[${WIDE}]`, 'g');
const WIDE_DISTANCE = 0xfee0;
const IDEOGRAPHIC_SPACE = '\u3000';
/** The number of UTF-16 units. */
const UNITS = 0x1_0000;
/** Plain texts without letters whose case depends on their neighbours or whose fold is longer. */
const PLAIN_KEY =
  /^[ -~\u2010\u2012-\u201f\u3001-\u3029\u3041-\u3096\u30a1-\u30fe\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]*$/;

const BREAKS_AND_TABS = /[\t\n\v\f\r\x85]/g;
const CONTROLS = /[\0-\x1f\x7f-\x9f\ufeff]/g;

/** A longer string is not normalised: no tag has so much white space around it. */
const RAW_TAG_UNITS_MAX = 1000;

/**
 * The normal form of a tag: NFKC, trimmed, inner white space to one space, 1 to 40 code points. Null for
 * an invalid tag.
 */
export function normalTag(raw: string): string | null {
  if (raw.length > RAW_TAG_UNITS_MAX) return null;
  const tag = PLAIN_TAG.test(raw) ? raw : composedTag(raw);
  return tag === '' || isLongerThan(tag, INGEST.tagMax) ? null : tag;
}

/** Control characters are removed first: without them NFKC may compose their neighbours. */
function composedTag(raw: string): string {
  return wellFormed(raw)
    .replace(BREAKS_AND_TABS, ' ')
    .replace(CONTROLS, '')
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The form in which tags are compared: equal for all spellings of one tag. Spellings differ in case, in
 * simplified or variant letters, in number (election, elections), or are names of one thing by the rule
 * file (`aliasesBy`).
 */
export function tagKey(tag: string): string {
  return sharedForm(foldLetters(tag), foldLetters);
}

/**
 * The form of a text in which tags are searched: one case, one width, one form of each Han letter. A tag
 * occurs in it in one of the forms of `formsOfKey`.
 */
export function foldLetters(text: string): string {
  return withFormsOfHan(foldCase(text));
}

/** The folded spellings of the tag with a key; the key itself first. */
export function formsOfKey(key: string): string[] {
  return variantsOf(key, foldLetters);
}

/**
 * A tag or text in one case and width, with its letters unchanged: the form by which columns on disk know
 * older tags, which were compared in this form.
 */
export function foldCase(text: string): string {
  return PLAIN_KEY.test(text) ? text.toLowerCase() : foldedCase(text);
}

/** Forms by which columns on disk may know a tag, for any of its spellings; its key first. */
export function columnFormsOf(tag: string): string[] {
  const forms = formsOfKey(tagKey(tag));
  return [...forms, ...forms.flatMap(writingsOf)];
}

/** Keys of the names that can stand as tags. */
export function tagKeysOf(names: Iterable<string>): Set<string> {
  const keys = new Set<string>();
  for (const name of names) {
    const tag = normalTag(name);
    if (tag !== null) keys.add(tagKey(tag));
  }
  return keys;
}

/**
 * Folds through upper case, which unites letters that lower case leaves apart (ß and SS, both sigmas), and
 * first through lower case, because a capital ẞ is its own upper case. The last step joins separated marks.
 */
function foldedCase(text: string): string {
  return text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}

/** The form in which texts are searched for substrings: NFKC, lower case, no controls. */
export function searchForm(text: string): string {
  if (PLAIN_TEXT.test(text)) return text.toLowerCase();
  // Nearly every Chinese sentence has a full-width comma, which must not cost a normalisation.
  if (WIDE_TEXT.test(text)) return text.replace(WIDE_LETTERS, narrow).toLowerCase();
  return wellFormed(text).replace(CONTROLS, '').normalize('NFKC').toLowerCase().normalize('NFKC');
}

/**
 * Writes the search form of a text at an offset, if every character has a form by itself, as in most
 * texts. `units` must have space for `text.length` more. Returns the end of the form; -1 when the text
 * needs `searchForm`, and the units written so far are invalid.
 */
export function writePlainForm(text: string, units: Uint16Array, at: number): number {
  formOfUnit ??= formsOfUnits();
  const { length } = text;
  for (let place = 0; place < length; place++) {
    const form = formOfUnit[text.charCodeAt(place)]!;
    if (form === 0) return -1;
    units[at + place] = form;
  }
  return at + length;
}

/** Search forms of the units that have one by themselves, 0 for others. Made when first needed. */
let formOfUnit: Uint16Array | null = null;

function formsOfUnits(): Uint16Array {
  return Uint16Array.from({ length: UNITS }, (_, unit) => {
    const letter = String.fromCharCode(unit);
    return WIDE_TEXT.test(letter) ? searchForm(letter).charCodeAt(0) : 0;
  });
}

function narrow(letter: string): string {
  if (letter === IDEOGRAPHIC_SPACE) return ' ';
  return String.fromCharCode(letter.charCodeAt(0) - WIDE_DISTANCE);
}

/** Latin words; the last word decides the number of the tag. */
const LATIN = /^[a-z0-9 .&'-]*[a-z]{3}s$/;
const LAST_WORD = /[a-z]+$/;
/** Endings in -s of words that are no plurals: class, virus, crisis. */
const SINGULAR_ENDING = /(?:ss|us|is)$/;
/** Plurals in -es of words that end in a hissing sound, and in -o. */
const LONG_PLURAL = /(?:ch|sh|x|ss|zz|o|virus|campus|bonus)es$/;
/** Plurals of words in a consonant and -y. */
const Y_PLURAL = /[^aeiou]ies$/;
/** Plurals of words in -ie. */
const IE_PLURAL = /(?:mov|cook|zomb|self|calor|rook)ies$/;
/** A shorter word in -ies, as ties, is the plural of a word in -ie. */
const Y_PLURAL_MIN = 6;

let aliases: Aliases | null = null;

/**
 * Tags that are one tag: the names that the rule file lists.
 *
 * All texts here are already folded: one case, one width, one form of each Han letter.
 * Invariant: the form of a form is itself.
 */
interface Aliases {
  /** The first name of a group, by each other name. */
  first: ReadonlyMap<string, string>;
  /** The other names of a group, by its first. */
  others: ReadonlyMap<string, readonly string[]>;
}

/**
 * The form that a folded tag shares with its variants.
 * @param fold the folding of names as the rule file spells them.
 */
function sharedForm(tag: string, fold: (name: string) => string): string {
  const form = singularOf(tag);
  return aliasesBy(fold).first.get(form) ?? form;
}

/** Every folded tag with this shared form, except for rare plurals; the form itself first. */
function variantsOf(form: string, fold: (name: string) => string): string[] {
  const names = [form, ...(aliasesBy(fold).others.get(form) ?? [])];
  return names.flatMap((name) => [name, ...pluralsOf(name)]);
}

function singularOf(tag: string): string {
  if (!LATIN.test(tag)) return tag;
  const word = LAST_WORD.exec(tag)![0];
  if (SINGULAR_ENDING.test(word) || NO_PLURALS.has(word)) return tag;
  const isOfY = word.length >= Y_PLURAL_MIN && Y_PLURAL.test(word) && !IE_PLURAL.test(word);
  if (isOfY) return `${tag.slice(0, -3)}y`;
  return tag.slice(0, LONG_PLURAL.test(word) ? -2 : -1);
}

/** Plurals whose singular is this form. */
function pluralsOf(form: string): string[] {
  const plurals = [`${form}s`, `${form}es`];
  if (form.endsWith('y')) plurals.push(`${form.slice(0, -1)}ies`);
  return plurals.filter((plural) => singularOf(plural) === form);
}

/** The rule file in folded forms; made at the first call. */
function aliasesBy(fold: (name: string) => string): Aliases {
  if (aliases !== null) return aliases;
  const first = new Map<string, string>();
  const others = new Map<string, string[]>();
  for (const group of TAG_ALIASES) {
    const [name, ...rest] = group.map((one) => singularOf(fold(one))) as [string, ...string[]];
    for (const other of rest) first.set(other, name);
    others.set(name, [...new Set(rest)]);
  }
  aliases = { first, others };
  return aliases;
}

/**
 * The rule file of tags that are one tag under different names.
 *
 * It is code and no file of `data/`, because every thread and every start must compare tags alike:
 * another table would give another state. Write names in their common spelling; case, width, white space,
 * and simplified or traditional letters make no difference. A group holds names of exactly one thing, not
 * of its parts, its people or things near it. No name may be a common word in some language too (who, un,
 * eu, ai): names are searched in titles.
 */
export const TAG_ALIASES: readonly (readonly string[])[] = [
  [
    '新冠肺炎',
    'COVID-19',
    'COVID19',
    'COVID',
    '武漢肺炎',
    '嚴重特殊傳染性肺炎',
    '新型冠狀病毒肺炎',
  ],
  ['世衛', '世界衛生組織', '世衛組織', 'World Health Organization'],
  ['聯合國', 'United Nations'],
  ['歐盟', '歐洲聯盟', 'European Union'],
  ['北約', '北大西洋公約組織', 'NATO'],
  ['世貿', '世界貿易組織', '世貿組織', 'WTO', 'World Trade Organization'],
  ['亞太經合會', '亞太經濟合作會議', 'APEC'],
  ['東協', '東南亞國家協會', 'ASEAN'],
  ['國際貨幣基金', '國際貨幣基金組織', 'IMF', 'International Monetary Fund'],
  ['人工智慧', '人工智能', 'artificial intelligence'],
  ['台積電', 'TSMC', '台灣積體電路'],
  ['鴻海', 'Foxconn', '鴻海科技集團'],
  ['輝達', '英偉達', 'NVIDIA'],
  ['美國職籃', 'NBA'],
  ['美國職棒', '美國職棒大聯盟', 'MLB'],
  ['United States', 'USA', 'United States of America'],
  ['United Kingdom', 'UK'],
];

/** Last words of a tag that are not the plural of another word, or differ from it in meaning. */
const NO_PLURALS: ReadonlySet<string> = new Set(
  wordsOf(`
    news arms goods customs mars means glasses works series species always perhaps adams
    williams roberts edwards richards stevens rogers phillips peters james jones woods brooks
    mets nets jets giants reds cubs bulls rays suns greens gas does alps
  `),
);
