/**
 * Makes a bigram index in pieces of bounded work.
 *
 * Two passes of a counting sort bring all bigrams into the order (first, second, row), in which the lists
 * are written one after the other. A third pass finds the units after the frequent bigrams. Together some
 * 20 ns a unit, for any text.
 *
 *   count ─► by second unit ─► by first unit ─► lists ─► thirds ─► lists of frequent bigrams
 *
 * Invariant: the text must not change before the index is done. An entry of a group is second unit and
 * row, 16 bits each.
 */
import { assert } from '../../kernel/errors.js';
import { type Frequent, sortBySecond, ThirdsTable } from './bigram-frequent.js';
import {
  type BigramSizes,
  bigramLayout,
  FREQUENT_MIN,
  FREQUENT_SHARE,
  POOL_ENTRIES,
  SEPARATOR,
  type TextColumn,
} from './bigram-index.js';
import { PostingListsWriter, ROWS_MAX } from './posting-lists.js';

const UNITS = 65_536;

/** Memory for making indices, eight bytes a unit of text, for one index after the other. */
export class BigramBuffers {
  sorted = new Uint32Array(0);
  spare = new Uint32Array(0);

  reserve(entries: number): void {
    if (this.sorted.length >= entries) return;
    this.sorted = new Uint32Array(entries);
    this.spare = new Uint32Array(entries);
  }
}

type Phase = 'count' | 'by-second' | 'by-first' | 'lists' | 'thirds' | 'frequent' | 'done';

export class BigramIndexBuilder {
  readonly rows: number;
  readonly #text: Uint16Array;
  readonly #ends: Uint32Array;
  readonly #firstRow: number;
  readonly #firstUnit: number;
  readonly #buffers: BigramBuffers;
  readonly #frequentMin: number;
  #phase: Phase = 'count';
  /** Row, entry, unit or frequent bigram at which the phase continues. */
  #at = 0;
  #second = 0;
  /**
   * Counts, then places, of entries by their first and their second unit. During the phase `count` the
   * second column counts, below zero (modulo 2³²), the units that are no second.
   */
  readonly #byFirst = new Uint32Array(UNITS);
  readonly #bySecond = new Uint32Array(UNITS);
  #entries = 0;
  #writer: PostingListsWriter | null = null;
  readonly #frequent: Frequent[] = [];
  #thirds: ThirdsTable | null = null;
  readonly #units: number[] = [];
  readonly #groups: number[] = [];
  #seconds = new Uint16Array(1024);
  #singles = new Uint8Array(1024);

  /**
   * An index of rows `firstRow` to `endRow`, exclusive; at most `ROWS_MAX` of them. The buffers are in
   * use until the index is written.
   */
  constructor(
    { text, ends }: TextColumn,
    firstRow: number,
    endRow: number,
    buffers = new BigramBuffers(),
  ) {
    assert(endRow > firstRow && endRow - firstRow <= ROWS_MAX, 'an index has 1 to 65,536 rows');
    this.rows = endRow - firstRow;
    this.#text = text;
    this.#ends = ends;
    this.#firstRow = firstRow;
    this.#firstUnit = firstRow === 0 ? 0 : ends[firstRow - 1]!;
    this.#buffers = buffers;
    this.#frequentMin = Math.max(FREQUENT_MIN, Math.floor(this.rows / FREQUENT_SHARE));
  }

