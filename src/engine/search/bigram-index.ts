/**
 * Finds the rows whose text contains a needle of any length, without reading the other rows.
 *
 *   index := rows u32 | units u32 | frequent u32 | buckets u32
 *          | group starts u32 × (units + frequent + 1) | frequent bigrams u32 | units u16
 *          | lowest seconds u16 × buckets | single bits u8 × ⌈buckets ÷ 8⌉
 *          | lists, one for each bucket (posting-lists.ts)
 *
 * A bigram is two neighbouring UTF-16 units of a row. Bigrams are grouped by their first unit. Within a
 * group they are put, in the order of their second unit, into *buckets*: a common bigram has a bucket of its
 * own (its single bit is set), rare bigrams share one until it has `POOL_ENTRIES` rows. So the directory is
 * a fraction of the lists, and the search for a bigram that does not occur reads at most a few rows.
 *
 * A *frequent* bigram distinguishes little: half of all texts have a digit before a digit. Its bucket is
 * empty, and its rows are in a group of its own, by the unit that follows: group `units + i` for the i-th
 * of the frequent bigrams (first × 65,536 + second, ascending).
 *
 *   one unit        the union of its group and of the groups of its frequent bigrams: they contain every
 *                   row with the unit, because rows end with `SEPARATOR`
 *   two units       one list, or the union of a group; the rows of a shared bucket are checked in the
 *                   text
 *   more            the shortest list of its bigrams (or trigrams, for frequent bigrams),
 *                   intersected with others, checked in the text
 *
 * Invariants: answers are exact; the bytes never change. Needles hold no separator.
 * Not here: how it is made (bigram-builder.ts).
 */
import { assert } from '../../kernel/errors.js';
import { type ListRange, NO_ROW, PostingLists, type RowWalk, UnionWalk } from './posting-lists.js';

/** Ends every row, and may stand within a row to prevent matches across it. */
export const SEPARATOR = 0;
/**
 * Rows of a bucket that several bigrams share. Four would cost a tenth more memory, eight a fifth more
 * time for needles that do not occur.
 */
export const POOL_ENTRIES = 6;
/** A bigram that occurs in more than one of this many rows is frequent. */
export const FREQUENT_SHARE = 64;
/** Shorter lists are not split: walking one takes a microsecond. */
export const FREQUENT_MIN = 256;

const HEADER_BYTES = 16;
/**
 * A list that is this many times as long as the shortest costs more to walk than it saves in text checks,
 * for each unit of a row: a long text takes long to check.
 */
const FILTER_RATIO_A_UNIT = 0.25;
/** Lists with which the shortest is intersected: further lists would remove little. */
const FILTERS_MAX = 2;

export interface BigramSizes {
  units: number;
  frequent: number;
  buckets: number;
}

interface BigramLayout {
  groups: number;
  frequent: number;
  units: number;
  seconds: number;
  singles: number;
  lists: number;
}

/** Offsets of the parts from the start of an index. */
export function bigramLayout({ units, frequent, buckets }: BigramSizes): BigramLayout {
  const groups = HEADER_BYTES;
  const frequentAt = groups + 4 * (units + frequent + 1);
  const unitsAt = frequentAt + 4 * frequent;
  const seconds = unitsAt + 2 * units;
  const singles = seconds + 2 * buckets;
  const lists = (singles + ((buckets + 7) >>> 3) + 3) & ~3;
  return { groups, frequent: frequentAt, units: unitsAt, seconds, singles, lists };
}

/** Text of rows: row `i` reaches from the end of the row before it to `ends[i]`. */
export interface TextColumn {
  text: Uint16Array;
  ends: Uint32Array;
}

/** The lists with the rows of the current needle: first, end, bytes. */
const sourceFirsts: number[] = [];
const sourceEnds: number[] = [];
const sourceBytes: number[] = [];

export class BigramIndex {
  readonly rows: number;
  readonly byteLength: number;
  readonly #groups: Uint32Array;
  readonly #frequent: Uint32Array;
  readonly #units: Uint16Array;
  readonly #seconds: Uint16Array;
  readonly #singles: Uint8Array;
  readonly #lists: PostingLists;

  /** The index at an offset, which is a multiple of four. */
  constructor(buffer: ArrayBufferLike, at: number) {
    const header = new Uint32Array(buffer, at, HEADER_BYTES / 4);
    const [rows, units, frequent, buckets] = header as unknown as [number, number, number, number];
    const layout = bigramLayout({ units, frequent, buckets });
    this.rows = rows;
    this.#groups = new Uint32Array(buffer, at + layout.groups, units + frequent + 1);
    this.#frequent = new Uint32Array(buffer, at + layout.frequent, frequent);
    this.#units = new Uint16Array(buffer, at + layout.units, units);
    this.#seconds = new Uint16Array(buffer, at + layout.seconds, buckets);
    this.#singles = new Uint8Array(buffer, at + layout.singles, (buckets + 7) >>> 3);
    this.#lists = new PostingLists(buffer, at + layout.lists, rows, buckets);
    this.byteLength = layout.lists + this.#lists.byteLength;
  }

