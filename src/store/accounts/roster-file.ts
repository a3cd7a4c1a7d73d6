/**
 * The roster of a data folder with the journal that it is folded from, shared by several processes.
 *
 *   accounts/lock      held by a process that writes, for milliseconds
 *   accounts/journal   what happened, one checksummed line each (journal.ts)
 *
 * Invariants: what `write` has returned is on disk, and was decided on the newest state under the
 * lock. What a process has seen revoked or removed is never in force in it again, whatever is put in
 * the journal's place. `erase` leaves nothing in the journal of users who were removed. Accounts that
 * several nodes share are changed through their order alone (shared-roster-file.ts).
 */
import { join } from 'node:path';
import type { Clock } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';
import { makeFolder } from '../folders.js';
import { lockSoon } from '../lock.js';
import type { IdList } from './id-list.js';
import { Journal } from './journal.js';
import { Roster } from './roster.js';
import type { AccountEvent, Listed, ListName, Removal, User } from './roster-events.js';
import { refusal } from './rules.js';

const FOLDER = 'accounts';
const JOURNAL = 'journal';
/** A journal is rewritten when it is this long and mostly about what is gone. */
const REWRITE_EVENTS_MIN = 10_000;
const REWRITE_SHARE = 4;

/** The lists of what belongs to one person each. */
type OwnedName = {
  [N in ListName]: Listed[N] extends { user: number } ? N : never;
}[ListName];

export class RosterFile {
  readonly #folder: string;
  readonly #clock: Clock;
  #journal: Journal;
  #roster = new Roster();
  /** What was read last before the journal became unreadable; null while it is readable. */
  #lost: Roster | null = null;
  #generation = 0;
  readonly #takesOver: boolean;

  /** @param takesOver whether accounts that were shared are this folder's own from now on. */
  constructor(dataFolder: string, clock: Clock, takesOver = false) {
    this.#takesOver = takesOver;
    this.#folder = join(dataFolder, FOLDER);
    this.#clock = clock;
    this.#journal = new Journal(join(this.#folder, JOURNAL));
  }

  get roster(): Roster {
    return this.#roster;
  }

  /** Changes whenever an answer may. */
  get generation(): number {
    return this.#generation;
  }

  /** Whether what is read here is what holds; a node that is cut off from the others cannot know. */
  get isCurrent(): boolean {
    return true;
  }

  nowMs(): number {
    return this.#clock.nowMs();
  }

  /**
   * Takes in what others have written. @throws TagwireError STORE_DAMAGED, STORE_UNKNOWN; until it no
   * longer throws, there is no user, no session and no key.
   */
  refresh(): void {
    if (!this.#journal.hasChanges()) return;
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

  /** Does something under the lock, on the newest state. */
  write<T>(work: () => T): Promise<T> {
    return this.locked(async () => {
      this.#demandOwn();
      const done = work();
      this.shorten();
      return done;
    });
  }

  /**
   * Decides on records under the lock, on the newest state, and writes them without keeping the thread: for what
   * many people do all day. @throws TagwireError STORE_WRITE_FAILED.
   */
  writeSoon(decide: () => readonly AccountEvent[]): Promise<void> {
    return this.locked(async () => {
      this.#demandOwn();
      const events = decide();
      if (events.length === 0) return;
      await this.storeSoon(events);
      this.show(events);
      this.shorten();
    });
  }

  protected async locked<T>(work: () => Promise<T>, triesMax?: number): Promise<T> {
    makeFolder(this.#folder);
    const release = await lockSoon(this.#folder, triesMax);
    try {
      this.refresh();
      return await work();
    } finally {
      release();
    }
  }

  /** Rewrites a journal that holds records of users who were removed. */
  async erase(): Promise<void> {
    await this.write(() => {
      if (this.#roster.holdsRemoved) this.rewrite(this.living());
    });
  }

  /** Within `write` only: records that go to the disk together. @throws TagwireError STORE_WRITE_FAILED. */
  append(...events: AccountEvent[]): void {
    if (events.length === 0) return;
    this.store(events);
    this.show(events);
  }

  /** Records go to the disk. @throws TagwireError STORE_WRITE_FAILED. */
  protected store(events: readonly AccountEvent[]): void {
    this.#journal.append(...events);
  }

  /** The same without keeping the thread. */
  protected storeSoon(events: readonly AccountEvent[]): Promise<void> {
    return this.#journal.appendSoon(...events);
  }

  /** Records count from now on. */
  protected show(events: readonly AccountEvent[]): void {
    for (const event of events) this.#roster.apply(event);
    this.#generation += 1;
  }

  /** Forgets what was shown and is not on the disk. */
  protected reload(): void {
    this.#journal = new Journal(join(this.#folder, JOURNAL));
    this.#roster = new Roster();
    this.refresh();
    this.#generation += 1;
  }

  /** @throws TagwireError CONFIG_INVALID where other nodes would not get a change. */
  #demandOwn(): void {
    const { shared } = this.#roster;
    if (shared === null) return;
    if (!this.#takesOver) {
      throw new TagwireError(
        'CONFIG_INVALID',
        `users and keys of ${this.#folder} are those of the shared log "${shared.log}": name it with --log, or TAGWIRE_LOG, as its server does`,
      );
    }
    this.append({ type: 'shared', log: '', entry: 0, chain: '', events: [] });
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

  /** Rewrites a journal that is mostly about what is gone. */
  protected shorten(): void {
    const { events } = this.#roster;
    if (events < REWRITE_EVENTS_MIN) return;
    const living = this.living();
    if (living.length * REWRITE_SHARE <= events) this.rewrite(living);
  }

  /** Records of what is there and has not expired. */
  protected living(): AccountEvent[] {
    return this.#roster.compacted(this.nowMs());
  }

  /** Puts records in place of all. */
  protected rewrite(living: readonly AccountEvent[]): void {
    this.#journal.rewrite(living);
    const roster = new Roster();
    for (const event of living) roster.apply(event);
    this.#roster = roster;
    this.#generation += 1;
  }
}

/** A list of what people own, such as their passkeys. Only its owner may change an entry of it. */
export abstract class OwnedList<N extends OwnedName> {
  protected readonly file: RosterFile;
  /** The name of the list's records, and the type of the record that removes one. */
  protected abstract readonly kind: { name: N; removal: Removal };

  constructor(file: RosterFile) {
    this.file = file;
  }

  /** The entries of a user, in the order in which they were added. */
  of(user: User): Listed[N][] {
    return this.list.ofUser(user.id);
  }

  get(id: number): Listed[N] | null {
    return this.list.get(id);
  }

  /** An entry of a user. @throws TagwireError INPUT_INVALID where the user has no such entry. */
  ofUser(user: User, id: number): Listed[N] {
    const found = this.get(id);
    if (found?.user !== user.id) throw refusal(this.missingText(id));
    return found;
  }

  /** Removes an entry. @throws TagwireError INPUT_INVALID where the user has no such entry. */
  remove(user: User, id: number): Promise<void> {
    return this.file.write(() => {
      this.ofUser(user, id);
      this.file.append({ type: this.kind.removal, id, atMs: this.file.nowMs() });
    });
  }

  /** The error text for an entry that the user does not have. */
  protected abstract missingText(id: number): string;

  protected get list(): IdList<Listed[N]> {
    return this.file.roster.lists[this.kind.name];
  }
}