  /** Does about as much work as reading `units` units; true when the index is done. */
  advance(units: number): boolean {
    let left = units;
    while (left > 0 && this.#phase !== 'done') left -= this.#work(left);
    return this.#phase === 'done';
  }

  /** Bytes of the index, once it is done. */
  get byteLength(): number {
    const writer = this.#finished();
    return bigramLayout(this.#sizes(writer)).lists + writer.byteLength;
  }

  /** Writes the index, once it is done, at an offset that is a multiple of four. */
  writeTo(buffer: ArrayBufferLike, at: number): void {
    const writer = this.#finished();
    const sizes = this.#sizes(writer);
    const { units, frequent, buckets } = sizes;
    const layout = bigramLayout(sizes);
    new Uint32Array(buffer, at, 4).set([this.rows, units, frequent, buckets]);
    const groups = new Uint32Array(buffer, at + layout.groups, units + frequent + 1);
    groups.set(this.#groups);
    groups[units + frequent] = buckets;
    const keys = this.#frequent.map(({ key }) => key);
    new Uint32Array(buffer, at + layout.frequent, frequent).set(keys);
    new Uint16Array(buffer, at + layout.units, units).set(this.#units);
    const seconds = this.#seconds.subarray(0, buckets);
    new Uint16Array(buffer, at + layout.seconds, buckets).set(seconds);
    const singles = this.#singles.subarray(0, (buckets + 7) >>> 3);
    const gap = new Uint8Array(buffer, at + layout.singles, layout.lists - layout.singles);
    gap.fill(0, singles.length);
    gap.set(singles);
    writer.writeTo(buffer, at + layout.lists);
  }

  #finished(): PostingListsWriter {
    const writer = this.#writer;
    assert(writer !== null && this.#phase === 'done', 'the index is done');
    return writer;
  }

  #sizes(writer: PostingListsWriter): BigramSizes {
    return {
      units: this.#units.length,
      frequent: this.#frequent.length,
      buckets: writer.count,
    };
  }

  /** Does work of the current phase; returns the units of work done, at least one. */
  #work(units: number): number {
    switch (this.#phase) {
      case 'count':
        return this.#count(units);
      case 'by-second':
        return this.#scatterBySecond(units);
      case 'by-first':
        return this.#scatterByFirst(units);
      case 'lists':
        return this.#writeLists(units);
      case 'thirds':
        return this.#findThirds(units);
      case 'frequent':
        return this.#writeFrequent(units);
      case 'done':
        return units;
    }
  }

  #enter(phase: Phase): void {
    this.#phase = phase;
    this.#at = 0;
  }

  /** The rows of one piece of work from `#at` on (`endRow` is exclusive), and their units. */
  #stretch(units: number): { endRow: number; from: number; to: number } {
    const start = this.#at;
    const from = start === 0 ? this.#firstUnit : this.#ends[this.#firstRow + start - 1]!;
    let endRow = start;
    let to = from;
    while (endRow < this.rows && to - from < units) {
      to = this.#ends[this.#firstRow + endRow]!;
      endRow += 1;
    }
    return { endRow, from, to };
  }

