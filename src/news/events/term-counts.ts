/**
 * How many articles hold each term: those that are known, and those of days that are over, which fade.
 *
 *   article ─► known ─► its day leaves the window ─► past: counts nine tenths as much each day
 *
 * The past tells which words are of every day and which are new. Counted over the window alone, the words of
 * a large story would be common ones: the story takes them the weight that holds it together.
 * Invariant: counts follow from what was counted, let go of and faded, in that order. An article that is erased
 * when its day is over stays in the counts, which tell nothing of it.
 */
import { columnBytes, columnOf } from '../../engine/columns/columns.js';
import { DAY_MS } from '../../kernel/clock.js';
import { decode, encode } from '../../kernel/codec.js';
import { HASH_BITS, hashOf } from './text-terms.js';

/** Part of the past that is left a day later. With 0.8 stories of `bench truth` were as good, without a past worse. */
const FADED_DAY = 0.9;
/** Articles are counted in such parts, so that few of them fade as well. */
const PART_BITS = 4;
const PARTS = 1 << PART_BITS;
/**
 * Added to the articles of each term: a word that one article alone holds is not much rarer than one of
 * two, and would take the weight from those that two share. 1 and 6 did worse in `bench truth`.
 */
const SEEN_BEFORE = 3;
/** Of fewer articles in all, a word that all hold would tell nothing: as if others had been without it. */
const ARTICLES_MIN = 50;
const LOGS = Float64Array.from({ length: 1 << 16 }, (_, count) => Math.log(count + SEEN_BEFORE));

type PackedPast = [fadedMs: number, articles: number, hashes: Uint8Array, parts: Uint8Array];

export class TermCounts {
  /** Parts of articles by hash. Made with the first article: 4 MB. */
  #all = new Uint32Array(0);
  /** Those of the past among them. Made with the first of these: as much. */
  #past = new Uint32Array(0);
  #known = 0;
  /** Parts of articles. */
  #pastArticles = 0;
  #logOfArticles = logOf(ARTICLES_MIN);
  /** The day that the past has faded to. */
  #fadedMs: number | null = null;

  /** Articles that are known. */
  get known(): number {
    return this.#known;
  }

  /** Articles, with what is left of those of the past. */
  get articles(): number {
    return this.#known + this.#pastArticles / PARTS;
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** An article with these terms is known from now on, or no longer. */
  count(terms: Uint32Array, change: 1 | -1): void {
    if (this.isEmpty) this.#all = new Uint32Array(1 << HASH_BITS);
    this.#known += change;
    for (let at = 0; at < terms.length; at++) this.#all[hashOf(terms[at]!)]! += change * PARTS;
    this.#settle();
  }

  /** A known article is one of the past from now on. */
  letGo(terms: Uint32Array): void {
    if (this.#past.length === 0) this.#past = new Uint32Array(1 << HASH_BITS);
    this.#known -= 1;
    this.#pastArticles += PARTS;
    for (let at = 0; at < terms.length; at++) this.#past[hashOf(terms[at]!)]! += PARTS;
    this.#settle();
  }

  /** A day begins; the past fades as many times as days went by. */
  fadeTo(dayMs: number): void {
    const days = this.#fadedMs === null ? 0 : (dayMs - this.#fadedMs) / DAY_MS;
    if (this.#fadedMs !== null && days <= 0) return;
    this.#fadedMs = dayMs;
    if (this.#pastArticles === 0) return;
    const left = FADED_DAY ** days;
    const [all, past] = [this.#all, this.#past];
    for (let hash = 0; hash < past.length; hash++) {
      const parts = past[hash]!;
      if (parts === 0) continue;
      past[hash] = Math.floor(parts * left);
      all[hash]! -= parts - past[hash]!;
    }
    this.#pastArticles = Math.floor(this.#pastArticles * left);
    this.#settle();
  }

  /** Known articles that hold a term. */
  knownWith(hash: number): number {
    return this.with(hash) - (this.#past[hash] ?? 0) / PARTS;
  }

  /** The same with what is left of the past. */
  with(hash: number): number {
    return this.isEmpty ? 0 : this.#all[hash]! / PARTS;
  }

  /**
   * How much a term tells: ln((articles + 4) ÷ (those with it + 3)), above 0. To the power of 1.5 it was
   * better for English texts with leads (0.02), and worse for headlines alone (0.05 to 0.1).
   */
  readonly weightOf = (hash: number): number => {
    return this.#logOfArticles - logOf(this.#all[hash]! >>> PART_BITS);
  };

  /** The past. */
  encode(): Buffer {
    const [hashes, parts]: [number[], number[]] = [[], []];
    const past = this.#past;
    for (let hash = 0; this.#pastArticles > 0 && hash < past.length; hash++) {
      if (past[hash] === 0) continue;
      hashes.push(hash);
      parts.push(past[hash]!);
    }
    const packed: PackedPast = [
      this.#fadedMs ?? 0,
      this.#pastArticles,
      columnBytes(Uint32Array.from(hashes)),
      columnBytes(Uint32Array.from(parts)),
    ];
    return encode(packed);
  }

  /** Takes the past back, before any article is counted. */
  restore(bytes: Uint8Array): void {
    const [fadedMs, articles, ...columns] = decode(bytes) as PackedPast;
    const [hashes, parts] = columns.map((column) => columnOf(Uint32Array, column));
    this.#fadedMs = fadedMs;
    this.#pastArticles = articles;
    if (articles === 0) return;
    this.#past = new Uint32Array(1 << HASH_BITS);
    hashes!.forEach((hash, at) => {
      this.#past[hash] = parts![at]!;
    });
    this.#all = Uint32Array.from(this.#past);
    this.#settle();
  }

  #settle(): void {
    this.#logOfArticles = logOf(Math.max(ARTICLES_MIN, Math.floor(this.articles) + 1));
  }
}

/** ln(articles + 3), from a table where it can be. */
function logOf(articles: number): number {
  return articles < LOGS.length ? LOGS[articles]! : Math.log(articles + SEEN_BEFORE);
}
