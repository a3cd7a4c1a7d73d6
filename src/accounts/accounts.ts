/**
 * Users and API keys of a data folder, for whoever opens it: a running server, the command line, or
 * both at once.
 *
 *   accounts/lock      held while somebody writes, for milliseconds
 *   accounts/journal   what happened, one checksummed line each (journal.ts)
 *
 * A file of its own rather than the store, because the store belongs to one process: so a key is
 * made or revoked in the same way whether a server runs or not. A server looks at the file several
 * times a second, which makes revocations count within a second.
 *
 * Invariants: what a method has returned is on disk; a rule such as "three keys" is checked against
 * the newest state under the lock. A full key is given back once and kept nowhere. What a process has
 * seen revoked or removed is never in force in it again, whatever is put in the journal's place.
 */
import { join } from 'node:path';
import type { Clock } from '../kernel/clock.js';
import { TagwireError } from '../kernel/errors.js';
import { makeFolder } from '../store/folder-sync.js';
import { lockFolder, type Release } from '../store/lock.js';
import { digestOf, hintOf, newApiKey } from './api-key.js';
import { Journal } from './journal.js';
import { type AccountEvent, type ApiKey, KEYS_PER_USER, Roster, type User } from './roster.js';
import { type IngestToken, newToken, tokenDigestOf } from './token.js';

const FOLDER = 'accounts';
const JOURNAL = 'journal';
/** Others hold the lock for milliseconds: two seconds are plenty. */
const LOCK_TRIES_MAX = 100;
const LOCK_PAUSE_MS = 20;
/** A login is an address or a short name; a label is a few words. */
/** One for each program that sends records; a house has a handful. */
const TOKENS_MAX = 100;
const LOGIN = /^[^\s\p{C}]{1,200}$/u;
const TEXT = /^[^\p{C}]{0,200}$/u;
/** A journal is rewritten when it is this long and mostly about what is gone. */
const REWRITE_EVENTS_MIN = 10_000;
const REWRITE_SHARE = 4;

export class Accounts {
  readonly #folder: string;
  readonly #clock: Clock;
  #journal: Journal;
  #roster = new Roster();
  /** What was read last before the journal became unreadable; null while it is readable. */
  #lost: Roster | null = null;
  #generation = 0;

  private constructor(dataFolder: string, clock: Clock) {
    this.#folder = join(dataFolder, FOLDER);
    this.#clock = clock;
    this.#journal = new Journal(join(this.#folder, JOURNAL));
  }

  /** @throws TagwireError STORE_DAMAGED. */
  static open(dataFolder: string, clock: Clock): Accounts {
    const accounts = new Accounts(dataFolder, clock);
    accounts.refresh();
    return accounts;
  }

  /** Changes whenever an answer may. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Takes in what others have written. @throws TagwireError STORE_DAMAGED; until it no longer
   * throws, there is no user and no key.
   */
  refresh(): void {
    if (!this.#journal.hasNews()) return;
    const former = this.#lost ?? this.#roster;
    try {
      const { isWhole, records } = this.#journal.read();
      if (isWhole || records.length > 0) this.#generation += 1;
      if (isWhole) this.#roster = new Roster();
      for (const record of records) this.#roster.apply(record as AccountEvent);
      if (this.#roster !== former && this.#roster.isBefore(former)) throw this.#older();
      this.#lost = null;
    } catch (error) {
      this.#lost = former;
      this.#generation += 1;
      this.#journal = new Journal(join(this.#folder, JOURNAL));
      this.#roster = new Roster();
      throw error;
    }
  }

  users(): User[] {
    return this.#roster.users();
  }

  /** @throws TagwireError INPUT_INVALID when there is no such user. */
  user(login: string): User {
    const user = this.#roster.user(login);
    if (user === null) throw refusal(`there is no user "${login}"`);
    return user;
  }

  /** Keys of a user that are in force. */
  keysOf(user: User): ApiKey[] {
    return this.#roster.keysOf(user);
  }

  /** False for most texts that are no key in force, in a tenth of the time that a digest takes. */
  mayHold(apiKey: string): boolean {
    return this.#roster.hasHint(hintOf(apiKey));
  }

  /** The key in force that a text is; null when it is none. */
  keyOf(apiKey: string): ApiKey | null {
    const digest = digestOf(apiKey);
    return digest === null ? null : this.keyByDigest(digest);
  }

  /** The key in force of a digest; null when there is none. */
  keyByDigest(digest: string): ApiKey | null {
    return this.#roster.keyByDigest(digest);
  }

  /** Whether a key in force was valid once in a request. */
  wasUsed(keyId: number): boolean {
    return this.#roster.wasUsed(keyId);
  }

  /** Notes that keys were used; those that are no longer in force are passed over. */
  markUsed(keyIds: readonly number[]): Promise<void> {
    return this.#write(() => {
      for (const id of keyIds) {
        if (this.#roster.key(id) === null || this.#roster.wasUsed(id)) continue;
        this.#append({ type: 'key-used', id, atMs: this.#clock.nowMs() });
      }
    });
  }

  /** @throws TagwireError INPUT_INVALID when the login cannot be one or is taken. */
  addUser(login: string, name: string): Promise<User> {
    return this.#write(() => {
      if (!LOGIN.test(login)) throw refusal('a login has 1 to 200 characters and no blanks');
      if (!TEXT.test(name)) throw refusal('a name has at most 200 characters');
      if (this.#roster.user(login) !== null) throw refusal(`there is a user "${login}" already`);
      const id = this.#roster.nextIds.user;
      this.#append({ type: 'user', id, login, name, atMs: this.#clock.nowMs() });
      return this.user(login);
    });
  }

