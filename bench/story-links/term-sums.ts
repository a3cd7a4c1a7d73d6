/**
 * Sums over the terms of a group of articles, in texts and in titles, in a table of its own.
 *
 *   places: hash ─► entry (open addressing, at most half taken)
 *   hashes, texts, titles: by entry, without gaps
 *
 * The product of two groups' sums is the likeness of all their pairs of articles.
 */
const FREE = -1;
const CAPACITY_MIN = 16;
const PRIME = 0x9e3779b1;
const SHIFT = 8;

export class TermSums {
  #places: Int32Array;
  #hashes: Uint32Array;
  #texts: Float32Array;
  #titles: Float32Array;
  #size = 0;
  /** Products of the last `times`. */
  texts = 0;
  titles = 0;

  /** @param terms so many fit in without growing. */
  constructor(terms: number) {
    let capacity = CAPACITY_MIN;
    while (capacity < terms) capacity *= 2;
    this.#places = new Int32Array(2 * capacity).fill(FREE);
    this.#hashes = new Uint32Array(capacity);
    this.#texts = new Float32Array(capacity);
    this.#titles = new Float32Array(capacity);
  }

  /** Adds to what a term has. */
  put(hash: number, text: number, title: number): void {
    let place = this.#placeOf(hash);
    let entry = this.#places[place]!;
    if (entry === FREE) {
      if (this.#size === this.#hashes.length) {
        this.#grow();
        place = this.#placeOf(hash);
      }
      entry = this.#size++;
      this.#places[place] = entry;
      this.#hashes[entry] = hash;
    }
    this.#texts[entry]! += text;
    this.#titles[entry]! += title;
  }

  add(other: TermSums): void {
    for (let entry = 0; entry < other.#size; entry++) {
      this.put(other.#hashes[entry]!, other.#texts[entry]!, other.#titles[entry]!);
    }
  }

  /** Sets `texts` and `titles` to the sums of products over the terms that both have. */
  times(other: TermSums): void {
    const [few, many] = this.#size <= other.#size ? [this, other] : [other, this];
    let texts = 0;
    let titles = 0;
    for (let at = 0; at < few.#size; at++) {
      const entry = many.#places[many.#placeOf(few.#hashes[at]!)]!;
      if (entry === FREE) continue;
      texts += few.#texts[at]! * many.#texts[entry]!;
      titles += few.#titles[at]! * many.#titles[entry]!;
    }
    this.texts = texts;
    this.titles = titles;
  }

  /** The place of a term, or the free one where it belongs. */
  #placeOf(hash: number): number {
    const mask = this.#places.length - 1;
    let place = (Math.imul(hash, PRIME) >>> SHIFT) & mask;
    for (;;) {
      const entry = this.#places[place]!;
      if (entry === FREE || this.#hashes[entry] === hash) return place;
      place = (place + 1) & mask;
    }
  }

  #grow(): void {
    const capacity = 2 * this.#hashes.length;
    const [hashes, texts, titles] = [this.#hashes, this.#texts, this.#titles];
    this.#hashes = new Uint32Array(capacity);
    this.#hashes.set(hashes);
    this.#texts = new Float32Array(capacity);
    this.#texts.set(texts);
    this.#titles = new Float32Array(capacity);
    this.#titles.set(titles);
    this.#places = new Int32Array(2 * capacity).fill(FREE);
    for (let entry = 0; entry < this.#size; entry++) {
      this.#places[this.#placeOf(this.#hashes[entry]!)] = entry;
    }
  }
}
