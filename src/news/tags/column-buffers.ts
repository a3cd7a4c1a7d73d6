/**
 * Memory for the columns of lists.
 *
 * A list of a cold hour is up to the fourth of its chain, and the three before it are read only
 * because it differs little from them: new columns for them would be half of all that it takes, and
 * garbage on the front's thread.
 * Invariant: columns are good until the buffers give out others.
 */
import { growColumns } from '../../columns/columns.js';
import { HISTORY_COUNT } from '../burst/formulas.js';
import type { ListColumns } from './list-columns.js';

type PastColumns = Pick<ListColumns, 'ranks' | 'history' | 'ranksDayAgo'>;
/** What a list's entries amount to. */
interface SumColumns {
  scores: Float64Array;
  counts: Uint32Array;
  /** NaN where there is none. */
  bursts: Float64Array;
}
type OwnColumns = Pick<
  ListColumns,
  'terms' | 'mediaEnds' | 'media' | 'mediaCounts' | 'relatedEnds' | 'relatedTerms' | 'relatedCounts'
>;

export class ColumnBuffers {
  readonly #columns: OwnColumns & PastColumns & SumColumns = {
    terms: new Uint32Array(0),
    mediaEnds: new Uint32Array(0),
    media: new Uint16Array(0),
    mediaCounts: new Uint32Array(0),
    relatedEnds: new Uint32Array(0),
    relatedTerms: new Uint32Array(0),
    relatedCounts: new Uint32Array(0),
    ranks: new Uint32Array(0),
    history: new Float64Array(0),
    ranksDayAgo: new Uint32Array(0),
    scores: new Float64Array(0),
    counts: new Uint32Array(0),
    bursts: new Float64Array(0),
  };

  /** Columns with these terms, and space for what their entries have in all: to be filled. */
  columns(terms: Uint16Array | Uint32Array, media: number, related: number): OwnColumns {
    const own = this.#columns;
    const count = terms.length;
    growColumns(own, ['terms', 'mediaEnds', 'relatedEnds'], count);
    growColumns(own, ['media', 'mediaCounts'], media);
    growColumns(own, ['relatedTerms', 'relatedCounts'], related);
    own.terms.set(terms);
    // What has no related tags is not filled.
    if (related === 0) own.relatedEnds.fill(0, 0, count);
    return {
      terms: own.terms.subarray(0, count),
      mediaEnds: own.mediaEnds.subarray(0, count),
      media: own.media.subarray(0, media),
      mediaCounts: own.mediaCounts.subarray(0, media),
      relatedEnds: own.relatedEnds.subarray(0, count),
      relatedTerms: own.relatedTerms.subarray(0, related),
      relatedCounts: own.relatedCounts.subarray(0, related),
    };
  }

  /** Columns of sums, of nothing so far. */
  sums(count: number): SumColumns {
    const own = this.#columns;
    growColumns(own, ['scores', 'counts', 'bursts'], count);
    return {
      scores: own.scores.subarray(0, count).fill(0),
      counts: own.counts.subarray(0, count).fill(0),
      bursts: own.bursts.subarray(0, count).fill(Number.NaN),
    };
  }

  /** Columns of what entries were before, all zero. */
  past(count: number): PastColumns {
    const own = this.#columns;
    growColumns(own, ['ranks', 'ranksDayAgo'], count);
    growColumns(own, ['history'], count * HISTORY_COUNT);
    return {
      ranks: own.ranks.subarray(0, count).fill(0),
      history: own.history.subarray(0, count * HISTORY_COUNT).fill(0),
      ranksDayAgo: own.ranksDayAgo.subarray(0, count).fill(0),
    };
  }
}
