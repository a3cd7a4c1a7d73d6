/**
 * Verifies `x-api-key` on the main thread.
 *
 * Invariants: a valid key that was valid once counts against its own bucket alone, also after a
 * restart, and also if its client's address sent wrong keys; a key that was never used is looked up
 * only after its client's bucket has admitted it (http/service.ts), which limits guesses. A revoked
 * key is no longer found. Keys are not stored here.
 */
import { LRUCache } from 'lru-cache';
import type { Monotonic } from '../../../kernel/clock.js';
import type { Accounts } from '../../../store/accounts/accounts.js';
import { unavailable } from '../../http/errors.js';
import type { KeyAuthenticator } from '../../http/service-options.js';

/** Cached names of buckets: a few bytes each; a missing name is made again. */
const BUCKETS_MAX = 10_000;
/** Shortest time between two reads of the accounts, however many unknown keys come. */
const LOOK_MS_MIN = 50;
const NOT_CURRENT = unavailable('this node cannot check keys now; ask another one', 1);

export class KeyGate implements KeyAuthenticator {
  readonly #accounts: Accounts;
  readonly #monotonic: Monotonic;
  readonly #onFirstUse: (keyId: number) => void;
  /** Buckets of keys that were valid once, by key id. */
  readonly #buckets = new LRUCache<number, string>({ max: BUCKETS_MAX });
  #lookedMs = Number.NEGATIVE_INFINITY;

  /** @param onFirstUse stores durably that a key was valid once. */
  constructor(
    accounts: Accounts,
    monotonic: Monotonic,
    onFirstUse: (keyId: number) => void = () => undefined,
  ) {
    this.#accounts = accounts;
    this.#monotonic = monotonic;
    this.#onFirstUse = onFirstUse;
  }

  get size(): number {
    return this.#buckets.size;
  }

  cached(apiKey: string): string | null {
    if (!this.#accounts.isCurrent) return null;
    const key = this.#find(apiKey);
    if (key === null) return null;
    const bucket = this.#buckets.get(key.id);
    if (bucket !== undefined) return bucket;
    return this.#accounts.wasUsed(key.id) ? this.#remember(key.id) : null;
  }

  /** @throws HttpError 503 on a node that cannot know of revocations. */
  verify(apiKey: string): string | null {
    if (!this.#accounts.isCurrent) throw NOT_CURRENT;
    let key = this.#find(apiKey);
    if (key === null && this.#lookAgain()) key = this.#find(apiKey);
    if (key === null) return null;
    if (!this.#accounts.wasUsed(key.id)) this.#onFirstUse(key.id);
    return this.#remember(key.id);
  }

  #remember(keyId: number): string {
    const bucket = `key ${keyId}`;
    this.#buckets.set(keyId, bucket);
    return bucket;
  }

  /** Null for an invalid key; most invalid texts cost no digest. */
  #find(apiKey: string): ReturnType<Accounts['keyOf']> {
    return this.#accounts.mayHold(apiKey) ? this.#accounts.keyOf(apiKey) : null;
  }

  /** Reads the accounts again, because a key may be new. True when this read them. */
  #lookAgain(): boolean {
    const nowMs = this.#monotonic.nowMs();
    if (nowMs - this.#lookedMs < LOOK_MS_MIN) return false;
    this.#lookedMs = nowMs;
    this.#accounts.refresh();
    return true;
  }
}
