/**
 * Group commits: a batch is made while the one before is on its way to the disk.
 *
 * ```
 *  turn    ── admit 1 ──┬── admit 2 ──┬── admit 3 ──
 *  store                └─ write 1 ─┐ └─ write 2 ─┐      one at a time, each after the one before
 *  anchor                           └ 1           └ 2    acknowledged from here on
 * ```
 *
 * Invariants: one turn at a time makes a batch, and it rests on the batch before: where that one
 * fails, this one is not written. An entry is acknowledged after one synced batch holds it with
 * the new head, and the anchor outside the database names that head. After a failed write nothing
 * is acknowledged until the store is reopened and its head verified.
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

/** Pauses between attempts to reopen a store whose disk failed. */
const RECOVER_PAUSE_MS = 1000;
const DAMAGED_PAUSE_MAX_MS = 30_000;

export interface CommitterOptions {
  database: Database;
  anchor: Anchor;
  /** Where the store stands when it is opened. */
  head: Head;
  folder: string;
  logger: Logger;
  order: LogOrder;
}

export class Committer {
  readonly #options: CommitterOptions;
  /** Why nothing can be written; null while it can. */
  #trouble: string | null = null;
  /** On disk, and named by the anchor. */
  #head: Head;
  /** That of the newest batch, which may still be on its way. */
  #next: Head;
  #writing: Promise<void> = Promise.resolve();
  #turn: Promise<unknown> = Promise.resolve();
  #recovery: Promise<void> | null = null;
  #closed = false;
  /** Between two attempts to open the store again; closing ends it. */
  readonly #rest = new Rest();

  constructor(options: CommitterOptions) {
    this.#options = options;
    this.#head = options.head;
    this.#next = options.head;
    // Nothing could be written when it was opened.
    const { trouble } = options.database;
    if (trouble !== null) this.#fail(trouble);
  }

  /** The head that was acknowledged. */
  get head(): Head {
    return this.#head;
  }

  /** Why writes fail and the store waits to be reopened; null while they do not. */
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

  /** Runs a turn that writes nothing, also while the store recovers. */
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

  /**
   * Runs a turn that goes on from what is in the store: a batch that was begun and came into neither
   * the order nor the store is forgotten.
   */
  adopt<T>(work: () => Promise<T>): Promise<T> {
    return this.turn(async () => {
      await this.#writing.catch(() => undefined);
      this.#demandWrites();
      this.#next = this.#head;
      this.#writing = Promise.resolve();
      return work();
    });
  }

  /** Writes what is in the order already. Only within `adopt`. */
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
   * Where time begins is known before anything is written; the next batch makes it durable. In a log
   * without an entry it begins anew each time: nothing has been there that could be due.
   */
  beginTime(atMs: number | null): void {
    const hasEntries = this.#next.sequence > 0;
    const begun = (knownMs: number | null): number | null =>
      hasEntries ? (knownMs ?? atMs) : (atMs ?? knownMs);
    this.#next = { ...this.#next, lastTickMs: begun(this.#next.lastTickMs) };
    this.#head = { ...this.#head, lastTickMs: begun(this.#head.lastTickMs) };
  }

  /**
   * Hands a batch on to the store, once the one before is there. `settled` tells when it is.
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
    // The caller that waits for it gets the failure.
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
   * Changes the store in another way than by a batch, once the newest batch is there.
   * @throws TagwireError STORE_WRITE_FAILED; the store is then reopened before the next turn.
   */
  async change(work: () => Promise<void>): Promise<void> {
    this.#demandWrites();
    await this.#writing;
    await this.#attempt(work);
  }

  /** Takes no more turns, and waits for what is under way. */
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

  /** Takes no more writes until the store is reopened. */
  #fail(trouble: string): void {
    this.#options.order.onWriteFailure();
    this.#trouble ??= trouble;
    this.#recovery ??= this.#recover().finally(() => {
      this.#recovery = null;
      this.#trouble = null;
    });
  }

  async #recover(): Promise<void> {
    // The turn under way rests on what has failed: it fails as well, before heads are set anew.
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
        // Told once, not every second of a full disk.
        if (reason !== this.#trouble)
          this.#options.logger.error({ reason }, 'the store takes no writes yet');
        this.#trouble = reason;
        // Whether there is free space is soon seen; what is damaged takes long to read, and stays so.
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
    // Where time began may not be durable yet.
    this.#head = { ...head, lastTickMs: head.lastTickMs ?? this.#head.lastTickMs };
    this.#next = this.#head;
    this.#writing = Promise.resolve();
  }
}
