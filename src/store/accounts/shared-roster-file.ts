/**
 * The roster of a node whose changes go through an order that all nodes share (`AccountOrder`). The
 * journal is the node's durable copy of the order.
 *
 * ```
 *  write ─► read the order to its end ─► decide ─► append behind it ─► journal ─► others have it
 *             ▲                                      │ something else came first
 *             └──────────────────────────────────────┘
 * ```
 *
 * Invariants: when `write` resolves, the change is in the order and in the journal. A decided
 * change that was not appended is undone. A change that does not follow this node's newest change
 * is never folded: from then on no key and no session is valid here. The same is true for a node
 * that has not read the order to its end for `believedMs`, or since its start.
 */
import { randomBytes } from 'node:crypto';
import type { Clock, Monotonic } from '../../kernel/clock.js';
import { messageOf, TagwireError } from '../../kernel/errors.js';
import { hash64, hexOf } from '../../kernel/hash.js';
import { Roster } from './roster.js';
import type { AccountEvent, SharedEvent, SharedPlace } from './roster-events.js';
import { RosterFile } from './roster-file.js';

/** The lock is held while a change is sent to a majority, which may be electing its leader. */
const LOCK_TRIES_MAX = 1000;
/** Each refused attempt lets another one succeed; there are a handful of nodes. */
const ATTEMPTS_MAX = 100;

export interface Sharing {
  order: AccountOrder;
  monotonic: Monotonic;
  /** Time for which a node without contact to the others treats its state as valid. */
  believedMs: number;
  /** Logs an operation on the order. */
  tell(what: string, isTrouble: boolean): void;
}

export class SharedRosterFile extends RosterFile {
  readonly #sharing: Sharing;
  readonly #order: AccountOrder;
  /** Changes that the current work has made and that are not in the order yet; null outside of work. */
  #staged: AccountEvent[] | null = null;
  /** Work runs one after the other. */
  #turn: Promise<unknown> = Promise.resolve();
  #confirmedMs = Number.NEGATIVE_INFINITY;
  #doubt: TagwireError | null = null;

  constructor(dataFolder: string, clock: Clock, sharing: Sharing) {
    super(dataFolder, clock);
    this.#sharing = sharing;
    this.#order = sharing.order;
  }

  override get isCurrent(): boolean {
    const { monotonic, believedMs } = this.#sharing;
    return this.#doubt === null && monotonic.nowMs() - this.#confirmedMs < believedMs;
  }

  /** Why this node has stopped to follow; null while it follows. */
  get doubt(): string | null {
    return this.#doubt === null ? null : messageOf(this.#doubt);
  }

