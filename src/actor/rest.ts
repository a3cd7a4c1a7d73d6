/** A pause that somebody else may end: with nothing to do, until there is something. */
export class Rest {
  #wake: (() => void) | null = null;

  /** Ends the pause that is under way, if there is one. */
  nudge(): void {
    this.#wake?.();
  }

  /** Waits to be nudged, at most so many milliseconds; null: for as long as it takes. */
  async take(forMs: number | null): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = forMs === null ? null : setTimeout(resolve, forMs);
      this.#wake = () => {
        if (timer !== null) clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
  }
}
