/**
 * Users, keys and sessions of a data folder, for a running server, the command line, or both at
 * once.
 *
 * The accounts are in a file of their own, because the store belongs to one process: a key is made
 * or revoked in the same way whether a server runs or not. A server reads the file several times a
 * second, so a revocation takes effect within a second.
 *
 * Invariants: those of roster-file.ts; a rule such as "three keys" is checked against the newest
 * state under the lock. The text of a key is returned once and stored nowhere; the text that was
 * looked up last stays in memory until the next. The last owner cannot be removed and keeps the
 * role.
 */
import type { Clock } from '../../kernel/clock.js';
import type { Role } from '../../kernel/roles.js';
import { type AuditEntry, type By, COMMAND_LINE } from './audit.js';
import { AppPasswords, Passkeys } from './credentials.js';
import { FeedAddresses, Follows, Muted } from './follows.js';
import { Reading } from './reading.js';
import type { ApiKey, IngestToken, User } from './roster-events.js';
import { RosterFile } from './roster-file.js';
import { checkLogin, checkText, refusal } from './rules.js';
import { SavedSets } from './saved-sets.js';
import { digestOf, hintOf, INGEST_PREFIX, newApiKey, newSecret, secretDigestOf } from './secret.js';
import { SharedRosterFile, type Sharing } from './shared-roster-file.js';
import { SignIn } from './sign-in.js';
import { Webhooks } from './webhooks.js';

/** Keys in force of one person. From the contract. */
export const KEYS_PER_USER = 3;
/** One for each program that sends records; a newsroom has a handful. */
const TOKENS_MAX = 100;
/** Bounds the memory of a process for users to 100 MB. */
export const USERS_MAX = 100_000;

/** How the accounts of a folder are shared with other nodes. */
export interface AccountsOptions {
  /** Null on a single server. */
  sharing?: Sharing | null;
  /** Whether accounts that were shared belong to this folder alone from the first change on. */
  takesOver?: boolean;
}

export class Accounts {
  readonly signIn: SignIn;
  readonly passkeys: Passkeys;
  readonly follows: Follows;
  readonly webhooks: Webhooks;
  readonly feeds: FeedAddresses;
  readonly appPasswords: AppPasswords;
  readonly reading: Reading;
  readonly sets: SavedSets;
  readonly muted: Muted;
  readonly #file: RosterFile;
  readonly #shared: SharedRosterFile | null;
  /**
   * The last key's text; a caller sends the same key repeatedly, so its digest is computed once.
   * Equal texts are found by comparison of words of eight random characters, so the time of a
   * comparison does not help to guess a key. Measured by `bench blog-page` (with a key).
   */
  #lastText = '';
  #lastDigest: string | null = null;

