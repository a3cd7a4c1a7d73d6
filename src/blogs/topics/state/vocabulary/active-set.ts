/**
 * Chooses the active terms, which are matched: the most used ones, as many as the limits allow. Decision 32.
 *
 * Terms are added by descending number of articles, equal ones by code points, up to the first term that
 * would exceed a limit.
 */
import { matcherBytes, restUnitsOf } from '../matching/matcher.js';
import type { TermTable } from './term-table.js';

/** The fewest articles of an active term. Decision 32. */
export const ARTICLES_MIN = 2;
/** Numbers of terms are below this: they are 24 bits in the matcher. */
const TERM_SPAN = 2 ** 24;

export interface ActiveLimits {
  termLimit: number;
  codePointLimit: number;
  /** For the matcher, the only structure whose size depends on the set. */
  memoryBudgetBytes: number;
}

/** A million terms of eight code points, in the memory that the contract allows. */
export const ACTIVE_LIMITS: ActiveLimits = {
  termLimit: 1_000_000,
  codePointLimit: 8_000_000,
  memoryBudgetBytes: 64 * 1024 * 1024,
};

/** The chosen terms, the most used first, and the numbers of the others. */
export interface ChosenTerms {
  terms: Uint32Array;
  restUnits: number;
  eligible: number;
  lowFrequency: number;
  overBudget: number;
}

/** `counts` are articles by term; `isEligible` says whether a term with articles may be a topic. */
export function chooseActive(
  table: TermTable,
  counts: Uint32Array,
  isEligible: (term: number) => boolean,
  limits: ActiveLimits,
): ChosenTerms {
  const { ranked, eligible } = rank(counts, isEligible);
  const taken = new Taken(table, limits);
  const terms = new Uint32Array(Math.min(ranked.length, limits.termLimit));
  for (let from = 0; from < ranked.length; ) {
    const to = endOfTie(ranked, counts, from);
    const tie = ranked.subarray(from, to);
    // The order within a tie matters only where a limit cuts through the tie.
    const isWhole = taken.fits(tie);
    const ordered = isWhole ? tie : inOrder(table, tie);
    for (const term of ordered) {
      if (!isWhole && !taken.fits([term])) break;
      terms[taken.count] = term;
      taken.add(term);
    }
    if (!isWhole) break;
    from = to;
  }
  return {
    terms: terms.subarray(0, taken.count),
    restUnits: taken.restUnits,
    eligible,
    lowFrequency: eligible - ranked.length,
    overBudget: ranked.length - taken.count,
  };
}

/** Eligible terms with enough articles, by descending number of articles. */
function rank(
  counts: Uint32Array,
  isEligible: (term: number) => boolean,
): { ranked: Uint32Array; eligible: number } {
  const keys = new Float64Array(counts.length);
  let length = 0;
  let eligible = 0;
  for (let term = 0; term < counts.length; term++) {
    if (counts[term] === 0 || !isEligible(term)) continue;
    eligible += 1;
    if (counts[term]! >= ARTICLES_MIN) keys[length++] = term - counts[term]! * TERM_SPAN;
  }
  const sorted = keys.subarray(0, length).sort();
  const ranked = new Uint32Array(length);
  for (let at = 0; at < length; at++) ranked[at] = modulo(sorted[at]!, TERM_SPAN);
  return { ranked, eligible };
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

function endOfTie(ranked: Uint32Array, counts: Uint32Array, from: number): number {
  let to = from + 1;
  while (to < ranked.length && counts[ranked[to]!] === counts[ranked[from]!]) to += 1;
  return to;
}

function inOrder(table: TermTable, terms: Uint32Array): number[] {
  // The order of UTF-8 bytes is the order of code points.
  const texts = [...terms].map((term) => ({ term, bytes: Buffer.from(table.textOf(term)) }));
  return texts.sort((a, b) => Buffer.compare(a.bytes, b.bytes)).map(({ term }) => term);
}

/** The terms chosen so far, measured against the limits. */
class Taken {
  readonly #table: TermTable;
  readonly #limits: ActiveLimits;
  count = 0;
  restUnits = 0;
  #codePoints = 0;

  constructor(table: TermTable, limits: ActiveLimits) {
    this.#table = table;
    this.#limits = limits;
  }

  fits(terms: ArrayLike<number>): boolean {
    const { termLimit, codePointLimit, memoryBudgetBytes } = this.#limits;
    const count = this.count + terms.length;
    if (count > termLimit) return false;
    let codePoints = this.#codePoints;
    let restUnits = this.restUnits;
    for (let at = 0; at < terms.length; at++) {
      codePoints += this.#table.codePointsOf(terms[at]!);
      restUnits += restUnitsOf(this.#table.lengthOf(terms[at]!));
    }
    if (codePoints > codePointLimit) return false;
    return matcherBytes({ terms: count, restUnits }) <= memoryBudgetBytes;
  }

  add(term: number): void {
    this.count += 1;
    this.#codePoints += this.#table.codePointsOf(term);
    this.restUnits += restUnitsOf(this.#table.lengthOf(term));
  }
}
