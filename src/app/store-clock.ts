/**
 * Time as the holder of a store believes it, for a process that only feeds the store: the system's
 * clock may have jumped, and the holder holds it against what has passed.
 *
 * Between two looks it goes on at real speed; while the holder cannot be asked it goes on as well.
 * A holder whose operator named its clock says nothing about the time here.
 */
import { type Clock, SteeredClock, systemClock } from '../kernel/clock.js';
import type { ClockReport } from './clock-watch.js';

export class StoreClock implements Clock {
  readonly #ask: () => Promise<ClockReport>;
  #steered: SteeredClock | null = null;

  private constructor(ask: () => Promise<ClockReport>) {
    this.#ask = ask;
  }

  /** @throws what the holder of the store throws. */
  static async follow(ask: () => Promise<ClockReport>): Promise<StoreClock> {
    const clock = new StoreClock(ask);
    await clock.look();
    return clock;
  }

  nowMs(): number {
    return (this.#steered ?? systemClock).nowMs();
  }

  /** Asks the holder again. @throws what the holder of the store throws. */
  async look(): Promise<void> {
    const { state, nowMs } = await this.#ask();
    if (state === 'named') this.#steered = null;
    else if (this.#steered === null) this.#steered = new SteeredClock(nowMs);
    else this.#steered.set(nowMs);
  }
}
