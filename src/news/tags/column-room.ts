/**
 * Memory for the columns of lists.
 *
 * A list of a cold hour is up to the fourth of its chain, and the three before it are read only
 * because it differs little from them: new columns for them would be half of all that it takes, and
 * garbage on the front's thread.
 * Invariant: columns are good until the room gives out others.
 */
import { roomFor } from '../../columns/columns.js';
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

export class ColumnRoom {
  readonly #room: OwnColumns & PastColumns & SumColumns = {
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

  /** Columns with these terms, and room for what their entries have in all: to be filled. */
  columns(terms: Uint16Array | Uint32Array, media: number, related: number): OwnColumns {
    const room = this.#room;
    const count = terms.length;
    room.terms = roomFor(room.terms, count);
    room.mediaEnds = roomFor(room.mediaEnds, count);
    room.media = roomFor(room.media, media);
    room.mediaCounts = roomFor(room.mediaCounts, media);
    room.relatedEnds = roomFor(room.relatedEnds, count);
    room.relatedTerms = roomFor(room.relatedTerms, related);
    room.relatedCounts = roomFor(room.relatedCounts, related);
    room.terms.set(terms);
    // What has no related tags is not filled.
    if (related === 0) room.relatedEnds.fill(0, 0, count);
    return {
      terms: room.terms.subarray(0, count),
      mediaEnds: room.mediaEnds.subarray(0, count),
      media: room.media.subarray(0, media),
      mediaCounts: room.mediaCounts.subarray(0, media),
      relatedEnds: room.relatedEnds.subarray(0, count),
      relatedTerms: room.relatedTerms.subarray(0, related),
      relatedCounts: room.relatedCounts.subarray(0, related),
    };
  }

  /** Columns of sums, of nothing so far. */
  sums(count: number): SumColumns {
    const room = this.#room;
    room.scores = roomFor(room.scores, count);
    room.counts = roomFor(room.counts, count);
    room.bursts = roomFor(room.bursts, count);
    return {
      scores: room.scores.subarray(0, count).fill(0),
      counts: room.counts.subarray(0, count).fill(0),
      bursts: room.bursts.subarray(0, count).fill(Number.NaN),
    };
  }

  /** Columns of what entries were before, all zero. */
  past(count: number): PastColumns {
    const room = this.#room;
    room.ranks = roomFor(room.ranks, count);
    room.history = roomFor(room.history, count * HISTORY_COUNT);
    room.ranksDayAgo = roomFor(room.ranksDayAgo, count);
    return {
      ranks: room.ranks.subarray(0, count).fill(0),
      history: room.history.subarray(0, count * HISTORY_COUNT).fill(0),
      ranksDayAgo: room.ranksDayAgo.subarray(0, count).fill(0),
    };
  }
}
