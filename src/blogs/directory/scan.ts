/**
 * Walks the rows of one run that match a filter, newest first.
 *
 * Invariants: allocates once per run, never per row. Where a filter names blogs, only their rows
 * are looked at; a title that holds a text is jumped to.
 */
import type { RowWalk } from '../../search/posting-lists.js';
import type { Run } from './codec.js';
import type { PostNeedle } from './needle.js';

/** What a query asks of a post. */
export interface PostFilter {
  /** Start of the window, inclusive. */
  sinceMs: number;
  /** End of the window, exclusive. */
  untilMs: number;
  /** Id of the only blog whose posts may appear; null when all may. */
  blog: number | null;
  /** Text in the title or in the name of the blog. */
  needle: PostNeedle | null;
}

/** A place in reading order: the post after which a page goes on. */
export interface Position {
  timeMs: number;
  id: number;
}

const LAST_ID = Number.POSITIVE_INFINITY;

export class RunScan {
  readonly run: Run;
  /** The matching row at which the scan stands; `end` when there is none left. */
  row: number;
  readonly end: number;
  /** 1 for each blog that may be shown, by id. */
  readonly #shown: Uint8Array;
  /** The rows that match, shown or not; null when every row does. */
  readonly #rows: RowWalk | null;

  constructor(run: Run, filter: PostFilter, shown: Uint8Array, after: Position | null) {
    this.run = run;
    this.#shown = shown;
    this.end = run.lowerBound(filter.sinceMs - 1, LAST_ID);
    this.#rows = matchesIn(run, filter);
    const first = run.lowerBound(filter.untilMs - 1, LAST_ID);
    this.row = after === null ? first : Math.max(first, run.lowerBound(after.timeMs, after.id - 1));
    this.#settle();
  }

  /** Goes to the next matching row. */
  advance(): void {
    this.row += 1;
    this.#settle();
  }

  /** Moves forward until the row matches and may be shown. */
  #settle(): void {
    const { run, end } = this;
    while (this.row < end) {
      if (this.#rows !== null) this.row = this.#rows.next(this.row);
      if (this.row >= end) break;
      if (run.flags[this.row] === 0 && this.#shown[run.blogs[this.row]!] === 1) return;
      this.row += 1;
    }
    this.row = end;
  }
}

function matchesIn(run: Run, { blog, needle }: PostFilter): RowWalk | null {
  if (blog === null) {
    if (needle === null) return null;
    return new EitherWalk(new ListWalk(needle.rowsByName(run)), needle.walk(run));
  }
  const rows = run.rowsOfBlog(blog);
  if (needle === null || needle.names(blog)) return new ListWalk(rows);
  return new ListWalk(rows.filter((row) => needle.isIn(run, row)));
}

/** Rows of an ascending list. */
class ListWalk implements RowWalk {
  readonly #rows: Uint32Array;
  #at = 0;

  constructor(rows: Uint32Array) {
    this.#rows = rows;
  }

  next(from: number): number {
    while (this.#at < this.#rows.length && this.#rows[this.#at]! < from) this.#at += 1;
    return this.#rows[this.#at] ?? Number.POSITIVE_INFINITY;
  }
}

/** Rows of one walk or another. */
class EitherWalk implements RowWalk {
  readonly #one: RowWalk;
  readonly #other: RowWalk;

  constructor(one: RowWalk, other: RowWalk) {
    this.#one = one;
    this.#other = other;
  }

  next(from: number): number {
    return Math.min(this.#one.next(from), this.#other.next(from));
  }
}
