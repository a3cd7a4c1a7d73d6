/**
 * The system's clock, compared with what has passed since it was last right.
 *
 * ```
 *             a jump                        back where it should be, or confirmed
 *   trusted ─────────► held: time goes on ─────────────────────────────► trusted
 *                      from before the jump
 * ```
 *
 * Two clocks tell what has passed: the monotonic one, which stands still while a machine sleeps, and the
 * time since it was started, which does not. A clock that agrees with either of them is right.
 *
 * A clock is *proven* after it has gone on without a jump for `CLOCK.provingMs`, or when it agrees with
 * a note that was made since the machine was started (store/clock-note.ts). A clock that is not proven
 * yet may be set: a jump is believed after it has stayed for as long. One that is proven never moves by
 * more than `CLOCK.slackMs` at once without a person.
 * Not here: what stops while a clock is held or not proven (app/clock-watch.ts).
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

/** What is known of time when a process begins. */
export interface ClockEvidence {
  /** The last tick of the store; null in a new one. */
  lastTickMs: number | null;
  /** A proven clock of this start of the machine, and when that was. */
  note: { wallMs: number; bootMs: number } | null;
}

export interface ClockStanding {
  /** Time as it is believed. */
  nowMs: number;
  systemMs: number;
  /** The system's clock is not believed. */
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
  /** When the clock was last right. */
  #right: Moment;
  /** What the machine's age is ahead of the monotonic clock: that grows while the machine sleeps. */
  #sleptMs: number;
  /** Where a clock that is not believed stood when it was first seen there; null while it is right. */
  #jump: Moment | null = null;
  /** Since when the clock has gone on without a jump, on the monotonic clock; null: it is proven. */
  #steadySinceMs: number | null;
  /** The first time was a guess: any clock of its century is better. */
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

  /** Compares clocks; to be called every second or so. */
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

  /** A person says that the system's clock is right. */
  accept(): void {
    this.#believe(this.#wall.nowMs(), this.#monotonic.nowMs());
    this.#steadySinceMs = null;
  }

  #agrees(systemMs: number, monotonicMs: number): boolean {
    if (this.#isGuess) return false;
    if (Math.abs(systemMs - this.#shouldBe(monotonicMs)) <= CLOCK.slackMs) return true;
    // Only where clocks differ: to ask for the age of the machine takes longer than an answer may.
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

  /** A clock that nothing has proven may be set: it is believed when it has stayed there. */
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

  /** The clock is right as it is. */
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