  /**
   * Reads the changes of other nodes, and repairs an order that lacks changes of this node.
   * @throws TagwireError STORE_WRITE_FAILED when the order does not answer; STORE_DAMAGED,
   * CONFIG_INVALID for an order that does not continue this node's accounts.
   */
  follow(): Promise<void> {
    return this.#inTurn(async () => {
      const askedMs = this.#sharing.monotonic.nowMs();
      const changes = await this.#order.read();
      if (changes.length > 0 || this.#isAmendable) {
        const take = async (): Promise<void> => {
          await this.#fold(changes);
          // When another node was first, the next call checks again.
          await this.#amend();
        };
        await this.#orAgain(() => this.locked(take, LOCK_TRIES_MAX));
      }
      this.#confirmedMs = askedMs;
      this.#order.tell(this.#place?.entry ?? 0);
    });
  }

  override write<T>(work: () => T): Promise<T> {
    return this.#inTurn(async () => {
      try {
        const done = await this.locked(() => this.#decide(work), LOCK_TRIES_MAX);
        if (this.#place !== null) await this.#order.settled(this.#place.entry);
        return done;
      } finally {
        await this.#order.rest();
      }
    });
  }

  override writeSoon(decide: () => readonly AccountEvent[]): Promise<void> {
    return this.write(() => {
      const events = decide();
      if (events.length > 0) this.append(...events);
    });
  }

  override append(...events: AccountEvent[]): void {
    this.#staged!.push(...events);
    this.show(events);
  }

  /** The place of this node in the order; null where its accounts are of no order or another order. */
  get #place(): SharedPlace | null {
    const { shared } = this.roster;
    return shared?.log === this.#order.log ? shared : null;
  }

  async #decide<T>(work: () => T): Promise<T> {
    for (let attempts = 1; ; attempts++) {
      const askedMs = this.#sharing.monotonic.nowMs();
      const changes = await this.#order.read();
      await this.#orAgain(() => this.#fold(changes));
      this.#confirmedMs = askedMs;
      const done = (await this.#amend()) ? await this.#attempt(work) : null;
      if (done !== null) {
        this.shorten();
        if (this.#order.isLong) await this.#compact();
        return done.value;
      }
      if (attempts >= ATTEMPTS_MAX) {
        throw new TagwireError('STORE_WRITE_FAILED', 'other nodes change the accounts; try again');
      }
    }
  }

  /** The result of the work, once its changes are in the order; null when another change came first. */
  async #attempt<T>(work: () => T): Promise<{ value: T } | null> {
    this.#staged = [];
    try {
      const value = work();
      const events = this.#staged;
      if (events.length === 0 || (await this.#append(events))) {
        this.#staged = null;
        return { value };
      }
    } catch (error) {
      this.#undo();
      throw error;
    }
    this.#undo();
    return null;
  }

  async #append(events: readonly AccountEvent[]): Promise<boolean> {
    const place = this.#placeAfter(this.#place, events);
    const change = { ...place, id: newId(), isWhole: false, events };
    if (!(await this.#order.append(change))) return false;
    await this.#orAgain(() => this.storeSoon([{ type: 'shared', ...place, events: [...events] }]));
    // The records themselves are in memory already.
    this.show([{ type: 'shared', ...place, events: [] }]);
    return true;
  }

  #undo(): void {
    const isShown = this.#staged !== null && this.#staged.length > 0;
    this.#staged = null;
    if (isShown) this.reload();
  }

  #placeAfter(before: SharedPlace | null, events: readonly AccountEvent[]): SharedPlace {
    const { log } = this.#order;
    return { log, entry: (before?.entry ?? 0) + 1, chain: chainOf(before?.chain ?? '', events) };
  }

  /** Folds changes that follow the newest here. @throws TagwireError STORE_DAMAGED, CONFIG_INVALID. */
  async #fold(changes: readonly AccountChange[]): Promise<void> {
    if (this.#doubt !== null) throw this.#doubt;
    const records: SharedEvent[] = [];
    let place = this.#place;
    for (const change of changes) {
      const { entry, chain, events } = change;
      if (place !== null && entry <= place.entry) {
        if (entry === place.entry && chain !== place.chain) throw this.#doubted(entry);
      } else if (change.isWhole) {
        this.#adopt(change);
        records.length = 0;
        place = this.#place;
      } else {
        if (place === null) this.#demandNoOther(new Roster());
        const after = this.#placeAfter(place, events);
        if (entry !== after.entry || chain !== after.chain) throw this.#doubted(entry);
        records.push({ type: 'shared', ...after, events: [...events] });
        place = after;
      }
    }
    if (records.length === 0) return;
    await this.storeSoon(records);
    this.show(records);
    this.shorten();
  }

  /** Replaces all accounts by those of the order. */
  #adopt({ entry, chain, events }: AccountChange): void {
    const { log } = this.#order;
    const roster = new Roster();
    for (const event of events) roster.apply(event);
    if (this.#place === null) this.#demandNoOther(roster);
    else if (roster.isBefore(this.roster)) throw this.#doubted(entry);
    this.rewrite([...events, { type: 'shared', log, entry, chain, events: [] }]);
  }

  /** Throws rather than drop accounts of this folder that the shared accounts lack. */
  #demandNoOther(shared: Roster): void {
    if (this.roster.isEmpty) return;
    const isSame = ({ id, login }: { id: number; login: string }): boolean =>
      (shared.userById(id)?.login ?? login) === login;
    const isPart = this.roster.users().every(isSame) && !shared.isBefore(this.roster);
    if (isPart) return;
    const message =
      'accounts/ of this data folder has users or keys of its own, and so has the shared log: ' +
      'move accounts/ away to take those of the log';
    this.#doubt = new TagwireError('CONFIG_INVALID', message);
    throw this.#doubt;
  }

  #doubted(entry: number): TagwireError {
    const message =
      `change ${entry} of the shared accounts does not go on from this node's, which hold other ones: ` +
      'no key holds here; stop this node, move accounts/ away, and start it again to take those of the others';
    this.#doubt = new TagwireError('STORE_DAMAGED', message);
    return this.#doubt;
  }

  get #isAmendable(): boolean {
    const place = this.#place;
    if (this.#order.isLong) return true;
    if (place === null) return this.#order.end === 0 && !this.roster.isEmpty;
    return this.#order.end < place.entry;
  }

  /**
   * Begins the order with the accounts of this folder, appends its lost changes again, shortens it.
   * @returns false where another node was first.
   */
  async #amend(): Promise<boolean> {
    if (!this.#isAmendable) return true;
    const place = this.#place;
    if (place !== null && this.#order.end >= place.entry) {
      await this.#compact();
      return true;
    }
    const events = this.#own();
    const now = place ?? this.#placeAfter(null, events);
    const whole = { ...now, id: newId(), isWhole: true, events };
    if (!(await this.#order.append(whole))) return false;
    if (place === null) {
      super.append({ type: 'shared', ...now, events: [] });
    }
    const what =
      place === null
        ? 'the shared log has the users and keys of this node now'
        : 'the engine has lost changes of accounts that it acknowledged; this node appended them again';
    this.#sharing.tell(what, place !== null);
    return true;
  }

  /** Replaces all changes by one whole change, which deletes removed users from the order, too. */
  async #compact(): Promise<void> {
    const place = this.#place;
    if (place === null) return;
    const whole = { ...place, id: newId(), isWhole: true, events: this.#own() };
    if (await this.#order.append(whole)) await this.#order.dropOlder();
  }

  #own(): AccountEvent[] {
    return this.living().filter(({ type }) => type !== 'shared');
  }

  /** After a failure, the order is read again from its start. */
  async #orAgain(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#order.restart();
      throw error;
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

function newId(): string {
  return randomBytes(12).toString('base64url');
}

/** One change, or everything up to one. */
export interface AccountChange extends Omit<SharedPlace, 'log'> {
  /** Distinguishes the attempts to append this change from other changes with the same number. */
  id: string;
  /** True when the records are the whole state at this entry and replace everything before. */
  isWhole: boolean;
  events: readonly AccountEvent[];
}

/**
 * The order of the changes of accounts that several nodes share.
 *
 * ```
 *  change decided on the newest state ─► order ─► this node's journal ─► acknowledged
 *                                          └────► the journals of the other nodes
 * ```
 *
 * Invariants: of two changes that were decided on the same state one is refused, and decided again.
 * An appended change stays. A change names the one before it by its checksum, so every node sees
 * whether it has the same changes as the others. Not here: the storage of the order
 * (`src/store/nodes`).
 */
export interface AccountOrder {
  readonly log: string;
  /** Number of the newest change at the last read; 0 where there is none. */
  readonly end: number;
  /** True when a whole change should replace the order: it is long, or has records of removed users. */
  readonly isLong: boolean;
  /** The changes since the last read. @throws TagwireError STORE_WRITE_FAILED without an answer. */
  read(): Promise<AccountChange[]>;
  /** Makes the next `read` start from the beginning, because the changes could not be used. */
  restart(): void;
  /**
   * Appends a change after the last one read; false when another change came first.
   * @throws TagwireError STORE_WRITE_FAILED when the result stays unknown.
   */
  append(change: AccountChange): Promise<boolean>;
  /** Deletes the changes before the whole change that was appended last. */
  dropOlder(): Promise<void>;
  /** Tells the other nodes the newest change of this node. */
  tell(entry: number): void;
  /** Resolves when all live nodes have a change, or after a short time. */
  settled(entry: number): Promise<void>;
  /** Called at the end of each piece of work. */
  rest(): Promise<void>;
}

/** The checksum of changes, with one more. */
function chainOf(before: string, events: readonly AccountEvent[]): string {
  return hexOf(hash64(Buffer.from(JSON.stringify(events)), BigInt(`0x${before || '0'}`)));
}
