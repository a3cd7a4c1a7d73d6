/** Who waits until an entry of the log has been reached. */
interface Waiter {
  sequence: number;
  resolve(): void;
  reject(error: unknown): void;
}

export class Waiters {
  #waiters: Waiter[] = [];

  /** Resolves when an entry has been reached. @throws what `fail` was given before. */
  async until(sequence: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#waiters.push({ sequence, resolve, reject });
    });
  }

  /** Everything up to an entry has been reached. */
  reach(sequence: number): void {
    const reached = this.#waiters.filter((waiter) => waiter.sequence <= sequence);
    if (reached.length === 0) return;
    this.#waiters = this.#waiters.filter((waiter) => waiter.sequence > sequence);
    for (const { resolve } of reached) resolve();
  }

  /** Nothing further will be reached. */
  fail(error: unknown): void {
    for (const { reject } of this.#waiters.splice(0)) reject(error);
  }
}
