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
import { bytesOf } from '../../../engine/columns/columns.js';
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
  /** Equal bytes of the rows that the last sift let pass, in the order of their list. */
  equal = new Uint8Array(0);

  get byteLength(): number {
    return bytesOf(this.#heads, this.#tails, this.equal);
  }

  /** Reserves memory for rows. */
  grow(rows: number): void {
    const [heads, tails] = [this.#heads, this.#tails];
    this.#heads = new Int32Array(rows * HEAD_WORDS);
    this.#tails = new Int32Array(rows * TAIL_WORDS);
    this.equal = new Uint8Array(rows);
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

  /**
   * Rows of a list that resemble a signature become its first ones; returns how many. All heads are
   * asked for at once, and then the tails of those whose heads pass: their ways from memory overlap.
   * `finds` tells of a row whether it shares one band alone with the signature.
   */
  sift(
    own: Int32Array,
    isLatin: boolean,
    rows: Int32Array,
    count: number,
    finds: { isFoundOnce(row: number): boolean },
  ): number {
    const heads = this.#heads;
    const tails = this.#tails;
    const alike = this.equal;
    let asked = 0;
    for (let at = 0; at < count; at++) asked ^= heads[rows[at]! * HEAD_WORDS]!;
    let likely = 0;
    for (let at = 0; at < count; at++) {
      const row = rows[at]!;
      const { foundOnce, other } = HEAD_EQUAL_MIN;
      const equal = equalBytes(own, 0, heads, row * HEAD_WORDS, HEAD_WORDS);
      if (equal < (finds.isFoundOnce(row) ? foundOnce : other)) continue;
      rows[likely] = row;
      alike[likely++] = equal;
    }
    for (let at = 0; at < likely; at++) {
      const tail = rows[at]! * TAIL_WORDS;
      asked ^= tails[tail]! ^ tails[tail + TAIL_WORDS - 1]!;
    }
    this.#sink[0] = asked;
    const least = isLatin ? EQUAL_MIN.latin : EQUAL_MIN.other;
    let passed = 0;
    for (let at = 0; at < likely; at++) {
      const row = rows[at]!;
      const tail = row * TAIL_WORDS;
      const equal = alike[at]! + equalBytes(own, HEAD_WORDS, tails, tail, TAIL_WORDS);
      if (equal < least) continue;
      rows[passed] = row;
      alike[passed++] = equal;
    }
    return passed;
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
