/**
 * Articles as columns: id, sort time, media, spellings of tags; found by id and by time.
 *
 *   row    0      1      2 …           bucket (10 minutes) ─► row ⇄ row ⇄ row
 *   ids    u32    u32    u32
 *   times  f64                          tags: one list for all rows,
 *   media  u16                                start and count by row
 *
 * Invariants: an id has one row; rows of a bucket are in no order; a row that was removed is given
 * again. The list of tags is packed anew when half of it belongs to no row.
 * Not here: what counts (counter.ts), what the numbers of tags mean (tag-table.ts).
 */
import { bytesOfColumns, growColumns, withCapacity } from '../../columns/columns.js';
import { NumberMap } from '../../columns/number-map.js';
import { DAY_MS, MINUTE_MS } from '../../kernel/clock.js';

/** Windows move in these steps, so most of them take whole buckets. */
const BUCKET_MS = 10 * MINUTE_MS;
const NONE = -1;
/** Below this, packing is not worth its while. */
const TAGS_PACKED_MIN = 4096;

const BY_ROW = [
  ...(['ids', 'times', 'media', 'pending', 'tagStarts', 'tagCounts'] as const),
  ...(['next', 'previous'] as const),
];

export class ArticleRows {
  ids = new Uint32Array(0);
  times = new Float64Array(0);
  media = new Uint16Array(0);
  /** 1: the time is only that of first sight. */
  pending = new Uint8Array(0);
  /** Spellings of all rows; those of one are `spellingsOf`. */
  tags = new Uint32Array(0);
  tagStarts = new Uint32Array(0);
  tagCounts = new Uint8Array(0);
  readonly #rowOfId = new NumberMap();
  readonly #heads = new Map<number, number>();
  readonly #free: number[] = [];
  /** The chain of a bucket's rows, both ways. */
  next = new Int32Array(0);
  previous = new Int32Array(0);
  #length = 0;
  #tagEnd = 0;
  #tagsInUse = 0;

  /** Articles. */
  get size(): number {
    return this.#rowOfId.size;
  }

  /** Rows are below this. */
  get length(): number {
    return this.#length;
  }

  get byteLength(): number {
    return bytesOfColumns(this, BY_ROW) + this.tags.byteLength + this.#rowOfId.byteLength;
  }

  /** The row of an article, or -1. */
  find(id: number): number {
    return this.#rowOfId.get(id);
  }

  /** Spellings of a row, as long as no row is added or removed. */
  spellingsOf(row: number): Uint32Array {
    const start = this.tagStarts[row]!;
    return this.tags.subarray(start, start + this.tagCounts[row]!);
  }

  /** Adds an article that is not there. */
  add(
    id: number,
    timeMs: number,
    media: number,
    pending: boolean,
    tags: readonly number[],
  ): number {
    const row = this.#free.pop() ?? this.#length++;
    if (row >= this.ids.length) growColumns(this, BY_ROW, row + 1);
    this.ids[row] = id;
    this.times[row] = timeMs;
    this.media[row] = media;
    this.pending[row] = pending ? 1 : 0;
    this.tags = withCapacity(this.tags, this.#tagEnd + tags.length);
    this.tags.set(tags, this.#tagEnd);
    this.tagStarts[row] = this.#tagEnd;
    this.tagCounts[row] = tags.length;
    this.#tagEnd += tags.length;
    this.#tagsInUse += tags.length;
    this.#rowOfId.set(id, row);
    this.#link(row);
    return row;
  }

  remove(row: number): void {
    this.#unlink(row);
    this.#rowOfId.delete(this.ids[row]!);
    this.#tagsInUse -= this.tagCounts[row]!;
    this.tagCounts[row] = 0;
    this.#free.push(row);
    if (this.#tagEnd > TAGS_PACKED_MIN && this.#tagEnd > 2 * this.#tagsInUse) this.#pack();
  }

  /** Visits the rows with a time from `fromMs` until before `untilMs`. None may be removed. */
  inRange(fromMs: number, untilMs: number, visit: (row: number) => void): void {
    const last = Math.ceil(untilMs / BUCKET_MS);
    for (let bucket = Math.floor(fromMs / BUCKET_MS); bucket < last; bucket++) {
      let row = this.#heads.get(bucket) ?? NONE;
      for (; row !== NONE; row = this.next[row]!) {
        const timeMs = this.times[row]!;
        if (timeMs >= fromMs && timeMs < untilMs) visit(row);
      }
    }
  }

  /** Every row. None may be removed meanwhile. */
  *all(): Generator<number> {
    for (const head of this.#heads.values()) {
      for (let row = head; row !== NONE; row = this.next[row]!) yield row;
    }
  }

  /** Starts of the UTC days that have articles, ascending. */
  days(): number[] {
    const days = new Set<number>();
    for (const bucket of this.#heads.keys()) {
      days.add(Math.floor((bucket * BUCKET_MS) / DAY_MS) * DAY_MS);
    }
    return [...days].sort((a, b) => a - b);
  }

  /** The rows of UTC days that begin before an instant. */
  ofDaysBefore(untilMs: number): number[] {
    const rows: number[] = [];
    for (const dayMs of this.days()) {
      if (dayMs >= untilMs) break;
      this.inRange(dayMs, dayMs + DAY_MS, (row) => rows.push(row));
    }
    return rows;
  }

  #link(row: number): void {
    const bucket = Math.floor(this.times[row]! / BUCKET_MS);
    const head = this.#heads.get(bucket) ?? NONE;
    this.next[row] = head;
    this.previous[row] = NONE;
    if (head !== NONE) this.previous[head] = row;
    this.#heads.set(bucket, row);
  }

  #unlink(row: number): void {
    const next = this.next[row]!;
    const previous = this.previous[row]!;
    if (next !== NONE) this.previous[next] = previous;
    if (previous !== NONE) {
      this.next[previous] = next;
      return;
    }
    const bucket = Math.floor(this.times[row]! / BUCKET_MS);
    if (next === NONE) this.#heads.delete(bucket);
    else this.#heads.set(bucket, next);
  }

  #pack(): void {
    const packed = new Uint32Array(2 * this.#tagsInUse);
    let end = 0;
    for (const row of this.all()) {
      const start = this.tagStarts[row]!;
      const count = this.tagCounts[row]!;
      packed.set(this.tags.subarray(start, start + count), end);
      this.tagStarts[row] = end;
      end += count;
    }
    this.tags = packed;
    this.#tagEnd = end;
  }
}
