/**
 * A ranking as callers see it: the columns of a snapshot's list with all that follows from them.
 *
 * Invariant: scores and bursts come out as they were computed, to the last bit, because they are
 * sums of the same numbers in the same order.
 */
import { HOUR_MS } from '../../kernel/clock.js';
import {
  burstOf,
  contributionOf,
  HISTORY_COUNT,
  HISTORY_HOURS,
  normalizedOf,
} from '../burst/formulas.js';
import { firstOf } from '../burst/order.js';
import { type ListColumns, startOf } from './list-columns.js';
import type { SheetView } from './sheet-view.js';

export type RankingOrder = 'burst' | 'score';

/** Values of an entry, `null` where the contract says so. */
export interface RankingEntry {
  tag: string;
  rank: number;
  score: number;
  normalized: number;
  count: number;
  burst: number | null;
  /** In the order of `HISTORY_HOURS`. */
  history: (number | null)[];
  rank24h: number | null;
  new: boolean;
  /** By media code. */
  media: [code: string, count: number][];
  related: { tag: string; count: number }[];
}

export class RankingList {
  readonly columns: ListColumns;
  /** Hours of `HISTORY_HOURS` that can be compared with. */
  readonly historyHours: readonly number[];
  readonly #view: SheetView;
  readonly #scores: Float64Array;
  readonly #counts: Uint32Array;
  readonly #bursts: Float64Array;
  #byBurst: readonly number[] | null = null;

  constructor(view: SheetView, columns: ListColumns) {
    this.#view = view;
    this.columns = columns;
    const { basis, computedMs, mediaEnds, mediaCounts } = columns;
    this.historyHours = HISTORY_HOURS.filter(
      (hours) => basis.validFromMs <= computedMs - hours * HOUR_MS,
    );
    this.#scores = new Float64Array(mediaEnds.length);
    this.#counts = new Uint32Array(mediaEnds.length);
    for (let entry = 0, at = 0; entry < mediaEnds.length; entry++) {
      for (; at < mediaEnds[entry]!; at++) {
        this.#scores[entry]! += contributionOf(mediaCounts[at]!);
        this.#counts[entry]! += mediaCounts[at]!;
      }
    }
    this.#bursts = this.#burstsOf();
  }

  get length(): number {
    return this.#scores.length;
  }

  /** Bytes held, roughly. */
  get byteLength(): number {
    return 80 * this.length;
  }

  /** The first entries in an order. */
  first(order: RankingOrder, limit: number): readonly number[] {
    if (order === 'score') {
      return Array.from({ length: Math.min(limit, this.length) }, (_, entry) => entry);
    }
    return firstOf(this.#bursts, this.#counts, this.columns.terms, limit);
  }

  /** The entry of a tag, in any spelling; -1 when it is not in the list. */
  find(tag: string): number {
    const terms = this.#view.termsOf(tag);
    return this.columns.terms.findIndex((term) => terms.includes(term));
  }

  /** Place of an entry by burst, from 1. */
  positionOf(entry: number): number {
    return this.#burstOrder().indexOf(entry) + 1;
  }

  entry(at: number): RankingEntry {
    const { columns, historyHours } = this;
    const weight = columns.basis.media.length;
    const knows = (hours: number): boolean => historyHours.includes(hours);
    const dayAgo = columns.ranksDayAgo[at]!;
    const burst = this.#bursts[at]!;
    return {
      tag: this.#view.textOf(columns.terms[at]!),
      rank: columns.ranks[at]!,
      score: this.#scores[at]!,
      normalized: normalizedOf(this.#scores[at]!, weight),
      count: this.#counts[at]!,
      burst: Number.isNaN(burst) ? null : burst,
      history: HISTORY_HOURS.map((hours, step) =>
        knows(hours) ? normalizedOf(columns.history[at * HISTORY_COUNT + step]!, weight) : null,
      ),
      rank24h: dayAgo === 0 ? null : dayAgo,
      new: knows(24) && dayAgo === 0,
      media: this.#mediaOf(at),
      related: this.#relatedOf(at),
    };
  }

  #mediaOf(entry: number): [string, number][] {
    const { basis, mediaEnds, media, mediaCounts } = this.columns;
    const found: [string, number][] = [];
    for (let at = startOf(mediaEnds, entry); at < mediaEnds[entry]!; at++) {
      found.push([basis.media[media[at]!]!, mediaCounts[at]!]);
    }
    return found;
  }

  #relatedOf(entry: number): { tag: string; count: number }[] {
    const { relatedEnds, relatedTerms, relatedCounts } = this.columns;
    const found: { tag: string; count: number }[] = [];
    for (let at = startOf(relatedEnds, entry); at < relatedEnds[entry]!; at++) {
      found.push({ tag: this.#view.textOf(relatedTerms[at]!), count: relatedCounts[at]! });
    }
    return found;
  }

  #burstsOf(): Float64Array {
    const { basis, history } = this.columns;
    const bursts = new Float64Array(this.length).fill(Number.NaN);
    if (this.historyHours.length < HISTORY_COUNT) return bursts;
    const weight = basis.media.length;
    const past = history.map((score) => normalizedOf(score, weight));
    for (let entry = 0; entry < bursts.length; entry++) {
      const now = normalizedOf(this.#scores[entry]!, weight);
      bursts[entry] = burstOf(now, past, entry * HISTORY_COUNT);
    }
    return bursts;
  }

  /** Entries by burst, those without one last, then by count and code points. */
  #burstOrder(): readonly number[] {
    // Terms are numbered by code points.
    this.#byBurst ??= firstOf(this.#bursts, this.#counts, this.columns.terms, this.length);
    return this.#byBurst;
  }
}
