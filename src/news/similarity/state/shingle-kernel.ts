/**
 * Memory of a text's letters, and the loops over all of them, four letters at a time.
 *
 *   128 bins │ letters, zeros behind them │ hashes │ elements          4 bytes each
 *
 * V8 does not use vectors by itself; with vectors, hashing a text takes half of the time. The loops
 * are in shingle-kernel.wat; a test assembles the file and compares. Invariant: views are valid
 * until `reserve` is called.
 */
import { growTo } from '../../../engine/columns/columns.js';

/** Bins of a sketch. */
export const BINS = 128;

/** shingle-kernel.wat, assembled, in base64. */
export const CODE = [
  'AGFzbQEAAAABEgNgAn9/AX9gA39/fwBgAn9/AAMEAwABAgUDAQABBx4EBm1lbW9yeQIABGhhc2gAAANtaXgAAQRm',
  'aWxsAAIKlgQD/gECAn8Je0Gx893xef0RIQRB95Svr3j9ESEFQb3cypV8/REhBkGv1tO+Av0RIQcgAEECdCEDA0Ag',
  'Av0ABJAEIQggCSAIQeEA/RH9sQFBGv0R/Tr9sQEhCSAC/QAEgARBEP2rASAC/QAEhAT9USAE/bUBIQogAv0ABIgE',
  'QRD9qwEgAv0ABIwE/VEgBP21ASELIAogC0EN/a0BIAtBE/2rAf1Q/VEgBf21ASAIIAb9tQH9rgEhDCAMIAxBD/2t',
  'Af1RIAf9tQEhDCABIAJqIAwgDEEO/a0B/VH9CwQAIAJBEGoiAiADSQ0ACyAJ/RsAIAn9GwFqIAn9GwIgCf0bA2pq',
  'C8QBAgJ/BntB4QD9ESEFQRr9ESEGQbHz3fF5/REhByAAQQJ0IQQDQCAD/QAEgAQgBf2xASAG/TogA/0ABIQEIAX9',
  'sQEgBv06/U4gA/0ABIgEIAX9sQEgBv06IAP9AASMBCAF/bEBIAb9Ov1O/U4gA/0ABJAEIAX9sQEgBv06/U4hCCAB',
  'IANq/QAEACEJIAkgA/0ABJQE/VEgB/21ASEKIAIgA2ogCiAKQQ/9rQH9USAJIAj9Uv0LBAAgA0EQaiIDIARJDQAL',
  'C04BBX8gASAAQQJ0aiECA0AgASgCACEDIANBGXZBAnQhBCADQf///w9xIQUgBCgCACEGIAQgBSAGIAUgBkgbNgIA',
  'IAFBBGoiASACSQ0ACws=',
].join('');

const MODULE = new WebAssembly.Module(Buffer.from(CODE, 'base64'));

/** Loops read this many letters after the last, which must be zeros. */
const ZEROS = 8;
/** Loops write whole vectors. */
const VECTOR_LETTERS = 4;
/** Initial capacity for a usual text; it grows on demand. */
const LETTERS_MIN = 8192;

interface Loops {
  memory: WebAssembly.Memory<ArrayBuffer>;
  hash(count: number, hashesAt: number): number;
  mix(count: number, hashesAt: number, elementsAt: number): void;
  fill(count: number, elementsAt: number): void;
}

export class ShingleKernel {
  /** Letters that fit. */
  capacity = 0;
  /** Smallest values by bin. */
  bins = new Int32Array(0);
  letters = new Int32Array(0);
  /** By the letter at which a shingle begins. */
  hashes = new Int32Array(0);
  elements = new Int32Array(0);
  readonly #loops: Loops;

  constructor() {
    const { exports } = new WebAssembly.Instance(MODULE, {});
    this.#loops = exports as unknown as Loops;
    this.reserve(LETTERS_MIN);
  }

  /** Reserves memory for letters. Letters keep their values; bins, hashes and elements may not. */
  reserve(letters: number): void {
    if (letters <= this.capacity) return;
    const capacity = Math.max(letters, 2 * this.capacity);
    const length = capacity + ZEROS + VECTOR_LETTERS;
    const { memory } = this.#loops;
    growTo(memory, 4 * (BINS + 3 * length));
    const { buffer } = memory;
    const at = (place: number, count: number) => new Int32Array(buffer, 4 * place, count);
    this.bins = at(0, BINS);
    this.letters = at(BINS, length);
    this.hashes = at(BINS + length, length);
    this.elements = at(BINS + 2 * length, length);
    this.capacity = capacity;
  }

  /**
   * Hashes the shingles that begin at the first `count` of `length` letters.
   * @returns letters from a to z among the last letters of shingles.
   */
  hash(count: number, length: number): number {
    this.letters.fill(0, length, length + ZEROS);
    return this.#loops.hash(count, this.hashes.byteOffset);
  }

  /** Makes elements from hashes: a shingle of five letters a to z is mixed with the next letter. */
  mix(count: number): void {
    this.#loops.mix(count, this.hashes.byteOffset, this.elements.byteOffset);
  }

  /** Distributes hashes or elements to bins, each of which keeps its smallest value. */
  fill(count: number, from: Int32Array): void {
    this.#loops.fill(count, from.byteOffset);
  }
}
