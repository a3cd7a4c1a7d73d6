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
import { messageOf, TagwireError } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';
import type { Anchor } from '../store/anchor.js';
import type { Database } from '../store/database.js';
import { Batch, type Head } from './batch.js';
import { missing } from './entries.js';
import { checkAnchor, encodeHead, readHead } from './head.js';
import { HEAD_KEY } from './keys.js';

/** Pauses between attempts to reopen a store whose disk failed. */
const RECOVER_PAUSE_MS = 1000;

export interface CommitterOptions {
  database: Database;
  anchor: Anchor;
  /** Where the store stands when it is opened. */
  head: Head;
  folder: string;
  logger: Logger;
}

export class Committer {
  readonly #database: Database;
  readonly #anchor: Anchor;
  readonly #folder: string;
  readonly #logger: Logger;
  /** On disk, and named by the anchor. */
  #head: Head;
  /** That of the newest batch, which may still be on its way. */
  #next: Head;
  #writing: Promise<void> = Promise.resolve();
  #turn: Promise<unknown> = Promise.resolve();
  #recovery: Promise<void> | null = null;
  #closed = false;

  constructor({ database, anchor, head, folder, logger }: CommitterOptions) {
    this.#database = database;
    this.#anchor = anchor;
    this.#folder = folder;
    this.#logger = logger;
    this.#head = head;
    this.#next = head;
  }

  /** The head that was acknowledged. */
  get head(): Head {
    return this.#head;
  }

  /** True while writes fail and the store waits to be reopened. */
  get degraded(): boolean {
    return this.#recovery !== null;
  }

  /**
   * Runs one turn at a time, in the order of the calls.
   * @throws TagwireError STORE_CLOSED, or STORE_WRITE_FAILED while the store recovers.
   */
  turn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(() => {
      if (this.#closed) throw new TagwireError('STORE_CLOSED', 'the store is closing');
      if (this.#recovery !== null) {
        throw new TagwireError('STORE_WRITE_FAILED', 'the store is recovering');
      }
      return work();
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** A batch on top of the newest one. Only within a turn, and one at a time. */
  begin(): Batch {
    return new Batch(this.#next, this.#database.collect());
  }

  /** Where time begins is known before anything is written; the next batch makes it durable. */
  beginTime(atMs: number | null): void {
    this.#next = { ...this.#next, lastTickMs: this.#next.lastTickMs ?? atMs };
    this.#head = { ...this.#head, lastTickMs: this.#head.lastTickMs ?? atMs };
  }

  /**
   * Hands a batch on to the store, once the one before is there. `settled` tells when it is.
   * @throws TagwireError STORE_WRITE_FAILED when the batch before failed.
   */
  async commit(batch: Batch): Promise<void> {
    await this.#writing;
    const { head } = batch;
    this.#next = head;
    this.#writing = this.#attempt(async () => {
      batch.put(HEAD_KEY, encodeHead(head));
      await this.#database.write(batch.writes);
      this.#anchor.write(head);
      this.#head = { ...head, lastTickMs: head.lastTickMs ?? this.#head.lastTickMs };
    });
    // Whoever waits for it meets the failure.
    this.#writing.catch(() => undefined);
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
    await this.#writing;
    await this.#attempt(work);
  }

  /** Takes no more turns, and waits for what is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#turn;
    await this.#writing.catch(() => undefined);
    await this.#recovery;
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#recovery ??= this.#recover().finally(() => {
        this.#recovery = null;
      });
      throw error instanceof TagwireError
        ? error
        : new TagwireError('STORE_WRITE_FAILED', messageOf(error), { cause: error });
    }
  }

  async #recover(): Promise<void> {
    // The turn under way rests on what has failed: it fails as well, before heads are set anew.
    await this.#turn;
    while (!this.#closed) {
      await new Promise((resolve) => setTimeout(resolve, RECOVER_PAUSE_MS));
      if (this.#closed) return;
      try {
        await this.#database.recover();
        const head = await readHead(this.#database);
        await checkAnchor(this.#database, this.#anchor.read(), head, this.#folder);
        if (head.sequence < this.#head.sequence) throw missing(head.sequence + 1);
        this.#anchor.write(head);
        // Where time began may not be durable yet.
        this.#head = { ...head, lastTickMs: head.lastTickMs ?? this.#head.lastTickMs };
        this.#next = this.#head;
        this.#writing = Promise.resolve();
        return;
      } catch (error) {
        this.#logger.error({ reason: messageOf(error) }, 'the store cannot be reopened yet');
      }
    }
  }
}
