/**
 * The roster of a data folder with its journal, shared by several processes.
 *
 *   accounts/lock      held by a process that writes, for milliseconds
 *   accounts/journal   one checksummed line for each record (journal.ts)
 *
 * Invariants: when `write` resolves, its records are on disk, and were decided on the newest state
 * under the lock. What a process has seen revoked or removed is never in force in that process
 * again, even if the journal is replaced. `erase` deletes all records of removed users from the
 * journal. Accounts that several nodes share change only through their order
 * (shared-roster-file.ts).
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
/** A journal of at least this many records that are mostly obsolete is rewritten. */
const REWRITE_EVENTS_MIN = 10_000;
const REWRITE_SHARE = 4;

/** The lists whose entries belong to one person each. */
type OwnedName = {
  [N in ListName]: Listed[N] extends { user: number } ? N : never;
}[ListName];

export class RosterFile {
  readonly #folder: string;
  readonly #clock: Clock;
  #journal: Journal;
  #roster = new Roster();
  /** The last state before the journal became unreadable; null while it is readable. */
  #lost: Roster | null = null;
  #generation = 0;
  readonly #takesOver: boolean;

  /** @param takesOver whether shared accounts belong to this folder alone from now on. */
  constructor(dataFolder: string, clock: Clock, takesOver = false) {
    this.#takesOver = takesOver;
    this.#folder = join(dataFolder, FOLDER);
    this.#clock = clock;
    this.#journal = new Journal(join(this.#folder, JOURNAL));
  }

  get roster(): Roster {
    return this.#roster;
  }

  /** Changes whenever an answer may change. */
  get generation(): number {
    return this.#generation;
  }

  /** Whether this state is valid; a node without contact to the others cannot know. */
  get isCurrent(): boolean {
    return true;
  }

  nowMs(): number {
    return this.#clock.nowMs();
  }

  /**
   * Reads the changes of other processes. @throws TagwireError STORE_DAMAGED, STORE_UNKNOWN; there
   * are no users, sessions and keys until a call succeeds.
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

  /** Runs `work` under the lock, on the newest state. */
  write<T>(work: () => T): Promise<T> {
    return this.locked(async () => {
      this.#demandOwn();
      const done = work();
      this.shorten();
      return done;
    });
  }

  /**
   * Decides on records under the lock, on the newest state, and writes them without blocking the
   * thread: for frequent changes. @throws TagwireError STORE_WRITE_FAILED.
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

  /** Rewrites a journal that holds records of removed users. */
  async erase(): Promise<void> {
    await this.write(() => {
      if (this.#roster.holdsRemoved) this.rewrite(this.living());
    });
  }

  /** Within `write` only: appends records in one write. @throws TagwireError STORE_WRITE_FAILED. */
  append(...events: AccountEvent[]): void {
    if (events.length === 0) return;
    this.store(events);
    this.show(events);
  }

  /** Writes records to the disk. @throws TagwireError STORE_WRITE_FAILED. */
  protected store(events: readonly AccountEvent[]): void {
    this.#journal.append(...events);
  }

  /** The same without blocking the thread. */
  protected storeSoon(events: readonly AccountEvent[]): Promise<void> {
    return this.#journal.appendSoon(...events);
  }

  /** Applies records to the roster in memory. */
  protected show(events: readonly AccountEvent[]): void {
    for (const event of events) this.#roster.apply(event);
    this.#generation += 1;
  }

  /** Drops records from memory that are not on disk. */
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

  /** An older copy of a journal and its anchor match each other, so only the state in memory shows it. */
  #older(): TagwireError {
    const journal = join(this.#folder, JOURNAL);
    return new TagwireError(
      'STORE_DAMAGED',
      `${journal} is an older version of what was read before, and would undo what was revoked or added since: ` +
        'put the newest version back; or stop the server, look at `tagwire key list`, and start it again',
    );
  }

  /** Rewrites a journal whose records are mostly obsolete. */
  protected shorten(): void {
    const { events } = this.#roster;
    if (events < REWRITE_EVENTS_MIN) return;
    const living = this.living();
    if (living.length * REWRITE_SHARE <= events) this.rewrite(living);
  }

  /** The records of entries in force. */
  protected living(): AccountEvent[] {
    return this.#roster.compacted(this.nowMs());
  }

  protected rewrite(living: readonly AccountEvent[]): void {
    this.#journal.rewrite(living);
    const roster = new Roster();
    for (const event of living) roster.apply(event);
    this.#roster = roster;
    this.#generation += 1;
  }
}

/** A list of things that people own, such as their passkeys. Only the owner may change an entry. */
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