  /**
   * Walks the rows that contain a needle; null when there are certainly none. `column` is the text of the
   * index; row 0 of the index is row `firstRow` of the column.
   */
  walk(needle: Uint16Array, column: TextColumn, firstRow: number): RowWalk | null {
    assert(needle.length > 0, 'a needle has at least one unit');
    if (needle.length === 1) return this.#walkUnit(needle[0]!);
    if (needle.length === 2) return this.#walkPair(needle, column, firstRow);
    return this.#walkPhrase(needle, column, firstRow);
  }

  #walkUnit(unit: number): RowWalk | null {
    const group = placeOf(this.#units, unit);
    if (group < 0) return null;
    const own = this.#rangeOf(group);
    const ranges = [own];
    for (let list = own.first; list < own.end; list++) {
      if (this.#lists.isEmpty(list)) ranges.push(this.#rangeOf(this.#groupOfFrequent(unit, list)));
    }
    return ranges.length === 1 ? this.#rows(own) : new UnionWalk(this.#lists, ranges, this.rows);
  }

  #walkPair(needle: Uint16Array, column: TextColumn, firstRow: number): RowWalk | null {
    const bucket = this.#bucketOf(needle[0]!, needle[1]!);
    if (bucket < 0) return null;
    if (this.#lists.isEmpty(bucket)) {
      return this.#rows(this.#rangeOf(this.#groupOfFrequent(needle[0]!, bucket)));
    }
    const list = this.#lists.cursor(bucket);
    return this.#isSingle(bucket) ? list : new TextWalk([list], needle, column, firstRow);
  }

  /** Every bigram's rows include the rows of the needle, so only the rows of the rarest bigrams are checked. */
  #walkPhrase(needle: Uint16Array, column: TextColumn, firstRow: number): RowWalk | null {
    const count = this.#findSources(needle);
    if (count === 0) return null;
    const driver = shortestSource(count);
    const longest = this.#unitsOfRow(column, firstRow) * FILTER_RATIO_A_UNIT * sourceBytes[driver]!;
    const walks = [this.#take(driver)];
    while (walks.length <= FILTERS_MAX) {
      const next = shortestSource(count);
      if (sourceBytes[next]! > longest) break;
      walks.push(this.#take(next));
    }
    return new TextWalk(walks, needle, column, firstRow);
  }

  /** Units of a row, on average. */
  #unitsOfRow({ ends }: TextColumn, firstRow: number): number {
    const start = firstRow === 0 ? 0 : ends[firstRow - 1]!;
    return (ends[firstRow + this.rows - 1]! - start) / this.rows;
  }

  /** Writes the lists of a needle's bigrams into the sources; 0 when the needle is in no row. */
  #findSources(needle: Uint16Array): number {
    let count = 0;
    for (let at = 0; at + 1 < needle.length; at++) {
      let first = this.#bucketOf(needle[at]!, needle[at + 1]!);
      if (first < 0) return 0;
      let end = first + 1;
      if (this.#lists.isEmpty(first)) {
        const own = this.#groupOfFrequent(needle[at]!, first);
        if (at + 2 < needle.length) {
          first = this.#bucketIn(own, needle[at + 2]!);
          if (first < 0) return 0;
          end = first + 1;
        } else {
          first = this.#groups[own]!;
          end = this.#groups[own + 1]!;
        }
      }
      if (isSource(first, count)) continue;
      sourceFirsts[count] = first;
      sourceEnds[count] = end;
      sourceBytes[count++] = this.#lists.bytesOf(first, end);
    }
    return count;
  }

  #take(source: number): RowWalk {
    sourceBytes[source] = Number.POSITIVE_INFINITY;
    return this.#rows({ first: sourceFirsts[source]!, end: sourceEnds[source]! });
  }

  /** The rows of one list, or the union of several. */
  #rows(range: ListRange): RowWalk {
    const { first, end } = range;
    if (end - first === 1) return this.#lists.cursor(first);
    return new UnionWalk(this.#lists, [range], this.rows);
  }

  /** The bucket that may contain a bigram, or -1. */
  #bucketOf(first: number, second: number): number {
    const group = placeOf(this.#units, first);
    return group < 0 ? -1 : this.#bucketIn(group, second);
  }

  #rangeOf(group: number): ListRange {
    return { first: this.#groups[group]!, end: this.#groups[group + 1]! };
  }

  /** The bucket of a group that may contain a unit, or -1. */
  #bucketIn(group: number, unit: number): number {
    const seconds = this.#seconds;
    const start = this.#groups[group]!;
    let low = start;
    let high = this.#groups[group + 1]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (seconds[middle]! <= unit) low = middle + 1;
      else high = middle;
    }
    const bucket = low - 1;
    if (bucket < start) return -1;
    return seconds[bucket] === unit || !this.#isSingle(bucket) ? bucket : -1;
  }

  /** The group of the frequent bigram with this empty bucket. */
  #groupOfFrequent(first: number, bucket: number): number {
    const key = first * 65_536 + this.#seconds[bucket]!;
    return this.#units.length + placeOf(this.#frequent, key);
  }

  #isSingle(bucket: number): boolean {
    return (this.#singles[bucket >>> 3]! & (1 << (bucket & 7))) !== 0;
  }
}

