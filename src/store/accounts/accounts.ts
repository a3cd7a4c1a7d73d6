/**
 * Users, their keys and sessions of a data folder, for a running server, the command line, or both
 * at once.
 *
 * A file of its own rather than the store, because the store belongs to one process: so a key is
 * made or revoked in the same way whether a server runs or not. A server looks at the file several
 * times a second, which makes revocations count within a second.
 *
 * Invariants: those of roster-file.ts; a rule such as "three keys" is checked against the newest state
 * under the lock. A full key is given back once and kept nowhere; the one that was looked up last stays
 * in memory until the next. There is an owner as long as there was one: the last owner is not removed
 * and keeps the role.
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

/** Keys of a person at one time. From the contract. */
export const KEYS_PER_USER = 3;
/** One for each program that sends records; a newsroom has a handful. */
const TOKENS_MAX = 100;
/** What a process holds of them in memory stays within 100 MB. */
export const USERS_MAX = 100_000;

/** Whose accounts a folder has, beside its own. */
export interface AccountsOptions {
  /** How several nodes share them. */
  sharing?: Sharing | null;
  /** Whether accounts that were shared are the folder's own from the first change on. */
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
   * A caller sends the same key again and again: its digest is computed once. Texts are compared by
   * words of eight random characters, so the time it takes helps nobody to guess a key. Shown by
   * `bench blog-page` (with a key).
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

  /** By the clock of what is written down here, which is not the one of the records. */
  nowMs(): number {
    return this.#file.nowMs();
  }

  /** Changes whenever an answer may. */
  get generation(): number {
    return this.#file.generation;
  }

  /**
   * Takes in what others have written. @throws TagwireError STORE_DAMAGED, STORE_UNKNOWN; until it no
   * longer throws, there is no user and no key.
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

  /** False for a node that has not reached the others for too long: no key and no session holds there. */
  get isCurrent(): boolean {
    return this.#file.isCurrent;
  }

  /** Why this node does not go on with the shared accounts; null while it does, and on a single server. */
  get doubt(): string | null {
    return this.#shared?.doubt ?? null;
  }

  /** The newest change that this node has of the shared accounts; null where there are none. */
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

  /** Null when there is no such user. */
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

  /** False for most texts that are no key in force, in a tenth of the time that a digest takes. */
  mayHold(apiKey: string): boolean {
    return this.#roster.keys.hasHint(hintOf(apiKey));
  }

  /** The key in force that a text is; null when it is none. */
  keyOf(apiKey: string): ApiKey | null {
    if (apiKey !== this.#lastText) {
      this.#lastDigest = digestOf(apiKey);
      this.#lastText = apiKey;
    }
    return this.#lastDigest === null ? null : this.#roster.keys.byDigest(this.#lastDigest);
  }

  /** Whether a key in force was valid once in a request. */
  wasUsed(keyId: number): boolean {
    return this.#roster.keys.wasUsed(keyId);
  }

  /** When a key was valid first; null for one that never was. */
  firstUseOf(keyId: number): number | null {
    return this.#roster.keys.usedMsOf(keyId);
  }

  /** Notes that keys were used; those that are no longer in force are passed over. */
  markUsed(keyIds: readonly number[]): Promise<void> {
    return this.#file.write(() => {
      for (const id of keyIds) {
        const { keys } = this.#roster;
        if (keys.get(id) === null || keys.wasUsed(id)) continue;
        this.#file.append({ type: 'key-used', id, atMs: this.#file.nowMs() });
      }
    });
  }

  /** @throws TagwireError INPUT_INVALID when the login cannot be one or is taken. */
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

  /** The first owner; makes one where there is none. */
  owner(): Promise<User> {
    const isOwner = ({ role }: User): boolean => role === 'owner';
    const owner = this.users().find(isOwner);
    if (owner !== undefined) return Promise.resolve(owner);
    return this.#file.write(() => {
      const found = this.users().find(isOwner);
      if (found !== undefined) return found;
      let login = 'owner';
      // A user of that name was given no rights; it stays as it is.
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
   * Removes a user with everything that belongs to them, keys and sessions included. What the journal
   * says of them goes with `erase`, of which a running server takes care.
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

  /** Leaves nothing in the journal of users who were removed. */
  erase(): Promise<void> {
    return this.#file.erase();
  }

  /**
   * Makes a key; its text is known to the caller alone.
   * @throws TagwireError INPUT_INVALID when the user has as many as there may be.
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

  /** Revokes a key by its id. @throws TagwireError INPUT_INVALID when there is none in force. */
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

  /** The token in force that a text is; null when it is none. */
  tokenOf(text: string): IngestToken | null {
    const digest = secretDigestOf(INGEST_PREFIX, text);
    return digest === null ? null : this.#roster.lists.token.byDigest(digest);
  }

  /**
   * Makes a token; its text is known to the caller alone.
   * @throws TagwireError INPUT_INVALID when there are as many as there may be.
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

  /** Revokes a token by its id. @throws TagwireError INPUT_INVALID when there is none in force. */
  revokeToken(id: number, by: By = COMMAND_LINE): Promise<void> {
    return this.#file.write(() => {
      if (this.#roster.lists.token.get(id) === null)
        throw refusal(`there is no token ${id} in force`);
      this.#file.append({ type: 'token-revoked', id, atMs: this.#file.nowMs(), by });
    });
  }

  /** Writes down a change of the store, before it is made; and again where it failed. */
  note(by: By, action: string, target: string, detail = ''): Promise<void> {
    return this.#file.write(() =>
      this.#file.append({ type: 'audit', by, action, target, detail, atMs: this.#file.nowMs() }),
    );
  }

  /** Entries of the audit log, newest first. */
  audit(count: number, beforeId?: number): AuditEntry[] {
    return this.#roster.audit.newest(count, beforeId);
  }

  /** What a user has changed as an administrator. */
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

  /** What people do to their own keys is theirs, and stands in no audit log. */
  #signed(owner: number, by: By): { by?: By } {
    return by === owner ? {} : { by };
  }

  #keepAnOwner(user: User): void {
    if (user.role !== 'owner') return;
    if (this.users().filter(({ role }) => role === 'owner').length > 1) return;
    throw refusal(`${user.login} is the only owner; make another user an owner first`);
  }
}
