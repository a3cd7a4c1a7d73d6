/**
 * Watches the clock of a process that holds a store: reports jumps, decides whether the store's time may
 * move, and writes a note of the believed time for the next process.
 *
 * Invariant: a clock that an operator names (`from:`, `frozen:`) is right. With the system's clock,
 * ticks stop while the clock is held (kernel/guarded-clock.ts), and nothing is deleted for its age until
 * the clock is proven.
 */
import {
  type Clock,
  DAY_MS,
  HOUR_MS,
  isoOf,
  MINUTE_MS,
  type Monotonic,
  parseClock,
  SECOND_MS,
  SteeredClock,
  systemBoot,
  systemClock,
  systemMonotonic,
} from '../kernel/clock.js';
import type { Config } from '../kernel/config.js';
import { messageOf } from '../kernel/errors.js';
import { type ClockSources, type ClockStanding, GuardedClock } from '../kernel/guarded-clock.js';
import { CLOCK } from '../kernel/limits.js';
import type { Logger } from '../kernel/logger.js';
import { type ClockNote, readClockNote, writeClockNote } from '../store/clock-note.js';

/** The state of a clock, for people and for programs. */
export interface ClockReport {
  /** `behind`: the clock is right, and the last tick lies after its time. */
  state: 'right' | 'proving' | 'waiting' | 'held' | 'behind' | 'named';
  nowMs: number;
  systemMs: number;
  lastTickMs: number | null;
  /** One line for people. */
  text: string;
}

interface ClockWatchOptions extends Partial<ClockSources> {
  folder: string;
  logger: Logger;
  lastTickMs(): number | null;
  /** Named by an operator; null for the system's clock. */
  named: Clock | null;
}

export class ClockWatch {
  /** The time that the process believes. */
  readonly clock: Clock;
  readonly #guarded: GuardedClock | null;
  readonly #options: ClockWatchOptions;
  readonly #wall: Clock;
  readonly #boot: Monotonic;
  #timer: NodeJS.Timeout | undefined;
  #state: ClockReport['state'] | null = null;
  /** The last note; null when a new note is due. */
  #noted: ClockNote | null = null;

  constructor(options: ClockWatchOptions) {
    const { folder, named, wall = systemClock, boot = systemBoot } = options;
    this.#options = options;
    this.#wall = wall;
    this.#boot = boot;
    if (named !== null) {
      this.#guarded = null;
      this.clock = named;
      return;
    }
    const sources = { wall, monotonic: options.monotonic ?? systemMonotonic, boot };
    const evidence = { lastTickMs: options.lastTickMs(), note: readClockNote(folder) };
    this.#guarded = new GuardedClock(sources, evidence);
    this.clock = this.#guarded;
    this.look();
  }

