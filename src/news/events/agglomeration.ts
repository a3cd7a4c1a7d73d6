/**
 * Groups articles into stories: the two groups that are most likely one story become one, as long as
 * that is more likely than not.
 *
 * Likeness of two articles is the cosine of their terms, each with (1 + ln count) · weight; that of
 * titles the cosine of their words. Sums over groups are exact: they add up as groups are joined.
 * Invariant: equal articles in equal order give equal groups.
 */
import { DAY_MS } from '../../kernel/clock.js';
import { getOrInsert } from '../../kernel/get-or-insert.js';
import { logOddsOf } from './likeness.js';
import { countOf, hashOf, isOfTitle } from './text-terms.js';
import type { Text } from './texts.js';

export interface Item {
  text: Text;
  timeMs: number;
}

/** Groups with less in common than this are not worth a look. */
const MEAN_MIN = 0.004;
const NEVER = -100;

/** Groups of places, each ascending, by their first place. @param weightOf by hash of a term. */
export function groupsOf(items: readonly Item[], weightOf: (hash: number) => number): number[][] {
  const size = items.length;
  const board = new Board(items, weightOf);
  for (;;) {
    const one = board.best();
    if (one < 0) break;
    board.join(one, board.partnerOf(one));
  }
  const groups = new Map<number, number[]>();
  for (let item = 0; item < size; item++) {
    getOrInsert(groups, board.groupOf(item), () => []).push(item);
  }
  return [...groups.values()];
}

/** Every two groups as matrices, by the first item of each. */
class Board {
  readonly #size: number;
  readonly #texts: Float32Array;
  readonly #titles: Float32Array;
  readonly #gaps: Float32Array;
  readonly #odds: Float32Array;
  readonly #counts: Uint32Array;
  /** Articles of pairs of letters in each group. */
  readonly #wide: Uint32Array;
  readonly #isOpen: Uint8Array;
  /** The group that each is most likely one story with, and how likely. */
  readonly #partners: Int32Array;
  readonly #best: Float32Array;
  readonly #owner: Int32Array;

