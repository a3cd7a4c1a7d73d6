/**
 * The part of making a bigram index that finds the units after frequent bigrams.
 *
 * Entries are those of bigram-builder.ts: a unit and a row, 16 bits each.
 */

const UNITS = 65_536;
/** Classes of frequent bigrams: as many as a byte has bits. */
const CLASSES = 8;

/** Entries of a frequent bigram: places `from` to `to`; the key is first unit × 65,536 + second. */
export interface Frequent {
  key: number;
  from: number;
  to: number;
}

/** The frequent bigrams, each with the place for the entry of its next occurrence. */
export class ThirdsTable {
  readonly #mask: number;
  /** Open addressing; a slot holds the index of a frequent bigram plus one. */
  readonly #slots: Uint16Array;
  readonly #keys: Uint32Array;
  readonly #places: Uint32Array;
  /**
   * Frequent bigrams are divided into eight classes. Each unit has a bit for each class of the bigrams
   * that it begins, and of those that it ends. Where two neighbours have no class in common, their bigram
   * is not frequent and needs no look-up.
   */
  readonly #firsts = new Uint8Array(UNITS);
  readonly #seconds = new Uint8Array(UNITS);

  constructor(frequent: readonly Frequent[]) {
    let slots = 16;
    while (slots < 4 * frequent.length) slots *= 2;
    this.#mask = slots - 1;
    this.#slots = new Uint16Array(slots);
    this.#keys = Uint32Array.from(frequent, ({ key }) => key);
    this.#places = Uint32Array.from(frequent, ({ from }) => from);
    frequent.forEach(({ key }, at) => {
      const classBit = 1 << (at & (CLASSES - 1));
      this.#firsts[key >>> 16]! |= classBit;
      this.#seconds[key & (UNITS - 1)]! |= classBit;
      let slot = slotOf(key) & this.#mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = at + 1;
    });
  }

  /** Writes the entries of the frequent bigrams of a row, whose units are `from` to `to`. */
  put(text: Uint16Array, from: number, to: number, row: number, target: Uint32Array): void {
    const firsts = this.#firsts;
    const seconds = this.#seconds;
    const slots = this.#slots;
    const keys = this.#keys;
    const mask = this.#mask;
    let second = text[from]!;
    for (let unit = from; unit < to - 2; unit++) {
      const first = second;
      second = text[unit + 1]!;
      if ((firsts[first]! & seconds[second]!) === 0) continue;
      const key = ((first << 16) | second) >>> 0;
      let slot = slotOf(key) & mask;
      while (slots[slot] !== 0 && keys[slots[slot]! - 1] !== key) slot = (slot + 1) & mask;
      const bigram = slots[slot]!;
      if (bigram !== 0) target[this.#places[bigram - 1]!++] = (text[unit + 2]! << 16) | row;
    }
  }
}

/** Distributes bigrams over slots (the golden ratio, as in Knuth's multiplicative hashing). */
function slotOf(key: number): number {
  return Math.imul(key, 0x9e37_79b1) >>> 12;
}

/** Stable sort of entries by second unit; `counts` is scratch memory. */
export function sortBySecond(
  entries: Uint32Array,
  from: number,
  to: number,
  counts: Uint32Array,
): void {
  const source = entries.slice(from, to);
  const seconds: number[] = [];
  for (let at = 0; at < source.length; at++) counts[source[at]! >>> 16] = 0;
  for (let at = 0; at < source.length; at++) {
    const second = source[at]! >>> 16;
    if (counts[second]!++ === 0) seconds.push(second);
  }
  let place = from;
  for (const second of Uint16Array.from(seconds).sort()) {
    const count = counts[second]!;
    counts[second] = place;
    place += count;
  }
  for (let at = 0; at < source.length; at++) {
    const entry = source[at]!;
    entries[counts[entry >>> 16]!++] = entry;
  }
}
