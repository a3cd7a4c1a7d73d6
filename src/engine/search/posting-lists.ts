/**
 * Many ascending lists of row numbers in few bytes.
 *
 *   lists := bases u32 × ⌈(count + 1) ÷ 8⌉ | starts u16 × (count + 1) | bytes
 *   list i is bytes from bases[i ÷ 8] + starts[i] to bases[(i + 1) ÷ 8] + starts[i + 1]
 *
 * A list is the gaps between its rows, a byte each where they are short, or a bitmap of one bit for each
 * row where gaps would not be smaller; its length tells which, because gaps are always shorter than the
 * bitmap. So no list is longer than `ROWS_MAX` ÷ 8 bytes, and the starts of eight lists fit into 16 bits.
 *
 *   gap + 0       to 191      one byte: the gap
 *   gap from 192  to 16,319   192 to 254 (high part), low byte
 *   gap from 16,320           255, low byte, high byte
 *
 * Not here: what a list stands for (bigram-index.ts, key-index.ts).
 */
import { assert } from '../../kernel/errors.js';

/** Rows of an index are numbers of 16 bits. */
export const ROWS_MAX = 65_536;
/** A number above all rows: there is no further row. */
export const NO_ROW = 0x3fff_ffff;

const SHORT_MAX = 192;
const LONG_MARK = 255;
const MIDDLE_MAX = SHORT_MAX + ((LONG_MARK - SHORT_MAX) << 8);
/** Lists of one base (2³): as many as the longest of them allow with 16-bit starts. */
const STRIPE_BITS = 3;
/** The most bytes of a list for one entry. */
export const ENTRY_BYTES_MAX = 3;

function bitmapBytesOf(rows: number): number {
  return (rows + 7) >>> 3;
}

/** Walks rows in ascending order. */
export interface RowWalk {
  /** The first row at or after `from`, or `NO_ROW`. `from` never decreases. */
  next(from: number): number;
}

/** Bytes of the directory of `count` lists; the lists follow it. */
function directoryBytes(count: number): number {
  return 4 * basesOf(count) + 2 * (count + 1);
}

function basesOf(count: number): number {
  return (count >>> STRIPE_BITS) + 1;
}

/** Writes lists one after the other into memory of the caller. */
export class PostingListsWriter {
  readonly #bitmapBytes: number;
  readonly #target: Uint8Array;
  #ends = new Uint32Array(1024);
  #count = 0;
  #at = 0;

  /** `target` has `ENTRY_BYTES_MAX` for each entry that will be added. */
  constructor(rows: number, target: Uint8Array) {
    assert(rows <= ROWS_MAX, 'rows of an index are numbers of 16 bits');
    this.#bitmapBytes = bitmapBytesOf(rows);
    this.#target = target;
  }

  get count(): number {
    return this.#count;
  }

