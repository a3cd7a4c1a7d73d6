/**
 * The sketch of a body: one permutation hashing of its shingles into 128 bins, paired into bands.
 *
 * Every distinct window of five letters is hashed once; the hash's high bits choose a bin, and a
 * bin keeps the smallest of the rest. Two bodies agree in a bin with the probability of their
 * Jaccard similarity J, so in a band of two bins with J². At Dice 0.5 (J = 1/3) the 76 bands of 80
 * that are always looked at (band-index.ts) miss a pair once in 7,700 times ((8/9)^76), at 0.65 once
 * in 5 · 10^8; signatures (signatures.ts) miss about as many again.
 *
 *   bins   0  1 | 2  3 | … | 126 127        bands 0–63: neighbours
 *          0 … 15 with 64 … 79               bands 64–79: bins once more, in other company
 *
 * Five letters of English tell little: unrelated texts share 6% of them, and a window of 50,000 of
 * those would propose thousands of rows. So what goes into a bin of a shingle of five letters from
 * a to z is that shingle with the letter after it: a quarter of the proposals. Texts in which single
 * letters or words were changed all over lose a little of their similarity by that; of 4,000 such
 * pairs at Dice 0.5 to 0.6 none was missed, where two letters more would have missed 15.
 *
 * Bins that stay empty are filled from further rounds over the same hashes (Dahlgaard, Knudsen,
 * Thorup: Fast similarity sketching, 2017), what is left after those from other bins (Shrivastava:
 * Optimal densification, 2017).
 * Not here: exact numbers (comparison.ts). A sketch only ever proposes.
 */
import type { NormalForm } from './normal-form.js';

/** Letters of a shingle. Decision 23. */
export const SHINGLE_LETTERS = 5;
export const BINS = 128;
export const BANDS = 80;
const NEIGHBOUR_BANDS = BINS / 2;

/** The 7 high bits of a hash choose the bin, the 25 others are its value. */
const BIN_SHIFT = 25;
const EMPTY = 0x7fff_ffff;

/** Odd constants with well spread bits (from the fractions of square roots). */
const K1 = 0x9e37_79b1 | 0;
const K2 = 0x85eb_ca77 | 0;
const K3 = 0xc2b2_ae3d | 0;
const K4 = 0x27d4_eb2f;
const K5 = 0x1656_67b1;

/** Rounds that fill empty bins: each fills half of them in the shortest comparable body. */
const ROUNDS_MAX = 12;
/** Four to a bin leave 2% of the bins empty: borrowing for so few is as good as a round, and free. */
const ROUND_SHINGLES_MAX = 4 * BINS;

export class Sketch {
  /** Hash of the shingle that begins at each letter. */
  hashes = new Int32Array(8192);
  /** Shingles, repeated ones counted each time. */
  count = 0;
  /** By band: 32 bits that equal bands share. */
  readonly keys = new Int32Array(BANDS);
  /** A byte of each bin, for a quick estimate of the similarity. */
  readonly signature = new Uint8Array(BINS);
  readonly #bins = new Int32Array(BINS);
  readonly #filled = new Int32Array(BINS);
  #elements = new Int32Array(0);
  /** Letters from a to z. */
  #latin = 0;

  /** True when most letters of the text are from a to z. */
  get isLatin(): boolean {
    return 2 * this.#latin > this.count;
  }

  /** Sketches the text that a normal form holds, of at least five letters. */
  read(form: NormalForm): void {
    this.readHashes(form);
    if (this.#latin < SHINGLE_LETTERS) this.#fillEmptyBins(this.hashes);
    else {
      this.#readElements(form);
      this.#fillBins(this.#elements);
      this.#fillEmptyBins(this.#elements);
    }
    this.#readKeys();
  }

  /** Hashes the shingles, and fills the bins with them. */
  readHashes({ letters, length }: NormalForm): void {
    const count = Math.max(0, length - SHINGLE_LETTERS + 1);
    if (count > this.hashes.length) this.hashes = new Int32Array(length);
    this.count = count;
    this.#latin = 0;
    if (count === 0) return;
    const { hashes } = this;
    const bins = this.#bins.fill(EMPTY);
    // Constants in the function: the engine looks a binding of the module up again for each letter.
    const k1 = 0x9e37_79b1 | 0;
    const k2 = 0x85eb_ca77 | 0;
    const k3 = 0xc2b2_ae3d | 0;
    const k4 = 0x27d4_eb2f;
    const a = 0x61;
    let latin = 0;
    // Pairs of letters are mixed once and used by two shingles: 4 multiplications a letter.
    let last = letters[3]!;
    let first = Math.imul((letters[0]! << 16) ^ letters[1]!, k1);
    let second = Math.imul((letters[1]! << 16) ^ letters[2]!, k1);
    let third = Math.imul((letters[2]! << 16) ^ last, k1);
    for (let at = 0; at < count; at++) {
      const letter = letters[at + 4]!;
      let hash =
        (Math.imul(first ^ ((third >>> 13) | (third << 19)), k2) + Math.imul(letter, k3)) | 0;
      hash = Math.imul(hash ^ (hash >>> 15), k4);
      hash ^= hash >>> 14;
      hashes[at] = hash;
      // The smaller of the two without a branch: which one it is cannot be predicted.
      const bin = hash >>> 25;
      const known = bins[bin]!;
      const value = hash & 0x1ff_ffff;
      bins[bin] = known ^ ((value ^ known) & ((value - known) >> 31));
      // Adds 1 for a letter from a to z.
      latin += ((letter - a - 26) & ~(letter - a)) >>> 31;
      first = second;
      second = third;
      third = Math.imul((last << 16) ^ letter, k1);
      last = letter;
    }
    this.#latin = latin;
  }

  /** What goes into the bins: the shingles, those of five letters from a to z with the next letter. */
  #readElements({ letters, length }: NormalForm): void {
    const { hashes, count } = this;
    if (count > this.#elements.length) this.#elements = new Int32Array(hashes.length);
    const elements = this.#elements;
    elements.set(hashes.subarray(0, count));
    // Letters from a to z that stand together up to here.
    let run = 0;
    for (let at = 0; at < length; at++) {
      const letter = letters[at]!;
      if (letter < 0x61 || letter > 0x7a) run = 0;
      else if (++run >= 5) {
        const next = at + 1 < length ? letters[at + 1]! : 0;
        let hash = Math.imul(elements[at - 4]! ^ next, 0x9e37_79b1);
        hash ^= hash >>> 15;
        elements[at - 4] = hash;
      }
    }
  }

  /** Every bin takes the smallest value that falls into it. */
  #fillBins(elements: Int32Array): void {
    const bins = this.#bins.fill(EMPTY);
    const { count } = this;
    for (let at = 0; at < count; at++) {
      const hash = elements[at]!;
      const bin = hash >>> 25;
      const known = bins[bin]!;
      const value = hash & 0x1ff_ffff;
      bins[bin] = known ^ ((value ^ known) & ((value - known) >> 31));
    }
  }

  #fillEmptyBins(elements: Int32Array): void {
    const bins = this.#bins;
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
    if (empty > 0) this.#borrow();
  }

  /** Each empty bin takes the value of another that is filled, always the same one. */
  #borrow(): void {
    const bins = this.#bins;
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

  #readKeys(): void {
    const bins = this.#bins;
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
