/** Pauses that somebody else may end: with nothing to do, until there is something. */
export class Rest {
  readonly #wakes = new Set<() => void>();

  /** Ends the pauses that are under way. */
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
