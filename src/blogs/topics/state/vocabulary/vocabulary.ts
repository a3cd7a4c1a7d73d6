/**
 * The vocabulary: the active terms, their facts, and the daily change.
 *
 *   tick after 00:00 ─► count of the pool ─► choice ─► matcher ─► swap
 *
 * A large matcher is built piece by piece, while the former set remains in use.
 * Invariants: a term keeps its number while an article of the pool, a row of evidence or the active set
 * names it. A pool without articles leaves the set unchanged, and `facts` say so.
 */
import { localDayOf, startMsOfLocalDay } from '../../../../kernel/clock.js';
import { hash64, hexOf } from '../../../../kernel/hash.js';
import { foldLetters, normalTag } from '../../../../kernel/text/tag.js';
import { TOPICS_CHUNKS } from '../../chunks.js';
import { Matcher, restUnitsOf } from '../matching/matcher.js';
import { type ActiveLimits, type ChosenTerms, chooseActive } from './active-set.js';
import { type ExclusionReason, Noise, type NoiseRules } from './noise.js';
import { POOL_DAYS, TagPool, type TermCounts } from './pool.js';
import { TermColumns } from './term-columns.js';
import { canonicalIdOf, idOfKey, TermTable } from './term-table.js';

/** A set of at most this many terms is built at once: in a tenth of a second, once a day. */
const TERMS_AT_ONCE_MAX = 200_000;
/** Terms that are added to a new matcher at a time: about five milliseconds. */
const TERMS_PER_PIECE = 10_000;

/** Facts about the vocabulary in answers, apart from its terms. */
export interface VocabularyFacts {
  /** False when the pool had no articles at the last attempt to choose a set. */
  isReady: boolean;
  atMs: number;
  sinceMs: number;
  untilMs: number;
  articles: number;
  /** Articles in the pool when it was counted, in the window or not. */
  held: number;
  days: number;
  spellings: number;
  terms: number;
  eligible: number;
  active: number;
  lowFrequency: number;
  overBudget: number;
  matcherBytes: number;
  excluded: { [reason: string]: number };
  /** Version of the set of active terms. */
  version: string;
}

/** A chosen set whose matcher is being built. */
interface Building {
  choice: ChosenTerms;
  counted: TermCounts;
  matcher: Matcher;
  built: number;
  facts: VocabularyFacts;
}

/** Receives the terms that a swap removes. */
export interface SwapListener {
  leaves(term: number): void;
}

export class Vocabulary {
  readonly terms = new TermTable();
  readonly pool = new TagPool(this.terms);
  readonly limits: ActiveLimits;
  readonly noise: Noise;
  /** Number of the set in use; 0 before the first. */
  set = 0;
  facts: VocabularyFacts | null = null;
  matcher = new Matcher({ terms: 0, restUnits: 0 });
  #building: Building | null = null;
  readonly #columns: TermColumns;
  #day = Number.NEGATIVE_INFINITY;

  constructor(rules: NoiseRules, limits: ActiveLimits) {
    this.noise = new Noise(rules);
    this.#columns = new TermColumns(this.terms, this.noise);
    this.limits = limits;
  }

  get isBuilding(): boolean {
    return this.#building !== null;
  }

  /** True when the next matcher is small enough to be built at once. */
  get isSoonBuilt(): boolean {
    const terms = this.#building?.choice.terms.length ?? 0;
    return this.#building !== null && terms <= TERMS_AT_ONCE_MAX;
  }

  get byteLength(): number {
    const { terms, pool, matcher } = this;
    return this.#columns.byteLength + terms.byteLength + pool.byteLength + matcher.byteLength;
  }

  /** By term: the number of the set in which it became active, 0 for inactive terms. */
  get since(): Uint32Array {
    return this.#columns.since;
  }

  /** The term of a label, which is added if it is missing; null when the label is no tag. */
  intern(label: string, sequence: number): number | null {
    const tag = normalTag(label);
    if (tag === null) return null;
    const key = foldLetters(tag);
    const known = this.terms.find(key);
    const term = this.terms.intern(key, sequence);
    if (term === null || known >= 0) return term;
    this.#columns.reserve(term);
    // A label is displayed in the spelling of its blog until news articles use it.
    const spelling = tag === key ? null : this.pool.spellings.intern(tag, sequence);
    this.#columns.shown[term] = spelling === null ? 0 : spelling + 1;
    this.#columns.ranges.touch(term, sequence);
    return term;
  }

