/**
 * The list of a ranking snapshot as columns, and the differences between a list and the one before
 * (ranking-block.ts).
 */
import { withCapacity } from '../../../engine/columns/columns.js';
import type { ByteWriter } from './bytes.js';

/** Maximum of related tags of an entry. From the contract. */
export const RELATED_MAX = 5;

/** Every fourth list is stored without reference to another, so at most four are read for one. */
export const LISTS_IN_CHAIN = 4;

/** A fixed list of media, in the order of their codes. */
export interface RankingBasis {
  id: string;
  media: string[];
  coverageFromMs: number;
  validFromMs: number;
}

export interface ListHead {
  /** Identifies the snapshot among all categories and hours. */
  id: number;
  hourMs: number;
  computedMs: number;
  articleCount: number;
  mediaCount: number;
  /** Tags of the complete list, of which this list may hold only the best. */
  total: number;
}

/** A list as columns; entries by rank. */
export interface ListColumns extends ListHead {
  basis: RankingBasis;
  /** Terms of the entries, as places in the vocabulary. */
  terms: Uint32Array;
  ranks: Uint32Array;
  /** Articles by media: places in the basis, ascending, and counts, up to the entry's end. */
  mediaEnds: Uint32Array;
  media: Uint16Array;
  mediaCounts: Uint32Array;
  /** Raw scores in the past windows, `HISTORY_COUNT` for each entry. */
  history: Float64Array;
  /** 0 for no rank. */
  ranksDayAgo: Uint32Array;
  /** Terms and counts of related tags, up to the entry's end. */
  relatedEnds: Uint32Array;
  relatedTerms: Uint32Array;
  relatedCounts: Uint32Array;
}

/** Empty columns for entries with these terms, and for all their media and related tags. */
export function newColumns(
  terms: Uint16Array | Uint32Array,
  media: number,
  related: number,
): Pick<
  ListColumns,
  'terms' | 'mediaEnds' | 'media' | 'mediaCounts' | 'relatedEnds' | 'relatedTerms' | 'relatedCounts'
> {
  return {
    terms: new Uint32Array(terms),
    mediaEnds: new Uint32Array(terms.length),
    media: new Uint16Array(media),
    mediaCounts: new Uint32Array(media),
    relatedEnds: new Uint32Array(terms.length),
    relatedTerms: new Uint32Array(related),
    relatedCounts: new Uint32Array(related),
  };
}

/** Start of an entry's part of a column. */
export function startOf(ends: Uint32Array, entry: number): number {
  return entry === 0 ? 0 : ends[entry - 1]!;
}

/** Lists that are only read as a reference need no past and no ranks. */
export const NO_PAST = {
  ranks: new Uint32Array(0),
  history: new Float64Array(0),
  ranksDayAgo: new Uint32Array(0),
} as const;

/** The reference of a list that is stored without reference to another. */
const EMPTY: ListColumns = {
  ...{ id: 0, hourMs: 0, computedMs: 0, articleCount: 0, mediaCount: 0, total: 0 },
  basis: { id: '', media: [], coverageFromMs: 0, validFromMs: 0 },
  ...newColumns(new Uint32Array(0), 0, 0),
  ...NO_PAST,
};

/** Entries plus one, by term: 0 for none. */
let entriesByTerm = new Int32Array(0);

/**
 * The list before a list, whose entries differ little (ranking-block.ts), with its entries by term;
 * an empty list for a list without reference. Valid until another is made: lists are read and
 * written one at a time.
 */
export class Reference {
  readonly list: ListColumns;
  readonly #entries: Int32Array;

  constructor(list: ListColumns | null, terms: number) {
    this.list = list ?? EMPTY;
    entriesByTerm = withCapacity(entriesByTerm, terms);
    this.#entries = entriesByTerm.subarray(0, terms).fill(0);
    const column = this.list.terms;
    for (let entry = 0; entry < column.length; entry++) this.#entries[column[entry]!] = entry + 1;
  }

  /** Number of terms of the ranking block. */
  get terms(): number {
    return this.#entries.length;
  }

  /** The entry of a term, or -1. */
  entryOf(term: number): number {
    return this.#entries[term]! - 1;
  }
}

/** The media in which an entry differs from one of the list before. */
export class MediaChanges {
  length = 0;
  readonly #list: ListColumns;
  readonly #before: ListColumns;
  readonly #places: number[] = [];
  readonly #changes: number[] = [];

  constructor(list: ListColumns, before: ListColumns) {
    this.#list = list;
    this.#before = before;
  }

  /** Compares an entry with one of the list before, or with an empty entry for -1. */
  find(entry: number, before: number): void {
    const now = this.#list;
    const then = this.#before;
    let at = startOf(now.mediaEnds, entry);
    const end = now.mediaEnds[entry]!;
    let other = before < 0 ? 0 : startOf(then.mediaEnds, before);
    const otherEnd = before < 0 ? 0 : then.mediaEnds[before]!;
    this.length = 0;
    while (at < end || other < otherEnd) {
      const place = at < end ? now.media[at]! : Number.POSITIVE_INFINITY;
      const otherPlace = other < otherEnd ? then.media[other]! : Number.POSITIVE_INFINITY;
      const count = place <= otherPlace ? now.mediaCounts[at++]! : 0;
      const otherCount = otherPlace <= place ? then.mediaCounts[other++]! : 0;
      if (count !== otherCount) this.#add(Math.min(place, otherPlace), count - otherCount);
    }
  }

  write(sizes: ByteWriter, gaps: ByteWriter, changes: ByteWriter): void {
    sizes.number(this.length);
    let last = -1;
    for (let at = 0; at < this.length; at++) {
      const place = this.#places[at]!;
      gaps.number(place - last - 1);
      changes.number(signedCode(this.#changes[at]!) - 1);
      last = place;
    }
  }

  #add(place: number, change: number): void {
    this.#places[this.length] = place;
    this.#changes[this.length] = change;
    this.length += 1;
  }
}

/** Integers from 0 on for 0, 1, -1, 2, -2 … */
export function signedCode(value: number): number {
  return value > 0 ? 2 * value - 1 : -2 * value;
}

export function signedOf(code: number): number {
  const half = Math.floor(code / 2);
  return code % 2 === 1 ? half + 1 : 0 - half;
}
