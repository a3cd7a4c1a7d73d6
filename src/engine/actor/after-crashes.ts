/**
 * After the death of a thread: the pause before a retry, the entries that kill threads, and a thread that
 * the next message starts again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '../../kernel/clock.js';
import { messageOf, TagwireError } from '../../kernel/errors.js';
import { STORE } from '../../kernel/limits.js';
import type { Logger } from '../../kernel/logger.js';
import type { Thread } from './thread.js';

interface RestartingOptions {
  /** Name in log messages: "the thread that …". */
  name: string;
  /** Absolute path of the compiled worker module. */
  filename: string;
  workerData: unknown;
  youngMb: number;
}

/**
 * A thread that is asked one message after the other. The first message starts it; the next message starts
 * it again after it died, failed or was silent for too long. A new thread has no state of the one before.
 */
export class RestartingThread {
  readonly #options: RestartingOptions;
  readonly #logger: Logger;
  #thread: Thread | null = null;

  constructor(options: RestartingOptions, logger: Logger) {
    this.#options = options;
    this.#logger = logger;
  }

  /**
   * Asks the thread. @param transfer memory that moves to it.
   * @throws TagwireError STORE_WRITE_FAILED when it died: the caller must send the message again.
   */
  async ask(message: object, transfer: readonly ArrayBuffer[]): Promise<unknown> {
    const thread = await this.#running();
    const late = setTimeout(() => void thread.destroy(), STORE.silentMsMax);
    try {
      return await thread.send(message, 'normal', transfer);
    } catch (cause) {
      await thread.destroy();
      const { name } = this.#options;
      this.#logger.error({ reason: messageOf(cause) }, `${name} died`);
      throw new TagwireError('STORE_WRITE_FAILED', `${name} restarts; send again`, { cause });
    } finally {
      clearTimeout(late);
    }
  }

  async close(): Promise<void> {
    await this.#thread?.destroy();
  }

  async #running(): Promise<Thread> {
    if (this.#thread === null || this.#thread.isDead) {
      // Loaded on demand: a process that only reads a store does not need piscina.
      const { Thread } = await import('./thread.js');
      this.#thread = new Thread({ ...this.#options, concurrency: 1, waitingMax: 1 });
    }
    return this.#thread;
  }
}

const BACKOFF_MS_MIN = 100;
const BACKOFF_MS_MAX = 30 * SECOND_MS;
/** Threads that an entry may kill before it is set aside. */
const CRASHES_MAX = 3;

/** A pause that doubles each time, up to a maximum. */
export class Backoff {
  #ms = BACKOFF_MS_MIN;

  /** Makes the next pause the shortest again, after a success. */
  reset(): void {
    this.#ms = BACKOFF_MS_MIN;
  }

  /** Waits; returns at once when the signal is aborted. */
  async pause(signal: AbortSignal): Promise<void> {
    await sleep(this.#ms, null, { signal }).catch(() => undefined);
    this.#ms = Math.min(this.#ms * 2, BACKOFF_MS_MAX);
  }
}

/** Entries that were being folded when threads died. */
export class Suspects {
  readonly #crashesAt = new Map<number, number>();

  /** Notes a death at an entry; true when the entry has killed too many threads. */
  hasCostTooMany(sequence: number): boolean {
    const crashes = (this.#crashesAt.get(sequence) ?? 0) + 1;
    this.#crashesAt.set(sequence, crashes);
    return crashes >= CRASHES_MAX;
  }

  clear(): void {
    this.#crashesAt.clear();
  }
}
