/**
 * Counts, cuts and cleans texts of any origin.
 *
 * Invariants: a length is in code points; a cut never splits a surrogate pair; a cleaned text is
 * well-formed, holds no control characters (a body keeps its line feeds) and is trimmed; cleaning a clean
 * text changes nothing and costs one regular expression test.
 * Not here: normal forms for comparing and searching (tag.ts).
 */

/** ES2024 methods that every supported engine has and the compiler's library lacks. */
interface WellFormedText {
  isWellFormed(): boolean;
  toWellFormed(): string;
}

/** A `line` has no line breaks and no runs of white space; a `body` keeps both. */
export type TextShape = 'line' | 'body';

/** Code units of a string: U+D800 to U+DBFF open a surrogate pair. */
const HIGH_SURROGATE_MIN = 0xd800;
const HIGH_SURROGATE_MAX = 0xdbff;
const LOW_SURROGATE_MAX = 0xdfff;

/** Anything that makes a line unclean, except white space at its ends. */
const LINE_WORK = /[\0-\x1f\x7f-\x9f\u2028\u2029\ufeff]|\s\s/;
const BODY_WORK = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]/;

const BREAKS_AND_TABS = /[\t\n\v\f\r\x85\u2028\u2029]/g;
const BREAKS = /\r\n?|[\v\f\x85\u2028\u2029]/g;
/** Control characters, and the byte order mark, which has no meaning inside a text. */
const CONTROLS = /[\0-\x1f\x7f-\x9f\ufeff]/g;
const CONTROLS_BUT_LINE_FEED = /[\0-\x09\x0b-\x1f\x7f-\x9f\ufeff]/g;

/** The text with each lone surrogate replaced by U+FFFD. */
export function wellFormed(text: string): string {
  const checked = text as string & WellFormedText;
  return checked.isWellFormed() ? text : checked.toWellFormed();
}

/** Number of code points; a lone surrogate counts as one. */
export function codePointLength(text: string): number {
  let count = 0;
  for (let unit = 0; unit < text.length; unit = nextCodePoint(text, unit)) count++;
  return count;
}

/** The first `max` code points of the text. */
export function cutCodePoints(text: string, max: number): string {
  if (text.length <= max) return text;
  let unit = 0;
  for (let count = 0; count < max && unit < text.length; count++) unit = nextCodePoint(text, unit);
  return unit < text.length ? text.slice(0, unit) : text;
}

/**
 * The same text with memory of its own. A substring shares the memory of its text in V8 and retains all
 * of it: a stored sentence would retain the article.
 */
export function ownText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

/** Whether the text has more than `max` code points, without counting a text that is far longer. */
export function isLongerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || codePointLength(text) > max;
}

/**
 * The text without characters that must never be stored or shown: lone surrogates become U+FFFD, control
 * characters are removed, both ends are trimmed. In a line, breaks and tabs become spaces and runs of
 * white space become one; a single ideographic space stays, because headlines use it as punctuation. In a
 * body every kind of line break becomes a line feed.
 */
export function cleanText(text: string, shape: TextShape): string {
  const sound = wellFormed(text);
  if (shape === 'line') return (LINE_WORK.test(sound) ? cleanedLine(sound) : sound).trim();
  return (BODY_WORK.test(sound) ? cleanedBody(sound) : sound).trim();
}

/** A clean text of at most `max` code points. */
export function cleanCut(text: string, shape: TextShape, max: number): string {
  const clean = cleanText(text, shape);
  return clean.length <= max ? clean : cutCodePoints(clean, max).trimEnd();
}

function cleanedLine(text: string): string {
  return text
    .replace(BREAKS_AND_TABS, ' ')
    .replace(CONTROLS, '')
    .replace(/\s{2,}/g, ' ');
}

function cleanedBody(text: string): string {
  return text.replace(BREAKS, '\n').replaceAll('\t', ' ').replace(CONTROLS_BUT_LINE_FEED, '');
}

/** Index of the code unit after the code point that starts at `unit`. */
function nextCodePoint(text: string, unit: number): number {
  const code = text.charCodeAt(unit);
  if (code < HIGH_SURROGATE_MIN || code > HIGH_SURROGATE_MAX) return unit + 1;
  const next = text.charCodeAt(unit + 1);
  return next > HIGH_SURROGATE_MAX && next <= LOW_SURROGATE_MAX ? unit + 2 : unit + 1;
}

const WORD_LETTER = /[\p{Script=Latin}\p{N}]/u;

/** Whether a word may begin or end at a place: not within a word of Latin letters or digits. */
export function isBorder(text: string, at: number): boolean {
  return !(WORD_LETTER.test(text[at - 1] ?? '') && WORD_LETTER.test(text[at] ?? ''));
}

/** Whether a part of a text begins and ends at borders of words. */
export function isWholeWord(text: string, start: number, end: number): boolean {
  return isBorder(text, start) && isBorder(text, end);
}
