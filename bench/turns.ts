/**
 * What blocks a thread: a timer that fires each millisecond, and looks at what the thread
 * did since the last time.
 */
import { threadTimes } from './lab.js';

const PERIOD_MS = 1;

/** The worst of each since it was last asked for; milliseconds. */
export interface Worst {
  /** How long the thread worked at a stretch, or waited for a processor. */
  busyMs: number;
  /** By how much the timer was late: also where the machine itself did not run. */
  lateMs: number;
}

export class Turns {
  readonly #timer = setInterval(() => this.#look(), PERIOD_MS);
  #worst: Worst = { busyMs: 0, lateMs: 0 };
  #lastMs = performance.now();
  #last = threadTimes();

  /** The worst so far; begins anew. */
  worst(): Worst {
    const worst = this.#worst;
    this.#worst = { busyMs: 0, lateMs: 0 };
    return worst;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const nowMs = performance.now();
    const now = threadTimes();
    const worst = this.#worst;
    const busyMs = now.workedMs - this.#last.workedMs + now.waitedMs - this.#last.waitedMs;
    worst.busyMs = Math.max(worst.busyMs, busyMs);
    worst.lateMs = Math.max(worst.lateMs, nowMs - this.#lastMs - PERIOD_MS);
    this.#lastMs = nowMs;
    this.#last = now;
  }
}
