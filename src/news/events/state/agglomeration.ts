/**
 * Groups articles into stories: the two groups that are most alike become one, as long as they are alike
 * enough (likeness.ts).
 *
 * Only groups that a link connects are looked at. A link was made when its later article came, by what was
 * rare then. The mean of the links between two groups stands for all pairs until the edge is the most alike
 * of the heap; then all pairs are computed, by way of the groups' vectors (term-vectors.ts). So the work
 * follows from links and joins, not from pairs of articles.
 *
 *   items ─ links ─► edges ─► heap, the most alike first ─► computed? ─ no ─► compute, put back
 *                       ▲                                       │ yes
 *                       └── the joined group takes over edges ◄─┘
 *
 * Linked pairs are the most alike, so a mean of few pairs is too high rather than too low. Where it is
 * too low an edge is computed when its group has doubled.
 * Means are weighted, and groups of little weight come last: they join stories, and no stories by way of them.
 * Invariant: equal items in equal order with equal links give equal groups.
 */
import { Heap } from '../../../kernel/collections.js';
import { leastLnOf } from './likeness.js';
import { type TermVector, TermVectors } from './term-vectors.js';

export interface Item {
  terms: Uint32Array;
  /** How much it counts: above 0, at most 1 (outlets.ts). */
  weight: number;
  /** Most terms are pairs of letters. */
  isWide: boolean;
}

/** Two items that may be of one story, by their places, with the cosine of their texts. */
export interface Link {
  one: number;
  other: number;
  likeness: number;
}

/** All edges of a group are computed when it has so many items, and again whenever it has doubled. */
const COMPUTED_FROM = 8;

interface Group {
  /** Place of its first item. */
  first: number;
  items: number[];
  /** Items of light groups that joined it. */
  followers: number[];
  /** Sums over the items, of their weights and of what is least, by weight. */
  weight: number;
  leastLn: number;
  vector: TermVector;
  edges: Map<Group, Edge>;
  /** Edges are computed when it has so many items. */
  computeAt: number;
  isOpen: boolean;
}

/** Two groups that may be one story. Never changed once it is queued, so that the heap stays in order. */
interface Edge {
  one: Group;
  other: Group;
  /** Of the pairs that are known: their likeness by weight, their weights, and how many they are. */
  sum: number;
  weight: number;
  pairs: number;
  /** The sum is computed from the vectors, not put together from links. */
  isComputed: boolean;
  /** One of the groups counts for less than half an item. */
  isLight: boolean;
  /** The mean of these ÷ the least of one story. */
  ratio: number;
}

/** A group of less weight is light. */
const HEAVY_MIN = 0.5;
/** A pause after so much work: about a millisecond. */
const PAUSE_EVERY = 64;
const LINKS_PAUSE_EVERY = 2000;

/**
 * Groups of places, each ascending, by their first place. It pauses after each millisecond or so.
 * @param starts what is together from the start, by places; every place stands in one.
 * @param weightOf by hash of a term.
 */
export function* groupsOf(
  items: readonly Item[],
  links: readonly Link[],
  weightOf: (hash: number) => number,
  leastOf: (item: Item) => number = leastOfItem,
  starts: readonly (readonly number[])[] = items.map((_, place) => [place]),
): Generator<void, number[][]> {
  const vectors = yield* TermVectors.of(items, starts, weightOf);
  const groups: Group[] = [];
  const groupOf: Group[] = [];
  let work = 0;
  for (const [start, places] of starts.entries()) {
    const group = groupOfPlaces(places, items, vectors.of(start), leastOf);
    groups.push(group);
    for (const place of places) groupOf[place] = group;
    work += places.length;
    if (work % PAUSE_EVERY < places.length) yield;
  }
  const board = new Board(vectors);
  for (const { one, other, likeness } of links) {
    const weight = items[one]!.weight * items[other]!.weight;
    board.link(groupOf[one]!, groupOf[other]!, likeness, weight);
    if (++work % LINKS_PAUSE_EVERY === 0) yield;
  }
  for (const group of groups) {
    board.queue(group);
    if (++work % LINKS_PAUSE_EVERY === 0) yield;
  }
  yield* board.joinAll();
  return groups
    .filter(({ isOpen }) => isOpen)
    .map(({ items: mine, followers }) => [...mine, ...followers].sort((a, b) => a - b))
    .sort(([a], [b]) => a! - b!);
}

/** The least likeness of an item to others of its story, as a logarithm. */
export function leastOfItem({ terms, isWide }: Item): number {
  return leastLnOf(terms.length, isWide);
}

function groupOfPlaces(
  places: readonly number[],
  items: readonly Item[],
  vector: TermVector,
  leastOf: (item: Item) => number,
): Group {
  return {
    first: places[0]!,
    items: [...places],
    followers: [],
    vector,
    edges: new Map(),
    isOpen: true,
    weight: places.reduce((sum, place) => sum + items[place]!.weight, 0),
    leastLn: places.reduce((sum, place) => {
      return sum + items[place]!.weight * leastOf(items[place]!);
    }, 0),
    computeAt: Math.max(COMPUTED_FROM, 2 * places.length),
  };
}

