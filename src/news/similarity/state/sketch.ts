/**
 * The sketch of a body: one permutation hashing of its shingles into 128 bins, combined to bands.
 *
 * Every distinct window of five letters is hashed once; the high bits of the hash choose a bin, and
 * a bin keeps the smallest rest. Two bodies agree in a bin with the probability of their Jaccard
 * similarity J, so in a band of two bins with J². At Dice 0.5 (J = 1/3), the 68 of 72 bands that
 * are always searched (band-index.ts) miss a pair once in 3,000 times ((8/9)^68), at 0.65 once in 6
 * · 10^7; signatures (below) miss a third as many.
 *
 *   bins   0  1 | 2  3 | … | 126 127        bands 0–63: neighbours
 *          0 …  7 with 64 … 71               bands 64–71: bins once more, in other combinations
 *
 * Five letters of English carry little information: unrelated texts share 6% of their shingles, and
 * a window of 50,000 such texts would propose thousands of rows. So for a shingle of five letters
 * from a to z, the bin gets a hash of the shingle with the next letter, which leaves a quarter of
 * the proposals. Texts with many scattered changes of single letters or words lose a little
 * similarity by that: of 4,000 such pairs at Dice 0.5 to 0.6 none was missed; with two more
 * letters, 15 were.
 *
 * Empty bins are filled by further rounds over the same hashes (Dahlgaard, Knudsen, Thorup: Fast
 * similarity sketching, 2017), and the rest from other bins (Shrivastava: Optimal densification,
 * 2017). Not here: exact numbers (comparison.ts). A sketch only proposes pairs.
 */

import { bytesOf } from '../../../engine/columns/columns.js';
import type { NormalForm } from './normal-form.js';
import { BINS } from './shingle-kernel.js';

/** Letters of a shingle. Decision 23. */
export const SHINGLE_LETTERS = 5;
export const BANDS = 72;
const NEIGHBOUR_BANDS = BINS / 2;

/** The 7 high bits of a hash choose the bin, the other 25 are its value. */
const BIN_SHIFT = 25;
const EMPTY = 0x7fff_ffff;

/** Odd constants with well distributed bits (from the fractions of square roots). */
const K1 = 0x9e37_79b1 | 0;
const K2 = 0x85eb_ca77 | 0;
const K3 = 0xc2b2_ae3d | 0;
const K4 = 0x27d4_eb2f;
const K5 = 0x1656_67b1;

/** Rounds that fill empty bins: each fills half of them in the shortest comparable body. */
const ROUNDS_MAX = 12;
/** With four shingles a bin, 2% of the bins stay empty: borrowing for so few is good enough. */
const ROUND_SHINGLES_MAX = 4 * BINS;

export class Sketch {
  /** Hash of the shingle that begins at each letter: valid while the form holds its text. */
  hashes = new Int32Array(0);
  /** Number of shingles, with repetitions. */
  count = 0;
  /** By band: 32 bits, equal for equal bands. */
  readonly keys = new Int32Array(BANDS);
  /** A byte of each bin, for a quick estimate of the similarity. */
  readonly signature = new Uint8Array(BINS);
  readonly #filled = new Int32Array(BINS);
  /** Number of letters from a to z. */
  #latin = 0;

  /** True when most letters of the text are from a to z. */
  get isLatin(): boolean {
    return 2 * this.#latin > this.count;
  }

  /** Sketches the text of a normal form with at least five letters. */
  read(form: NormalForm): void {
    this.readHashes(form);
    const { count } = this;
    const { kernel } = form;
    const { bins } = kernel;
    bins.fill(EMPTY);
    const hasElements = this.#latin >= SHINGLE_LETTERS;
    if (hasElements) kernel.mix(count);
    const elements = hasElements ? kernel.elements : kernel.hashes;
    kernel.fill(count, elements);
    this.#fillEmptyBins(bins, elements);
    this.#readKeys(bins);
  }

  readHashes({ kernel, length }: NormalForm): void {
    this.count = Math.max(0, length - SHINGLE_LETTERS + 1);
    this.#latin = this.count === 0 ? 0 : kernel.hash(this.count, length);
    this.hashes = kernel.hashes;
  }

