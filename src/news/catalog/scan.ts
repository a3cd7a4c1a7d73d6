/**
 * Walks the rows of one run that match a filter, newest first.
 *
 * Invariants: allocates once per run, never per row. A row is looked at by cheap columns last:
 * text and tag matches jump, by native search over the whole run, straight to the next row.
 */
import { FLAG, type Run, UNSEEN } from './codec.js';

/** What a query asks of an article. */
export interface ArticleFilter {
  /** Start of the window, inclusive. */
  sinceMs: number;
  /** End of the window, exclusive. */
  untilMs: number;
  /** Articles that wait for their time are shown once it has come. */
  nowMs: number;
  /** 1 for each media number that may appear; null when all may. */
  media: Uint8Array | null;
  /** Column key of a tag that the article carries. */
  tagKey: number | null;
  /** Text in title or description, or exactly this tag. */
  needle: Needle | null;
}

export interface Needle {
  /** Search form, UTF-16LE. */
  bytes: Buffer;
  tagKey: number;
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
  row: number;
  readonly end: number;
  readonly #filter: ArticleFilter;
  readonly #text: Buffer | null;
  /** The next rows whose text, or one of whose tags, matches the needle. */
  #textRow = -1;
  #needleTagRow = -1;

  constructor(run: Run, filter: ArticleFilter, after: Position | null) {
    this.run = run;
    this.#filter = filter;
    this.end = run.lowerBound(filter.sinceMs - 1, LAST_ID);
    const { text } = run;
    this.#text =
      filter.needle === null
        ? null
        : Buffer.from(text.buffer as ArrayBuffer, text.byteOffset, text.byteLength);
    const first = run.lowerBound(filter.untilMs - 1, LAST_ID);
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
    const filter = this.#filter;
    while (this.row < end) {
      if (filter.tagKey !== null) this.row = this.#nextTagRow(filter.tagKey, this.row);
      if (filter.needle !== null && this.row < end) this.row = this.#nextNeedleRow(filter.needle);
      if (this.row >= end) break;
      const flags = run.flags[this.row]!;
      const isOpen =
        (flags & UNSEEN) === 0 &&
        ((flags & FLAG.waits) === 0 || run.timeMsAt(this.row) <= filter.nowMs) &&
        (filter.media === null || filter.media[run.media[this.row]!] === 1);
      if (isOpen && (filter.tagKey === null || filter.needle === null || this.#hasBoth())) return;
      this.row += 1;
    }
    this.row = end;
  }

  /** With a tag and a needle, the jump to the needle may have left the tag behind. */
  #hasBoth(): boolean {
    return this.#nextTagRow(this.#filter.tagKey!, this.row) === this.row;
  }

  #nextTagRow(key: number, from: number): number {
    const { run, end } = this;
    const at = run.tagKeys.indexOf(key, run.tagStart(from));
    return at < 0 ? end : Math.min(end, rowHolding(run.tagEnds, at, from));
  }

  #nextNeedleRow(needle: Needle): number {
    const from = this.row;
    if (this.#textRow < from) this.#textRow = this.#nextTextRow(needle.bytes, from);
    if (this.#needleTagRow < from) this.#needleTagRow = this.#nextTagRow(needle.tagKey, from);
    return Math.min(this.#textRow, this.#needleTagRow);
  }

  #nextTextRow(bytes: Buffer, from: number): number {
    const { run, end } = this;
    const at = this.#text!.indexOf(bytes, 2 * run.textStart(from), 'utf16le');
    return at < 0 ? end : Math.min(end, rowHolding(run.textEnds, at / 2, from));
  }
}

/** The scan whose row comes first in reading order; null when all have ended. */
export function newestOf(scans: readonly RunScan[]): RunScan | null {
  let best: RunScan | null = null;
  let bestTime = 0;
  let bestId = 0;
  for (const scan of scans) {
    if (scan.row >= scan.end) continue;
    const time = scan.run.times[scan.row]!;
    const id = scan.run.ids[scan.row]!;
    if (best === null || time > bestTime || (time === bestTime && id > bestId)) {
      best = scan;
      bestTime = time;
      bestId = id;
    }
  }
  return best;
}

/** The row whose stretch of a column holds an element, given the ends of all stretches. */
function rowHolding(ends: Uint32Array, element: number, from: number): number {
  let low = from;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ends[middle]! > element) high = middle;
    else low = middle + 1;
  }
  return low;
}
