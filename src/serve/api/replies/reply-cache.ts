/**
 * What routes have made and may give again, of both services, within one budget.
 *
 *   route ─► its part: key ─► item ─┐
 *   route ─► its part: key ─► item ─┼─► one order of use, bounded in bytes and items
 *   route ─► its part: key ─► item ─┘
 *
 * A part belongs to one route, which clears it when the state that its items were made in is over:
 * what they are valid for is the route's to know (replies.ts).
 * Whatever part it is in, the least recently used item goes first.
 * Once the budget is used up, only what is asked for again comes in (`offer`): a client that walks
 * through history drives nothing out.
 * Invariants: an item is in its part and in the order of use, or in neither. No group is empty.
 */
import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../../kernel/collections.js';
import { REPLIES } from '../../../kernel/limits.js';

type Groups<V> = Map<string, Map<string, Item<V>>>;

interface Item<V> {
  /** Those of its part. */
  readonly groups: Groups<V>;
  readonly group: string;
  readonly key: string;
  readonly value: V;
  readonly bytes: number;
}

type Recent = LRUCache<Item<unknown>, Item<unknown>>;

/** Where a part of the cache stands. */
interface PartFigures {
  service: string;
  route: string;
  bytes: number;
  items: number;
  /** Since the start. */
  hits: number;
  misses: number;
}

/** Makes the part of a route, which is named by its path. */
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

  /** Makes the parts of a service. */
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
   * Items by group and key. A route with a parameter in its path groups them by path, as it came: joined
   * to one key, path and query cost 2% of a page more. Shown by `bench blog-page` (blogs' articles).
   */
  readonly #groups: Groups<V> = new Map();
  /** Keys of what was offered once and did not come in. */
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

  /** Counts that something had to be made. */
  missed(): void {
    this.#misses += 1;
  }

  /** Puts a value in, or another in its place, unless it alone is over the budget. */
  put(key: string, value: V, valueBytes: number, group: string = ''): void {
    const former = this.#groups.get(group)?.get(key);
    if (former !== undefined) this.#recent.delete(former);
    const bytes = valueBytes + REPLIES.itemBytes;
    if (bytes > this.#recent.maxSize) return;
    const item: Item<V> = { groups: this.#groups, group, key, value, bytes };
    // The last item of the group may go for it, and the group with that: it is found afterwards.
    this.#recent.set(item as Item<unknown>, item as Item<unknown>);
    getOrInsert(this.#groups, group, () => new Map<string, Item<V>>()).set(key, item);
  }

  /** Puts a value in while there is budget, or when it is offered again; says whether it is in. */
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

  /** Forgets everything, when another state begins. */
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
