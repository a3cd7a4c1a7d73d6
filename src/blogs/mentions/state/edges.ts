/**
 * Pairs of a blog and a blog that it mentions, each with its mentions in order of time.
 *
 *   source ─► table of its targets ─► edge ─► list of posts, by time, then id
 *   target ─► chain of edges that lead to it
 *
 * Invariants: an edge keeps its number; its list may become empty. A post is in an edge's list once,
 * however often it links to the target, so a part of the list is a count of articles. `active` means that
 * both ends are shown.
 */
import { bytesOfColumns, growColumns, withCapacity } from '../../../engine/columns/columns.js';
import { type ListPool, NONE } from '../../../engine/columns/list-pool.js';
import type { Posts } from './posts.js';

/** Slots of a source's first table; tables are at most half full. */
const SLOTS_MIN = 4;
/** Distributes consecutive numbers (Knuth, TAOCP 3, 6.4). */
const GOLDEN = 0x9e3779b1;

/** Edges of one source, by target: open addressing over edge numbers. */
interface SourceTable {
  slots: Int32Array;
  used: number;
}

const BY_EDGE = [
  ...(['sources', 'targets', 'reverse', 'active'] as const),
  ...(['lengths', 'lists', 'nextIn'] as const),
];

export class Edges {
  count = 0;
  sources = new Int32Array(64);
  targets = new Int32Array(64);
  /** The reverse edge, or `NONE`. */
  reverse = new Int32Array(64);
  active = new Uint8Array(64);
  lengths = new Int32Array(64);
  /** The place of each edge's list in the pool. */
  lists = new Int32Array(64);
  /** The next edge that ends at the same blog. */
  nextIn = new Int32Array(64);
  #firstIn = new Int32Array(64).fill(NONE);
  readonly #tables: (SourceTable | undefined)[] = [];
  #slots = 0;
  readonly #pool: ListPool;
  readonly #posts: Posts;

  constructor(posts: Posts, pool: ListPool) {
    this.#posts = posts;
    this.#pool = pool;
  }

  get byteLength(): number {
    return bytesOfColumns(this, BY_EDGE) + this.#firstIn.byteLength + 4 * this.#slots;
  }

  /** The edge between two blogs, or `NONE`. */
  find(source: number, target: number): number {
    const table = this.#tables[source];
    return table === undefined ? NONE : table.slots[this.#slotOf(table, target)]!;
  }

  /** The edge between two blogs, made if there is none; a new edge is not active. */
  edgeOf(source: number, target: number): number {
    const found = this.find(source, target);
    return found === NONE ? this.#make(source, target) : found;
  }

  /** The edges that begin at a blog, in no order. */
  *outgoing(blog: number): Generator<number> {
    for (const edge of this.#tables[blog]?.slots ?? []) if (edge !== NONE) yield edge;
  }

  /** The edges that end at a blog, in no order. */
  *incoming(blog: number): Generator<number> {
    if (blog >= this.#firstIn.length) return;
    for (let edge = this.#firstIn[blog]!; edge !== NONE; edge = this.nextIn[edge]!) yield edge;
  }

  /** Adds a post, whose time is set, to an edge. */
  insert(edge: number, row: number): void {
    const length = this.lengths[edge]!;
    const index = this.#indexOf(edge, this.#posts.times[row]!, this.#posts.ids[row]!);
    this.lists[edge] = this.#pool.insert(this.lists[edge]!, length, index, row);
    this.lengths[edge] = length + 1;
  }

  /** Removes a post from an edge; its time must be the one with which it was added. */
  remove(edge: number, row: number): void {
    const length = this.lengths[edge]!;
    const index = this.#indexOf(edge, this.#posts.times[row]!, this.#posts.ids[row]!);
    this.lists[edge] = this.#pool.remove(this.lists[edge]!, length, index);
    this.lengths[edge] = length - 1;
  }

  /** The number of an edge's posts that are older than an instant. */
  countBefore(edge: number, atMs: number): number {
    return this.#indexOf(edge, atMs, Number.NEGATIVE_INFINITY);
  }

  /** The row of an edge's post, counted from the oldest. */
  rowAt(edge: number, index: number): number {
    return this.#pool.items[this.lists[edge]! + index]!;
  }

  /** The number of an edge's posts that come before (timeMs, id). */
  #indexOf(edge: number, timeMs: number, id: number): number {
    const { times, ids } = this.#posts;
    const { items } = this.#pool;
    const at = this.lists[edge]!;
    let low = 0;
    let high = this.lengths[edge]!;
    while (low < high) {
      // The newest post is compared first: most posts arrive in the order of their time.
      const middle = high - low > 2 ? (low + high) >>> 1 : high - 1;
      const row = items[at + middle]!;
      const time = times[row]!;
      if (time < timeMs || (time === timeMs && ids[row]! < id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #make(source: number, target: number): number {
    const edge = this.count;
    this.count += 1;
    if (this.count > this.sources.length) growColumns(this, BY_EDGE, this.count);
    this.sources[edge] = source;
    this.targets[edge] = target;
    this.lengths[edge] = 0;
    this.lists[edge] = NONE;
    this.active[edge] = 0;
    this.#firstIn = withCapacity(this.#firstIn, target + 1, NONE);
    this.nextIn[edge] = this.#firstIn[target]!;
    this.#firstIn[target] = edge;
    const back = this.find(target, source);
    this.reverse[edge] = back;
    if (back !== NONE) this.reverse[back] = edge;
    this.#enter(source, target, edge);
    return edge;
  }

  #enter(source: number, target: number, edge: number): void {
    let table = this.#tables[source];
    if (table === undefined) {
      table = { slots: new Int32Array(SLOTS_MIN).fill(NONE), used: 0 };
      this.#tables[source] = table;
      this.#slots += SLOTS_MIN;
    }
    if (2 * (table.used + 1) > table.slots.length) this.#widen(table);
    table.slots[this.#slotOf(table, target)] = edge;
    table.used += 1;
  }

  #widen(table: SourceTable): void {
    const { slots } = table;
    table.slots = new Int32Array(2 * slots.length).fill(NONE);
    this.#slots += slots.length;
    for (const edge of slots) {
      if (edge !== NONE) table.slots[this.#slotOf(table, this.targets[edge]!)] = edge;
    }
  }

  /** The slot of a target's edge, or the free slot where it belongs. */
  #slotOf({ slots }: SourceTable, target: number): number {
    const mask = slots.length - 1;
    let slot = (Math.imul(target, GOLDEN) >>> 7) & mask;
    while (slots[slot] !== NONE && this.targets[slots[slot]!] !== target) slot = (slot + 1) & mask;
    return slot;
  }
}
