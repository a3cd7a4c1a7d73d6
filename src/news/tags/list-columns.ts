/**
 * The list of a ranking snapshot as columns, and how the entries of two lists are laid over another.
 */

/** Related tags of an entry. From the contract. */
export const RELATED_MAX = 5;

/** Every list of this number begins anew, so that no more than these are read for one. */
export const LISTS_IN_CHAIN = 4;

/** A fixed list of media, in the order of their codes. */
export interface RankingBasis {
  id: string;
  media: string[];
  coverageFromMs: number;
  validFromMs: number;
}

export interface ListHead {
  /** Names the snapshot among all categories and hours. */
  id: number;
  hourMs: number;
  computedMs: number;
  articleCount: number;
  mediaCount: number;
  /** Tags of the complete list, of which it may hold only the best. */
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
  /** 0 where there is none. */
  ranksDayAgo: Uint32Array;
  /** Terms and counts of related tags, up to the entry's end. */
  relatedEnds: Uint32Array;
  relatedTerms: Uint32Array;
  relatedCounts: Uint32Array;
}

/** Columns of entries with these terms, and space for what they have in all: to be filled. */
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

/** Where an entry's part of a column begins. */
export function startOf(ends: Uint32Array, entry: number): number {
  return entry === 0 ? 0 : ends[entry - 1]!;
}
