/**
 * Articles of the similarity index, as columns by article id.
 *
 * The log gives ids in order, so they are dense: a page of columns for each 65,536 ids needs no
 * map, and takes 30 bytes an article. Articles are also listed by local day of publication, for
 * queries over periods.
 *
 * Invariants: an article is in the list of exactly the day of its `sortMs`; an unknown article has
 * no flags.
 */
import { IntList } from '../../../engine/columns/list-pool.js';
import { localDayStartMs } from '../../../kernel/clock.js';
import { getOrInsert } from '../../../kernel/collections.js';

const PAGE_BITS = 16;
const PAGE = 2 ** PAGE_BITS;
const PAGE_MASK = PAGE - 1;

/** Bits of an article's flags. */
export const ARTICLE = {
  known: 1,
  hidden: 2,
  /** Only the day of publication is known. Decision 27a. */
  dayPrecision: 4,
  /** A text was fetched. */
  fetched: 8,
  /** The page was read, and had no text. */
  missing: 16,
  /** The text is long enough to be compared, and arrived in time. */
  usable: 32,
  compared: 64,
  /** The article has a byline. */
  authors: 128,
  /** It has more near texts than it was compared with (`SIMILARITY` in kernel/limits.ts). */
  limited: 256,
} as const;

interface Page {
  sortMs: Float64Array;
  /** Letters of the normal form; 0 when the article was not compared. */
  letters: Uint32Array;
  /** Head of the article's chain of pairs, see pairs.ts. */
  heads: Uint32Array;
  /** Number of pairs of the article. */
  degrees: Uint16Array;
  /** Row in the window + 1; 0 when the body is not in the window. */
  rows: Uint32Array;
  /** Scratch of one query. */
  locals: Int32Array;
  media: Uint16Array;
  flags: Uint16Array;
}

/** Values that each record of an article sets. */
export interface ComparedFacts {
  sortMs: number;
  media: number;
  flags: number;
}

export class ArticleColumns {
  readonly #pages: (Page | undefined)[] = [];
  /** Ids by start of their local day. */
  readonly #days = new Map<number, IntList>();
  #count = 0;
  #limited = 0;

  /** Known articles. */
  get count(): number {
    return this.#count;
  }

  /** Articles that were not compared with all near texts. */
  get limited(): number {
    return this.#limited;
  }

  get byteLength(): number {
    const pages = this.#pages.filter((page) => page !== undefined).length;
    let days = 0;
    for (const ids of this.#days.values()) days += ids.byteLength;
    return pages * PAGE * 30 + days;
  }

  flagsOf(id: number): number {
    return this.#pages[id >>> PAGE_BITS]?.flags[id & PAGE_MASK] ?? 0;
  }

  sortMsOf(id: number): number {
    return this.#pages[id >>> PAGE_BITS]!.sortMs[id & PAGE_MASK]!;
  }

  mediaOf(id: number): number {
    return this.#pages[id >>> PAGE_BITS]!.media[id & PAGE_MASK]!;
  }

  lettersOf(id: number): number {
    return this.#pages[id >>> PAGE_BITS]!.letters[id & PAGE_MASK]!;
  }

  headOf(id: number): number {
    return this.#pages[id >>> PAGE_BITS]?.heads[id & PAGE_MASK] ?? 0;
  }

  /** Number of pairs of the article. */
  degreeOf(id: number): number {
    return this.#pages[id >>> PAGE_BITS]?.degrees[id & PAGE_MASK] ?? 0;
  }

  addDegree(id: number, change: 1 | -1): void {
    this.#pageOf(id).degrees[id & PAGE_MASK]! += change;
  }

  /** Row in the window, or -1. */
  rowOf(id: number): number {
    return (this.#pages[id >>> PAGE_BITS]?.rows[id & PAGE_MASK] ?? 0) - 1;
  }

  localOf(id: number): number {
    return this.#pages[id >>> PAGE_BITS]!.locals[id & PAGE_MASK]!;
  }

  setLocal(id: number, local: number): void {
    this.#pages[id >>> PAGE_BITS]!.locals[id & PAGE_MASK] = local;
  }

  setHead(id: number, head: number): void {
    this.#pageOf(id).heads[id & PAGE_MASK] = head;
  }

  setRow(id: number, row: number): void {
    this.#pageOf(id).rows[id & PAGE_MASK] = row + 1;
  }

  setLetters(id: number, letters: number): void {
    this.#pageOf(id).letters[id & PAGE_MASK] = letters;
  }

  setFlags(id: number, flags: number): void {
    const page = this.#pageOf(id);
    this.#limited += limitedBit(flags) - limitedBit(page.flags[id & PAGE_MASK]!);
    page.flags[id & PAGE_MASK] = flags;
  }

  /** Adds an article, or replaces its values. */
  put(id: number, { sortMs, media, flags }: ComparedFacts): void {
    const page = this.#pageOf(id);
    const at = id & PAGE_MASK;
    const startMs = localDayStartMs(sortMs);
    const isKnown = (page.flags[at]! & ARTICLE.known) !== 0;
    const wasMs = isKnown ? localDayStartMs(page.sortMs[at]!) : Number.NaN;
    if (wasMs !== startMs) {
      if (isKnown) this.#days.get(wasMs)!.remove(id);
      this.#dayAt(startMs).push(id);
    }
    if (!isKnown) this.#count += 1;
    page.sortMs[at] = sortMs;
    page.media[at] = media;
    this.setFlags(id, flags | ARTICLE.known);
  }

  drop(id: number): void {
    if ((this.flagsOf(id) & ARTICLE.known) === 0) return;
    this.#days.get(localDayStartMs(this.sortMsOf(id)))!.remove(id);
    this.setFlags(id, 0);
    this.setLetters(id, 0);
    this.#count -= 1;
  }

  /** Articles of a local day, unordered. */
  ofDay(startMs: number): IntList | undefined {
    return this.#days.get(startMs);
  }

  /** Starts of the days that have articles, ascending. */
  days(): number[] {
    return [...this.#days]
      .filter(([, ids]) => ids.length > 0)
      .map(([startMs]) => startMs)
      .sort((a, b) => a - b);
  }

  #dayAt(startMs: number): IntList {
    return getOrInsert(this.#days, startMs, () => new IntList());
  }

  #pageOf(id: number): Page {
    const number = id >>> PAGE_BITS;
    let page = this.#pages[number];
    if (page === undefined) {
      page = {
        sortMs: new Float64Array(PAGE),
        letters: new Uint32Array(PAGE),
        heads: new Uint32Array(PAGE),
        degrees: new Uint16Array(PAGE),
        rows: new Uint32Array(PAGE),
        locals: new Int32Array(PAGE),
        media: new Uint16Array(PAGE),
        flags: new Uint16Array(PAGE),
      };
      this.#pages[number] = page;
    }
    return page;
  }
}

function limitedBit(flags: number): number {
  return (flags & ARTICLE.limited) === 0 ? 0 : 1;
}