  #fillEmptyBins(bins: Int32Array, elements: Int32Array): void {
    const { count } = this;
    let empty = emptyCount(bins);
    if (empty === 0) return;
    const filled = this.#filled;
    const rounds = count <= ROUND_SHINGLES_MAX ? ROUNDS_MAX : 0;
    for (let round = 1; round <= rounds && empty > 0; round++) {
      filled.set(bins);
      const seed = Math.imul(round, K5);
      const k2 = 0x85eb_ca77 | 0;
      const isEmpty = EMPTY;
      for (let at = 0; at < count; at++) {
        let hash = Math.imul(elements[at]! ^ seed, k2);
        hash ^= hash >>> 15;
        const bin = hash >>> 25;
        if (filled[bin] !== isEmpty) continue;
        const value = hash & 0x1ff_ffff;
        if (value < bins[bin]!) bins[bin] = value;
      }
      empty = emptyCount(bins);
    }
    if (empty > 0) this.#borrow(bins);
  }

  /** Copies the value of a filled bin to each empty bin; the choice depends only on the bins. */
  #borrow(bins: Int32Array): void {
    const filled = this.#filled;
    filled.set(bins);
    for (let bin = 0; bin < BINS; bin++) {
      if (filled[bin] !== EMPTY) continue;
      let from = bin;
      for (let attempt = 1; filled[from] === EMPTY; attempt++) {
        let hash = Math.imul(bin * 0x1_0001 + attempt, K2);
        hash = Math.imul(hash ^ (hash >>> 15), K4);
        from = hash >>> BIN_SHIFT;
      }
      bins[bin] = filled[from]!;
    }
  }

  #readKeys(bins: Int32Array): void {
    const { keys, signature } = this;
    for (let bin = 0; bin < BINS; bin++) signature[bin] = bins[bin]!;
    for (let band = 0; band < NEIGHBOUR_BANDS; band++) {
      keys[band] = bandKey(band, bins[2 * band]!, bins[2 * band + 1]!);
    }
    for (let band = NEIGHBOUR_BANDS; band < BANDS; band++) {
      const bin = band - NEIGHBOUR_BANDS;
      keys[band] = bandKey(band, bins[bin]!, bins[bin + NEIGHBOUR_BANDS]!);
    }
  }
}

function bandKey(band: number, first: number, second: number): number {
  let key = Math.imul(first ^ Math.imul(second + band, K1), K2) + Math.imul(band, K3);
  key = Math.imul(key ^ (key >>> 15), K4);
  return key ^ (key >>> 13);
}

function emptyCount(bins: Int32Array): number {
  const isEmpty = EMPTY;
  let count = 0;
  for (let bin = 0; bin < bins.length; bin++) if (bins[bin] === isEmpty) count++;
  return count;
}

/**
 * Equal bytes of 128 from which on rows are compared. Dice 0.5 gives 43 ± 5.3; for Latin texts,
 * whose bins hold more than the counted shingles, at least 36 ± 5.
 */
const EQUAL_MIN = { latin: 18, other: 24 };
const HEAD_WORDS = 8;
/** Equal bytes of the head's 32, of which Dice 0.5 gives 11 ± 2.7. */
const HEAD_EQUAL_MIN = { foundOnce: 4, other: 2 };
const WORDS = BINS / 4;
const TAIL_WORDS = WORDS - HEAD_WORDS;

/**
 * Signatures of rows: a byte of each of the 128 bins, which excludes nearly all pairs of bodies
 * that are not worth a comparison.
 *
 *   heads:  32 bytes a row, dense: those of 50,000 rows stay in the processor's cache
 *   tails:  the other 96 bytes
 *
 * Most rows that share a band with a body are unrelated and share only one band. A pair at Dice 0.5
 * shares eight; it shares only one in 1 of 350 cases. So a row that was found under one key needs
 * more equal bytes in the head, which a pair misses in 1 of 600 cases: both together in 1 of
 * 200,000. The thresholds for all rows lose one pair in 28,000 by the head and one in 15,000 by the
 * whole.
 */
export class Signatures {
  #heads = new Int32Array(0);
  #tails = new Int32Array(0);
  /** Receives words that are read ahead, so that V8 cannot remove the reads. */
  readonly #sink = new Int32Array(1);
  /** Equal bytes of the rows that passed the last `sift`, in the order of their list. */
  equal = new Uint8Array(0);

  get byteLength(): number {
    return bytesOf(this.#heads, this.#tails, this.equal);
  }

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
    // Loops, because subarrays for `set` take longer than copies of so few words.
    for (let word = 0; word < HEAD_WORDS; word++) heads[row * HEAD_WORDS + word] = signature[word]!;
    for (let word = HEAD_WORDS; word < WORDS; word++) {
      tails[row * TAIL_WORDS + word - HEAD_WORDS] = signature[word]!;
    }
  }

  /**
   * Moves the rows of a list that resemble a signature to its front; returns how many. Reads a word
   * of all heads first, and then of the tails of rows whose heads pass, so that the processor loads
   * them in parallel. `finds` says of a row whether it shares only one band with the signature.
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

/** Number of equal bytes in two ranges of words, four at a time. */
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
    // The high bit of each byte is set exactly if the byte is zero, which means equal.
    const zero = ~(((differing & 0x7f7f7f7f) + 0x7f7f7f7f) | differing | 0x7f7f7f7f);
    sums += zero >>> 7;
  }
  return Math.imul(sums, 0x0101_0101) >>> 24;
}
