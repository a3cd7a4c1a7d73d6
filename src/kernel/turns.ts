/**
 * Limits of work that goes on at once.
 */
import pLimit, { type LimitFunction } from 'p-limit';

/** Lets a few pieces of work go on at once; others wait for their turn in a row of bounded length. */
export class Turns {
  readonly #limit: LimitFunction;
  readonly #insideMax: number;
  readonly #refusal: () => Error;

  /** @param refusal what a caller gets who would wait behind `waitingMax` others. */
  constructor(atOnceMax: number, waitingMax: number, refusal: () => Error) {
    this.#limit = pLimit(atOnceMax);
    this.#insideMax = atOnceMax + waitingMax;
    this.#refusal = refusal;
  }

  /**
   * Does the work when its turn has come.
   * @throws the refusal when too many wait already.
   */
  async take<T>(work: () => Promise<T>): Promise<T> {
    const { activeCount, pendingCount } = this.#limit;
    if (activeCount + pendingCount >= this.#insideMax) throw this.#refusal();
    return this.#limit(work);
  }
}

/**
 * Runs something for every item, at most `atOnce` at a time, in their order.
 * @throws the first error in the order of items, when all have had their turn.
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
