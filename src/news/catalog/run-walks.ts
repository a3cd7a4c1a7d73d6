/**
 * Walks the rows of a run that carry a tag or contain a text: by the run's index where it has one,
 * by native search over the run's columns where it has none.
 *
 * Invariants: both ways give the same rows; nothing is allocated per row. Not here: which of the
 * rows may be shown (scan.ts).
 */
import { NO_ROW, type RowWalk } from '../../search/posting-lists.js';
import type { Run } from './codec.js';
import type { Needle } from './needle.js';

/** What a query asks of texts and tags. */
export interface ContentFilter {
  /** Column keys of a tag that the article carries. */
  tagKeys: readonly number[] | null;
  /** Text in title or description, or exactly this tag. */
  needle: Needle | null;
}

/** The rows of a run that a filter asks for, which asks for something; null when there are none. */
export function matchingRows(run: Run, { tagKeys, needle }: ContentFilter): RowWalk | null {
  if (needle === null) return tagKeys === null ? null : rowsWithTag(run, tagKeys);
  const found = rowsOfNeedle(run, needle);
  if (tagKeys === null || found === null) return found;
  const tagged = rowsWithTag(run, tagKeys);
  return tagged === null ? null : new BothWalk(tagged, found);
}

function rowsOfNeedle(run: Run, needle: Needle): RowWalk | null {
  const texts =
    run.index === null ? new TextScan(run, needle) : run.index.rowsWithText(needle.units);
  const tagged = rowsWithTag(run, needle.tagKeys);
  if (texts === null) return tagged;
  return tagged === null ? texts : new EitherWalk(texts, tagged);
}

function rowsWithTag(run: Run, keys: readonly number[]): RowWalk | null {
  let rows: RowWalk | null = null;
  for (const key of keys) {
    const more = run.index === null ? new TagScan(run, key) : run.index.rowsWithTag(key);
    if (more !== null) rows = rows === null ? more : new EitherWalk(rows, more);
  }
  return rows;
}

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

class BothWalk implements RowWalk {
  readonly #one: RowWalk;
  readonly #other: RowWalk;

  constructor(one: RowWalk, other: RowWalk) {
    this.#one = one;
    this.#other = other;
  }

  next(from: number): number {
    let row = this.#one.next(from);
    for (;;) {
      const reached = this.#other.next(row);
      if (reached === row || reached >= NO_ROW) return reached;
      row = this.#one.next(reached);
      if (row === reached || row >= NO_ROW) return row;
    }
  }
}

class TextScan implements RowWalk {
  readonly #run: Run;
  readonly #needle: Buffer;
  readonly #text: Buffer;
  #row = -1;

  constructor(run: Run, { bytes }: Needle) {
    const { buffer, byteOffset, byteLength } = run.text;
    this.#run = run;
    this.#needle = bytes;
    this.#text = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  }

  next(from: number): number {
    if (this.#row < from) this.#row = this.#find(from);
    return this.#row;
  }

  #find(from: number): number {
    const { textEnds, count } = this.#run;
    if (from >= count) return NO_ROW;
    const start = 2 * this.#run.textStart(from);
    const at = this.#text.indexOf(this.#needle, start, 'utf16le');
    return at < 0 ? NO_ROW : rowHolding(textEnds, at / 2, from);
  }
}

class TagScan implements RowWalk {
  readonly #run: Run;
  readonly #key: number;
  #row = -1;

  constructor(run: Run, key: number) {
    this.#run = run;
    this.#key = key;
  }

  next(from: number): number {
    if (this.#row < from) this.#row = this.#find(from);
    return this.#row;
  }

  #find(from: number): number {
    const { tagKeys, tagEnds, count } = this.#run;
    if (from >= count) return NO_ROW;
    const at = tagKeys.indexOf(this.#key, this.#run.tagStart(from));
    return at < 0 ? NO_ROW : rowHolding(tagEnds, at, from);
  }
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
