/**
 * Finds the tags of the press in titles: the longest ones, each once in a title.
 *
 * A term that lies within a longer one at the same place says less than that and is passed over
 * (新北 in 新北市). Latin letters and digits match as whole words only, and a term has at least two
 * code points, because single characters are parts of too many words.
 */
import { getOrInsert } from '../../kernel/get-or-insert.js';
import { formsOfKey } from '../../kernel/text/tag.js';
import { codePointLength, isWholeWord } from '../../kernel/text/text.js';

const TERM_LENGTH_MIN = 2;

export class TitleTerms {
  /** Keys of tags by each form in which they stand in titles. */
  readonly #keys = new Map<string, string>();
  /** Lengths of terms, longest first, by their first two code units. */
  readonly #lengths = new Map<string, number[]>();

  /** @param keys of tags. */
  constructor(keys: Iterable<string>) {
    for (const key of keys) for (const form of formsOfKey(key)) this.#add(form, key);
    for (const lengths of this.#lengths.values()) lengths.sort((a, b) => b - a);
  }

  #add(form: string, key: string): void {
    if (codePointLength(form) < TERM_LENGTH_MIN) return;
    this.#keys.set(form, key);
    const lengths = getOrInsert(this.#lengths, form.slice(0, 2), () => []);
    if (!lengths.includes(form.length)) lengths.push(form.length);
  }

  /** Keys of the terms in a title with folded letters, each once. */
  in(title: string): Set<string> {
    const found = new Set<string>();
    let covered = 0;
    for (let at = 0; at + 1 < title.length; at++) {
      const length = this.#longestAt(title, at);
      if (length === 0 || at + length <= covered) continue;
      covered = at + length;
      found.add(this.#keys.get(title.slice(at, covered))!);
    }
    return found;
  }

  /** Length of the longest term that begins at a place; 0 when none does. */
  #longestAt(title: string, at: number): number {
    for (const length of this.#lengths.get(title.slice(at, at + 2)) ?? []) {
      if (at + length > title.length) continue;
      if (!this.#keys.has(title.slice(at, at + length))) continue;
      if (isWholeWord(title, at, at + length)) return length;
    }
    return 0;
  }
}