  get byteLength(): number {
    return directoryBytes(this.#count) + this.#at;
  }

  /** Adds a list: the low 16 bits of entries `from` to `to`, ascending; equal ones count once. */
  add(entries: Uint32Array, from: number, to: number): void {
    const target = this.#target;
    const end = this.#at + this.#bitmapBytes;
    let at = this.#at;
    let previous = -1;
    for (let place = from; place < to && at < end; place++) {
      const row = entries[place]! & 0xffff;
      const gap = row - previous - 1;
      if (gap < 0) continue;
      previous = row;
      if (gap < SHORT_MAX) {
        target[at++] = gap;
      } else if (gap < MIDDLE_MAX) {
        target[at++] = SHORT_MAX + ((gap - SHORT_MAX) >>> 8);
        target[at++] = gap - SHORT_MAX;
      } else {
        target[at++] = LONG_MARK;
        target[at++] = gap - MIDDLE_MAX;
        target[at++] = (gap - MIDDLE_MAX) >>> 8;
      }
    }
    if (at >= end) {
      this.#fillBits(entries, from, to);
      at = end;
    }
    this.#end(at);
  }

  addEmpty(): void {
    this.#end(this.#at);
  }

  #end(at: number): void {
    this.#at = at;
    if (this.#count === this.#ends.length) {
      const longer = new Uint32Array(2 * this.#ends.length);
      longer.set(this.#ends);
      this.#ends = longer;
    }
    this.#ends[this.#count++] = at;
  }

  #fillBits(entries: Uint32Array, from: number, to: number): void {
    const target = this.#target;
    const start = this.#at;
    target.fill(0, start, start + this.#bitmapBytes);
    for (let place = from; place < to; place++) {
      const row = entries[place]! & 0xffff;
      target[start + (row >>> 3)]! |= 1 << (row & 7);
    }
  }

  /** Writes directory and lists at an offset that is a multiple of four. */
  writeTo(buffer: ArrayBufferLike, at: number): void {
    const count = this.#count;
    const bases = new Uint32Array(buffer, at, basesOf(count));
    const starts = new Uint16Array(buffer, at + bases.byteLength, count + 1);
    for (let list = 0; list <= count; list++) {
      const start = list === 0 ? 0 : this.#ends[list - 1]!;
      const stripe = list >>> STRIPE_BITS;
      if (list === stripe << STRIPE_BITS) bases[stripe] = start;
      starts[list] = start - bases[stripe]!;
    }
    const bytes = new Uint8Array(buffer, at + directoryBytes(count), this.#at);
    bytes.set(this.#target.subarray(0, this.#at));
  }
}

/** Lists in memory, not copied. */
export class PostingLists {
  readonly count: number;
  readonly byteLength: number;
  readonly bytes: Uint8Array;
  readonly #bases: Uint32Array;
  readonly #starts: Uint16Array;
  readonly #bitmapBytes: number;

  constructor(buffer: ArrayBufferLike, at: number, rows: number, count: number) {
    this.count = count;
    this.#bitmapBytes = bitmapBytesOf(rows);
    this.#bases = new Uint32Array(buffer, at, basesOf(count));
    this.#starts = new Uint16Array(buffer, at + this.#bases.byteLength, count + 1);
    const headBytes = directoryBytes(count);
    this.bytes = new Uint8Array(buffer, at + headBytes, this.startOf(count));
    this.byteLength = headBytes + this.bytes.length;
  }

  /** Offset of a list within `bytes`; it ends where the next begins. */
  startOf(list: number): number {
    return this.#bases[list >>> STRIPE_BITS]! + this.#starts[list]!;
  }

  /** Bytes of lists `first` to `end`, exclusive. */
  bytesOf(first: number, end: number): number {
    return this.startOf(end) - this.startOf(first);
  }

  isEmpty(list: number): boolean {
    return this.bytesOf(list, list + 1) === 0;
  }

  isBitmap(list: number): boolean {
    return this.bytesOf(list, list + 1) === this.#bitmapBytes;
  }

  cursor(list: number): ListCursor {
    return new ListCursor(
      this.bytes,
      this.startOf(list),
      this.startOf(list + 1),
      this.#bitmapBytes,
    );
  }
}

export class ListCursor implements RowWalk {
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #end: number;
  readonly #isBitmap: boolean;
  #at: number;
  #row = -1;

  constructor(bytes: Uint8Array, start: number, end: number, bitmapBytes: number) {
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
    this.#at = start;
    this.#isBitmap = end - start === bitmapBytes;
  }

  next(from: number): number {
    if (this.#row < from) this.#row = this.#isBitmap ? this.#nextBit(from) : this.#nextGap(from);
    return this.#row;
  }

  #nextBit(from: number): number {
    const bytes = this.#bytes;
    let at = this.#start + (from >>> 3);
    if (at >= this.#end) return NO_ROW;
    let bits = bytes[at]! & (0xff << (from & 7));
    while (bits === 0) {
      at += 1;
      if (at >= this.#end) return NO_ROW;
      bits = bytes[at]!;
    }
    return ((at - this.#start) << 3) + 31 - Math.clz32(bits & -bits);
  }

  #nextGap(from: number): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = this.#at;
    let row = this.#row;
    while (row < from) {
      if (at >= end) {
        row = NO_ROW;
        break;
      }
      const first = bytes[at++]!;
      if (first < SHORT_MAX) row += first + 1;
      else if (first < LONG_MARK) row += SHORT_MAX + ((first - SHORT_MAX) << 8) + bytes[at++]! + 1;
      else {
        row += MIDDLE_MAX + bytes[at]! + (bytes[at + 1]! << 8) + 1;
        at += 2;
      }
    }
    this.#at = at;
    return row;
  }
}

/** Consecutive lists; `end` is exclusive. */
export interface ListRange {
  first: number;
  end: number;
}

/** Rows of a union that one window should contain: about a page. */
const WINDOW_HITS = 64;

/**
 * Walks the union of many lists in windows of rows, so that the first rows of hundreds of lists cost a
 * few microseconds: each list is read only up to the end of the window.
 */
export class UnionWalk implements RowWalk {
  readonly #bytes: Uint8Array;
  /** For each list of gaps: the place of its next gap, its end, and its next row. */
  readonly #places: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #rows: Int32Array;
  readonly #bitmaps: ListCursor[] = [];
  readonly #rowsMax: number;
  #lists = 0;
  #windowStart = 0;
  #windowEnd = 0;
  #width: number;
  #window: Uint32Array;

  /** The union of lists over rows below `rows`; the ends of ranges are exclusive. */
  constructor(lists: PostingLists, ranges: readonly ListRange[], rows: number) {
    const count = ranges.reduce((sum, { first, end }) => sum + end - first, 0);
    this.#bytes = lists.bytes;
    this.#rowsMax = rows;
    this.#places = new Uint32Array(count);
    this.#ends = new Uint32Array(count);
    this.#rows = new Int32Array(count).fill(-1);
    let bytes = 0;
    for (const range of ranges) bytes += this.#open(lists, range);
    // A list has at most as many rows as bytes, or eight times that: an estimate that is good enough.
    this.#width = widthOf(Math.ceil((WINDOW_HITS * rows) / Math.max(1, bytes)), rows);
    this.#window = new Uint32Array(this.#width >>> 5);
  }

  /** Reads the first row of every list of a range; returns the bytes of these lists. */
  #open(lists: PostingLists, { first, end: last }: ListRange): number {
    const from = lists.startOf(first);
    let start = from;
    for (let list = first; list < last; list++) {
      const end = lists.startOf(list + 1);
      if (lists.isBitmap(list)) {
        this.#bitmaps.push(lists.cursor(list));
      } else {
        this.#places[this.#lists] = start;
        this.#ends[this.#lists] = end;
        this.#step(this.#lists++);
      }
      start = end;
    }
    return start - from;
  }

  next(from: number): number {
    if (from >= this.#rowsMax) return NO_ROW;
    for (;;) {
      const row = this.#nextInWindow(Math.max(from, this.#windowStart));
      if (row < NO_ROW || this.#windowEnd >= this.#rowsMax) return row;
      this.#openWindow(Math.max(from, this.#windowEnd));
    }
  }

  #nextInWindow(from: number): number {
    if (from >= this.#windowEnd) return NO_ROW;
    const window = this.#window;
    const place = from - this.#windowStart;
    let word = place >>> 5;
    let bits = window[word]! & (-1 << (place & 31));
    while (bits === 0) {
      word += 1;
      if (word >= window.length) return NO_ROW;
      bits = window[word]!;
    }
    return this.#windowStart + (word << 5) + 31 - Math.clz32(bits & -bits);
  }

  /** Marks the rows of a window; each further window is twice as wide, because the caller wants many rows. */
  #openWindow(start: number): void {
    if (this.#windowEnd > 0) {
      this.#width = widthOf(2 * this.#width, this.#rowsMax);
      this.#window = new Uint32Array(this.#width >>> 5);
    }
    const end = start + this.#width;
    const window = this.#window;
    for (let list = 0; list < this.#lists; list++) {
      for (let row = this.#rows[list]!; row < end; row = this.#step(list)) {
        if (row >= start) window[(row - start) >>> 5]! |= 1 << (row - start);
      }
    }
    for (const bitmap of this.#bitmaps) {
      for (let row = bitmap.next(start); row < end; row = bitmap.next(row + 1)) {
        window[(row - start) >>> 5]! |= 1 << (row - start);
      }
    }
    this.#windowStart = start;
    this.#windowEnd = end;
  }

  #step(list: number): number {
    let at = this.#places[list]!;
    let row = NO_ROW;
    if (at < this.#ends[list]!) {
      const bytes = this.#bytes;
      const first = bytes[at++]!;
      row = this.#rows[list]! + 1;
      if (first < SHORT_MAX) row += first;
      else if (first < LONG_MARK) row += SHORT_MAX + ((first - SHORT_MAX) << 8) + bytes[at++]!;
      else {
        row += MIDDLE_MAX + bytes[at]! + (bytes[at + 1]! << 8);
        at += 2;
      }
      this.#places[list] = at;
    }
    this.#rows[list] = row;
    return row;
  }
}

/** A width in whole words, at most the number of rows. */
function widthOf(wanted: number, rows: number): number {
  return (Math.min(wanted, rows) + 31) & ~31;
}
