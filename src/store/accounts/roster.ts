/**
 * Users and what belongs to them, folded from the journal's records.
 *
 * Invariants: ids count from 1 and are never used again; what is revoked, ended or used up, or whose
 * user was removed, is not found by its digest.
 */
import { AuditLog, type By } from './audit.js';
import { IdList, KeyList } from './id-list.js';
import { FollowList, type Passkey, type Session, type SignInLink } from './people.js';
import { ReadingList } from './reading-list.js';
import type { AppPassword, FeedAddress, MutedList, SavedSet, Webhook } from './records.js';
import type { AccountEvent, SharedEvent, SharedPlace, User } from './roster-events.js';
import { auditEntryOf } from './roster-events.js';
import { isLinkOver, isSessionOver } from './rules.js';
import type { IngestToken } from './secret.js';

export class Roster {
  readonly tokens = new IdList<IngestToken>();
  readonly links = new IdList<SignInLink>();
  readonly sessions = new IdList<Session>();
  readonly passkeys = new IdList<Passkey>();
  readonly webhooks = new IdList<Webhook>();
  readonly feeds = new IdList<FeedAddress>();
  readonly appPasswords = new IdList<AppPassword>();
  readonly sets = new IdList<SavedSet>();
  readonly muted = new IdList<MutedList>();
  readonly follows = new FollowList();
  readonly reading = new ReadingList();
  readonly audit = new AuditLog();
  readonly keys = new KeyList();
  /** Where this is in the order that several nodes share; null where they are a folder's own. */
  shared: SharedPlace | null = null;
  readonly #users = new IdList<User>();
  /** Everything that has ids, by the name of its records. */
  readonly #lists: readonly (readonly [ListName, IdList<{ id: number }>])[] = [
    ['user', this.#users],
    ['key', this.keys],
    ['token', this.tokens],
    ['link', this.links],
    ['session', this.sessions],
    ['passkey', this.passkeys],
    ['webhook', this.webhooks],
    ['feed', this.feeds],
    ['app-password', this.appPasswords],
    ['set', this.sets],
    ['muted', this.muted],
  ];
  readonly #byLogin = new Map<string, User>();
  #events = 0;
  #holdsRemoved = false;

  /** Records folded so far: beside the living ones, how much a rewrite would save. */
  get events(): number {
    return this.#events;
  }

  /** Whether records of a user who was removed are among them. */
  get holdsRemoved(): boolean {
    return this.#holdsRemoved;
  }

  get nextUserId(): number {
    return this.#users.nextId;
  }

  apply(event: AccountEvent): void {
    this.#events += 1;
    const { by } = event as { by?: By };
    if (by !== undefined) this.audit.add({ by, ...auditEntryOf(event), atMs: atOf(event) });
    switch (event.type) {
      case 'ids':
        this.#skipTo(event);
        break;
      case 'shared':
        this.#share(event);
        break;
      case 'user': {
        const { id, login, name, role = 'user', atMs } = event;
        const user = { id, login, name, role, atMs };
        this.#users.add(user);
        this.#byLogin.set(loginKey(login), user);
        break;
      }
      case 'user-removed':
        this.#removeUser(event.id);
        break;
      case 'role':
        this.#users.change(event.user, { role: event.role });
        break;
      case 'key':
      case 'key-used':
      case 'key-revoked':
        this.keys.apply(event);
        break;
      case 'token':
        this.tokens.add(bare(event));
        break;
      case 'token-revoked':
        this.tokens.remove(event.id);
        break;
      case 'link':
        this.links.add(bare(event));
        break;
      case 'link-used':
        this.links.remove(event.id);
        break;
      case 'session':
        this.sessions.add(bare(event));
        break;
      case 'session-seen':
        this.sessions.change(event.id, { seenMs: event.atMs });
        break;
      case 'session-ended':
        this.sessions.remove(event.id);
        break;
      case 'passkey':
        this.passkeys.add(bare(event));
        break;
      case 'passkey-used':
        this.passkeys.change(event.id, { counter: event.counter, usedMs: event.atMs });
        break;
      case 'passkey-removed':
        this.passkeys.remove(event.id);
        break;
      case 'follow':
      case 'unfollow':
        this.follows.apply(event);
        break;
      case 'webhook':
        this.webhooks.add(bare(event));
        break;
      case 'webhook-progress': {
        const { type: _, id, ...progress } = event;
        this.webhooks.change(id, progress);
        break;
      }
      case 'webhook-secret': {
        const { secret, former } = event;
        this.webhooks.change(event.id, { secret, former });
        break;
      }
      case 'webhook-removed':
        this.webhooks.remove(event.id);
        break;
      case 'feed':
        this.feeds.add(bare(event));
        break;
      case 'feed-delivery': {
        const { type: _, id, ...delivery } = event;
        this.feeds.change(id, { delivery });
        break;
      }
      case 'feed-removed':
        this.feeds.remove(event.id);
        break;
      case 'app-password':
        this.appPasswords.add(bare(event));
        break;
      case 'app-password-removed':
        this.appPasswords.remove(event.id);
        break;
      case 'mark':
      case 'mark-floor':
      case 'subscription':
      case 'label':
        this.reading.apply(event);
        break;
      case 'set':
        this.sets.add(bare(event));
        break;
      case 'set-reach':
        this.#reach(event);
        break;
      case 'set-removed':
        this.sets.remove(event.id);
        break;
      case 'muted':
        for (const { id } of this.muted.ofUser(event.user)) this.muted.remove(id);
        this.muted.add(bare(event));
        break;
      case 'audit':
        break;
    }
  }

