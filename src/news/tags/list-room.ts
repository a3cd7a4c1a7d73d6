/**
 * Memory for the columns of lists.
 *
 * A list of a cold hour is up to the fourth of its chain, and the three before it are read only
 * because it differs little from them: new columns for them would be half of all that it takes, and
 * garbage on the front's thread.
 * Invariant: columns are good until the room gives out others.
 */
import { HISTORY_COUNT } from '../burst/formulas.js';
import type { ListColumns } from './list-columns.js';

type Columns = Pick<
  ListColumns,
  'terms' | 'mediaEnds' | 'media' | 'mediaCounts' | 'relatedEnds' | 'relatedTerms' | 'relatedCounts'
>;

type PastColumns = Pick<ListColumns, 'ranks' | 'history' | 'ranksDayAgo'>;

export class ListRoom {
  #entries = { terms: new Uint32Array(0), media: new Uint32Array(0), related: new Uint32Array(0) };
  #media = { places: new Uint16Array(0), counts: new Uint32Array(0) };
  #ranks = { now: new Uint32Array(0), dayAgo: new Uint32Array(0) };
  #history = new Float64Array(0);
  #related = { terms: new Uint32Array(0), counts: new Uint32Array(0) };

  /** Columns with these terms, and room for what their entries have in all: to be filled. */
  columns(terms: Uint16Array | Uint32Array, media: number, related: number): Columns {
    const count = terms.length;
    this.#grow(count, media, related);
    this.#entries.terms.set(terms);
    // What has no related tags is not filled.
    if (related === 0) this.#entries.related.fill(0, 0, count);
    return {
      terms: this.#entries.terms.subarray(0, count),
      mediaEnds: this.#entries.media.subarray(0, count),
      media: this.#media.places.subarray(0, media),
      mediaCounts: this.#media.counts.subarray(0, media),
      relatedEnds: this.#entries.related.subarray(0, count),
      relatedTerms: this.#related.terms.subarray(0, related),
      relatedCounts: this.#related.counts.subarray(0, related),
    };
  }

  /** Columns of what entries were before, all zero. */
  past(count: number): PastColumns {
    if (this.#ranks.now.length < count) {
      const length = roomFor(count, this.#ranks.now);
      this.#ranks = { now: new Uint32Array(length), dayAgo: new Uint32Array(length) };
      this.#history = new Float64Array(length * HISTORY_COUNT);
    } else {
      this.#ranks.now.fill(0, 0, count);
      this.#ranks.dayAgo.fill(0, 0, count);
      this.#history.fill(0, 0, count * HISTORY_COUNT);
    }
    return {
      ranks: this.#ranks.now.subarray(0, count),
      history: this.#history.subarray(0, count * HISTORY_COUNT),
      ranksDayAgo: this.#ranks.dayAgo.subarray(0, count),
    };
  }

  /** Exactly what is asked for the first time: one list may be all. */
  #grow(count: number, media: number, related: number): void {
    if (this.#entries.terms.length < count) {
      const length = roomFor(count, this.#entries.terms);
      const [terms, ends, others] = [0, 0, 0].map(() => new Uint32Array(length));
      this.#entries = { terms: terms!, media: ends!, related: others! };
    }
    if (this.#media.places.length < media) {
      const length = roomFor(media, this.#media.places);
      this.#media = { places: new Uint16Array(length), counts: new Uint32Array(length) };
    }
    if (this.#related.terms.length < related) {
      const length = roomFor(related, this.#related.terms);
      this.#related = { terms: new Uint32Array(length), counts: new Uint32Array(length) };
    }
  }
}

function roomFor(length: number, column: ArrayLike<number>): number {
  return Math.max(length, 2 * column.length);
}
