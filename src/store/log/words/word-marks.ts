/** Short lists of words that are asked for by the hash of a row of units: what a word is marked with. */
import { hashOfUnits } from '../../../kernel/unit-hash.js';

/** What a word may be, as bits. */
export const MARK = {
  /** It begins and ends no name. */
  small: 1,
  /** It may stand within a name. */
  inner: 2,
  /** Alone it names nothing. */
  noise: 4,
  /** The word "of". */
  of: 8,
  /** Of a people: it names nothing alone, and much with others (American Airlines). */
  people: 16,
} as const;

export class WordMarks {
  /** Hash and marks of a word; marks are never 0. */
  #slots = new Int32Array(2 * 1024);
  #used = 0;

  /** Marks words that are folded. */
  add(words: Iterable<string>, mark: number): void {
    for (const word of words) this.#put(hashOfUnits(word), mark);
  }

  /** The marks of a row of units with this mixed hash. */
  of(hash: number): number {
    return this.#slots[this.#slotOf(hash) + 1]!;
  }

  #put(hash: number, mark: number): void {
    if (4 * this.#used > this.#slots.length) this.#grow();
    const at = this.#slotOf(hash);
    if (this.#slots[at + 1] === 0) this.#used += 1;
    this.#slots[at] = hash;
    this.#slots[at + 1]! |= mark;
  }

  #slotOf(hash: number): number {
    const slots = this.#slots;
    const last = slots.length - 2;
    let at = (hash << 1) & last;
    while (slots[at + 1] !== 0 && slots[at] !== hash) at = (at + 2) & last;
    return at;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(2 * before.length);
    this.#used = 0;
    for (let at = 0; at < before.length; at += 2) {
      if (before[at + 1] !== 0) this.#put(before[at]!, before[at + 1]!);
    }
  }
}