  constructor(items: readonly Item[], weightOf: (hash: number) => number) {
    const size = items.length;
    this.#size = size;
    this.#texts = new Float32Array(size * size);
    this.#titles = new Float32Array(size * size);
    addCosines(this.#texts, items, weightOf, false);
    addCosines(this.#titles, items, weightOf, true);
    this.#gaps = new Float32Array(size * size);
    this.#odds = new Float32Array(size * size).fill(NEVER);
    this.#counts = new Uint32Array(size).fill(1);
    this.#wide = Uint32Array.from(items, ({ text }) => (text.isWide ? 1 : 0));
    this.#isOpen = new Uint8Array(size).fill(1);
    this.#partners = new Int32Array(size).fill(-1);
    this.#best = new Float32Array(size).fill(NEVER);
    this.#owner = Int32Array.from(items, (_, item) => item);
    for (let one = 0; one < size; one++) {
      for (let other = one + 1; other < size; other++) {
        const gap = Math.abs(items[one]!.timeMs - items[other]!.timeMs) / DAY_MS;
        this.#gaps[one * size + other] = gap;
        this.#gaps[other * size + one] = gap;
        this.#judge(one, other);
      }
    }
    for (let one = 0; one < size; one++) this.#look(one);
  }

  groupOf(item: number): number {
    let group = item;
    while (this.#owner[group] !== group) group = this.#owner[group]!;
    return group;
  }

  partnerOf(group: number): number {
    return this.#partners[group]!;
  }

  /** The group that is most likely one story with another, or -1 when none is. */
  best(): number {
    let best = 0;
    let found = -1;
    for (let group = 0; group < this.#size; group++) {
      if (this.#isOpen[group] === 1 && this.#best[group]! > best) {
        best = this.#best[group]!;
        found = group;
      }
    }
    return found;
  }

  join(a: number, b: number): void {
    const size = this.#size;
    const [one, other] = [Math.min(a, b), Math.max(a, b)];
    for (const sums of [this.#texts, this.#titles]) {
      for (let group = 0; group < size; group++) {
        if (this.#isOpen[group] === 0 || group === one || group === other) continue;
        const sum = sums[one * size + group]! + sums[other * size + group]!;
        sums[one * size + group] = sum;
        sums[group * size + one] = sum;
      }
      sums[one * size + one]! += sums[other * size + other]! + 2 * sums[one * size + other]!;
    }
    this.#counts[one]! += this.#counts[other]!;
    this.#wide[one]! += this.#wide[other]!;
    this.#isOpen[other] = 0;
    this.#owner[other] = one;
    this.#refresh(one, other);
  }

  /** Judges a group anew that another was joined to, and those that looked at either. */
  #refresh(one: number, other: number): void {
    const size = this.#size;
    for (let group = 0; group < size; group++) {
      if (this.#isOpen[group] === 0 || group === one) continue;
      const gap = Math.min(this.#gaps[one * size + group]!, this.#gaps[other * size + group]!);
      this.#gaps[one * size + group] = gap;
      this.#gaps[group * size + one] = gap;
      this.#judge(one, group);
    }
    this.#look(one);
    for (let group = 0; group < size; group++) {
      if (this.#isOpen[group] === 0 || group === one) continue;
      const partner = this.#partners[group];
      if (partner === one || partner === other) this.#look(group);
      else if (this.#odds[group * size + one]! > this.#best[group]!) {
        this.#best[group] = this.#odds[group * size + one]!;
        this.#partners[group] = one;
      }
    }
  }

  #judge(one: number, other: number): void {
    const size = this.#size;
    const between = this.#texts[one * size + other]!;
    const pairs = this.#counts[one]! * this.#counts[other]!;
    const odds = between < MEAN_MIN * pairs ? NEVER : this.#oddsOf(one, other, between);
    this.#odds[one * size + other] = odds;
    this.#odds[other * size + one] = odds;
  }

  #oddsOf(one: number, other: number, between: number): number {
    const size = this.#size;
    const [countOne, countOther] = [this.#counts[one]!, this.#counts[other]!];
    return logOddsOf({
      one: countOne,
      other: countOther,
      between,
      inOne: this.#texts[one * size + one]!,
      inOther: this.#texts[other * size + other]!,
      titles: this.#titles[one * size + other]!,
      titlesInOne: this.#titles[one * size + one]!,
      titlesInOther: this.#titles[other * size + other]!,
      gapDays: this.#gaps[one * size + other]!,
      wide: (this.#wide[one]! / countOne + this.#wide[other]! / countOther) / 2,
    });
  }

  #look(group: number): void {
    let best = NEVER;
    let partner = -1;
    for (let other = 0; other < this.#size; other++) {
      if (this.#isOpen[other] === 0 || other === group) continue;
      const odds = this.#odds[group * this.#size + other]!;
      if (odds > best) [best, partner] = [odds, other];
    }
    this.#best[group] = best;
    this.#partners[group] = partner;
  }
}

/** The items that hold a term, each with its part in them. */
interface TermItems {
  weight: number;
  items: number[];
  weights: number[];
}

/** Adds the cosine of every two items, and of each with itself, by way of lists of each term. */
function addCosines(
  sums: Float32Array,
  items: readonly Item[],
  weightOf: (hash: number) => number,
  ofTitles: boolean,
): void {
  const lists = new Map<number, TermItems>();
  items.forEach(({ text: { terms } }, item) => {
    const mine: [TermItems, number][] = [];
    let square = 0;
    for (let at = 0; at < terms.length; at++) {
      const term = terms[at]!;
      if (ofTitles && !isOfTitle(term)) continue;
      const hash = hashOf(term);
      const list = getOrInsert(lists, hash, () => ({
        ...{ weight: weightOf(hash), items: [], weights: [] },
      }));
      const weight = list.weight * (ofTitles ? 1 : 1 + Math.log(countOf(term)));
      mine.push([list, weight]);
      square += weight * weight;
    }
    if (square === 0) return;
    const length = Math.sqrt(square);
    for (const [list, weight] of mine) {
      list.items.push(item);
      list.weights.push(weight / length);
    }
  });
  for (const list of lists.values()) addList(sums, items.length, list);
}

function addList(sums: Float32Array, size: number, { items, weights }: TermItems): void {
  for (let i = 0; i < items.length; i++) {
    const row = items[i]! * size;
    const weight = weights[i]!;
    sums[row + items[i]!]! += weight * weight;
    for (let j = i + 1; j < items.length; j++) {
      const product = weight * weights[j]!;
      sums[row + items[j]!]! += product;
      sums[items[j]! * size + items[i]!]! += product;
    }
  }
}
