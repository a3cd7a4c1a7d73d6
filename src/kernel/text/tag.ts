/**
 * Normal forms of tags and of texts that are searched.
 *
 * Invariants: `normalTag`, `tagKey`, `foldLetters` and `searchForm` change nothing in what they once returned;
 * two tags are the same tag exactly if their keys are equal (decision 13).
 * Normalising costs most and is rarely needed, so each function first asks one regular expression
 * whether the text holds only characters that NFKC leaves alone in any order.
 */
import { INGEST } from '../limits.js';
import { withFormsOfHan, writingsOf } from './letter-variants.js';
import { sharedForm, variantsOf } from './tag-variants.js';
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
/** Full-width ASCII and the ideographic space: NFKC maps each alone, by a fixed distance. */
const WIDE = '\\u3000\\uff01-\\uff5e';
const WIDE_TEXT = new RegExp(`^[ ${INERT}${WIDE}]*$`);
const WIDE_LETTERS = new RegExp(`[${WIDE}]`, 'g');
const WIDE_DISTANCE = 0xfee0;
const IDEOGRAPHIC_SPACE = '\u3000';
/** Of UTF-16. */
const UNITS = 0x1_0000;
/** Plain and without letters whose case depends on their neighbours or whose fold is longer. */
const PLAIN_KEY =
  /^[ -~\u2010\u2012-\u201f\u3001-\u3029\u3041-\u3096\u30a1-\u30fe\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]*$/;

const BREAKS_AND_TABS = /[\t\n\v\f\r\x85]/g;
const CONTROLS = /[\0-\x1f\x7f-\x9f\ufeff]/g;

/** A longer string is not worth normalising: no tag is hidden in so much white space. */
const RAW_TAG_UNITS_MAX = 1000;

/**
 * The normal form of a tag: NFKC, trimmed, inner white space to one space, 1 to 40 code points.
 * Null for what is no tag.
 */
export function normalTag(raw: string): string | null {
  if (raw.length > RAW_TAG_UNITS_MAX) return null;
  const tag = PLAIN_TAG.test(raw) ? raw : composedTag(raw);
  return tag === '' || isLongerThan(tag, INGEST.tagMax) ? null : tag;
}

/** Control characters go before normalising, or their going could make new compositions. */
function composedTag(raw: string): string {
  return wellFormed(raw)
    .replace(BREAKS_AND_TABS, ' ')
    .replace(CONTROLS, '')
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The form in which tags are compared: equal for spellings of one tag. These differ in case, in
 * simplified or variant letters, in number (election, elections), or are names of one thing by the rule
 * file (tag-aliases.ts).
 */
export function tagKey(tag: string): string {
  return sharedForm(foldLetters(tag), foldLetters);
}

/**
 * A text as tags are found in it: one case, one width, one form of each Han letter. A tag stands in it in
 * one of the forms that `formsOfKey` gives.
 */
export function foldLetters(text: string): string {
  return withFormsOfHan(foldCase(text));
}

/** The folded spellings of the tag with a key; the key itself first. */
export function formsOfKey(key: string): string[] {
  return variantsOf(key, foldLetters);
}

/**
 * A tag or text in one case and width, with its letters as they are: what columns on disk know older tags
 * by, which were compared so.
 */
export function foldCase(text: string): string {
  return PLAIN_KEY.test(text) ? text.toLowerCase() : foldedCase(text);
}

/** What columns on disk may know a tag by, in whatever spelling it is asked for; its key first. */
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
 * Through upper case, which unites what lower case keeps apart (ß and SS, both small sigmas), from
 * lower case, because a capital ẞ is its own upper case. The last step joins marks set free.
 */
function foldedCase(text: string): string {
  return text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}

/** The form in which texts are searched for contained ones: NFKC, lower case, no controls. */
export function searchForm(text: string): string {
  if (PLAIN_TEXT.test(text)) return text.toLowerCase();
  // Nearly every Chinese sentence has a full-width comma: it must not cost a normalisation.
  if (WIDE_TEXT.test(text)) return text.replace(WIDE_LETTERS, narrow).toLowerCase();
  return wellFormed(text).replace(CONTROLS, '').normalize('NFKC').toLowerCase().normalize('NFKC');
}

/**
 * Writes the search form of a text at an offset, where every character has one by itself: most texts.
 * `units` has space for `text.length` more. Returns where the form ends; -1 when the text takes
 * `searchForm`, and what was written means nothing.
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
