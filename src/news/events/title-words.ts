/**
 * The words of titles as small numbers, by which headlines of one story are told from others.
 *
 * Han, kana and Hangul have no blanks between words: two neighbours make a word. Other letters and
 * digits make one as long as they follow each other. Words are spread over 65,536 numbers; that some
 * share one does not matter where titles are compared.
 */
import { searchForm } from '../../model/tag.js';

/** Numbers that words are spread over. */
export const WORD_NUMBERS = 65_536;

const PRIME = 0x01000193;
const BASIS = 0x811c9dc5;

/** The words of a title, without repeats. */
export function titleWordsOf(title: string): Uint16Array {
  const text = searchForm(title);
  const words = new Set<number>();
  let word = 0;
  let before = 0;
  for (let at = 0; at <= text.length; at++) {
    const unit = at < text.length ? text.charCodeAt(at) : 0;
    const isWide = isWideLetter(unit);
    if (isWide && before !== 0) words.add(spread(Math.imul(before, PRIME) ^ unit));
    before = isWide ? unit : 0;
    if (isNarrowLetter(unit)) word = Math.imul((word === 0 ? BASIS : word) ^ unit, PRIME);
    else if (word !== 0) {
      words.add(spread(word));
      word = 0;
    }
  }
  return Uint16Array.from(words);
}

/** Letters that are written without blanks between words. */
function isWideLetter(unit: number): boolean {
  return (unit >= 0x3041 && unit <= 0x30ff) || (unit >= 0x3400 && unit <= 0xd7a3);
}

/** ASCII letters and digits, and letters beyond them up to the ones above. */
function isNarrowLetter(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
  return unit >= 0xc0 && unit < 0x2000;
}

function spread(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) & (WORD_NUMBERS - 1);
}
