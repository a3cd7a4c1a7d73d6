/** What an actor remembers of the deaths of its threads: how long to wait, and which entry kills. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '../../kernel/clock.js';

const BACKOFF_MS_MIN = 100;
const BACKOFF_MS_MAX = 30 * SECOND_MS;
/** Threads that an entry may cost before it is set aside. */
const CRASHES_MAX = 3;

/** A pause that doubles each time, up to the longest. */
export class Backoff {
  #ms = BACKOFF_MS_MIN;

  /** What failed has gone well: the next pause is the shortest again. */
  reset(): void {
    this.#ms = BACKOFF_MS_MIN;
  }

  /** Waits, or returns at once when the signal is given. */
  async pause(signal: AbortSignal): Promise<void> {
    await sleep(this.#ms, null, { signal }).catch(() => undefined);
    this.#ms = Math.min(this.#ms * 2, BACKOFF_MS_MAX);
  }
}

/** Entries that were being folded when threads died. */
export class Suspects {
  readonly #crashesAt = new Map<number, number>();

  /** Notes a death at an entry; true when it has cost too many. */
  hasCostTooMany(sequence: number): boolean {
    const crashes = (this.#crashesAt.get(sequence) ?? 0) + 1;
    this.#crashesAt.set(sequence, crashes);
    return crashes >= CRASHES_MAX;
  }

  clear(): void {
    this.#crashesAt.clear();
  }
}
