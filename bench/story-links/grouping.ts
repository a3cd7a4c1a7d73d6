/**
 * Groups articles into stories: the two groups that are most likely one story become one, as long as
 * that is more likely than not.
 *
 * Only groups that a link connects are looked at; how alike they are is computed from all their articles,
 * by way of sums over each group's terms. So the work follows from links, not from pairs of articles.
 *
 *   items ─ links ─► edges between groups, with sums of likeness ─► heap, the most likely first
 *                       ▲                                              │
 *                       └── a joined group takes over its parts' edges ◄
 *
 * Invariant: equal items in equal order with equal links give equal groups.
 */
import { DAY_MS } from '../../src/kernel/clock.js';
import { Heap } from '../../src/kernel/heap.js';
import type { Sides as ComparedSides } from '../../src/news/events/likeness.js';
import { hashOf, isOfTitle } from '../../src/news/events/text-terms.js';
import { termWeight } from './neighbours.js';
import { TermSums } from './term-sums.js';

export interface Item {
  terms: Uint32Array;
  /** Most terms are pairs of letters. */
  isWide: boolean;
  timeMs: number;
}

/** Two items that may be of one story, by their places, with the cosines of texts and titles. */
export interface Link {
  one: number;
  other: number;
  text: number;
  title: number;
}

/** A group's edges are looked at anew when it has grown by this; the others when their turn comes. */
const GROWTH = 1.2;

interface Group {
  /** Place of its first item. */
  first: number;
  items: number[];
  /** Made when it is first needed. */
  sums: TermSums | null;
  /** Likeness within, all pairs and each item with itself. */
  texts: number;
  titles: number;
  /** Terms of all items, and items whose terms are pairs of letters. */
  terms: number;
  wide: number;
  firstMs: number;
  lastMs: number;
  edges: Map<Group, Edge>;
  /** Items that it had when all its edges were looked at. */
  lookedAt: number;
  isOpen: boolean;
}

/** Two groups that may be one story. */
interface Edge {
  one: Group;
  other: Group;
  /** Likeness of all pairs, and log-odds, when the groups had so many items. */
  texts: number;
  titles: number;
  odds: number;
  items: number;
  isOpen: boolean;
}

/** Sums over a group, or between two; the days are those between the nearest ends of both. */
export interface Sides extends ComparedSides {
  /** Terms of an article, the geometric mean of both groups. */
  terms: number;
}

/**
 * How likely two groups are one story: above 0, more likely than not. It may look at which items they
 * have, as a program does that fits weights to labels.
 */
export type Judge = (sides: Sides, one: readonly number[], other: readonly number[]) => number;

/** Groups of places, each ascending, by their first place. @param weightOf by hash of a term. */
export function groupsOf(
  items: readonly Item[],
  links: readonly Link[],
  weightOf: (hash: number) => number,
  judge: Judge,
): number[][] {
  const groups = items.map(newGroup);
  const heap = new Heap<Edge>(comesBefore);
  const board = new Board(items, weightOf, judge, heap);
  for (const { one, other, text, title } of links) {
    board.link(groups[one]!, groups[other]!, text, title);
  }
  for (let edge = heap.pop(); edge !== undefined; edge = heap.pop()) {
    board.take(edge);
  }
  return groups
    .filter(({ isOpen }) => isOpen)
    .map((group) => group.items.sort((a, b) => a - b))
    .sort(([a], [b]) => a! - b!);
}

function newGroup({ terms, isWide, timeMs }: Item, place: number): Group {
  return {
    first: place,
    items: [place],
    sums: null,
    texts: 1,
    titles: terms.some(isOfTitle) ? 1 : 0,
    terms: terms.length,
    wide: isWide ? 1 : 0,
    firstMs: timeMs,
    lastMs: timeMs,
    edges: new Map(),
    lookedAt: 1,
    isOpen: true,
  };
}

/** The likelier edge; of equals that of the earlier items. */
function comesBefore(one: Edge, other: Edge): boolean {
  if (one.odds !== other.odds) return one.odds > other.odds;
  const [a, b] = [firstOf(one), firstOf(other)];
  return a < b || (a === b && lastOf(one) < lastOf(other));
}

function firstOf({ one, other }: Edge): number {
  return Math.min(one.first, other.first);
}

function lastOf({ one, other }: Edge): number {
  return Math.max(one.first, other.first);
}

class Board {
  readonly #items: readonly Item[];
  readonly #weightOf: (hash: number) => number;
  readonly #judge: Judge;
  readonly #heap: Heap<Edge>;

  constructor(
    items: readonly Item[],
    weightOf: (hash: number) => number,
    judge: Judge,
    heap: Heap<Edge>,
  ) {
    this.#items = items;
    this.#weightOf = weightOf;
    this.#judge = judge;
    this.#heap = heap;
  }

