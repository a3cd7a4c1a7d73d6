/**
 * One worker thread that never idles out: a Piscina pool of exactly one.
 *
 * Invariants: messages go through the mailbox; a thread that died is never reused, its successor
 * is a new `Thread`. Atomics are off, so that the thread's event loop turns between messages
 * (the log's thread has disk writes under way).
 */
import type { TransferListItem } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { MINUTE_MS } from '../kernel/clock.js';
import { TagwireError } from '../kernel/errors.js';
import { Mailbox, type Priority, prioritised } from './mailbox.js';

/** Any long time will do: the timer is there to be there. */
const ALIVE_MS = 60 * MINUTE_MS;

export interface ThreadOptions {
  /** Absolute path of the compiled worker module. */
  filename: string;
  workerData: unknown;
  /** Messages that the thread takes up before it has answered the first. */
  concurrency: number;
  /** Questions that may wait; one more is refused. */
  waitingMax: number;
}

export class Thread {
  readonly #pool: Piscina;
  readonly #mailbox = new Mailbox();
  readonly #waitingMax: number;
  /** Piscina lets the process end while a reply is under way; a thread that lives forbids it. */
  readonly #alive = setInterval(() => undefined, ALIVE_MS);

  constructor(options: ThreadOptions) {
    this.#waitingMax = options.waitingMax;
    this.#pool = new Piscina({
      filename: options.filename,
      workerData: options.workerData,
      minThreads: 1,
      maxThreads: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      concurrentTasksPerWorker: options.concurrency,
      // Its parameter is piscina's own task class, of which only the symbol is public.
      taskQueue: this.#mailbox as never,
      stricterFIFO: true,
      atomics: 'disabled',
      recordTiming: false,
    });
    // A thread that dies between messages is noticed at the next one.
    this.#pool.on('error', () => undefined);
  }

  /** Messages that wait in one class. */
  waiting(priority: Priority): number {
    return this.#mailbox.sizeOf(priority);
  }

  /**
   * Sends a message and returns the thread's reply. Rejects when the thread dies.
   * @throws TagwireError ACTOR_OVERLOADED when too many wait already.
   */
  async send(
    message: object,
    priority: Priority,
    transferList: readonly TransferListItem[] = [],
  ): Promise<unknown> {
    if (priority === 'urgent' && this.#mailbox.sizeOf('urgent') >= this.#waitingMax) {
      throw new TagwireError('ACTOR_OVERLOADED', 'too many questions are waiting');
    }
    return this.#pool.run(prioritised(message, priority), { transferList: [...transferList] });
  }

  /** Ends the thread at once. */
  async destroy(): Promise<void> {
    clearInterval(this.#alive);
    await this.#pool.destroy();
  }
}