  /** Looks at the clock every second, until `stop`. */
  start(): void {
    if (this.#guarded === null) return;
    this.#timer = setInterval(() => this.look(), SECOND_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#note();
  }

  /** Whether ticks that are due may be written. */
  get mayTick(): boolean {
    if (this.#guarded === null) return true;
    const { isHeld, waits } = this.#guarded.look();
    return !isHeld && !waits;
  }

  /** Whether old items may be deleted. */
  get mayExpire(): boolean {
    if (this.#guarded === null) return true;
    const { isHeld, isProven } = this.#guarded.look();
    return !isHeld && isProven;
  }

  /** Called when an operator says that the system's clock is right. */
  accept(): ClockReport {
    this.#guarded?.accept();
    this.#noted = null;
    return this.look();
  }

  /** Compares clocks, reports changes, and keeps the note up to date. */
  look(): ClockReport {
    const report = this.report();
    if (report.state !== this.#state) this.#tell(report);
    this.#state = report.state;
    if (this.#isNoteDue()) this.#note();
    return report;
  }

  report(): ClockReport {
    const lastTickMs = this.#options.lastTickMs();
    const systemMs = this.#wall.nowMs();
    if (this.#guarded === null) {
      const nowMs = this.clock.nowMs();
      return { state: 'named', nowMs, systemMs, lastTickMs, text: `named: ${timeText(nowMs)}` };
    }
    const standing = this.#guarded.look();
    const state = stateOf(standing, lastTickMs);
    const { nowMs } = standing;
    return { state, nowMs, systemMs, lastTickMs, text: textOf(state, standing, lastTickMs) };
  }

  /** A note is due every minute, and when the believed time has moved, so that the next process believes the same. */
  #isNoteDue(): boolean {
    if (this.#noted === null) return true;
    const goneMs = this.#boot.nowMs() - this.#noted.bootMs;
    const movedMs = this.clock.nowMs() - this.#noted.wallMs - goneMs;
    return goneMs >= MINUTE_MS || Math.abs(movedMs) >= SECOND_MS;
  }

  /**
   * Writes a note of the believed time once a clock was proven, also while the system's clock is held. A failure
   * to write is only logged.
   */
  #note(): void {
    if (this.#guarded === null) return;
    const { nowMs, isProven } = this.#guarded.look();
    if (!isProven) return;
    const { folder, logger } = this.#options;
    this.#noted = { wallMs: nowMs, bootMs: this.#boot.nowMs() };
    try {
      writeClockNote(folder, this.#noted);
    } catch (error) {
      logger.warn({ folder, reason: messageOf(error) }, 'no note of the clock could be written');
    }
  }

  #tell({ state, text }: ClockReport): void {
    const { logger } = this.#options;
    if (state === 'held' || state === 'behind') logger.error({ clock: state }, text);
    else if (state === 'waiting') logger.warn({ clock: state }, text);
    else if (this.#state === 'held') logger.info({ clock: state }, 'the clock is right again');
  }
}

function stateOf(
  { isHeld, isProven, waits, nowMs }: ClockStanding,
  lastTickMs: number | null,
): ClockReport['state'] {
  if (isHeld) return 'held';
  if (lastTickMs !== null && lastTickMs - nowMs > CLOCK.slackMs) return 'behind';
  if (waits) return 'waiting';
  return isProven ? 'right' : 'proving';
}

function textOf(
  state: ClockReport['state'],
  { nowMs, systemMs }: ClockStanding,
  lastTickMs: number | null,
): string {
  const gap = (lastTickMs ?? nowMs) - nowMs;
  switch (state) {
    case 'held': {
      const way = systemMs > nowMs ? 'ahead of' : 'behind';
      return (
        `the system's clock says ${timeText(systemMs)}, ${spanText(Math.abs(systemMs - nowMs))} ${way} ` +
        `what it should be: time goes on from ${timeText(nowMs)}, and rankings, events and expiry wait; ` +
        'set the clock right, or if it is right run "tagwire clock accept"'
      );
    }
    case 'behind':
      return (
        `the store's time, ${timeText(lastTickMs!)}, is ${spanText(gap)} ahead of the clock: ` +
        'rankings, events and expiry wait; if the clock is right, stop the server and run "tagwire clock reset"'
      );
    case 'waiting':
      return (
        `the store was off for ${spanText(-gap)}: its time moves on when the clock has gone on for ` +
        `${spanText(CLOCK.provingMs)} without a jump, or after "tagwire clock accept"`
      );
    case 'proving':
      return `${timeText(nowMs)}; nothing old is deleted before it has gone on for ${spanText(CLOCK.provingMs)} without a jump`;
    default:
      return timeText(nowMs);
  }
}

/** ISO 8601; for numbers without a date, a text. */
function timeText(atMs: number): string {
  return Number.isFinite(atMs) && Math.abs(atMs) < 8.64e15 ? isoOf(atMs) : 'no time at all';
}

export interface ClockChoice {
  /** Replaces the clock that the config names; called with the store's last tick. */
  clock?: (lastTickMs: number | null) => Clock;
  /** Replaces the system's clocks, which are compared with each other. */
  clocks?: Partial<ClockSources>;
}

/** The clock that a config or a caller names, or else the system's, compared with the store's last tick and note. */
export function watchOf(
  { clock, data }: Config,
  logger: Logger,
  store: { readonly lastTickMs: number | null },
  options: ClockChoice,
): ClockWatch {
  const named = options.clock?.(store.lastTickMs) ?? null;
  return new ClockWatch({
    folder: data,
    logger,
    lastTickMs: () => store.lastTickMs,
    named: named ?? (clock === 'system' ? null : parseClock(clock)),
    ...options.clocks,
  });
}

/**
 * The time that the holder of a store believes, for a process that only sends to the store: the system's
 * clock may have jumped, and only the holder compares it with the elapsed time.
 *
 * Between two looks, and while the holder does not answer, the clock runs on at real speed. A holder whose
 * operator named its clock says nothing about the time of this process.
 */
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

/** Units of spans of time, the largest first. */
const UNITS: readonly [ms: number, name: string][] = [
  [365.25 * DAY_MS, 'year'],
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [MINUTE_MS, 'minute'],
  [SECOND_MS, 'second'],
];

/** `8 days`, `1 hour`; less than a second is `0 seconds`. */
export function spanText(ms: number): string {
  const [unitMs, name] = UNITS.find(([unit]) => ms >= unit) ?? UNITS.at(-1)!;
  const count = Math.floor(ms / unitMs);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
