/**
 * A thread that another one asks, one message after the other: started by the first, and anew by the
 * next one where it died, failed or was silent for too long. A new one knows nothing of what the one
 * before was told.
 */
import { messageOf, TagwireError } from '../../kernel/errors.js';
import { STORE } from '../../kernel/limits.js';
import type { Logger } from '../../kernel/logger.js';
import type { Thread } from './thread.js';

interface RestartingOptions {
  /** As in what is logged: "the thread that …". */
  name: string;
  /** Absolute path of the compiled worker module. */
  filename: string;
  workerData: unknown;
  youngMb: number;
}

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
   * @throws TagwireError STORE_WRITE_FAILED when it died: what it was told has to be told again.
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

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread?.destroy();
  }

  async #running(): Promise<Thread> {
    if (this.#thread === null || this.#thread.isDead) {
      // Loaded by those who ask: who only reads a store does without.
      const { Thread } = await import('./thread.js');
      this.#thread = new Thread({ ...this.#options, concurrency: 1, waitingMax: 1 });
    }
    return this.#thread;
  }
}