class Board {
  readonly #vectors: TermVectors;
  readonly #heap = new Heap<Edge>(comesBefore, keyOf);

  constructor(vectors: TermVectors) {
    this.#vectors = vectors;
  }

  /** Adds what a link says of two groups, none of which is queued. */
  link(one: Group, other: Group, likeness: number, weight: number): void {
    if (one === other) return;
    const known = one.edges.get(other);
    if (known === undefined) {
      this.#put(one, other, weight * likeness, weight, 1, false);
      return;
    }
    // Two links of the same two items say the same.
    if (one.items.length + other.items.length === 2) return;
    known.sum += weight * likeness;
    known.weight += weight;
    known.pairs += 1;
  }

  /** Queues the edges of a group which are its own: each edge has two groups. */
  queue(group: Group): void {
    for (const edge of group.edges.values()) if (edge.one === group) this.#queue(edge);
  }

  *joinAll(): Generator<void> {
    let work = 0;
    for (let edge = this.#heap.pop(); edge !== undefined; edge = this.#heap.pop()) {
      if (++work % PAUSE_EVERY === 0) yield;
      if (edge.one.edges.get(edge.other) !== edge) continue;
      if (!isWhole(edge)) this.#compute(edge);
      else if (isHeavy(edge.one) !== isHeavy(edge.other)) this.#follow(edge);
      else this.#join(edge);
    }
  }

  /** Puts an edge in the place of the one that two groups had. */
  #put(
    one: Group,
    other: Group,
    sum: number,
    weight: number,
    pairs: number,
    isComputed: boolean,
  ): Edge {
    const isLight = !(isHeavy(one) && isHeavy(other));
    const edge: Edge = { one, other, sum, weight, pairs, isComputed, isLight, ratio: 0 };
    one.edges.set(other, edge);
    other.edges.set(one, edge);
    return edge;
  }

  #queue(edge: Edge): void {
    const { one, other, sum, weight } = edge;
    const least = Math.exp((one.leastLn + other.leastLn) / (one.weight + other.weight));
    edge.ratio = sum / weight / least;
    if (edge.ratio > 1) this.#heap.push(edge);
  }

  #compute({ one, other }: Edge): void {
    const sum = this.#vectors.product(one.vector, other.vector);
    const pairs = one.items.length * other.items.length;
    this.#queue(this.#put(one, other, sum, one.weight * other.weight, pairs, true));
  }

  /** A light group joins a heavy one, and brings no other heavy one nearer to it. */
  #follow(edge: Edge): void {
    const [heavy, light] = isHeavy(edge.one) ? [edge.one, edge.other] : [edge.other, edge.one];
    for (const group of light.edges.keys()) group.edges.delete(light);
    light.edges.clear();
    light.isOpen = false;
    heavy.followers.push(...light.items, ...light.followers);
  }

  #join({ one, other }: Edge): void {
    const isOneLarger = one.items.length >= other.items.length;
    const [into, from] = isOneLarger ? [one, other] : [other, one];
    into.vector.add(from.vector);
    into.first = Math.min(into.first, from.first);
    for (const item of from.items) into.items.push(item);
    into.followers.push(...from.followers);
    into.weight += from.weight;
    into.leastLn += from.leastLn;
    from.isOpen = false;
    into.edges.delete(from);
    for (const [group, edge] of from.edges) {
      group.edges.delete(from);
      if (group === into) continue;
      const known = into.edges.get(group);
      const sum = edge.sum + (known?.sum ?? 0);
      const weight = edge.weight + (known?.weight ?? 0);
      const pairs = edge.pairs + (known?.pairs ?? 0);
      const isComputed = edge.isComputed && known?.isComputed === true;
      this.#queue(this.#put(into, group, sum, weight, pairs, isComputed));
    }
    from.edges.clear();
    if (into.items.length < into.computeAt) return;
    into.computeAt = 2 * into.items.length;
    for (const edge of [...into.edges.values()]) if (!isWhole(edge)) this.#compute(edge);
  }
}

/** Ratios are above 1, and divided by this they stay exact. */
const LIGHTER = 2 ** 64;

/** The more alike come first, those of light groups last. */
function keyOf({ ratio, isLight }: Edge): number {
  return isLight ? -ratio / LIGHTER : -ratio;
}

/** Of edges that are equally alike that of the earlier items. */
function comesBefore(one: Edge, other: Edge): boolean {
  const [a, b] = [firstOf(one), firstOf(other)];
  return a < b || (a === b && lastOf(one) < lastOf(other));
}

function isHeavy({ weight }: Group): boolean {
  return weight >= HEAVY_MIN;
}

function firstOf({ one, other }: Edge): number {
  return Math.min(one.first, other.first);
}

function lastOf({ one, other }: Edge): number {
  return Math.max(one.first, other.first);
}

/** All pairs of its groups are known, by what is rare now. */
function isWhole({ one, other, pairs, isComputed }: Edge): boolean {
  return isComputed && pairs === one.items.length * other.items.length;
}
