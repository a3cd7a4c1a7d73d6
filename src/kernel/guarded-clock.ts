/**
 * Compares the system's clock with the time that has passed since it was last right.
 *
 * ```
 *             a jump                        back where it should be, or confirmed
 *   trusted ─────────► held: time goes on ─────────────────────────────► trusted
 *                      from before the jump
 * ```
 *
 * Two clocks measure the time that has passed: the monotonic clock, which stops while the machine sleeps,
 * and the time since the machine was started, which includes sleep. The system's clock is right when it
 * agrees with either of them.
 *
 * The clock is *proven* after it has run without a jump for `CLOCK.provingMs`, or when it agrees with a
 * note that was made since the machine was started (store/clock-note.ts). A jump of a clock that is not
 * proven is accepted after the clock has run on from there for `CLOCK.provingMs`. A proven clock never
 * moves by more than `CLOCK.slackMs` at once unless a person accepts it.
 * Not here: what stops while the clock is held or not proven (app/clock-watch.ts).
 */
import type { Clock, Monotonic } from './clock.js';
import { CLOCK } from './limits.js';

export interface ClockSources {
  /** The system's clock. */
  wall: Clock;
  /** Time since some moment, sleep excluded. */
  monotonic: Monotonic;
  /** Time since the machine was started, sleep included. */
  boot: Monotonic;
}

/** Evidence of the time at the start of a process. */
export interface ClockEvidence {
  /** The last tick of the store; null in a new one. */
  lastTickMs: number | null;
  /** A reading of a proven clock since the machine was started, and when it was taken. */
  note: { wallMs: number; bootMs: number } | null;
}

export interface ClockStanding {
  /** The system's time, or while the clock is held the time that runs on from before the jump. */
  nowMs: number;
  systemMs: number;
  /** The system's clock has jumped and is not used. */
  isHeld: boolean;
  isProven: boolean;
  /** The store was off for so long that its time waits until the clock is proven. */
  waits: boolean;
}

/** A moment on both clocks. */
interface Moment {
  wallMs: number;
  monotonicMs: number;
}

export class GuardedClock implements Clock {
  readonly #wall: Clock;
  readonly #monotonic: Monotonic;
  readonly #boot: Monotonic;
  readonly #isFar: boolean;
  /** The last moment at which the system's clock was right. */
  #right: Moment;
  /** How far the time since the machine's start is ahead of the monotonic clock: grows with each sleep. */
  #sleptMs: number;
  /** The first reading after a jump of the system's clock; null while the clock is right. */
  #jump: Moment | null = null;
  /** Monotonic time since which the clock has run without a jump; null when it is proven. */
  #steadySinceMs: number | null;
  /** The first time was a guess: any plausible clock replaces it. */
  #isGuess = false;

  constructor({ wall, monotonic, boot }: ClockSources, { lastTickMs, note }: ClockEvidence) {
    this.#wall = wall;
    this.#monotonic = monotonic;
    this.#boot = boot;
    const monotonicMs = monotonic.nowMs();
    const bootMs = boot.nowMs();
    const systemMs = wall.nowMs();
    this.#sleptMs = bootMs - monotonicMs;
    this.#steadySinceMs = note === null ? monotonicMs : null;
    let wallMs = systemMs;
    if (note !== null) wallMs = note.wallMs + (bootMs - note.bootMs);
    else if (!isPlausible(systemMs)) {
      this.#isGuess = true;
      wallMs = lastTickMs !== null && isPlausible(lastTickMs) ? lastTickMs : CLOCK.plausibleFromMs;
    }
    this.#right = { wallMs, monotonicMs };
    this.#isFar = note === null && lastTickMs !== null && systemMs - lastTickMs > CLOCK.offMsMax;
    this.look();
  }

  /** The system's clock where it is right, else the time that it should show. */
  nowMs(): number {
    const monotonicMs = this.#monotonic.nowMs();
    const systemMs = this.#wall.nowMs();
    if (this.#agrees(systemMs, monotonicMs)) {
      this.#right.wallMs = systemMs;
      this.#right.monotonicMs = monotonicMs;
      this.#jump = null;
      return systemMs;
    }
    if (this.#jump === null) {
      this.#jump = { wallMs: systemMs, monotonicMs };
      if (this.#steadySinceMs !== null) this.#steadySinceMs = monotonicMs;
    }
    return Math.floor(this.#shouldBe(monotonicMs));
  }

  /** Compares the clocks; the caller calls it about once a second. */
  look(): ClockStanding {
    const monotonicMs = this.#monotonic.nowMs();
    const systemMs = this.#wall.nowMs();
    this.#wake(monotonicMs);
    this.nowMs();
    if (this.#jump !== null) this.#watchJump(systemMs, monotonicMs);
    else if (monotonicMs - (this.#steadySinceMs ?? monotonicMs) >= CLOCK.provingMs) {
      this.#steadySinceMs = null;
    }
    const isProven = this.#steadySinceMs === null && !this.#isGuess;
    return {
      nowMs: this.nowMs(),
      systemMs,
      isHeld: this.#jump !== null,
      isProven,
      waits: this.#isFar && !isProven,
    };
  }

  /** Accepts the system's clock, because a person says that it is right. */
  accept(): void {
    this.#believe(this.#wall.nowMs(), this.#monotonic.nowMs());
    this.#steadySinceMs = null;
  }

  #agrees(systemMs: number, monotonicMs: number): boolean {
    if (this.#isGuess) return false;
    if (Math.abs(systemMs - this.#shouldBe(monotonicMs)) <= CLOCK.slackMs) return true;
    // Only where clocks differ: reading the time since the machine's start takes longer than an answer may.
    if (this.#jump === null) this.#wake(monotonicMs);
    return Math.abs(systemMs - this.#shouldBe(monotonicMs)) <= CLOCK.slackMs;
  }

  #shouldBe(monotonicMs: number): number {
    return this.#right.wallMs + (monotonicMs - this.#right.monotonicMs);
  }

  /** Adds the time that the machine has slept. */
  #wake(monotonicMs: number): void {
    const sleptMs = this.#boot.nowMs() - monotonicMs;
    const moreMs = sleptMs - this.#sleptMs;
    if (moreMs < CLOCK.sleepMsMin) return;
    this.#sleptMs = sleptMs;
    this.#right.wallMs += moreMs;
  }

  /** Accepts a jump of a clock that is not proven, when the clock has run on without another jump. */
  #watchJump(systemMs: number, monotonicMs: number): void {
    const jump = this.#jump!;
    const goneMs = monotonicMs - jump.monotonicMs;
    if (Math.abs(systemMs - jump.wallMs - goneMs) > CLOCK.slackMs) {
      this.#jump = { wallMs: systemMs, monotonicMs };
    }
    if (this.#isGuess && isPlausible(systemMs)) this.#believe(systemMs, monotonicMs);
    else if (this.#steadySinceMs !== null && goneMs >= CLOCK.provingMs && isPlausible(systemMs)) {
      this.#believe(systemMs, monotonicMs);
    }
  }

  /** Takes the system's clock as right. */
  #believe(systemMs: number, monotonicMs: number): void {
    this.#right = { wallMs: systemMs, monotonicMs };
    this.#jump = null;
    this.#isGuess = false;
    if (this.#steadySinceMs !== null) this.#steadySinceMs = monotonicMs;
  }
}

function isPlausible(wallMs: number): boolean {
  return wallMs >= CLOCK.plausibleFromMs && wallMs < CLOCK.plausibleUntilMs;
}
