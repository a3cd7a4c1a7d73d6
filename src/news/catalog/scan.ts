/**
 * Walks the rows of one run that match a filter, newest first.
 *
 * Invariants: allocates once per run, never per row. Where a text or a tag is asked for, only rows
 * that have it are looked at (run-walks.ts); a run that has none costs a look into its directory.
 */
import type { RowWalk } from '../../search/posting-lists.js';
import { FLAG, type Run, UNSEEN } from './codec.js';
import { type ContentFilter, matchingRows } from './run-walks.js';

/** What a query asks of an article. */
export interface ArticleFilter extends ContentFilter {
  /** Start of the window, inclusive. */
  sinceMs: number;
  /** End of the window, exclusive. */
  untilMs: number;
  /** Articles that wait for their time are shown once it has come. */
  nowMs: number;
  /** 1 for each media number that may appear; null when all may. */
  media: Uint8Array | null;
}

/** A place in reading order: the article after which a page goes on. */
export interface Position {
  timeMs: number;
  id: number;
}

const LAST_ID = Number.POSITIVE_INFINITY;

export class RunScan {
  readonly run: Run;
  /** The matching row at which the scan stands; `end` when there is none left. */
  row = 0;
  readonly end: number;
  readonly #filter: ArticleFilter;
  /** Rows with the text and the tag that are asked for; null when neither is. */
  readonly #rows: RowWalk | null;

  constructor(run: Run, filter: ArticleFilter, after: Position | null) {
    this.run = run;
    this.#filter = filter;
    const asksContent = filter.tagKeys !== null || filter.needle !== null;
    this.#rows = asksContent ? matchingRows(run, filter) : null;
    this.end = asksContent && this.#rows === null ? 0 : endOf(run, filter.sinceMs);
    if (this.end === 0) return;
    const first = startOf(run, filter.untilMs);
    this.row = after === null ? first : Math.max(first, run.lowerBound(after.timeMs, after.id - 1));
    this.#settle();
  }

  /** Goes to the next matching row. */
  advance(): void {
    this.row += 1;
    this.#settle();
  }

  /** Moves forward until the row matches. */
  #settle(): void {
    const { run, end } = this;
    const { nowMs, media } = this.#filter;
    const rows = this.#rows;
    for (; this.row < end; this.row++) {
      if (rows !== null) this.row = rows.next(this.row);
      if (this.row >= end) break;
      const flags = run.flags[this.row]!;
      const isOpen =
        (flags & UNSEEN) === 0 &&
        ((flags & FLAG.waits) === 0 || run.timeMsAt(this.row) <= nowMs) &&
        (media === null || media[run.media[this.row]!] === 1);
      if (isOpen) return;
    }
    this.row = end;
  }
}

/** The first row of a window; most windows begin after a run does. */
function startOf(run: Run, untilMs: number): number {
  return run.timeMsAt(0) < untilMs ? 0 : run.lowerBound(untilMs - 1, LAST_ID);
}

/** The row after the last of a window. */
function endOf(run: Run, sinceMs: number): number {
  const isWhole = run.timeMsAt(run.count - 1) >= sinceMs;
  return isWhole ? run.count : run.lowerBound(sinceMs - 1, LAST_ID);
}
