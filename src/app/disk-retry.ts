/**
 * What needs a disk that can be written to: done at once, or, where it cannot be, as soon as it can.
 */
import { messageOf, TagwireError } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';
import { reasonOf } from '../store/folders.js';

const PAUSE_MS = 2000;

export class DiskRetry {
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;
  #trying: Promise<unknown> = Promise.resolve();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /**
   * Does it, or leaves it for later when the disk stands against it.
   * @returns whether it is done.
   * @throws anything else that stands against it at the first try.
   */
  async attempt(what: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!isUnwritable(error)) throw error;
      this.#logger.warn({ what, reason: messageOf(error) }, 'waits until the disk can be written');
      this.#again(what, work);
      return false;
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#trying;
  }

  #again(what: string, work: () => Promise<void>): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#trying = work().then(
        () => this.#logger.info({ what }, 'the disk can be written; this goes on'),
        (error: unknown) => {
          if (isUnwritable(error)) return this.#again(what, work);
          this.#logger.error({ what, reason: messageOf(error) }, 'this does not go on');
        },
      );
    }, PAUSE_MS);
    this.#timer.unref();
  }
}

function isUnwritable(error: unknown): boolean {
  if (error instanceof TagwireError) return error.code === 'STORE_WRITE_FAILED';
  return reasonOf(error) !== null;
}
