/**
 * Lets a few long answers be worked on at once; the others wait for their turn, up to a number.
 */
import { unavailable } from '../http/errors.js';

export class Turns {
  readonly #atOnceMax: number;
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnceMax: number, waitingMax: number) {
    this.#atOnceMax = atOnceMax;
    this.#waitingMax = waitingMax;
  }

  /**
   * Does the work when its turn has come.
   * @throws HttpError 503 when too many wait already.
   */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnceMax) {
      if (this.#waiting.length >= this.#waitingMax) {
        throw unavailable('too many long searches are waiting', 1);
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      // The next in the queue takes over the place; without one it is free.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
