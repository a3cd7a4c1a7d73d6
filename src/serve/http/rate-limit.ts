/**
 * Fixed windows of one minute per client, in memory of fixed size.
 *
 * A window starts with a client's first request and admits `limit` of them; time is monotonic.
 *
 *   lru-cache: key ─► slot          typed arrays by slot:  startMs │ used
 *
 * Invariants: `take` allocates nothing for an IPv4 key; at most `limit` requests are admitted per
 * window and client as long as the client's bucket is in memory; there are at most `bucketsMax`
 * buckets. When all slots are used, the least recently used bucket is evicted, and its client
 * starts with a full quota: limits per address do not stop a caller with a million addresses in any
 * case. A limit of 0 is an error: there is no "unlimited". The memory, some megabytes, is allocated
 * at the first request, because many limiters of a process never get one.
 */
import { LRUCache } from 'lru-cache';
import { TagwireError } from '../../kernel/errors.js';
import { HTTP } from '../../kernel/limits.js';
import { RATE_COUNT_MAX } from './header-block.js';

/** An IPv4 address as a signed 32-bit number, or any text. */
export type ClientKey = number | string;

/** The rest of a client's window. */
export interface Quota {
  limit: number;
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
}

/** One kind of bucket, for example "anonymous clients" or "keys". */
export class RateLimiter {
  readonly limit: number;
  /** Set by `take`: remaining requests of the client's window. */
  remaining = 0;
  /** Set by `take`: whole seconds until the window ends, at least 1. */
  resetSeconds = 1;
  readonly #bucketsMax: number;
  #slots: LRUCache<ClientKey, number> | null = null;
  #startMs = new Float64Array(0);
  #used = new Uint32Array(0);
  #freed = -1;
  #lastClient: ClientKey | null = null;
  #lastSlot = -1;

  /** @throws TagwireError CONFIG_INVALID for a limit outside 1 to 9,999,999. */
  constructor({ limit, bucketsMax = HTTP.rateBucketsMax }: { limit: number; bucketsMax?: number }) {
    if (!Number.isInteger(limit) || limit < 1 || limit > RATE_COUNT_MAX) {
      throw new TagwireError(
        'CONFIG_INVALID',
        `a rate limit is a whole number of requests per minute from 1 to ${RATE_COUNT_MAX}; got ${limit}`,
      );
    }
    this.limit = limit;
    this.#bucketsMax = bucketsMax;
  }

  /** Buckets in memory now. */
  get buckets(): number {
    return this.#slots?.size ?? 0;
  }

  /**
   * Counts one request of the client; false, and not counted, when its window is used up.
   * @param nowMs monotonic time of the request.
   */
  take(client: ClientKey, nowMs: number): boolean {
    const slot = this.#slotOf(client, nowMs);
    let startMs = this.#startMs[slot]!;
    if (nowMs - startMs >= HTTP.rateWindowMs) {
      startMs = nowMs;
      this.#startMs[slot] = nowMs;
      this.#used[slot] = 0;
    }
    const used = this.#used[slot]!;
    // This order of operations: start + window − now may exceed the window by a float's last bit.
    const leftMs = HTTP.rateWindowMs - (nowMs - startMs);
    this.resetSeconds = Math.max(1, Math.ceil(leftMs / 1000));
    if (used >= this.limit) {
      this.remaining = 0;
      return false;
    }
    this.#used[slot] = used + 1;
    this.remaining = this.limit - used - 1;
    return true;
  }

  /**
   * Requests come in bursts of one client. The last client's slot was used last, so it cannot have
   * been evicted: its number is known without a look-up in the cache (2% of a page).
   */
  #slotOf(client: ClientKey, nowMs: number): number {
    if (client === this.#lastClient) return this.#lastSlot;
    this.#slots ??= this.#allocated();
    this.#lastSlot = this.#slots.get(client) ?? this.#open(this.#slots, client, nowMs);
    this.#lastClient = client;
    return this.#lastSlot;
  }

  #allocated(): LRUCache<ClientKey, number> {
    this.#startMs = new Float64Array(this.#bucketsMax);
    this.#used = new Uint32Array(this.#bucketsMax);
    return new LRUCache({
      max: this.#bucketsMax,
      dispose: (slot) => {
        this.#freed = slot;
      },
    });
  }

  #open(slots: LRUCache<ClientKey, number>, client: ClientKey, nowMs: number): number {
    // The cache evicts within `set`; evict before, so that the freed slot can be the value.
    this.#freed = -1;
    if (slots.size >= this.#bucketsMax) slots.pop();
    const slot = this.#freed >= 0 ? this.#freed : slots.size;
    slots.set(client, slot);
    this.#startMs[slot] = nowMs;
    this.#used[slot] = 0;
    return slot;
  }
}
