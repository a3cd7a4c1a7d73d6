/**
 * Finds known terms in a text with folded letters: at each place the longest one.
 *
 * A term that lies within a longer one at the same place says less than that and is passed over (新北 in 新北市).
 * Latin letters and digits match as whole words only, and a term has at least two code points, because single
 * characters are parts of too many words.
 */
import { getOrInsert } from '../collections.js';
import { codePointLength, isWholeWord } from './text.js';

const TERM_LENGTH_MIN = 2;
/** Terms are looked up by their first code units. */
const HEAD_UNITS = 2;

export class LongestTerms {
  readonly #terms = new Set<string>();
  /** Lengths of the terms with a head, longest first, each as often as there are such terms. */
  readonly #lengths = new Map<string, number[]>();

  /** False where the text is no term, or one already. */
  add(term: string): boolean {
    if (!isTerm(term) || this.#terms.has(term)) return false;
    this.#terms.add(term);
    const lengths = getOrInsert(this.#lengths, headOf(term), () => []);
    const place = lengths.findIndex((length) => length <= term.length);
    lengths.splice(place < 0 ? lengths.length : place, 0, term.length);
    return true;
  }

  /** False where the text was no term. */
  delete(term: string): boolean {
    if (!this.#terms.delete(term)) return false;
    const lengths = this.#lengths.get(headOf(term))!;
    lengths.splice(lengths.indexOf(term.length), 1);
    if (lengths.length === 0) this.#lengths.delete(headOf(term));
    return true;
  }

  /** The terms in a text, each once, in its order. */
  in(text: string): Set<string> {
    const found = new Set<string>();
    let covered = 0;
    for (let at = 0; at + HEAD_UNITS <= text.length; at++) {
      const end = at + this.#longestAt(text, at);
      if (end === at || end <= covered) continue;
      covered = end;
      found.add(text.slice(at, end));
    }
    return found;
  }

  /** Length of the longest term that begins at a place; 0 when none does. */
  #longestAt(text: string, at: number): number {
    let tried = 0;
    for (const length of this.#lengths.get(text.slice(at, at + HEAD_UNITS)) ?? []) {
      if (length === tried || at + length > text.length) continue;
      tried = length;
      if (!this.#terms.has(text.slice(at, at + length))) continue;
      if (isWholeWord(text, at, at + length)) return length;
    }
    return 0;
  }
}

/** Whether a text may be a term at all. */
export function isTerm(text: string): boolean {
  return codePointLength(text) >= TERM_LENGTH_MIN;
}

/** The part of a term that stands in every text which holds it, and by which texts may be looked up. */
export function headOf(term: string): string {
  return term.slice(0, HEAD_UNITS);
}

/** The heads of all terms that a text may hold. */
export function headsOf(text: string): Set<string> {
  const heads = new Set<string>();
  for (let at = 0; at + HEAD_UNITS <= text.length; at++) heads.add(text.slice(at, at + HEAD_UNITS));
  return heads;
}