  link(one: Group, other: Group, texts: number, titles: number): void {
    if (one === other || one.edges.has(other)) return;
    const edge: Edge = { one, other, texts, titles, odds: 0, items: 2, isOpen: true };
    edge.odds = this.#judge(sidesOf(edge), edge.one.items, edge.other.items);
    this.#open(edge);
  }

  /** Joins the groups of an edge that left the heap, if that is still what is likeliest. */
  take(edge: Edge): void {
    if (!edge.isOpen) return;
    if (itemsOf(edge) === edge.items) {
      this.#join(edge);
      return;
    }
    const before = edge.odds;
    this.#look(edge);
    if (edge.odds >= before) this.#join(edge);
    else if (edge.odds > 0) this.#heap.push(edge);
  }

  #join({ one, other, texts, titles }: Edge): void {
    const isOneLarger = one.items.length >= other.items.length;
    const [into, from] = isOneLarger ? [one, other] : [other, one];
    this.#sumsOf(into).add(this.#sumsOf(from));
    into.texts += from.texts + 2 * texts;
    into.titles += from.titles + 2 * titles;
    into.first = Math.min(into.first, from.first);
    for (const item of from.items) into.items.push(item);
    into.terms += from.terms;
    into.wide += from.wide;
    into.firstMs = Math.min(into.firstMs, from.firstMs);
    into.lastMs = Math.max(into.lastMs, from.lastMs);
    from.isOpen = false;
    from.sums = null;
    into.edges.delete(from);
    const gained: Group[] = [];
    for (const [group, edge] of from.edges) {
      edge.isOpen = false;
      group.edges.delete(from);
      if (group !== into && !into.edges.has(group)) gained.push(group);
    }
    from.edges.clear();
    if (into.items.length >= GROWTH * into.lookedAt) this.#lookAtAll(into);
    for (const group of gained) {
      const edge = {
        one: into,
        other: group,
        texts: 0,
        titles: 0,
        odds: 0,
        items: 0,
        isOpen: true,
      };
      this.#look(edge);
      this.#open(edge);
    }
  }

  #lookAtAll(group: Group): void {
    group.lookedAt = group.items.length;
    for (const [other, edge] of [...group.edges]) {
      edge.isOpen = false;
      const anew = { ...edge, isOpen: true };
      this.#look(anew);
      group.edges.delete(other);
      this.#open(anew);
    }
  }

  #look(edge: Edge): void {
    const sums = this.#sumsOf(edge.one);
    sums.times(this.#sumsOf(edge.other));
    edge.texts = sums.texts;
    edge.titles = sums.titles;
    edge.items = itemsOf(edge);
    edge.odds = this.#judge(sidesOf(edge), edge.one.items, edge.other.items);
  }

  #open(edge: Edge): void {
    edge.one.edges.set(edge.other, edge);
    edge.other.edges.set(edge.one, edge);
    if (edge.odds > 0) this.#heap.push(edge);
  }

  #sumsOf(group: Group): TermSums {
    group.sums ??= sumsOfItem(this.#items[group.first]!, this.#weightOf);
    return group.sums;
  }
}

function itemsOf({ one, other }: Edge): number {
  return one.items.length + other.items.length;
}

/** The terms of an item, so weighted that its likeness with itself is 1. */
function sumsOfItem({ terms }: Item, weightOf: (hash: number) => number): TermSums {
  let square = 0;
  let titleSquare = 0;
  for (const term of terms) {
    square += termWeight(term, weightOf) ** 2;
    if (isOfTitle(term)) titleSquare += weightOf(hashOf(term)) ** 2;
  }
  const [length, titleLength] = [Math.sqrt(square) || 1, Math.sqrt(titleSquare) || 1];
  const sums = new TermSums(terms.length);
  for (const term of terms) {
    const hash = hashOf(term);
    const title = isOfTitle(term) ? weightOf(hash) / titleLength : 0;
    sums.put(hash, termWeight(term, weightOf) / length, title);
  }
  return sums;
}

/** Of the edge that is judged: one object for all. */
const SIDES: Sides = {
  one: 0,
  other: 0,
  between: 0,
  inOne: 0,
  inOther: 0,
  titles: 0,
  titlesInOne: 0,
  titlesInOther: 0,
  gapDays: 0,
  wide: 0,
  terms: 0,
};

function sidesOf({ one, other, texts, titles }: Edge): Sides {
  const apartMs = Math.max(one.firstMs, other.firstMs) - Math.min(one.lastMs, other.lastMs);
  SIDES.one = one.items.length;
  SIDES.other = other.items.length;
  SIDES.between = texts;
  SIDES.inOne = one.texts;
  SIDES.inOther = other.texts;
  SIDES.titles = titles;
  SIDES.titlesInOne = one.titles;
  SIDES.titlesInOther = other.titles;
  SIDES.gapDays = Math.max(0, apartMs) / DAY_MS;
  SIDES.wide = (one.wide / SIDES.one + other.wide / SIDES.other) / 2;
  SIDES.terms = Math.sqrt((one.terms / SIDES.one) * (other.terms / SIDES.other));
  return SIDES;
}
