/**
 * Media by number, the categories, and the basis of each category (decisions 14 and 16).
 *
 * The collection of a media starts at its `collectingSinceMs`; when that is null, at the earlier of
 * two times: first sight of its first article, and the first tick after its record. Bases change
 * only with ticks of any kind, so two actors that fold the same log agree. Invariant: numbers are
 * given in the order of first use in the log, and never change.
 */
import { createHash } from 'node:crypto';
import { HOUR_MS } from '../../../kernel/clock.js';
import { getOrInsert } from '../../../kernel/collections.js';
import { FIRST_POLE, SECOND_POLE } from '../../../kernel/current-place.js';
import { assert } from '../../../kernel/errors.js';
import type { CategoryRecord, MediaRecord } from '../../../kernel/model/records.js';
import { WINDOW_MS } from './formulas.js';

/** Columns hold media numbers in 16 bits. */
export const MEDIA_MAX = 65_536;
/** A media that is added later joins a basis when all its windows are covered. Decision 16. */
const JOINS_AFTER_MS = 72 * HOUR_MS;
const BASIS_ID_DIGITS = 12;

/** Categories without records. */
const EVERYTHING = 'all';
const CAMP_CATEGORIES: readonly string[] = [FIRST_POLE, SECOND_POLE];

/** A fixed list of media. */
export interface Basis {
  id: string;
  codes: string[];
  /** Numbers of the media, in the order of `codes`. */
  media: number[];
  /** The first full hour at which all its media were collected. */
  coverageFromMs: number;
  /** The end of the first window that is covered whole. */
  validFromMs: number;
}

/** State of the table; a plain value. */
export interface MediaState {
  media: {
    code: string;
    record: MediaRecord | null;
    hidden: boolean;
    firstTickMs: number | null;
    firstSeenMs: number | null;
  }[];
  categories: CategoryRecord[];
  /** Sorted by category. */
  bases: [category: string, basis: Basis][];
}

export class MediaTable {
  #state: MediaState = { media: [], categories: [], bases: [] };
  readonly #numbers = new Map<string, number>();
  readonly #bases = new Map<string, Basis>();

  /** Codes by number. */
  get codes(): string[] {
    return this.#state.media.map(({ code }) => code);
  }

  get size(): number {
    return this.#state.media.length;
  }

  /** Keys of the categories: `all` first, the camps last. */
  get categories(): string[] {
    const keys = this.#state.categories.map(({ key }) => key);
    return [...new Set([EVERYTHING, ...keys, ...CAMP_CATEGORIES])];
  }

  /** The number of a code, or -1. */
  find(code: string): number {
    return this.#numbers.get(code) ?? -1;
  }

  /** The number of a code; a new code gets the next number. */
  numberOf(code: string): number {
    return getOrInsert(this.#numbers, code, () => {
      assert(this.#state.media.length < MEDIA_MAX, 'a media number fits its column');
      const unknown = { record: null, hidden: false, firstTickMs: null, firstSeenMs: null };
      return this.#state.media.push({ code, ...unknown }) - 1;
    });
  }

  isBefore(media: number, other: number): boolean {
    return this.#state.media[media]!.code < this.#state.media[other]!.code;
  }

  isHidden(media: number): boolean {
    return this.#state.media[media]!.hidden;
  }

  /** The basis of a category as of the last tick; null when the category has no media. */
  basisOf(category: string): Basis | null {
    return this.#bases.get(category) ?? null;
  }

  /** The basis of the ranking outlets among chosen ones; null when there are none. */
  basisFor(codes: readonly string[]): Basis | null {
    const media = [...new Set(codes)]
      .map((code) => this.find(code))
      .filter((number) => number >= 0 && this.ranks(number, EVERYTHING));
    return media.length === 0 ? null : this.#basisOfMedia(media);
  }

  putCategory(record: CategoryRecord): void {
    const { categories } = this.#state;
    const at = categories.findIndex(({ key }) => key === record.key);
    if (at < 0) categories.push(record);
    else categories[at] = record;
  }

  putMedia(record: MediaRecord): void {
    this.#state.media[this.numberOf(record.media)]!.record = record;
  }

  /** Masks or unmasks a media; false when this changes nothing. */
  hide(media: number, hidden: boolean): boolean {
    const entry = this.#state.media[media]!;
    const isChange = entry.hidden !== hidden;
    entry.hidden = hidden;
    return isChange;
  }

  /** Notes when an article of a media was first seen. */
  see(media: number, observedMs: number): void {
    const entry = this.#state.media[media]!;
    if (entry.firstSeenMs === null || observedMs < entry.firstSeenMs) {
      entry.firstSeenMs = observedMs;
    }
  }

  /** Updates all bases at the time of a tick. */
  tick(atMs: number): void {
    for (const entry of this.#state.media) {
      if (entry.record !== null) entry.firstTickMs ??= atMs;
    }
    for (const category of this.categories) this.#follow(category, atMs);
  }

  get state(): MediaState {
    const bases = [...this.#bases].sort(([a], [b]) => (a < b ? -1 : 1));
    return { ...this.#state, bases };
  }

  restore(state: MediaState): void {
    this.#state = state;
    state.media.forEach(({ code }, number) => {
      this.#numbers.set(code, number);
    });
    for (const [category, basis] of state.bases) this.#bases.set(category, basis);
  }

  #follow(category: string, atMs: number): void {
    const known = this.#bases.get(category)?.media ?? [];
    const media: number[] = [];
    for (let number = 0; number < this.size; number++) {
      if (!this.ranks(number, category)) continue;
      const isFirst = known.length === 0 || known.includes(number);
      if (isFirst || this.#startOf(number) + JOINS_AFTER_MS <= atMs) media.push(number);
    }
    if (media.length === 0) this.#bases.delete(category);
    else this.#bases.set(category, this.#basisOfMedia(media));
  }

  #basisOfMedia(numbers: number[]): Basis {
    const media = numbers.sort((a, b) => (this.isBefore(a, b) ? -1 : 1));
    const codes = media.map((number) => this.#state.media[number]!.code);
    const startMs = Math.max(...media.map((number) => this.#startOf(number)));
    const coverageFromMs = Math.ceil(startMs / HOUR_MS) * HOUR_MS;
    return {
      id: createHash('sha256').update(codes.join()).digest('hex').slice(0, BASIS_ID_DIGITS),
      codes,
      media,
      coverageFromMs,
      validFromMs: coverageFromMs + WINDOW_MS,
    };
  }

  /** True when articles of a media count in a category. Decision 14. */
  ranks(media: number, category: string): boolean {
    const { record, hidden } = this.#state.media[media]!;
    if (record === null || hidden || !record.enabled || record.syndicated || record.external) {
      return false;
    }
    if (record.sourceKind !== 'publisher') return false;
    if (category === EVERYTHING) return true;
    if (CAMP_CATEGORIES.includes(category)) return record.camp === category;
    return record.categories.includes(category);
  }

  #startOf(media: number): number {
    const { record, firstTickMs, firstSeenMs } = this.#state.media[media]!;
    const sinceMs = record?.collectingSinceMs ?? null;
    if (sinceMs !== null) return sinceMs;
    const unknownMs = Number.POSITIVE_INFINITY;
    return Math.min(firstTickMs ?? unknownMs, firstSeenMs ?? unknownMs);
  }
}

/** Position in a basis by media number, -1 for other media. */
export function placesOf({ media }: Basis): Int32Array {
  const places = new Int32Array(Math.max(-1, ...media) + 1).fill(-1);
  media.forEach((number, place) => {
    places[number] = place;
  });
  return places;
}
