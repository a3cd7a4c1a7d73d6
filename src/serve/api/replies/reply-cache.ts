/**
 * Cached replies of the routes of both services, within one budget.
 *
 *   route ─► its part: key ─► item ─┐
 *   route ─► its part: key ─► item ─┼─► one order of use, bounded in bytes and items
 *   route ─► its part: key ─► item ─┘
 *
 * A part belongs to one route, which clears it when the state of its items ends (replies.ts). The
 * least recently used item of all parts is evicted first. When the budget is used up, only items
 * that are offered a second time are cached (`offer`), so a client that walks through history
 * evicts nothing. Invariants: an item is in its part and in the order of use, or in neither. No
 * group is empty.
 */
import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../../kernel/collections.js';
import { REPLIES } from '../../../kernel/limits.js';

type Groups<V> = Map<string, Map<string, Item<V>>>;

interface Item<V> {
  /** The groups of the item's part. */
  readonly groups: Groups<V>;
  readonly group: string;
  readonly key: string;
  readonly value: V;
  readonly bytes: number;
}

type Recent = LRUCache<Item<unknown>, Item<unknown>>;

interface PartFigures {
  service: string;
  route: string;
  bytes: number;
  items: number;
  /** Since the start. */
  hits: number;
  misses: number;
}

/** Makes the part of a route, named by the route's path. */
export type NewCachePart = <V>(route: string) => CachePart<V>;

export class ReplyCache {
  readonly #recent: Recent;
  readonly #parts: CachePart<unknown>[] = [];

  constructor({ bytesMax, itemsMax }: { bytesMax: number; itemsMax: number } = REPLIES) {
    this.#recent = new LRUCache({
      max: itemsMax,
      maxSize: bytesMax,
      sizeCalculation: ({ bytes }) => bytes,
      dispose: ({ groups, group, key }) => {
        const items = groups.get(group);
        items?.delete(key);
        if (items?.size === 0) groups.delete(group);
      },
    });
  }

  partsOf(service: string): NewCachePart {
    return <V>(route: string) => {
      const part = new CachePart<V>(this.#recent, service, route);
      this.#parts.push(part as CachePart<unknown>);
      return part;
    };
  }

  figures(): PartFigures[] {
    return this.#parts.map((part) => part.figures());
  }
}

export class CachePart<V> {
  readonly #recent: Recent;
  readonly #service: string;
  readonly #route: string;
  /**
   * Items by group and key. A route with a parameter in its path groups them by raw path: joining
   * path and query to one key costs 2% of a page more. Shown by `bench blog-page` (blogs'
   * articles).
   */
  readonly #groups: Groups<V> = new Map();
  /** Keys of items that were offered once and not cached. */
  readonly #refused = new Set<string>();
  #hits = 0;
  #misses = 0;

  constructor(recent: Recent, service: string, route: string) {
    this.#recent = recent;
    this.#service = service;
    this.#route = route;
  }

  get(key: string, group: string = ''): V | undefined {
    const item = this.#groups.get(group)?.get(key);
    if (item === undefined) return undefined;
    this.#recent.get(item);
    this.#hits += 1;
    return item.value;
  }

  /** Counts a miss. */
  missed(): void {
    this.#misses += 1;
  }

  /** Adds or replaces a value, unless its size alone exceeds the budget. */
  put(key: string, value: V, valueBytes: number, group: string = ''): void {
    const former = this.#groups.get(group)?.get(key);
    if (former !== undefined) this.#recent.delete(former);
    const bytes = valueBytes + REPLIES.itemBytes;
    if (bytes > this.#recent.maxSize) return;
    const item: Item<V> = { groups: this.#groups, group, key, value, bytes };
    // This may evict the last item of the group, and with it the group: look it up afterwards.
    this.#recent.set(item as Item<unknown>, item as Item<unknown>);
    getOrInsert(this.#groups, group, () => new Map<string, Item<V>>()).set(key, item);
  }

  /** Adds a value within the budget or at its second offer; returns whether it was added. */
  offer(key: string, value: V, valueBytes: number, group: string = ''): boolean {
    const { size, max, calculatedSize, maxSize } = this.#recent;
    const isFull = size >= max || calculatedSize + valueBytes + REPLIES.itemBytes > maxSize;
    const name = `${group} ${key}`;
    if (isFull && !this.#refused.delete(name)) {
      if (this.#refused.size >= REPLIES.namesMax) this.#refused.clear();
      this.#refused.add(name);
      return false;
    }
    this.put(key, value, valueBytes, group);
    return true;
  }

  /** Drops all items, when the state changes. */
  clear(): void {
    for (const item of this.#all()) this.#recent.delete(item as Item<unknown>);
    this.#refused.clear();
  }

  figures(): PartFigures {
    const all = this.#all();
    const bytes = all.reduce((sum, item) => sum + item.bytes, 0);
    return {
      ...{ service: this.#service, route: this.#route },
      ...{ bytes, items: all.length, hits: this.#hits, misses: this.#misses },
    };
  }

  #all(): Item<V>[] {
    return [...this.#groups.values()].flatMap((items) => [...items.values()]);
  }
}
