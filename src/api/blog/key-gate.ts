/**
 * Decides on `x-api-key` for the front.
 *
 * Invariants: keys that were valid are remembered by their digest, a bounded number of them, and
 * forgotten as soon as any account changes; a key that is not remembered is looked up only after
 * its client's bucket has let it pass (http/service.ts). A full key is kept no longer than until
 * the next one comes.
 */
import { LRUCache } from 'lru-cache';
import type { Accounts } from '../../accounts/accounts.js';
import { digestOf } from '../../accounts/api-key.js';
import type { KeyAuthenticator } from '../../http/service-options.js';
import type { Monotonic } from '../../kernel/clock.js';

/** Keys remembered: a few bytes each, and who is not among them pays one request of the client's. */
const KEYS_MAX = 10_000;
/** A flood of unknown keys makes the accounts be looked at no more often than this. */
const LOOK_MS_MIN = 50;

export class KeyGate implements KeyAuthenticator {
  readonly #accounts: Accounts;
  readonly #monotonic: Monotonic;
  /** Bucket by digest. */
  readonly #valid = new LRUCache<string, string>({ max: KEYS_MAX });
  #generation = -1;
  #lookedMs = Number.NEGATIVE_INFINITY;
  /**
   * The key that came last: whoever sends it again and again needs no digest of it each time. Texts
   * are compared by words of eight random characters, so the time it takes helps nobody to guess.
   */
  #last = '';
  /** Undefined while nobody has needed it. */
  #lastDigest: string | null | undefined;

  constructor(accounts: Accounts, monotonic: Monotonic) {
    this.#accounts = accounts;
    this.#monotonic = monotonic;
  }

  /** Keys remembered now. */
  get size(): number {
    return this.#valid.size;
  }

  cached(apiKey: string): string | null {
    this.#forgetStale();
    const digest = this.#digestOf(apiKey);
    return digest === null ? null : (this.#valid.get(digest) ?? null);
  }

  verify(apiKey: string): string | null {
    let key = this.#find(apiKey);
    if (key === null && this.#lookAgain()) key = this.#find(apiKey);
    if (key === null) return null;
    this.#forgetStale();
    const bucket = `key ${key.id}`;
    this.#valid.set(key.digest, bucket);
    return bucket;
  }

  #find(apiKey: string): ReturnType<Accounts['keyByDigest']> {
    const digest = this.#digestOf(apiKey);
    return digest === null ? null : this.#accounts.keyByDigest(digest);
  }

  /** Null for a text that cannot be a key in force. */
  #digestOf(apiKey: string): string | null {
    if (apiKey !== this.#last) {
      this.#last = apiKey;
      this.#lastDigest = undefined;
    }
    if (!this.#accounts.mayHold(apiKey)) return null;
    this.#lastDigest ??= digestOf(apiKey);
    return this.#lastDigest;
  }

  /** A key may have been made a moment ago. True when the accounts have been looked at. */
  #lookAgain(): boolean {
    const nowMs = this.#monotonic.nowMs();
    if (nowMs - this.#lookedMs < LOOK_MS_MIN) return false;
    this.#lookedMs = nowMs;
    this.#accounts.refresh();
    return true;
  }

  #forgetStale(): void {
    if (this.#generation === this.#accounts.generation) return;
    this.#valid.clear();
    this.#generation = this.#accounts.generation;
  }
}
