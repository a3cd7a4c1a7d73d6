/**
 * Text that is looked for in titles and names of blogs.
 *
 * Invariant: finds exactly the rows whose title holds the text, whether a run has indexes or not.
 */
import { NO_ROW, ROWS_MAX, type RowWalk } from '../../search/posting-lists.js';
import type { Run } from './codec.js';

/** A blog is worth looking up in a run by itself if there are this many rows for each. */
const LOOKUP_ROWS = 16;
const NO_ROWS = new Uint32Array(0);

export class PostNeedle {
  /** Search form, as indexes and as native search take it. */
  readonly #units: Uint16Array;
  readonly #bytes: Buffer;
  /** Blogs whose name holds the text: their ids, ascending, and 1 for each by id. */
  readonly #blogs: readonly number[];
  readonly #isNamed: Uint8Array;

  /** `form` is a text in search form and not empty. */
  constructor(form: string, blogs: readonly number[]) {
    this.#bytes = Buffer.from(form, 'utf16le');
    this.#units = Uint16Array.from({ length: form.length }, (_, at) => form.charCodeAt(at));
    this.#blogs = blogs;
    this.#isNamed = new Uint8Array((blogs.at(-1) ?? 0) + 1);
    for (const blog of blogs) this.#isNamed[blog] = 1;
  }

  /** True when the name of a blog holds the text. */
  names(blog: number): boolean {
    return this.#isNamed[blog] === 1;
  }

  /** All rows of the blogs whose names hold the text, ascending. */
  rowsByName(run: Run): Uint32Array {
    const blogs = this.#blogs;
    if (blogs.length === 0) return NO_ROWS;
    const rows: number[] = [];
    if (blogs.length * LOOKUP_ROWS > run.count) {
      for (let row = 0; row < run.count; row++) if (this.names(run.blogs[row]!)) rows.push(row);
      return Uint32Array.from(rows);
    }
    for (const blog of blogs) for (const row of run.rowsOfBlog(blog)) rows.push(row);
    return Uint32Array.from(rows).sort();
  }

  /** Walks the rows whose titles hold the text. */
  walk(run: Run): RowWalk {
    const isIndexed = run.titles.length * ROWS_MAX >= run.count;
    return isIndexed ? new IndexedWalk(run, this.#units) : new TextWalk(run, this.#bytes);
  }

  /** True when the title of one row holds the text. */
  isIn(run: Run, row: number): boolean {
    const { text } = run;
    const from = text.byteOffset + 2 * run.textStart(row);
    const title = Buffer.from(
      text.buffer as ArrayBuffer,
      from,
      2 * run.textEnds[row]! - 2 * run.textStart(row),
    );
    return title.indexOf(this.#bytes, 0, 'utf16le') >= 0;
  }
}

/** Goes through the indexes of a run, one after the other. */
class IndexedWalk implements RowWalk {
  readonly #run: Run;
  readonly #units: Uint16Array;
  #part = -1;
  #walk: RowWalk | null = null;

  constructor(run: Run, units: Uint16Array) {
    this.#run = run;
    this.#units = units;
  }

  next(from: number): number {
    const { titles, text, textEnds } = this.#run;
    for (let part = Math.floor(from / ROWS_MAX); part < titles.length; part++) {
      const firstRow = part * ROWS_MAX;
      if (part !== this.#part) {
        this.#part = part;
        this.#walk = titles[part]!.walk(this.#units, { text, ends: textEnds }, firstRow);
      }
      const row = this.#walk?.next(Math.max(0, from - firstRow)) ?? NO_ROW;
      if (row < NO_ROW) return firstRow + row;
    }
    return NO_ROW;
  }
}

/** Looks through the text of a run by native search. */
class TextWalk implements RowWalk {
  readonly #run: Run;
  readonly #text: Buffer;
  readonly #bytes: Buffer;
  #row = -1;

  constructor(run: Run, bytes: Buffer) {
    const { text } = run;
    this.#run = run;
    this.#text = Buffer.from(text.buffer as ArrayBuffer, text.byteOffset, text.byteLength);
    this.#bytes = bytes;
  }

  next(from: number): number {
    if (this.#row >= from) return this.#row;
    const run = this.#run;
    const at =
      from < run.count ? this.#text.indexOf(this.#bytes, 2 * run.textStart(from), 'utf16le') : -1;
    this.#row = at < 0 ? NO_ROW : rowHolding(run.textEnds, at / 2, from);
    return this.#row;
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
