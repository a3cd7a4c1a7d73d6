/**
 * What the windows hold, counted up and down as articles enter and leave.
 *
 *   six windows of 24 hours ─► articles by tag and media; those of now also by media alone
 *   the last seven days     ─► articles by spelling of a tag
 *
 * Invariants: an article is counted in a window while its time lies in it, ends excluded, so a move
 * costs what enters and leaves. What leaves the pairs is let go of when they are settled.
 * Not here: which articles are visible, where the windows end (counter.ts).
 */
import { withCapacity } from '../../engine/columns/columns.js';
import { DAY_MS } from '../../kernel/clock.js';
import type { ArticleRows } from './article-rows.js';
import { REACH_MS, WINDOW_COUNT, WINDOW_MS, WINDOW_SHIFTS_MS } from './formulas.js';
import type { PairCounts } from './pair-counts.js';
import type { TagTable } from './tag-table.js';

/** Spellings are weighed over these days. Decision 13. */
export const SPELLING_MS = 7 * DAY_MS;

export class WindowCounts {
  readonly #rows: ArticleRows;
  readonly #tags: TagTable;
  readonly #pairs: PairCounts;
  /** Articles in the window of now, by media number. */
  articles = new Uint32Array(0);

  constructor(rows: ArticleRows, tags: TagTable, pairs: PairCounts) {
    this.#rows = rows;
    this.#tags = tags;
    this.#pairs = pairs;
  }

  clear(): void {
    this.#pairs.clear();
    this.#tags.clearRecent();
    this.articles.fill(0);
  }

  /** Counts a visible article in or out of the windows that end at `atMs`. */
  count(row: number, sign: 1 | -1, atMs: number): void {
    const ageMs = atMs - this.#rows.times[row]!;
    if (ageMs > 0 && ageMs <= SPELLING_MS) this.#countSpellings(row, sign);
    if (this.#rows.pending[row] === 1 || ageMs <= 0 || ageMs > REACH_MS) return;
    for (let window = 0; window < WINDOW_COUNT; window++) {
      if (isInWindow(ageMs, window)) this.#countIn(window, row, sign);
    }
  }

  /** Moves the ends of the windows on; what is not visible has not been counted. */
  slide(fromMs: number, toMs: number, isVisible: (row: number) => boolean): void {
    // First what enters, then what leaves: a pair that only moves is not let go of in between.
    for (const [change, lagMs] of [
      [1, 0],
      [-1, WINDOW_MS],
    ] as const) {
      WINDOW_SHIFTS_MS.forEach((shiftMs, window) => {
        const backMs = shiftMs + lagMs;
        this.#rows.inRange(fromMs - backMs, toMs - backMs, (row) => {
          if (this.#rows.pending[row] === 0 && isVisible(row)) this.#countIn(window, row, change);
        });
      });
    }
    const recount = (backMs: number, change: 1 | -1): void =>
      this.#rows.inRange(fromMs - backMs, toMs - backMs, (row) => {
        if (isVisible(row)) this.#countSpellings(row, change);
      });
    recount(0, 1);
    recount(SPELLING_MS, -1);
  }

  #countIn(window: number, row: number, sign: 1 | -1): void {
    const { tags, tagStarts, tagCounts } = this.#rows;
    const media = this.#rows.media[row]!;
    const start = tagStarts[row]!;
    const end = start + tagCounts[row]!;
    for (let at = start; at < end; at++) {
      this.#pairs.count(this.#tags.tagOf(tags[at]!), media, window, sign);
    }
    if (window !== 0) return;
    this.articles = withCapacity(this.articles, media + 1);
    this.articles[media]! += sign;
  }

  #countSpellings(row: number, sign: 1 | -1): void {
    const { tags, tagStarts, tagCounts } = this.#rows;
    const start = tagStarts[row]!;
    const end = start + tagCounts[row]!;
    for (let at = start; at < end; at++) this.#tags.countRecent(tags[at]!, sign);
  }
}

/** Whether an article that is so old belongs to a window. */
export function isInWindow(ageMs: number, window: number): boolean {
  const ageThereMs = ageMs - WINDOW_SHIFTS_MS[window]!;
  return ageThereMs > 0 && ageThereMs <= WINDOW_MS;
}