function isSource(first: number, count: number): boolean {
  for (let at = 0; at < count; at++) if (sourceFirsts[at] === first) return true;
  return false;
}

/** The shortest source that is not taken. */
function shortestSource(count: number): number {
  let shortest = 0;
  for (let at = 1; at < count; at++) {
    if (sourceBytes[at]! < sourceBytes[shortest]!) shortest = at;
  }
  return shortest;
}

/** The place of a number among ascending ones, or -1. */
function placeOf(numbers: Uint16Array | Uint32Array, wanted: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return numbers[low] === wanted ? low : -1;
}

/** Rows that are checked in the text together: at first a page, because most of them match. */
const FIRST_BATCH = 52;
const BATCH = 16;
/** Units of a line of the processor's cache. */
const LINE_UNITS = 32;

/** The current batch: rows, and the starts and ends of their texts. */
const batchRows = new Int32Array(FIRST_BATCH);
const batchStarts = new Int32Array(FIRST_BATCH);
const batchEnds = new Int32Array(FIRST_BATCH);

/**
 * Rows that are in all of some lists and whose text contains the needle.
 *
 * The texts are scattered, so checking one means waiting for memory. The lines of a whole batch are read
 * first, without checking, so the processor waits for a dozen of them at once.
 */
class TextWalk implements RowWalk {
  readonly #driver: RowWalk;
  readonly #filters: RowWalk[];
  readonly #needle: Uint16Array;
  readonly #column: TextColumn;
  readonly #firstRow: number;
  /** Rows found; the caller has got the first `#place` of them. */
  readonly #hits: number[] = [];
  #place = 0;
  /** The first row of the driver that was not checked. */
  #row = 0;
  #batch = FIRST_BATCH;
  /** The result of reading ahead, a field so that V8 does not remove the reads. */
  #read = 0;

  constructor(lists: RowWalk[], needle: Uint16Array, column: TextColumn, firstRow: number) {
    this.#driver = lists[0]!;
    this.#filters = lists.slice(1);
    this.#needle = needle;
    this.#column = column;
    this.#firstRow = firstRow;
  }

  next(from: number): number {
    const hits = this.#hits;
    for (;;) {
      for (; this.#place < hits.length; this.#place++) {
        if (hits[this.#place]! >= from) return hits[this.#place]!;
      }
      if (this.#row >= NO_ROW) return NO_ROW;
      const count = this.#fillBatch(from);
      this.#readAhead(count);
      this.#lookUp(count);
    }
  }

  /** Fills the batch with the next rows that are in all lists; returns their number. */
  #fillBatch(from: number): number {
    let count = 0;
    let row = this.#driver.next(Math.max(from, this.#row));
    while (row < NO_ROW && count < this.#batch) {
      const reached = this.#filtered(row);
      if (reached === row) batchRows[count++] = row;
      row = this.#driver.next(reached === row ? row + 1 : reached);
    }
    this.#row = row;
    this.#batch = BATCH;
    return count;
  }

  /** The row itself when every other list contains it; otherwise a later row that they may contain. */
  #filtered(row: number): number {
    for (const filter of this.#filters) {
      const reached = filter.next(row);
      if (reached !== row) return reached;
    }
    return row;
  }

  /** Loads the texts of a batch into the cache. */
  #readAhead(count: number): void {
    const { text, ends } = this.#column;
    const firstRow = this.#firstRow;
    for (let at = 0; at < count; at++) {
      const row = firstRow + batchRows[at]!;
      batchStarts[at] = row === 0 ? 0 : ends[row - 1]!;
      batchEnds[at] = ends[row]!;
    }
    let read = 0;
    for (let at = 0; at < count; at++) {
      const end = batchEnds[at]!;
      read ^= text[end - 1]!;
      for (let unit = batchStarts[at]!; unit < end; unit += LINE_UNITS) read ^= text[unit]!;
    }
    this.#read ^= read;
  }

  /** Collects the rows of the batch that contain the needle. */
  #lookUp(count: number): void {
    const { text } = this.#column;
    const needle = this.#needle;
    const { length } = needle;
    const first = needle[0]!;
    const second = needle[1]!;
    this.#hits.length = 0;
    this.#place = 0;
    for (let one = 0; one < count; one++) {
      const last = batchEnds[one]! - length;
      for (let at = batchStarts[one]!; at <= last; at++) {
        if (text[at] !== first || text[at + 1] !== second) continue;
        let matched = 2;
        while (matched < length && text[at + matched] === needle[matched]) matched += 1;
        if (matched < length) continue;
        this.#hits.push(batchRows[one]!);
        break;
      }
    }
  }
}
