/**
 * Users and their belongings, folded from the journal's records.
 *
 * Invariants: ids count from 1 and are never used again; an entry that is revoked, ended or used
 * up, or whose user was removed, is not found by its digest.
 */
import { AuditLog, type By } from './audit.js';
import { FollowList, IdList, KeyList } from './id-list.js';
import { ReadingList } from './reading-list.js';
import {
  type AccountEvent,
  auditEntryOf,
  type Listed,
  type ListName,
  REMOVED_FROM,
  type Removal,
  type SharedEvent,
  type SharedPlace,
  type User,
} from './roster-events.js';
import { isLinkOver, isSessionOver } from './rules.js';

/** Entries that expire. */
const IS_OVER: { readonly [N in ListName]?: (one: Listed[N], nowMs: number) => boolean } = {
  link: isLinkOver,
  session: isSessionOver,
};

export class Roster {
  readonly keys = new KeyList();
  /** By the type of the records that add entries, in the order of a rewritten journal. */
  readonly lists: { readonly [N in ListName]: IdList<Listed[N]> } = {
    user: new IdList(),
    key: this.keys,
    token: new IdList(),
    link: new IdList(),
    session: new IdList(),
    passkey: new IdList(),
    webhook: new IdList(),
    feed: new IdList(),
    'app-password': new IdList(),
    set: new IdList(),
    muted: new IdList(),
  };
  readonly follows = new FollowList();
  readonly reading = new ReadingList();
  readonly audit = new AuditLog();
  /** Place in the order that several nodes share; null for accounts of one folder. */
  shared: SharedPlace | null = null;
  readonly #byLogin = new Map<string, User>();
  #events = 0;
  #holdsRemoved = false;

  /** Records folded so far; compared with the living records, this shows how much a rewrite saves. */
  get events(): number {
    return this.#events;
  }

  get holdsRemoved(): boolean {
    return this.#holdsRemoved;
  }

