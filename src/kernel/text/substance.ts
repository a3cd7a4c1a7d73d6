/**
 * Compares texts by their content: whether two texts differ in substance, and by how many words.
 *
 * Ignored: width, case, variants of Han letters, quotation marks, dashes, spaces and other signs (except
 * a question mark, a percent sign and currencies, which change the meaning), and a counter in brackets at
 * the end. Of a long text only lines count that are sentences: a short line without an end is a link, a
 * caption or a counter, and blocks of such lines change with every visit.
 */
import { foldLetters } from './tag.js';

/** Signs that are ignored. */
const SILENT = /[^\p{L}\p{N}\p{M}?%\p{Sc}]+/gu;
/** A count or a time in brackets at the end of a title. */
const COUNTER = /\s*[([【「][\s\d:.,/-]+[)\]】」]\s*$/;
/** Ends of a sentence, with what may stand behind them. */
const SENTENCE_END = /[.!?。！？…][)\]"'”’」』）】]*$/u;
/** A line of this many code units is prose, with any end. */
const PROSE_UNITS_MIN = 60;
/** A word, or a letter of a script without blanks between words. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+/gu;
/** The least length of a beginning that counts as the same text, cut off. */
const CUT_MIN = 30;

/** The form in which texts of one line are compared. */
export function saidBy(text: string): string {
  const said = foldLetters(text.replace(COUNTER, '')).replace(SILENT, '');
  // A text of nothing but signs is compared by its signs.
  return said === '' ? text.trim() : said;
}

/** Whether one text is the other one, cut off. */
export function isCutOf(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = [saidBy(one), saidBy(other)].sort((a, b) => a.length - b.length);
  return short === long || (short!.length >= CUT_MIN && long!.startsWith(short!));
}

/** Numbers of words that were removed and added; a Han letter counts as a word. */
export interface WordChange {
  out: number;
  in: number;
}

/** By how many words two texts of many lines differ, at any place of the text. */
export function wordChangeOf(before: string, after: string): WordChange {
  const lines = new Map<string, { count: number; line: string }>();
  const count = (text: string, by: number): void => {
    for (const line of text.split('\n')) {
      const trimmed = line.trim();
      if (!isProse(trimmed)) continue;
      const said = saidBy(trimmed);
      const known = lines.get(said);
      if (known === undefined) lines.set(said, { count: by, line: trimmed });
      else known.count += by;
    }
  };
  count(before, -1);
  count(after, 1);
  const words = new Map<string, number>();
  for (const { count: times, line } of lines.values()) {
    if (times === 0) continue;
    for (const word of foldLetters(line).match(WORD) ?? []) {
      words.set(word, (words.get(word) ?? 0) + times);
    }
  }
  const change: WordChange = { out: 0, in: 0 };
  for (const times of words.values()) {
    if (times < 0) change.out -= times;
    else change.in += times;
  }
  return change;
}

function isProse(line: string): boolean {
  return line.length >= PROSE_UNITS_MIN || SENTENCE_END.test(line);
}