  /** Whether a term is active, so that texts are matched against it. */
  isActive(term: number): boolean {
    return (this.#columns.since[term] ?? 0) !== 0;
  }

  /** Counted articles of a term; 0 when it is not in the pool. */
  countOf(term: number): number {
    return this.#columns.counts[term] ?? 0;
  }

  /** Seconds since the epoch of the newest counted article of a term; 0 without one. */
  lastSecondsOf(term: number): number {
    return this.#columns.lastSeconds[term] ?? 0;
  }

  labelOf(term: number): string {
    const shown = this.#columns.shown[term] ?? 0;
    return shown === 0 ? this.terms.textOf(term) : this.pool.spellings.textOf(shown - 1);
  }

  /** The reason why a term cannot become active; null when it can. */
  exclusionOf(term: number): ExclusionReason | null {
    const reason = this.#columns.noiseOf(term);
    if (reason !== null) return reason;
    return this.countOf(term) === 0 ? 'not-in-tag-vocabulary' : null;
  }

  idOf(term: number): string {
    return idOfKey(this.terms.textOf(term));
  }

  /** The term of an id, in canonical or older form; -1 when there is none. */
  resolve(id: string): number {
    const canonical = canonicalIdOf(id);
    return canonical === null ? -1 : this.#columns.find(canonical);
  }

  /**
   * Takes the store's time. Chooses the next set at the first tick of a day, and also when the pool has
   * doubled, because a new store would be a day behind otherwise. True when a set was chosen.
   */
  tick(atMs: number, hasRows: (term: number) => boolean, sequence: number): boolean {
    const day = localDayOf(atMs);
    const isNewDay = day > this.#day;
    const hasDoubled = this.pool.size >= 2 * Math.max(1, this.facts?.held ?? 0);
    if (!isNewDay && !hasDoubled) return false;
    this.#day = Math.max(day, this.#day);
    this.pool.dropBefore(day - POOL_DAYS);
    // The daily set is made of whole days; a set in between of all articles so far.
    const isDaily = isNewDay && this.set > 0;
    const toDay = isDaily ? day : day + 1;
    const untilMs = isDaily ? startMsOfLocalDay(day) : atMs;
    const counted = this.pool.countTerms(toDay - POOL_DAYS, toDay, untilMs);
    if (counted.articles === 0) {
      if (this.facts !== null) this.facts = { ...this.facts, isReady: false, atMs };
      return false;
    }
    if (isDaily) this.#releaseUnused(hasRows, sequence);
    this.#choose(counted, atMs, startMsOfLocalDay(toDay - POOL_DAYS), untilMs);
    return true;
  }

  /** The store's time goes back: sets are chosen again from the next day on. */
  rewind(atMs: number): void {
    this.#day = Math.min(this.#day, localDayOf(atMs));
  }

  /** Builds a piece of the next matcher; true when the matcher is complete. */
  build(pieces = 1): boolean {
    const building = this.#building;
    if (building === null) return false;
    const { choice, matcher } = building;
    const end = Math.min(choice.terms.length, building.built + pieces * TERMS_PER_PIECE);
    for (; building.built < end; building.built++) {
      const term = choice.terms[building.built]!;
      const from = this.terms.startOf(term);
      matcher.add(term, this.terms.units, from, from + this.terms.lengthOf(term));
    }
    return building.built === choice.terms.length;
  }

  swap(listener: SwapListener, sequence: number): void {
    const building = this.#building;
    if (building === null) return;
    const { choice, counted, matcher, facts } = building;
    this.#building = null;
    this.set += 1;
    const length = this.terms.length;
    this.#columns.reserve(length - 1);
    const isChosen = new Uint8Array(length);
    for (const term of choice.terms) isChosen[term] = 1;
    for (let term = 0; term < length; term++) {
      if (isChosen[term] === 1) {
        if (this.#columns.since[term] === 0) this.#columns.since[term] = this.set;
      } else if (this.#columns.since[term] !== 0) {
        listener.leaves(term);
        this.#columns.since[term] = 0;
      }
    }
    this.#columns.take(counted);
    this.matcher = matcher;
    this.facts = { ...facts, matcherBytes: matcher.byteLength };
    if (length > 0) this.#columns.ranges.touch(length - 1, sequence);
    this.#columns.ranges.touchAll(sequence);
  }

  /** A matcher of the terms that were added after a set; null when the whole matcher is as good. */
  newcomersAfter(set: number): Matcher | null {
    const newcomers: number[] = [];
    let active = 0;
    for (let term = 0; term < this.#columns.since.length; term++) {
      if (this.#columns.since[term] === 0) continue;
      active += 1;
      if (this.#columns.since[term]! > set) newcomers.push(term);
    }
    if (4 * newcomers.length > active) return null;
    return this.#matcherOf(newcomers, set);
  }

  plan(): string[] {
    return [
      ...this.terms.plan('terms'),
      ...this.#columns.ranges.names('words'),
      ...this.pool.plan(),
    ];
  }

  chunk(name: string): Uint8Array | null {
    const { kind } = TOPICS_CHUNKS.parse(name);
    if (kind === 'terms') return this.terms.chunk(name);
    return kind === 'words' ? this.#columns.chunk(name) : this.pool.chunk(name);
  }

  /** True when the chunk was one of these. */
  restore(name: string, bytes: Uint8Array): boolean {
    const { kind } = TOPICS_CHUNKS.parse(name);
    if (kind === 'terms') this.terms.restore(name, bytes);
    else if (kind === 'words') this.#columns.restore(name, bytes);
    else return this.pool.restore(name, bytes);
    return true;
  }

  /** The state beside the columns. */
  notes(): { set: number; day: number; facts: VocabularyFacts | null } {
    return { set: this.set, day: this.#day, facts: this.facts };
  }

  restoreNotes({ set, day, facts }: ReturnType<Vocabulary['notes']>): void {
    this.set = set;
    this.#day = day;
    this.facts = facts;
  }

  /** Rebuilds tables and matcher after all chunks were restored. */
  restored(): void {
    this.terms.restored();
    this.pool.restored();
    const active: number[] = [];
    for (let term = 0; term < this.#columns.since.length; term++) {
      if (this.#columns.since[term] !== 0) active.push(term);
    }
    this.matcher = this.#matcherOf(active, this.set);
  }

  #matcherOf(terms: readonly number[], seed: number): Matcher {
    const restUnits = terms.reduce((sum, term) => sum + restUnitsOf(this.terms.lengthOf(term)), 0);
    const matcher = new Matcher({ terms: terms.length, restUnits }, seed);
    for (const term of terms) {
      const from = this.terms.startOf(term);
      matcher.add(term, this.terms.units, from, from + this.terms.lengthOf(term));
    }
    return matcher;
  }

  #choose(counted: TermCounts, atMs: number, sinceMs: number, untilMs: number): void {
    const excluded: { [reason: string]: number } = {};
    let known = 0;
    for (let term = 0; term < counted.counts.length; term++) {
      if (counted.counts[term] === 0) continue;
      known += 1;
      const reason = this.#columns.noiseOf(term);
      if (reason !== null) excluded[reason] = (excluded[reason] ?? 0) + 1;
    }
    const isEligible = (term: number): boolean => this.#columns.noiseOf(term) === null;
    const choice = chooseActive(this.terms, counted.counts, isEligible, this.limits);
    const digest = hash64(new Uint8Array(choice.terms.slice().buffer), BigInt(untilMs));
    const matcher = new Matcher(
      { terms: choice.terms.length, restUnits: choice.restUnits },
      Number(digest & 0xffff_ffffn),
    );
    const facts = {
      isReady: true,
      atMs,
      sinceMs,
      untilMs,
      articles: counted.articles,
      held: this.pool.size,
      days: counted.days,
      spellings: counted.spellings,
      terms: known,
      eligible: choice.eligible,
      active: choice.terms.length,
      lowFrequency: choice.lowFrequency,
      overBudget: choice.overBudget,
      matcherBytes: matcher.byteLength,
      excluded,
      version: hexOf(digest),
    };
    this.#building = { choice, counted, matcher, built: 0, facts };
  }

  /** Releases the terms and spellings that nothing names. */
  #releaseUnused(hasRows: (term: number) => boolean, sequence: number): void {
    const isUsed = new Uint8Array(this.terms.length);
    const isSpelling = new Uint8Array(this.pool.spellings.length);
    this.pool.eachUse((term, spelling) => {
      isUsed[term] = 1;
      if (spelling !== null) isSpelling[spelling] = 1;
    });
    for (let term = 0; term < isUsed.length; term++) {
      if (!this.terms.has(term)) continue;
      if (isUsed[term] === 0 && this.#columns.since[term] === 0 && !hasRows(term)) {
        this.terms.release(term, sequence);
        this.#columns.forget(term, sequence);
      } else if (this.#columns.shown[term]! > 0) isSpelling[this.#columns.shown[term]! - 1] = 1;
    }
    for (let spelling = 0; spelling < isSpelling.length; spelling++) {
      if (isSpelling[spelling] === 0 && this.pool.spellings.has(spelling)) {
        this.pool.releaseSpelling(spelling, sequence);
      }
    }
    this.terms.settle();
    this.pool.spellings.settle();
  }
}
