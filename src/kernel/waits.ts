/** Waits: how long before the next try of what has failed, and one that others may end. */

/** A wait that others may end: with nothing to do, until there is something. */
export class Rest {
  readonly #wakes = new Set<() => void>();

  /** How many wait. */
  get waiting(): number {
    return this.#wakes.size;
  }

  /** Ends the waits that are under way, if there are any. */
  nudge(): void {
    for (const wake of [...this.#wakes]) wake();
  }

  /** Waits to be nudged, at most so many milliseconds; null: for as long as it takes. */
  async take(forMs: number | null): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        if (timer !== null) clearTimeout(timer);
        this.#wakes.delete(wake);
        resolve();
      };
      const timer = forMs === null ? null : setTimeout(wake, forMs);
      this.#wakes.add(wake);
    });
  }
}

/**
 * A wait that doubles with each failure.
 * @param times how often it has doubled, 0 for the first wait; as large as may be.
 * @returns from `minMs` to `maxMs`, in milliseconds.
 */
export function doubledMs(times: number, minMs: number, maxMs: number): number {
  return Math.min(maxMs, minMs * 2 ** times);
}
