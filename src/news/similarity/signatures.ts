/**
 * Signatures of rows: a byte of each of the 128 bins, which tells nearly always whether two bodies
 * are worth a comparison.
 *
 *   heads:  32 bytes a row, dense: those of 50,000 rows stay in the cache
 *   tails:  the 96 others
 *
 * Most rows that share a band with a body are strangers that share just one. A pair at Dice 0.5
 * shares eight, and only one once in 350 times. So a row that was found under one key must have more
 * equal bytes in the head, of which a pair fails once in 600 times: both together once in 200,000.
 * What is asked of all rows loses one pair in 28,000 by the head and one in 15,000 by the whole.
 */
import { alignedInt32 } from '../../kernel/aligned.js';
import { BINS } from './shingle-kernel.js';

/**
 * Equal bytes of 128 that make a comparison worth while. Dice 0.5 gives 43 ± 5.3; in texts of Latin
 * letters, whose bins hold more than the shingles that are counted, at least 36 ± 5.
 */
const EQUAL_MIN = { latin: 18, other: 24 };
const HEAD_WORDS = 8;
/** Equal bytes of the head's 32, of which Dice 0.5 gives 11 ± 2.7. */
const HEAD_EQUAL_MIN = { foundOnce: 4, other: 2 };
const WORDS = BINS / 4;
const TAIL_WORDS = WORDS - HEAD_WORDS;

export class Signatures {
  #heads = new Int32Array(0);
  #tails = new Int32Array(0);
  /** Where words that are read ahead go, so that the engine cannot leave the reading out. */
  readonly #sink = new Int32Array(1);

  get byteLength(): number {
    return this.#heads.byteLength + this.#tails.byteLength;
  }

  /** Makes room for rows. */
  grow(rows: number): void {
    const [heads, tails] = [this.#heads, this.#tails];
    this.#heads = alignedInt32(rows * HEAD_WORDS);
    this.#tails = new Int32Array(rows * TAIL_WORDS);
    this.#heads.set(heads);
    this.#tails.set(tails);
  }

  put(row: number, signature: Int32Array): void {
    const heads = this.#heads;
    const tails = this.#tails;
    // Loops: a view for `set` takes longer to make than so few words to copy.
    for (let word = 0; word < HEAD_WORDS; word++) heads[row * HEAD_WORDS + word] = signature[word]!;
    for (let word = HEAD_WORDS; word < WORDS; word++) {
      tails[row * TAIL_WORDS + word - HEAD_WORDS] = signature[word]!;
    }
  }

  /** Asks for the heads of the first rows of a list at once: their ways from memory overlap. */
  touch(rows: Int32Array, count: number): void {
    const heads = this.#heads;
    let touched = 0;
    for (let at = 0; at < count; at++) touched ^= heads[rows[at]! * HEAD_WORDS]!;
    this.#sink[0] = touched;
  }

  /** True when a row resembles a signature. `isFoundOnce`: it shares one band with it alone. */
  resembles(own: Int32Array, row: number, isFoundOnce: boolean, isLatin: boolean): boolean {
    const head = equalBytes(own, 0, this.#heads, row * HEAD_WORDS, HEAD_WORDS);
    if (head < (isFoundOnce ? HEAD_EQUAL_MIN.foundOnce : HEAD_EQUAL_MIN.other)) return false;
    const at = row * TAIL_WORDS;
    const equal = head + equalBytes(own, HEAD_WORDS, this.#tails, at, TAIL_WORDS);
    return equal >= (isLatin ? EQUAL_MIN.latin : EQUAL_MIN.other);
  }
}

/** Equal bytes in a stretch of words, four at a time. */
function equalBytes(
  own: Int32Array,
  ownAt: number,
  others: Int32Array,
  at: number,
  words: number,
): number {
  let sums = 0;
  for (let word = 0; word < words; word++) {
    const differing = own[ownAt + word]! ^ others[at + word]!;
    // The high bit of each byte ends up set exactly if the byte is zero, that is equal.
    const zero = ~(((differing & 0x7f7f7f7f) + 0x7f7f7f7f) | differing | 0x7f7f7f7f);
    sums += zero >>> 7;
  }
  return Math.imul(sums, 0x0101_0101) >>> 24;
}
