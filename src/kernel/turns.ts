/** Limits of concurrent work. */
import pLimit, { type LimitFunction } from 'p-limit';

/** Runs a few pieces of work at once; further ones wait in a queue of bounded length. */
export class Turns {
  readonly #limit: LimitFunction;
  readonly #insideMax: number;
  readonly #refusal: () => Error;

  /** @param refusal makes the error of a call that would wait behind `waitingMax` others. */
  constructor(atOnceMax: number, waitingMax: number, refusal: () => Error) {
    this.#limit = pLimit(atOnceMax);
    this.#insideMax = atOnceMax + waitingMax;
    this.#refusal = refusal;
  }

  /**
   * Runs the work when its turn has come.
   * @throws the refusal when the queue is full.
   */
  async take<T>(work: () => Promise<T>): Promise<T> {
    const { activeCount, pendingCount } = this.#limit;
    if (activeCount + pendingCount >= this.#insideMax) throw this.#refusal();
    return this.#limit(work);
  }
}

/**
 * Calls `run` for every item, in order, with at most `atOnce` calls at a time.
 * @throws the first error in the order of items, after all calls have ended.
 */
export async function inTurns<T>(
  items: readonly T[],
  atOnce: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const limit = pLimit(atOnce);
  const results = await Promise.allSettled(items.map((item) => limit(run, item)));
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
}
