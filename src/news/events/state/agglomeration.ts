/**
 * Groups articles into stories: joins the two most similar groups, while their likeness suffices
 * (likeness.ts).
 *
 * Only groups with a link are compared. A link was made when its later article arrived, by the
 * rareness of words at that time. The mean of the links between two groups stands for all pairs
 * until their edge is first in the heap; then all pairs are computed from the groups' vectors
 * (term-vectors.ts). So the work depends on links and joins, not on pairs of articles.
 *
 *   items ─ links ─► edges ─► heap, the most alike first ─► computed? ─ no ─► compute, put back
 *                       ▲                                       │ yes
 *                       └── the joined group takes over edges ◄─┘
 *
 * Linked pairs are the most alike, so a mean of few pairs is rather too high than too low. An edge
 * with too low a mean is computed when its group has doubled. Means are weighted. Groups of little
 * weight come last: they join stories, but never connect two stories. Invariant: equal items in
 * equal order with equal links give equal groups.
 */
import { Heap } from '../../../kernel/collections.js';
import { leastLnOf } from './likeness.js';
import { type TermVector, TermVectors } from './term-vectors.js';

export interface Item {
  terms: Uint32Array;
  /** Weight: above 0, at most 1 (outlets.ts). */
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

/** All edges of a group are computed when it has so many items, and whenever it has doubled. */
const COMPUTED_FROM = 8;

interface Group {
  /** Place of its first item. */
  first: number;
  items: number[];
  /** Items of light groups that joined it. */
  followers: number[];
  /** Sums over the items: of weights, and of weighted least likenesses (logarithms). */
  weight: number;
  leastLn: number;
  vector: TermVector;
  edges: Map<Group, Edge>;
  /** Edges are computed when the group has so many items. */
  computeAt: number;
  isOpen: boolean;
}

/** Two groups that may be one story. Constant once it is queued: the heap depends on its ratio. */
interface Edge {
  one: Group;
  other: Group;
  /** Over the known pairs: weighted sum of likenesses, sum of weights, and number. */
  sum: number;
  weight: number;
  pairs: number;
  /** The sum was computed from the vectors instead of links. */
  isComputed: boolean;
  isLight: boolean;
  /** The mean likeness ÷ the least likeness within one story. */
  ratio: number;
}

/** Groups with less weight are light. */
const HEAVY_MIN = 0.5;
/** Steps between pauses: about a millisecond. */
const PAUSE_EVERY = 64;
const LINKS_PAUSE_EVERY = 2000;

/**
 * Groups of places, each ascending, ordered by their first places; with pauses.
 * @param starts initial groups of places; each place is in exactly one.
 * @param weightOf weight of a term by its hash.
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

  /** Adds a link to the edge of two groups that are not queued yet. */
  link(one: Group, other: Group, likeness: number, weight: number): void {
    if (one === other) return;
    const known = one.edges.get(other);
    if (known === undefined) {
      this.#put(one, other, weight * likeness, weight, 1, false);
      return;
    }
    // Two links of the same two items have the same likeness.
    if (one.items.length + other.items.length === 2) return;
    known.sum += weight * likeness;
    known.weight += weight;
    known.pairs += 1;
  }

  /** Queues the edges of which the group is `one`, so that each edge is queued once. */
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

  /** Replaces the edge of two groups. */
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

  /** Joins a light group to a heavy one, without effect on the heavy group's edges. */
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

/** Ratios are above 1, so a division by this keeps them exact. */
const LIGHTER = 2 ** 64;

/** Higher ratios come first, and all edges of light groups last. */
function keyOf({ ratio, isLight }: Edge): number {
  return isLight ? -ratio / LIGHTER : -ratio;
}

/** Between equal ratios, the edge with the earlier items comes first. */
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

/** True when all pairs of the groups are computed with current weights. */
function isWhole({ one, other, pairs, isComputed }: Edge): boolean {
  return isComputed && pairs === one.items.length * other.items.length;
}
