/**
 * Group commits: a batch is made while the batch before is being written.
 *
 * ```
 *  turn    ── admit 1 ──┬── admit 2 ──┬── admit 3 ──
 *  store                └─ write 1 ─┐ └─ write 2 ─┐      one at a time, each after the one before
 *  anchor                           └ 1           └ 2    acknowledged from here on
 * ```
 *
 * Invariants: one turn at a time makes a batch, on top of the batch before: if that one fails, this
 * one is not written. An entry is acknowledged after one synced batch has stored it with the new
 * head, and the anchor outside of the database names that head. After a failed write nothing is
 * acknowledged until the store is reopened and its head verified.
 */
import { messageOf, TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import { Rest } from '../../kernel/waits.js';
import type { Anchor } from '../anchor.js';
import type { Database } from '../database.js';
import type { Operation, Writes } from '../level.js';
import { Batch, type Head } from './batch.js';
import { missing } from './entries.js';
import { checkAnchor, encodeHead, readHead } from './head.js';
import { HEAD_KEY } from './keys.js';
import type { LogOrder } from './order.js';

/** Pauses between attempts to reopen a store after a failed write. */
const RECOVER_PAUSE_MS = 1000;
const DAMAGED_PAUSE_MAX_MS = 30_000;

export interface CommitterOptions {
  database: Database;
  anchor: Anchor;
  /** The head of the store at its opening. */
  head: Head;
  folder: string;
  logger: Logger;
  order: LogOrder;
}

export class Committer {
  readonly #options: CommitterOptions;
  /** Why writing is impossible; null when it is possible. */
  #trouble: string | null = null;
  /** The head on disk and in the anchor. */
  #head: Head;
  /** The head of the newest batch, which may still be unwritten. */
  #next: Head;
  #writing: Promise<void> = Promise.resolve();
  #turn: Promise<unknown> = Promise.resolve();
  #recovery: Promise<void> | null = null;
  #closed = false;
  /** The pause between two attempts to reopen the store; closing ends it. */
  readonly #rest = new Rest();

  constructor(options: CommitterOptions) {
    this.#options = options;
    this.#head = options.head;
    this.#next = options.head;
    // The store was opened for reading only.
    const { trouble } = options.database;
    if (trouble !== null) this.#fail(trouble);
  }

  /** The acknowledged head. */
  get head(): Head {
    return this.#head;
  }

  /** Why writes fail until the store is reopened; null otherwise. */
  get trouble(): string | null {
    return this.#recovery === null ? null : this.#trouble;
  }

  /**
   * Runs one turn at a time, in the order of the calls.
   * @throws TagwireError STORE_CLOSED, or STORE_WRITE_FAILED while the store recovers.
   */
  turn<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(() => {
      this.#demandWrites();
      return work();
    });
  }

  /** Runs a turn without writes, even while the store recovers. */
  look<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      await this.#writing.catch(() => undefined);
      return work();
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(() => {
      if (this.#closed) throw new TagwireError('STORE_CLOSED', 'the store is closing');
      return work();
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  #demandWrites(): void {
    if (this.#recovery === null) return;
    const message = `the store is recovering: ${this.#trouble}`;
    throw new TagwireError('STORE_WRITE_FAILED', message);
  }

  /**
   * A batch on top of the newest one. Only within a turn, and one at a time.
   * @throws TagwireError NOT_WRITER.
   */
  begin(): Batch {
    this.#options.order.demand();
    const isShared = this.#options.order.sharedName !== null;
    return new Batch(this.#next, this.#options.database.collect(), isShared);
  }

  /** Runs a turn on the store's head: drops a batch that reached neither the order nor the store. */
  adopt<T>(work: () => Promise<T>): Promise<T> {
    return this.turn(async () => {
      await this.#writing.catch(() => undefined);
      this.#demandWrites();
      this.#next = this.#head;
      this.#writing = Promise.resolve();
      return work();
    });
  }

  /** Writes a batch that is in the order already. Only within `adopt`. */
  async takeOver(head: Head, operations: readonly Operation[]): Promise<void> {
    this.#next = head;
    this.#writing = this.#store(head, [
      ...operations,
      { type: 'put', key: HEAD_KEY, value: encodeHead(head) },
    ]);
    this.#writing.catch(() => undefined);
    await this.#writing;
  }

  /**
   * Sets the start of the store's time before the first write; the next batch makes it durable. An
   * empty log sets it at each start, because nothing can be due.
   */
  beginTime(atMs: number | null): void {
    const hasEntries = this.#next.sequence > 0;
    const begun = (knownMs: number | null): number | null =>
      hasEntries ? (knownMs ?? atMs) : (atMs ?? knownMs);
    this.#next = { ...this.#next, lastTickMs: begun(this.#next.lastTickMs) };
    this.#head = { ...this.#head, lastTickMs: begun(this.#head.lastTickMs) };
  }

  /**
   * Gives a batch to the store, after the batch before. `settled` resolves when it is stored.
   * @throws TagwireError STORE_WRITE_FAILED when the batch before failed.
   */
  async commit(batch: Batch): Promise<void> {
    await this.#writing;
    const { head } = batch;
    this.#next = head;
    const { order } = this.#options;
    this.#writing = order.append(batch).then(async () => {
      batch.put(HEAD_KEY, encodeHead(head));
      await this.#store(head, batch.writes);
      await order.confirm(head);
    });
    // The caller of `settled` gets the error.
    this.#writing.catch(() => undefined);
  }

  #store(head: Head, writes: Writes | readonly Operation[]): Promise<void> {
    return this.#attempt(async () => {
      await this.#options.database.write(writes);
      this.#options.anchor.write(head);
      this.#head = { ...head, lastTickMs: head.lastTickMs ?? this.#head.lastTickMs };
    });
  }

  /**
   * Resolves when the newest batch is acknowledged.
   * @throws TagwireError STORE_WRITE_FAILED when it failed.
   */
  settled(): Promise<void> {
    return this.#writing;
  }

  /**
   * Changes the store without a batch, after the newest batch.
   * @throws TagwireError STORE_WRITE_FAILED; the store is then reopened before the next turn.
   */
  async change(work: () => Promise<void>): Promise<void> {
    this.#demandWrites();
    await this.#writing;
    await this.#attempt(work);
  }

  /** Accepts no more turns, and waits for the current ones. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#rest.nudge();
    await this.#turn;
    await this.#writing.catch(() => undefined);
    await this.#recovery;
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#fail(messageOf(error));
      throw error instanceof TagwireError
        ? error
        : new TagwireError('STORE_WRITE_FAILED', messageOf(error), { cause: error });
    }
  }

  /** Stops writes until the store is reopened. */
  #fail(trouble: string): void {
    this.#options.order.onWriteFailure();
    this.#trouble ??= trouble;
    this.#recovery ??= this.#recover().finally(() => {
      this.#recovery = null;
      this.#trouble = null;
    });
  }

  async #recover(): Promise<void> {
    // The current turn depends on the failed batch: it fails as well, before heads are reset.
    await this.#turn;
    let pauseMs = RECOVER_PAUSE_MS;
    while (!this.#closed) {
      await this.#rest.take(pauseMs);
      if (this.#closed) return;
      try {
        await this.#reopen();
        this.#options.logger.warn('the store takes writes again');
        return;
      } catch (error) {
        const reason = messageOf(error);
        // Logged once, not every second of a full disk.
        if (reason !== this.#trouble)
          this.#options.logger.error({ reason }, 'the store takes no writes yet');
        this.#trouble = reason;
        // Free space is checked quickly; damage takes long to check, and stays.
        const isDamaged = error instanceof TagwireError && error.code === 'STORE_DAMAGED';
        pauseMs = isDamaged ? Math.min(2 * pauseMs, DAMAGED_PAUSE_MAX_MS) : RECOVER_PAUSE_MS;
      }
    }
  }

  async #reopen(): Promise<void> {
    let head = this.#head;
    await this.#options.database.recover(async (reads) => {
      head = await readHead(reads);
      await checkAnchor(reads, this.#options.anchor.read(), head, this.#options.folder);
      if (head.sequence < this.#head.sequence) throw missing(head.sequence + 1);
    });
    this.#options.anchor.write(head);
    // The start of time may not be durable yet.
    this.#head = { ...head, lastTickMs: head.lastTickMs ?? this.#head.lastTickMs };
    this.#next = this.#head;
    this.#writing = Promise.resolve();
  }
}
