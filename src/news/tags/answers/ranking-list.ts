/**
 * A ranking for callers: the columns of a snapshot's list, with all values that follow from them.
 *
 * Invariant: scores and bursts are the same to the last bit as when they were computed, because
 * they are sums of the same numbers in the same order.
 */
import type { TextBytes } from '../../../engine/columns/json-bytes.js';
import { HOUR_MS } from '../../../kernel/clock.js';
import {
  contributionOf,
  fillBursts,
  HISTORY_COUNT,
  HISTORY_HOURS,
  normalizedOf,
} from '../../shared/burst/formulas.js';
import { firstOf } from '../../shared/burst/order.js';
import { type ListColumns, startOf } from '../state/list-columns.js';
import type { RankingBlockView } from './ranking-block-view.js';

const DAY_STEP = HISTORY_HOURS.indexOf(24);

export type RankingOrder = 'burst' | 'score';

/** Values of an entry; null where the contract says so. */
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
  /** The `HISTORY_HOURS` whose windows the basis covers. */
  readonly historyHours: readonly number[];
  readonly #view: RankingBlockView;
  /** For each of `HISTORY_HOURS`: whether the basis covers its window. */
  readonly #isKnown: readonly boolean[];
  readonly #scores: Float64Array;
  readonly #counts: Uint32Array;
  readonly #bursts: Float64Array;
  #byBurst: Uint32Array | null = null;

  constructor(view: RankingBlockView, columns: ListColumns) {
    this.#view = view;
    this.columns = columns;
    const { basis, computedMs, mediaEnds, mediaCounts } = columns;
    this.#isKnown = HISTORY_HOURS.map((hours) => basis.validFromMs <= computedMs - hours * HOUR_MS);
    this.historyHours = HISTORY_HOURS.filter((_, step) => this.#isKnown[step]);
    const scores = new Float64Array(mediaEnds.length);
    const counts = new Uint32Array(mediaEnds.length);
    const bursts = new Float64Array(mediaEnds.length).fill(Number.NaN);
    this.#scores = scores;
    this.#counts = counts;
    this.#bursts = bursts;
    for (let entry = 0, at = 0; entry < mediaEnds.length; entry++) {
      for (; at < mediaEnds[entry]!; at++) {
        scores[entry]! += contributionOf(mediaCounts[at]!);
        counts[entry]! += mediaCounts[at]!;
      }
    }
    if (this.historyHours.length === HISTORY_COUNT) {
      fillBursts(bursts, scores, columns.history, basis.media.length);
    }
  }

  get length(): number {
    return this.#scores.length;
  }

  /** Approximate bytes in memory. */
  get byteLength(): number {
    return 80 * this.length;
  }

  /** The first entries in an order. */
  first(order: RankingOrder, limit: number): Uint32Array {
    if (order === 'score') {
      return Uint32Array.from({ length: Math.min(limit, this.length) }, (_, entry) => entry);
    }
    return firstOf(this.#bursts, this.#counts, this.columns.terms, limit);
  }

  /** The entry of a tag in any spelling; -1 when it is not in the list. */
  find(tag: string): number {
    const terms = this.#view.termsOf(tag);
    return this.columns.terms.findIndex((term) => terms.includes(term));
  }

  /** Position of an entry by burst, from 1. */
  positionOf(entry: number): number {
    return this.#burstOrder().indexOf(entry) + 1;
  }

  /** All values of an entry; pages read single values instead. */
  entry(at: number): RankingEntry {
    const { columns } = this;
    return {
      tag: this.tagOf(at),
      rank: columns.ranks[at]!,
      score: this.scoreOf(at),
      normalized: this.normalizedOf(at),
      count: this.countOf(at),
      burst: this.burstOf(at),
      history: HISTORY_HOURS.map((_, step) => this.pastOf(at, step)),
      rank24h: this.rankDayAgoOf(at),
      new: this.isNew(at),
      media: this.#mediaOf(at),
      related: this.#relatedOf(at),
    };
  }

  tagOf(entry: number): string {
    return this.textOf(this.columns.terms[entry]!);
  }

  /** Adds the text of a term of the list's columns to a page, as JSON. */
  writeText(term: number, page: TextBytes): void {
    this.#view.writeText(term, page);
  }

  /** The text of a term of the list's columns. */
  textOf(term: number): string {
    return this.#view.textOf(term);
  }

  scoreOf(entry: number): number {
    return this.#scores[entry]!;
  }

  /** Articles of the last 24 hours. */
  countOf(entry: number): number {
    return this.#counts[entry]!;
  }

  normalizedOf(entry: number): number {
    return normalizedOf(this.#scores[entry]!, this.columns.basis.media.length);
  }

  burstOf(entry: number): number | null {
    const burst = this.#bursts[entry]!;
    return Number.isNaN(burst) ? null : burst;
  }

  /** Normalized score of a past window, by its position in `HISTORY_HOURS`. */
  pastOf(entry: number, step: number): number | null {
    if (!this.#isKnown[step]) return null;
    const { basis, history } = this.columns;
    return normalizedOf(history[entry * HISTORY_COUNT + step]!, basis.media.length);
  }

  rankDayAgoOf(entry: number): number | null {
    const rank = this.columns.ranksDayAgo[entry]!;
    return rank === 0 ? null : rank;
  }

  isNew(entry: number): boolean {
    return this.#isKnown[DAY_STEP]! && this.columns.ranksDayAgo[entry] === 0;
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
      found.push({ tag: this.textOf(relatedTerms[at]!), count: relatedCounts[at]! });
    }
    return found;
  }

  /** Entries by burst (entries without a burst last), then count and code points. */
  #burstOrder(): Uint32Array {
    // Terms are numbered by code points.
    this.#byBurst ??= firstOf(this.#bursts, this.#counts, this.columns.terms, this.length);
    return this.#byBurst;
  }
}
