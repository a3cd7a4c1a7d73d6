/**
 * Walks the rows of one run that match a filter, newest first.
 *
 * Invariants: allocates once per run, never per row. Where a text, a key or an owner is asked for, only
 * rows that have it are looked at; a run that has none costs a look into its index.
 */
import type { RowWalk } from '../search/posting-lists.js';
import type { Run } from './run.js';

/** What a query asks of every row. */
export interface RowFilter {
  /** Start of the window, inclusive. */
  readonly sinceMs: number;
  /** End of the window, exclusive. */
  readonly untilMs: number;
  /** Rows that wait for their time are shown once it has come. */
  readonly nowMs: number;
  /** 1 for each owner whose rows may appear; null when all may. */
  readonly owners: Uint8Array | null;
  /** The rows of a run whose content is asked for. */
  readonly contentOf: (run: Run) => ContentRows;
}

/** A place in reading order: the row after which a page goes on. */
export interface Position {
  timeMs: number;
  id: number;
}

/** All rows of a run, some, or null for none. */
export type ContentRows = RowWalk | 'all' | null;

const LAST_ID = Number.POSITIVE_INFINITY;

export class RunScan {
  readonly run: Run;
  /** The matching row at which the scan stands; `end` when there is none left. */
  row = 0;
  readonly end: number;
  readonly #filter: RowFilter;
  readonly #rows: RowWalk | null;
  readonly #unseen: number;
  readonly #waits: number;

  constructor(run: Run, filter: RowFilter, after: Position | null) {
    const rows = filter.contentOf(run);
    this.run = run;
    this.#filter = filter;
    const { hidden, dead, waits } = run.format.flags;
    this.#unseen = hidden | dead;
    this.#waits = waits;
    this.#rows = rows === 'all' ? null : rows;
    this.end = rows === null ? 0 : endOf(run, filter.sinceMs);
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
    const { nowMs, owners } = this.#filter;
    const rows = this.#rows;
    for (; this.row < end; this.row++) {
      if (rows !== null) this.row = rows.next(this.row);
      if (this.row >= end) break;
      const flags = run.flags[this.row]!;
      const isOpen =
        (flags & this.#unseen) === 0 &&
        ((flags & this.#waits) === 0 || run.timeMsAt(this.row) <= nowMs) &&
        (owners === null || owners[run.owners[this.row]!] === 1);
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