  #count(units: number): number {
    const text = this.#text;
    const byFirst = this.#byFirst;
    const bySecond = this.#bySecond;
    const { endRow, from, to } = this.#stretch(units);
    for (let row = this.#at; row < endRow; row++) {
      const last = this.#ends[this.#firstRow + row]! - 1;
      assert(text[last] === SEPARATOR, 'rows end with a separator');
    }
    // A unit is the second of a bigram unless it begins a row or follows a separator.
    let before = SEPARATOR;
    for (let at = from; at < to; at++) {
      const unit = text[at]!;
      byFirst[unit]! += 1;
      if (before === SEPARATOR) bySecond[unit]! -= 1;
      before = unit;
    }
    this.#at = endRow;
    if (endRow === this.rows) this.#place();
    return to - from;
  }

  /** Turns counts into the places of the first entry of each unit. */
  #place(): void {
    for (let unit = 0; unit < UNITS; unit++) this.#bySecond[unit]! += this.#byFirst[unit]!;
    this.#byFirst[SEPARATOR] = 0;
    for (const counts of [this.#byFirst, this.#bySecond]) {
      let place = 0;
      for (let unit = 0; unit < UNITS; unit++) {
        const count = counts[unit]!;
        counts[unit] = place;
        place += count;
      }
      this.#entries = place;
    }
    this.#buffers.reserve(this.#entries);
    this.#enter('by-second');
  }

  #scatterBySecond(units: number): number {
    const text = this.#text;
    const ends = this.#ends;
    const places = this.#bySecond;
    const target = this.#buffers.spare;
    const { endRow, from, to } = this.#stretch(units);
    let at = from;
    for (let row = this.#at; row < endRow; row++) {
      const end = ends[this.#firstRow + row]!;
      for (; at < end; at++) {
        const unit = text[at]!;
        if (unit !== SEPARATOR) target[places[text[at + 1]!]!++] = (unit << 16) | row;
      }
    }
    this.#at = endRow;
    if (endRow === this.rows) this.#enter('by-first');
    return to - from;
  }

  /** At this point the places by second unit are the ends of their entries. */
  #scatterByFirst(units: number): number {
    const source = this.#buffers.spare;
    const target = this.#buffers.sorted;
    const places = this.#byFirst;
    const secondEnds = this.#bySecond;
    const start = this.#at;
    const stop = Math.min(this.#entries, start + units);
    let second = this.#second;
    let at = start;
    while (at < stop) {
      while (secondEnds[second]! <= at) second += 1;
      const end = Math.min(stop, secondEnds[second]!);
      for (; at < end; at++) {
        const entry = source[at]!;
        target[places[entry >>> 16]!++] = (second << 16) | (entry & 0xffff);
      }
    }
    this.#at = at;
    this.#second = second;
    if (at === this.#entries) this.#beginLists();
    return Math.max(1, at - start);
  }

  /** The entries of the pass before are no longer needed: their memory is reused for the lists. */
  #beginLists(): void {
    this.#writer = new PostingListsWriter(this.rows, new Uint8Array(this.#buffers.spare.buffer));
    this.#enter('lists');
  }

  /** `#at` is the first unit whose group is not written; the places are now the ends of the groups. */
  #writeLists(units: number): number {
    const ends = this.#byFirst;
    const start = this.#at === 0 ? 0 : ends[this.#at - 1]!;
    let from = start;
    let unit = this.#at;
    for (; unit < UNITS && from - start < units; unit++) {
      const to = ends[unit]!;
      if (to > from) {
        this.#units.push(unit);
        this.#writeGroup(unit, from, to);
      }
      from = to;
    }
    this.#at = unit;
    if (unit === UNITS) this.#beginThirds();
    return Math.max(1, from - start);
  }

  /** Writes the buckets of a group; `unit` is null for the group of a frequent bigram. */
  #writeGroup(unit: number | null, from: number, to: number): void {
    const entries = this.#buffers.sorted;
    this.#groups.push(this.#writer!.count);
    let poolFrom = from;
    let poolBigrams = 0;
    let at = from;
    while (at < to) {
      const second = entries[at]! >>> 16;
      let end = at + 1;
      while (end < to && entries[end]! >>> 16 === second) end += 1;
      if (end - poolFrom > POOL_ENTRIES) {
        this.#writeBucket(poolFrom, at, poolBigrams);
        poolFrom = at;
        poolBigrams = 0;
      }
      if (unit !== null && second !== SEPARATOR && end - at > this.#frequentMin) {
        this.#frequent.push({ key: unit * UNITS + second, from: at, to: end });
        this.#beginBucket(second, true);
        this.#writer!.addEmpty();
        poolFrom = end;
      } else {
        poolBigrams += 1;
      }
      at = end;
    }
    this.#writeBucket(poolFrom, to, poolBigrams);
  }

  /** Writes the bucket of entries `from` to `to`, which belong to `bigrams` bigrams. */
  #writeBucket(from: number, to: number, bigrams: number): void {
    if (from === to) return;
    const entries = this.#buffers.sorted;
    this.#beginBucket(entries[from]! >>> 16, bigrams === 1);
    if (bigrams > 1) sortByRow(entries, from, to);
    this.#writer!.add(entries, from, to);
  }

  #beginBucket(second: number, isSingle: boolean): void {
    const bucket = this.#writer!.count;
    if (bucket === this.#seconds.length) this.#grow();
    this.#seconds[bucket] = second;
    if (isSingle) this.#singles[bucket >>> 3]! |= 1 << (bucket & 7);
  }

  #grow(): void {
    const seconds = new Uint16Array(2 * this.#seconds.length);
    seconds.set(this.#seconds);
    this.#seconds = seconds;
    const singles = new Uint8Array(2 * this.#singles.length);
    singles.set(this.#singles);
    this.#singles = singles;
  }

  #beginThirds(): void {
    if (this.#frequent.length === 0) {
      this.#enter('done');
      return;
    }
    this.#thirds = new ThirdsTable(this.#frequent);
    this.#enter('thirds');
  }

  /** Replaces, in the entry of each occurrence of a frequent bigram, the second unit by the third. */
  #findThirds(units: number): number {
    const { endRow, from, to } = this.#stretch(units);
    let at = from;
    for (let row = this.#at; row < endRow; row++) {
      const end = this.#ends[this.#firstRow + row]!;
      this.#thirds!.put(this.#text, at, end, row, this.#buffers.sorted);
      at = end;
    }
    this.#at = endRow;
    if (endRow === this.rows) this.#enter('frequent');
    return to - from;
  }

  #writeFrequent(units: number): number {
    let done = 0;
    while (this.#at < this.#frequent.length && done < units) {
      const { from, to } = this.#frequent[this.#at]!;
      sortBySecond(this.#buffers.sorted, from, to, this.#bySecond);
      this.#writeGroup(null, from, to);
      done += to - from;
      this.#at += 1;
    }
    if (this.#at === this.#frequent.length) this.#enter('done');
    return Math.max(1, done);
  }
}

/** Sorts the few entries of a shared bucket by insertion. */
function sortByRow(entries: Uint32Array, from: number, to: number): void {
  for (let at = from + 1; at < to; at++) {
    const entry = entries[at]!;
    let place = at;
    while (place > from && (entries[place - 1]! & 0xffff) > (entry & 0xffff)) {
      entries[place] = entries[place - 1]!;
      place -= 1;
    }
    entries[place] = entry;
  }
}