  /** Removes a user and revokes the user's keys. @throws TagwireError INPUT_INVALID. */
  removeUser(login: string): Promise<void> {
    return this.#write(() => {
      const { id } = this.user(login);
      this.#append({ type: 'user-removed', id, atMs: this.#clock.nowMs() });
    });
  }

  /**
   * Makes a key; its text is known to the caller alone.
   * @throws TagwireError INPUT_INVALID when the user has as many as there may be.
   */
  createKey(login: string, label: string): Promise<{ key: ApiKey; apiKey: string }> {
    return this.#write(() => {
      if (!TEXT.test(label)) throw refusal('a label has at most 200 characters');
      const user = this.user(login);
      if (this.keysOf(user).length >= KEYS_PER_USER) {
        throw refusal(
          `${login} has ${KEYS_PER_USER} keys, the most there may be; revoke one first`,
        );
      }
      const apiKey = newApiKey();
      const digest = digestOf(apiKey)!;
      const hint = hintOf(apiKey);
      const id = this.#roster.nextIds.key;
      const atMs = this.#clock.nowMs();
      this.#append({ type: 'key', id, user: user.id, digest, hint, label, atMs });
      return { key: this.#roster.key(id)!, apiKey };
    });
  }

  /** Revokes a key by its id. @throws TagwireError INPUT_INVALID when there is none in force. */
  revokeKey(id: number): Promise<void> {
    return this.#write(() => {
      if (this.#roster.key(id) === null) throw refusal(`there is no key ${id} in force`);
      this.#append({ type: 'key-revoked', id, atMs: this.#clock.nowMs() });
    });
  }

  /** Tokens in force, for programs that send records. */
  tokens(): IngestToken[] {
    return this.#roster.tokens.all();
  }

  /** The token in force that a text is; null when it is none. */
  tokenOf(text: string): IngestToken | null {
    const digest = tokenDigestOf(text);
    return digest === null ? null : this.#roster.tokens.byDigest(digest);
  }

  /**
   * Makes a token; its text is known to the caller alone.
   * @throws TagwireError INPUT_INVALID when there are as many as there may be.
   */
  createToken(name: string): Promise<{ token: IngestToken; text: string }> {
    return this.#write(() => {
      if (name === '' || !TEXT.test(name))
        throw refusal('a token needs a name of 1 to 200 characters');
      const { tokens } = this.#roster;
      if (tokens.all().length >= TOKENS_MAX) {
        throw refusal(`there are ${TOKENS_MAX} tokens, the most there may be; revoke one first`);
      }
      const text = newToken();
      const id = tokens.nextId;
      const digest = tokenDigestOf(text)!;
      this.#append({ type: 'token', id, digest, name, atMs: this.#clock.nowMs() });
      return { token: tokens.get(id)!, text };
    });
  }

  /** Revokes a token by its id. @throws TagwireError INPUT_INVALID when there is none in force. */
  revokeToken(id: number): Promise<void> {
    return this.#write(() => {
      if (this.#roster.tokens.get(id) === null) throw refusal(`there is no token ${id} in force`);
      this.#append({ type: 'token-revoked', id, atMs: this.#clock.nowMs() });
    });
  }

  /** A journal and an anchor that fit each other can still be those of last week. */
  #older(): TagwireError {
    const journal = join(this.#folder, JOURNAL);
    return new TagwireError(
      'STORE_DAMAGED',
      `${journal} is an older version of what was read before, and would undo what was revoked or added since: ` +
        'put the newest version back; or stop the server, look at `tagwire key list`, and start it again',
    );
  }

  /** Does something under the lock, on the newest state. */
  async #write<T>(work: () => T): Promise<T> {
    makeFolder(this.#folder);
    const release = await this.#lock();
    try {
      this.refresh();
      const done = work();
      this.#shorten();
      return done;
    } finally {
      release();
    }
  }

  async #lock(): Promise<Release> {
    for (let tries = 1; ; tries++) {
      try {
        return lockFolder(this.#folder);
      } catch (error) {
        const isHeld = error instanceof TagwireError && error.code === 'STORE_LOCKED';
        if (!isHeld || tries >= LOCK_TRIES_MAX) throw error;
        await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
      }
    }
  }

  #append(event: AccountEvent): void {
    this.#journal.append(event);
    this.#roster.apply(event);
    this.#generation += 1;
  }

  /** Rewrites a journal that is mostly about what is gone. */
  #shorten(): void {
    if (this.#roster.events < REWRITE_EVENTS_MIN) return;
    const living = this.#roster.compacted();
    if (living.length * REWRITE_SHARE > this.#roster.events) return;
    this.#journal.rewrite(living);
    const roster = new Roster();
    for (const event of living) roster.apply(event);
    this.#roster = roster;
  }
}

function refusal(message: string): TagwireError {
  return new TagwireError('INPUT_INVALID', message);
}
