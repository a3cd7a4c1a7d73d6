/**
 * Finds the rows whose text contains a needle of any length, without looking at the others.
 *
 *   index := rows u32 | units u32 | frequent u32 | buckets u32
 *          | group starts u32 × (units + frequent + 1) | frequent bigrams u32 | units u16
 *          | lowest seconds u16 × buckets | single bits u8 × ⌈buckets ÷ 8⌉
 *          | lists, one for each bucket (posting-lists.ts)
 *
 * A bigram is two neighbouring UTF-16 units of a row. Bigrams are grouped by their first unit, and
 * within a group go, in the order of their second unit, into *buckets*: a common bigram has one of
 * its own (its single bit is set), rare ones share one until that has `POOL_ENTRIES` rows. So the
 * directory stays a fraction of the lists, and a bigram that does not occur costs at most a few
 * rows looked at in vain.
 *
 * A *frequent* bigram says little: half of all texts have a digit before a digit. Its bucket is
 * empty, and its rows are in a group of its own, by the unit that follows: group `units + i` for
 * the i-th of the frequent bigrams (first × 65,536 + second, ascending).
 *
 *   one unit        the union of its group and of the groups of its frequent bigrams: every row
 *                   with the unit is there, because rows end with `SEPARATOR`
 *   two units       one list, or the union of a group; looked up in the text only where a bucket
 *                   is shared
 *   more            the shortest list of its bigrams (or, where these are frequent, trigrams),
 *                   thinned by others, looked up in the text
 *
 * Invariants: answers are exact; what is read never changes. Needles hold no separator.
 * Not here: how it is made (bigram-builder.ts).
 */
import { assert } from '../../kernel/errors.js';
import { type ListRange, NO_ROW, PostingLists, type RowWalk, UnionWalk } from './posting-lists.js';

/** Ends every row, and may stand within one where no needle shall match across. */
export const SEPARATOR = 0;
/** Rows of a bucket that several bigrams share. Four would cost a tenth more memory, eight a
 *  fifth more time for needles that do not occur. */
export const POOL_ENTRIES = 6;
/** A bigram of more than one in so many rows is frequent. */
export const FREQUENT_SHARE = 64;
/** Shorter lists need not be split: they are walked in a microsecond. */
export const FREQUENT_MIN = 256;

const HEADER_BYTES = 16;
/**
 * A list this many times as long as the shortest costs more to walk than it saves in lookups, for
 * each unit of a row: a long text takes long to look up.
 */
const FILTER_RATIO_A_UNIT = 0.25;
/** Lists that thin out the shortest: after two others there is little left to thin. */
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

/** Text of rows: row `i` is from the end of the row before it to `ends[i]`. */
export interface TextColumn {
  text: Uint16Array;
  ends: Uint32Array;
}

/** Lists that hold the rows of the needle that is asked for: first, end, bytes. */
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

  /** The index that lies at an offset, which is a multiple of four. */
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
   * Walks the rows that contain a needle; null when there are none for certain.
   * `column` is the text that the index was made of, its row 0 being row `firstRow` of the column.
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

  /** Of any bigrams' rows the needle's are part, so those of the rarest are looked up. */
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

  /** Puts where the rows of a needle's bigrams are into the sources; 0 when it is in no row. */
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

  /** Walks a source, which is taken by that. */
  #take(source: number): RowWalk {
    sourceBytes[source] = Number.POSITIVE_INFINITY;
    return this.#rows({ first: sourceFirsts[source]!, end: sourceEnds[source]! });
  }

  /** The rows of one list, or of several. */
  #rows(range: ListRange): RowWalk {
    const { first, end } = range;
    if (end - first === 1) return this.#lists.cursor(first);
    return new UnionWalk(this.#lists, [range], this.rows);
  }

  /** The bucket that holds a bigram if any does, or -1. */
  #bucketOf(first: number, second: number): number {
    const group = placeOf(this.#units, first);
    return group < 0 ? -1 : this.#bucketIn(group, second);
  }

  #rangeOf(group: number): ListRange {
    return { first: this.#groups[group]!, end: this.#groups[group + 1]! };
  }

  /** The bucket of a group that holds a unit if any does, or -1. */
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

  /** The group of the frequent bigram whose empty bucket this is. */
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

/** The shortest source that was not taken. */
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

/** Rows that are looked up in the text together: at first a page, which most of them are part of. */
const FIRST_BATCH = 52;
const BATCH = 16;
/** Units of a line of the processor's cache. */
const LINE_UNITS = 32;

/** Of the batch that is being looked up: rows, and where their text begins and ends. */
const batchRows = new Int32Array(FIRST_BATCH);
const batchStarts = new Int32Array(FIRST_BATCH);
const batchEnds = new Int32Array(FIRST_BATCH);

/**
 * Rows that are in all of some lists and whose text holds the needle.
 *
 * Their texts lie anywhere, so looking one up is waiting for memory. A batch is read first, one line
 * after the other without looking, so the processor waits for a dozen of them at once.
 */
class TextWalk implements RowWalk {
  readonly #driver: RowWalk;
  readonly #filters: RowWalk[];
  readonly #needle: Uint16Array;
  readonly #column: TextColumn;
  readonly #firstRow: number;
  /** Rows found, of which `#place` are behind the caller. */
  readonly #hits: number[] = [];
  #place = 0;
  /** The driver's row that was not looked at yet. */
  #row = 0;
  #batch = FIRST_BATCH;
  /** What the reading ahead came to: it is a field so that the engine does not drop the reading. */
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

  /** Takes the next rows that are in all lists; returns how many. */
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

  /** The row itself when it is in every other list; otherwise a later one that may be. */
  #filtered(row: number): number {
    for (const filter of this.#filters) {
      const reached = filter.next(row);
      if (reached !== row) return reached;
    }
    return row;
  }

  /** Brings the texts of a batch near. */
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

  /** Keeps the rows of a batch that hold the needle. */
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
