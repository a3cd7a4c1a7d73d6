/**
 * Users and their API keys, folded from the journal's records.
 *
 * Invariants: ids count from 1 and are never used again; a key that is revoked, or whose user was
 * removed, is not found by its digest.
 */

import { type TokenEvent, TokenList } from './token.js';

/** Keys of a person at one time. From the contract. */
export const KEYS_PER_USER = 3;

/** What the journal holds. Times are milliseconds since the epoch. */
export type AccountEvent =
  /** The first record of a rewritten journal: ids go on where they were. */
  | { type: 'ids'; user: number; key: number; token?: number }
  | ({ type: 'user' } & User)
  | { type: 'user-removed'; id: number; atMs: number }
  | ({ type: 'key' } & ApiKey)
  /** A request was answered with the key for the first time. */
  | { type: 'key-used'; id: number; atMs: number }
  | { type: 'key-revoked'; id: number; atMs: number }
  | TokenEvent;

export interface User {
  id: number;
  /** What the person signs in with: an address or a short name. */
  login: string;
  name: string;
  atMs: number;
}

/** A key that is in force. */
export interface ApiKey {
  id: number;
  /** Id of the user. */
  user: number;
  digest: string;
  /** Keys of earlier versions have none. */
  hint?: string;
  /** What the user calls it. */
  label: string;
  atMs: number;
}

export class Roster {
  readonly tokens = new TokenList();
  readonly #users = new Map<number, User>();
  readonly #byLogin = new Map<string, User>();
  readonly #keys = new Map<number, ApiKey>();
  readonly #byDigest = new Map<string, ApiKey>();
  /** Keys by hint; those without one are under `''`. */
  readonly #byHint = new Map<string, number>();
  /** When each key was used first. */
  readonly #usedMs = new Map<number, number>();
  #nextUser = 1;
  #nextKey = 1;
  #events = 0;

  /** Records folded so far: beside the living ones, how much a rewrite would save. */
  get events(): number {
    return this.#events;
  }

  get nextIds(): { user: number; key: number } {
    return { user: this.#nextUser, key: this.#nextKey };
  }

  apply(event: AccountEvent): void {
    this.#events += 1;
    switch (event.type) {
      case 'ids':
        this.#nextUser = event.user;
        this.#nextKey = event.key;
        this.tokens.skipTo(event.token ?? 1);
        break;
      case 'user': {
        const { type: _, ...user } = event;
        this.#users.set(user.id, user);
        this.#byLogin.set(loginKey(user.login), user);
        this.#nextUser = Math.max(this.#nextUser, user.id + 1);
        break;
      }
      case 'user-removed':
        this.#removeUser(event.id);
        break;
      case 'key': {
        const { type: _, ...key } = event;
        this.#keys.set(key.id, key);
        this.#byDigest.set(key.digest, key);
        this.#countHint(key, 1);
        this.#nextKey = Math.max(this.#nextKey, key.id + 1);
        break;
      }
      case 'key-used':
        if (this.#keys.has(event.id)) this.#usedMs.set(event.id, event.atMs);
        break;
      case 'key-revoked':
        this.#removeKey(event.id);
        break;
      case 'token':
      case 'token-revoked':
        this.tokens.apply(event);
        break;
    }
  }

  users(): User[] {
    return [...this.#users.values()];
  }

  user(login: string): User | null {
    return this.#byLogin.get(loginKey(login)) ?? null;
  }

  keysOf(user: User): ApiKey[] {
    return [...this.#keys.values()].filter((key) => key.user === user.id);
  }

  key(id: number): ApiKey | null {
    return this.#keys.get(id) ?? null;
  }

  keyByDigest(digest: string): ApiKey | null {
    return this.#byDigest.get(digest) ?? null;
  }

  wasUsed(keyId: number): boolean {
    return this.#usedMs.has(keyId);
  }

  /** False when no key in force has that hint: then a text with it is none. */
  hasHint(hint: string): boolean {
    return this.#byHint.has(hint) || this.#byHint.has('');
  }

  /**
   * Whether this is an earlier roster than another one: ids went back, or a user, key or token is there
   * that the other one knew as gone.
   */
  isBefore(other: Roster): boolean {
    return (
      this.#nextUser < other.#nextUser ||
      this.#nextKey < other.#nextKey ||
      this.tokens.nextId < other.tokens.nextId ||
      [...this.#users.keys()].some((id) => id < other.#nextUser && !other.#users.has(id)) ||
      [...this.#keys.keys()].some((id) => id < other.#nextKey && !other.#keys.has(id)) ||
      this.tokens.all().some(({ id }) => id < other.tokens.nextId && other.tokens.get(id) === null)
    );
  }

  /** The fewest records that give this roster. */
  compacted(): AccountEvent[] {
    return [
      { type: 'ids', ...this.nextIds, token: this.tokens.nextId },
      ...[...this.#users.values()].map((user) => ({ type: 'user' as const, ...user })),
      ...[...this.#keys.values()].map((key) => ({ type: 'key' as const, ...key })),
      ...this.tokens.all().map((token) => ({ type: 'token' as const, ...token })),
      ...[...this.#usedMs].map(([id, atMs]) => ({ type: 'key-used' as const, id, atMs })),
    ];
  }

  #removeUser(id: number): void {
    const user = this.#users.get(id);
    if (user === undefined) return;
    for (const key of this.keysOf(user)) this.#removeKey(key.id);
    this.#users.delete(id);
    this.#byLogin.delete(loginKey(user.login));
  }

  #removeKey(id: number): void {
    const key = this.#keys.get(id);
    if (key === undefined) return;
    this.#keys.delete(id);
    this.#byDigest.delete(key.digest);
    this.#usedMs.delete(id);
    this.#countHint(key, -1);
  }

  #countHint({ hint = '' }: ApiKey, change: 1 | -1): void {
    const count = (this.#byHint.get(hint) ?? 0) + change;
    if (count === 0) this.#byHint.delete(hint);
    else this.#byHint.set(hint, count);
  }
}

/** Logins that differ in case alone are one. */
function loginKey(login: string): string {
  return login.normalize('NFKC').toLowerCase();
}