  users(): User[] {
    return this.#users.all();
  }

  /** Whether nothing was ever noted in it. */
  get isEmpty(): boolean {
    return this.#events === 0;
  }

  user(login: string): User | null {
    return this.#byLogin.get(loginKey(login)) ?? null;
  }

  userById(id: number): User | null {
    return this.#users.get(id);
  }

  /**
   * Whether this is an earlier roster than another one: ids went back, or something is there that the
   * other one knew as gone.
   */
  isBefore(other: Roster): boolean {
    return (
      this.#lists.some(([, list], at) => list.isBefore(other.#lists[at]![1])) ||
      this.audit.nextId < other.audit.nextId ||
      this.follows.changes < other.follows.changes ||
      this.reading.changes < other.reading.changes ||
      (this.shared?.log === other.shared?.log &&
        (this.shared?.entry ?? 0) < (other.shared?.entry ?? 0))
    );
  }

  /**
   * The fewest records that give this roster.
   * @param nowMs links and sessions that are over by then are left out.
   */
  compacted(nowMs = Number.NEGATIVE_INFINITY): AccountEvent[] {
    const audit = this.audit.compacted();
    const follows = this.follows.compacted();
    const reading = this.reading.compacted();
    const nextIds = this.#lists.map(([name, { nextId }]) => [name, nextId]);
    const ids = {
      ...(Object.fromEntries(nextIds) as Record<ListName, number>),
      audit: audit.firstId,
      // Those that follow are counted again when they are read.
      follow: this.follows.changes - follows.length,
      reading: this.reading.changes - reading.length,
    };
    const links = this.links.where((link) => !isLinkOver(link, nowMs));
    const sessions = this.sessions.where((session) => !isSessionOver(session, nowMs));
    return [
      { type: 'ids', ...ids },
      ...(this.shared === null ? [] : [{ type: 'shared' as const, ...this.shared, events: [] }]),
      ...audit.events,
      ...typed('user', this.#users.all()),
      ...this.keys.compacted(),
      ...typed('token', this.tokens.all()),
      ...typed('link', links),
      ...typed('session', sessions),
      ...typed('passkey', this.passkeys.all()),
      ...typed('webhook', this.webhooks.all()),
      ...typed('feed', this.feeds.all()),
      ...typed('app-password', this.appPasswords.all()),
      ...typed('set', this.sets.all()),
      ...typed('muted', this.muted.all()),
      ...follows,
      ...reading,
    ];
  }

  #skipTo(ids: Extract<AccountEvent, { type: 'ids' }>): void {
    for (const [name, list] of this.#lists) list.skipTo(ids[name] ?? 1);
    this.audit.skipTo(ids.audit ?? 1);
    this.follows.changes = ids.follow ?? 0;
    this.reading.changes = ids.reading ?? 0;
  }

  #share({ log, entry, chain, events }: SharedEvent): void {
    for (const event of events) this.apply(event);
    this.shared = log === '' ? null : { log, entry, chain };
  }

  /** A secret address that is replaced opens nothing any more. */
  #reach({ id, isPublic, digest }: Extract<AccountEvent, { type: 'set-reach' }>): void {
    const set = this.sets.get(id);
    if (set === null) return;
    const { digest: _, ...facts } = set;
    this.sets.remove(id);
    this.sets.add({ ...facts, isPublic, ...(digest !== undefined && { digest }) });
  }

  #removeUser(id: number): void {
    const user = this.#users.get(id);
    if (user === null) return;
    this.#holdsRemoved = true;
    for (const key of this.keys.of(id)) this.keys.remove(key.id);
    const { links, sessions, passkeys, webhooks, feeds, appPasswords, sets, muted } = this;
    const owned = [
      links,
      sessions,
      passkeys,
      webhooks,
      feeds,
      appPasswords,
      sets,
      muted,
    ] as IdList<Owned>[];
    for (const list of owned) {
      for (const one of list.ofUser(id)) list.remove(one.id);
    }
    this.follows.removeUser(id);
    this.reading.removeUser(id);
    this.#users.remove(id);
    this.#byLogin.delete(loginKey(user.login));
  }
}

type ListName =
  | 'user'
  | 'key'
  | 'token'
  | 'link'
  | 'session'
  | 'passkey'
  | 'webhook'
  | 'feed'
  | 'app-password'
  | 'set'
  | 'muted';

interface Owned {
  id: number;
  user: number | null;
}

/** What a record says of its thing. */
function bare<T extends { type: string; by?: By }>(event: T): Omit<T, 'type' | 'by'> {
  const { type: _, by: __, ...rest } = event;
  return rest;
}

function typed<K extends string, T>(type: K, entries: readonly T[]): ({ type: K } & T)[] {
  return entries.map((entry) => ({ type, ...entry }));
}

function atOf(event: AccountEvent): number {
  return (event as { atMs?: number }).atMs ?? 0;
}

/** Logins that differ in case alone are one. */
export function loginKey(login: string): string {
  return login.normalize('NFKC').toLowerCase();
}