  private constructor(dataFolder: string, clock: Clock, options: AccountsOptions) {
    const { sharing = null, takesOver = false } = options;
    this.#shared = sharing === null ? null : new SharedRosterFile(dataFolder, clock, sharing);
    this.#file = this.#shared ?? new RosterFile(dataFolder, clock, takesOver);
    this.signIn = new SignIn(this.#file);
    this.passkeys = new Passkeys(this.#file);
    this.follows = new Follows(this.#file);
    this.webhooks = new Webhooks(this.#file);
    this.feeds = new FeedAddresses(this.#file);
    this.appPasswords = new AppPasswords(this.#file);
    this.reading = new Reading(this.#file);
    this.sets = new SavedSets(this.#file);
    this.muted = new Muted(this.#file);
  }

  /** @throws TagwireError STORE_DAMAGED, STORE_UNKNOWN. */
  static open(dataFolder: string, clock: Clock, options: AccountsOptions = {}): Accounts {
    const accounts = new Accounts(dataFolder, clock, options);
    accounts.refresh();
    return accounts;
  }

  /** Time of the clock for records of the accounts, which is not the clock of the log. */
  nowMs(): number {
    return this.#file.nowMs();
  }

  /** Changes whenever an answer may change. */
  get generation(): number {
    return this.#file.generation;
  }

  /**
   * Reads the changes of other processes. @throws TagwireError STORE_DAMAGED, STORE_UNKNOWN; there
   * are no users and no keys until a call succeeds.
   */
  refresh(): void {
    this.#file.refresh();
  }

  /**
   * Reads the changes of other nodes; does nothing where the accounts are not shared.
   * @throws TagwireError as `SharedRosterFile.follow`.
   */
  async follow(): Promise<void> {
    await this.#shared?.follow();
  }

  /** False for a node without contact to the others for too long: no key or session is valid there. */
  get isCurrent(): boolean {
    return this.#file.isCurrent;
  }

  /** Why this node no longer follows the shared accounts; null while it does, and on a single server. */
  get doubt(): string | null {
    return this.#shared?.doubt ?? null;
  }

  /** Number of the newest shared change that this node has; null where accounts are not shared. */
  get entry(): number | null {
    return this.#roster.shared?.entry ?? null;
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

  find(login: string): User | null {
    return this.#roster.user(login);
  }

  userById(id: number): User | null {
    return this.#roster.userById(id);
  }

  /** Keys of a user that are in force. */
  keysOf(user: User): ApiKey[] {
    return this.#roster.keys.ofUser(user.id);
  }

  /** False for most texts that are no key in force, in a tenth of the time of a digest. */
  mayHold(apiKey: string): boolean {
    return this.#roster.keys.hasHint(hintOf(apiKey));
  }

  /** The key in force with this text, or null. */
  keyOf(apiKey: string): ApiKey | null {
    if (apiKey !== this.#lastText) {
      this.#lastDigest = digestOf(apiKey);
      this.#lastText = apiKey;
    }
    return this.#lastDigest === null ? null : this.#roster.keys.byDigest(this.#lastDigest);
  }

  /** Whether a key in force was ever used in a request. */
  wasUsed(keyId: number): boolean {
    return this.#roster.keys.wasUsed(keyId);
  }

  /** Time of the first use of a key; null for an unused key. */
  firstUseOf(keyId: number): number | null {
    return this.#roster.keys.usedMsOf(keyId);
  }

  /** Notes the use of keys; skips keys that are no longer in force. */
  markUsed(keyIds: readonly number[]): Promise<void> {
    return this.#file.write(() => {
      for (const id of keyIds) {
        const { keys } = this.#roster;
        if (keys.get(id) === null || keys.wasUsed(id)) continue;
        this.#file.append({ type: 'key-used', id, atMs: this.#file.nowMs() });
      }
    });
  }

  /** @throws TagwireError INPUT_INVALID when the login is invalid or taken. */
  addUser(
    login: string,
    name: string,
    { role = 'user', by = COMMAND_LINE }: { role?: Role; by?: By } = {},
  ): Promise<User> {
    return this.#file.write(() => {
      checkLogin(login);
      checkText(name, 'name');
      if (this.#roster.user(login) !== null) throw refusal(`there is a user "${login}" already`);
      if (this.users().length >= USERS_MAX) {
        throw refusal(`there are ${USERS_MAX} users, the most there may be; remove one first`);
      }
      return this.#newUser({ login, name, role }, by);
    });
  }

  /** The first owner; makes an owner where there is none. */
  owner(): Promise<User> {
    const isOwner = ({ role }: User): boolean => role === 'owner';
    const owner = this.users().find(isOwner);
    if (owner !== undefined) return Promise.resolve(owner);
    return this.#file.write(() => {
      const found = this.users().find(isOwner);
      if (found !== undefined) return found;
      let login = 'owner';
      // An existing user `owner` without the role stays as before.
      for (let next = 2; this.#roster.user(login) !== null; next++) login = `owner-${next}`;
      return this.#newUser({ login, name: '', role: 'owner' }, COMMAND_LINE);
    });
  }

  /** @throws TagwireError INPUT_INVALID for an unknown user and for the last owner. */
  giveRole(login: string, role: Role, by: By = COMMAND_LINE): Promise<User> {
    return this.#file.write(() => {
      const user = this.user(login);
      if (user.role === role) return user;
      if (role !== 'owner') this.#keepAnOwner(user);
      this.#file.append({ type: 'role', user: user.id, role, atMs: this.#file.nowMs(), by });
      return this.user(login);
    });
  }

  /**
   * Removes a user with all keys, sessions and other belongings. Records of the user in the journal
   * are deleted by `erase`, which a running server calls.
   * @throws TagwireError INPUT_INVALID for an unknown user and for the last owner.
   */
  removeUser(login: string, by: By = COMMAND_LINE): Promise<void> {
    return this.#file.write(() => {
      const user = this.user(login);
      this.#keepAnOwner(user);
      this.#file.append({ type: 'user-removed', id: user.id, atMs: this.#file.nowMs(), by });
    });
  }

  /** Whether the journal holds records of users who were removed. */
  get holdsRemoved(): boolean {
    return this.#roster.holdsRemoved;
  }

  /** Deletes all records of removed users from the journal. */
  erase(): Promise<void> {
    return this.#file.erase();
  }

  /**
   * Makes a key; only the caller gets its text.
   * @throws TagwireError INPUT_INVALID when the user has `KEYS_PER_USER` keys.
   */
  createKey(
    login: string,
    label: string,
    by: By = COMMAND_LINE,
  ): Promise<{ key: ApiKey; apiKey: string }> {
    return this.#file.write(() => {
      checkText(label, 'label');
      const user = this.user(login);
      if (this.keysOf(user).length >= KEYS_PER_USER) {
        throw refusal(
          `${login} has ${KEYS_PER_USER} keys, the most there may be; revoke one first`,
        );
      }
      const apiKey = newApiKey();
      const digest = digestOf(apiKey)!;
      const hint = hintOf(apiKey);
      const id = this.#roster.keys.nextId;
      const atMs = this.#file.nowMs();
      const facts = { id, user: user.id, digest, hint, label, atMs };
      this.#file.append({ type: 'key', ...facts, ...this.#signed(user.id, by) });
      return { key: this.#roster.keys.get(id)!, apiKey };
    });
  }

  /** @throws TagwireError INPUT_INVALID when no such key is in force. */
  revokeKey(id: number, by: By = COMMAND_LINE): Promise<void> {
    return this.#file.write(() => {
      const key = this.#roster.keys.get(id);
      if (key === null) throw refusal(`there is no key ${id} in force`);
      const atMs = this.#file.nowMs();
      this.#file.append({ type: 'key-revoked', id, atMs, ...this.#signed(key.user, by) });
    });
  }

  /** Tokens in force, for programs that send records. */
  tokens(): IngestToken[] {
    return this.#roster.lists.token.all();
  }

  /** The token in force with this text, or null. */
  tokenOf(text: string): IngestToken | null {
    const digest = secretDigestOf(INGEST_PREFIX, text);
    return digest === null ? null : this.#roster.lists.token.byDigest(digest);
  }

  /**
   * Makes a token; only the caller gets its text.
   * @throws TagwireError INPUT_INVALID when there are `TOKENS_MAX` tokens.
   */
  createToken(name: string, by: By = COMMAND_LINE): Promise<{ token: IngestToken; text: string }> {
    return this.#file.write(() => {
      if (name === '') throw refusal('a token needs a name of 1 to 200 characters');
      checkText(name, 'name');
      const { token: tokens } = this.#roster.lists;
      if (tokens.all().length >= TOKENS_MAX) {
        throw refusal(`there are ${TOKENS_MAX} tokens, the most there may be; revoke one first`);
      }
      const text = newSecret(INGEST_PREFIX);
      const id = tokens.nextId;
      const digest = secretDigestOf(INGEST_PREFIX, text)!;
      this.#file.append({ type: 'token', id, digest, name, atMs: this.#file.nowMs(), by });
      return { token: tokens.get(id)!, text };
    });
  }

  /** @throws TagwireError INPUT_INVALID when no such token is in force. */
  revokeToken(id: number, by: By = COMMAND_LINE): Promise<void> {
    return this.#file.write(() => {
      if (this.#roster.lists.token.get(id) === null)
        throw refusal(`there is no token ${id} in force`);
      this.#file.append({ type: 'token-revoked', id, atMs: this.#file.nowMs(), by });
    });
  }

  /** Writes an audit entry before a change of the store, and a second one if the change failed. */
  note(by: By, action: string, target: string, detail = ''): Promise<void> {
    return this.#file.write(() =>
      this.#file.append({ type: 'audit', by, action, target, detail, atMs: this.#file.nowMs() }),
    );
  }

  /** Entries of the audit log, newest first. */
  audit(count: number, beforeId?: number): AuditEntry[] {
    return this.#roster.audit.newest(count, beforeId);
  }

  /** Changes that a user made as an administrator. */
  auditOf(user: User): AuditEntry[] {
    return this.#roster.audit.of(user.id);
  }

  #newUser(facts: Pick<User, 'login' | 'name' | 'role'>, by: By): User {
    const id = this.#roster.lists.user.nextId;
    this.#file.append({ type: 'user', id, ...facts, atMs: this.#file.nowMs(), by });
    return this.user(facts.login);
  }

  get #roster(): RosterFile['roster'] {
    return this.#file.roster;
  }

  /** Changes by users of their own keys have no entry in the audit log. */
  #signed(owner: number, by: By): { by?: By } {
    return by === owner ? {} : { by };
  }

  #keepAnOwner(user: User): void {
    if (user.role !== 'owner') return;
    if (this.users().filter(({ role }) => role === 'owner').length > 1) return;
    throw refusal(`${user.login} is the only owner; make another user an owner first`);
  }
}