  apply(event: AccountEvent): void {
    this.#events += 1;
    const { by } = event as { by?: By };
    if (by !== undefined) this.audit.add({ by, ...auditEntryOf(event), atMs: atOf(event) });
    const { lists } = this;
    if (isRemoval(event)) {
      lists[REMOVED_FROM[event.type]].remove(event.id);
      return;
    }
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
        lists.user.add(user);
        this.#byLogin.set(loginKey(login), user);
        break;
      }
      case 'user-removed':
        this.#removeUser(event.id);
        break;
      case 'role':
        lists.user.change(event.user, { role: event.role });
        break;
      case 'key-used':
        this.keys.use(event.id, event.atMs);
        break;
      case 'session-seen':
        lists.session.change(event.id, { seenMs: event.atMs });
        break;
      case 'passkey-used':
        lists.passkey.change(event.id, { counter: event.counter, usedMs: event.atMs });
        break;
      case 'webhook-progress': {
        const { id, ...progress } = bare(event);
        lists.webhook.change(id, progress);
        break;
      }
      case 'webhook-secret':
        lists.webhook.change(event.id, { secret: event.secret, former: event.former });
        break;
      case 'feed-delivery': {
        const { id, ...delivery } = bare(event);
        lists.feed.change(id, { delivery });
        break;
      }
      case 'set-reach':
        this.#reach(event);
        break;
      case 'follow':
      case 'unfollow':
        this.follows.apply(event);
        break;
      case 'mark':
      case 'mark-floor':
      case 'subscription':
      case 'label':
        this.reading.apply(event);
        break;
      case 'audit':
        break;
      default: {
        if (event.type === 'muted') lists.muted.removeOf(event.user);
        // A record of an unknown type, from a later version, adds nothing.
        const list: IdList<{ id: number }> | undefined = lists[event.type];
        list?.add(bare(event));
      }
    }
  }

  users(): User[] {
    return this.lists.user.all();
  }

  /** Whether no record was ever folded. */
  get isEmpty(): boolean {
    return this.#events === 0;
  }

  user(login: string): User | null {
    return this.#byLogin.get(loginKey(login)) ?? null;
  }

  userById(id: number): User | null {
    return this.lists.user.get(id);
  }

  /** True for an earlier state: a next id is lower, or it has an entry that `other` has removed. */
  isBefore(other: Roster): boolean {
    return (
      NAMES.some((name) => {
        const list: IdList<{ id: number }> = this.lists[name];
        return list.isBefore(other.lists[name]);
      }) ||
      this.audit.nextId < other.audit.nextId ||
      this.follows.changes < other.follows.changes ||
      this.reading.changes < other.reading.changes ||
      (this.shared?.log === other.shared?.log &&
        (this.shared?.entry ?? 0) < (other.shared?.entry ?? 0))
    );
  }

  /**
   * The fewest records that give this roster.
   * @param nowMs links and sessions that expired by then are left out.
   */
  compacted(nowMs = Number.NEGATIVE_INFINITY): AccountEvent[] {
    const audit = this.audit.compacted();
    const follows = this.follows.compacted();
    const reading = this.reading.compacted();
    const nextIds = NAMES.map((name) => [name, this.lists[name].nextId]);
    const ids = {
      ...(Object.fromEntries(nextIds) as Record<ListName, number>),
      audit: audit.firstId,
      // The records that follow are counted again when they are read.
      follow: this.follows.changes - follows.length,
      reading: this.reading.changes - reading.length,
    };
    return [
      { type: 'ids', ...ids },
      ...(this.shared === null ? [] : [{ type: 'shared' as const, ...this.shared, events: [] }]),
      ...audit.entries.map((entry) => ({ type: 'audit' as const, ...entry })),
      ...NAMES.flatMap((name) => this.#livingOf(name, nowMs)),
      ...follows,
      ...reading,
    ];
  }

  #livingOf<N extends ListName>(name: N, nowMs: number): AccountEvent[] {
    const list: IdList<Listed[N]> = this.lists[name];
    const living = list.where((one) => IS_OVER[name]?.(one, nowMs) !== true);
    const records = living.map((one) => ({ type: name, ...one }) as unknown as AccountEvent);
    if (name !== 'key') return records;
    return [...records, ...this.keys.uses.map((use) => ({ type: 'key-used' as const, ...use }))];
  }

  #skipTo(ids: Extract<AccountEvent, { type: 'ids' }>): void {
    for (const name of NAMES) this.lists[name].skipTo(ids[name] ?? 1);
    this.audit.skipTo(ids.audit ?? 1);
    this.follows.changes = ids.follow ?? 0;
    this.reading.changes = ids.reading ?? 0;
  }

  #share({ log, entry, chain, events }: SharedEvent): void {
    for (const event of events) this.apply(event);
    this.shared = log === '' ? null : { log, entry, chain };
  }

  /** A replaced secret address is no longer valid. */
  #reach({ id, isPublic, digest }: Extract<AccountEvent, { type: 'set-reach' }>): void {
    const { set: list } = this.lists;
    const set = list.get(id);
    if (set === null) return;
    const { digest: _, ...facts } = set;
    list.remove(id);
    list.add({ ...facts, isPublic, ...(digest !== undefined && { digest }) });
  }

  #removeUser(id: number): void {
    const user = this.lists.user.get(id);
    if (user === null) return;
    this.#holdsRemoved = true;
    for (const name of NAMES) this.lists[name].removeOf(id);
    this.follows.removeUser(id);
    this.reading.removeUser(id);
    this.lists.user.remove(id);
    this.#byLogin.delete(loginKey(user.login));
  }
}

const NAMES = Object.keys(new Roster().lists) as ListName[];

function isRemoval(event: AccountEvent): event is Extract<AccountEvent, { type: Removal }> {
  return Object.hasOwn(REMOVED_FROM, event.type);
}

/** The facts in a record. */
function bare<T extends { type: string; by?: By }>(event: T): Omit<T, 'type' | 'by'> {
  const { type: _, by: __, ...rest } = event;
  return rest;
}

function atOf(event: AccountEvent): number {
  return (event as { atMs?: number }).atMs ?? 0;
}

/** Logins that differ only in case are equal. */
export function loginKey(login: string): string {
  return login.normalize('NFKC').toLowerCase();
}
