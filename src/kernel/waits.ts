/** Waits that another call may end, and waits that grow with each failure. */

/** A wait for a time, or until another call ends it. */
export class Rest {
  readonly #wakes = new Set<() => void>();

  /** The number of waits under way. */
  get waiting(): number {
    return this.#wakes.size;
  }

  /** Ends all waits that are under way. */
  nudge(): void {
    for (const wake of [...this.#wakes]) wake();
  }

  /** Waits until `nudge` is called, at most `forMs` milliseconds; null: without a limit. */
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
 * A wait that doubles with each failure, from `minMs` to `maxMs`, in milliseconds.
 * @param times how often it has doubled, 0 for the first wait; without an upper bound.
 */
export function doubledMs(times: number, minMs: number, maxMs: number): number {
  return Math.min(maxMs, minMs * 2 ** times);
}
