/**
 * Decides on `x-api-key` for the front.
 *
 * Invariants: a key in force that was valid once counts on its own bucket alone, also after a restart
 * and whatever was guessed from its client's address; a key that was never used is looked up only after
 * its client's bucket has let it pass (http/service.ts), so guesses are limited by that. A key that is
 * revoked is no longer found. Keys are not kept here.
 */
import { LRUCache } from 'lru-cache';
import type { Monotonic } from '../../../kernel/clock.js';
import type { Accounts } from '../../../store/accounts/accounts.js';
import { unavailable } from '../../http/errors.js';
import type { KeyAuthenticator } from '../../http/service-options.js';

/** Names of buckets in the cache: a few bytes each, and one that is not in it is made again. */
const BUCKETS_MAX = 10_000;
/** A flood of unknown keys makes the accounts be looked at no more often than this. */
const LOOK_MS_MIN = 50;
const NOT_CURRENT = unavailable('this node cannot check keys now; ask another one', 1);

export class KeyGate implements KeyAuthenticator {
  readonly #accounts: Accounts;
  readonly #monotonic: Monotonic;
  readonly #onFirstUse: (keyId: number) => void;
  /** Bucket by the id of a key that was valid once. */
  readonly #buckets = new LRUCache<number, string>({ max: BUCKETS_MAX });
  #lookedMs = Number.NEGATIVE_INFINITY;

  /** `onFirstUse` makes durable that a key was valid once. */
  constructor(
    accounts: Accounts,
    monotonic: Monotonic,
    onFirstUse: (keyId: number) => void = () => undefined,
  ) {
    this.#accounts = accounts;
    this.#monotonic = monotonic;
    this.#onFirstUse = onFirstUse;
  }

  /** Keys remembered now. */
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

  /** @throws HttpError 503 on a node that cannot know whether a key was revoked. */
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

  /** Null for a text that is no key in force; most of those cost no digest. */
  #find(apiKey: string): ReturnType<Accounts['keyOf']> {
    return this.#accounts.mayHold(apiKey) ? this.#accounts.keyOf(apiKey) : null;
  }

  /** A key may have been made a moment ago. True when the accounts have been looked at. */
  #lookAgain(): boolean {
    const nowMs = this.#monotonic.nowMs();
    if (nowMs - this.#lookedMs < LOOK_MS_MIN) return false;
    this.#lookedMs = nowMs;
    this.#accounts.refresh();
    return true;
  }
}
