/**
 * Chooses among more entries than are wanted: the newest, or the first where not all have a date.
 *
 * Invariants: order stays that of the document; at most twice as many are in memory as are chosen.
 */

/** Names of the first that are left out are enough to see what they are; the rest is only counted. */
const NAMES_MAX = 200;

interface Dated {
  dateMs: number | null;
}

export class NewestEntries<T> {
  readonly #max: number;
  readonly #name: (entry: T) => string;
  /** What each entry that is left out is known by; empty behind the first of them. */
  readonly beyond: string[] = [];
  #candidates: (Dated & { entry: T; order: number })[] = [];
  #order = 0;
  #areDated = true;

  constructor(max: number, name: (entry: T) => string) {
    this.#max = max;
    this.#name = name;
  }

  add(entry: T, dateMs: number | null): void {
    this.#areDated &&= dateMs !== null;
    this.#candidates.push({ entry, dateMs, order: this.#order++ });
    if (this.#candidates.length >= 2 * this.#max) this.#prune();
  }

  /** What is chosen, in the order of the document. */
  chosen(): T[] {
    this.#prune();
    return this.#candidates.map(({ entry }) => entry);
  }

  #prune(): void {
    if (this.#candidates.length <= this.#max) return;
    if (this.#areDated) {
      this.#candidates.sort((a, b) => b.dateMs! - a.dateMs! || a.order - b.order);
    }
    for (const { entry } of this.#candidates.splice(this.#max)) this.#leaveOut(entry);
    this.#candidates.sort((a, b) => a.order - b.order);
  }

  #leaveOut(entry: T): void {
    this.beyond.push(this.beyond.length < NAMES_MAX ? this.#name(entry) : '');
  }
}
