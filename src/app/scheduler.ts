/**
 * Appends the ticks that are due, so that rankings, events and expiries happen.
 *
 * The scheduler looks at the clock once a second rather than sleeping until the next tick: a clock that
 * stands still needs no special case. No tick is due by a clock that is not believed.
 */
import { HOUR_MS, SECOND_MS, systemMonotonic } from '../kernel/clock.js';
import { messageOf } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';
import { nextDueMs } from '../store/log/ticks.js';
import type { ClockWatch } from './clock-watch.js';
import type { Pipeline } from './pipeline.js';

const LOOK_MS = SECOND_MS;
/** A tick that takes longer is logged: rankings and events are late by as much. */
const SLOW_TICK_MS = SECOND_MS;

/** Runs until `stop`. */
export class Scheduler {
  readonly #pipeline: Pipeline;
  readonly #watch: ClockWatch;
  readonly #logger: Logger;
  readonly #first: FirstTicks;
  #timer: NodeJS.Timeout | undefined;
  #busy: Promise<void> | null = null;
  #dueMs = Number.NEGATIVE_INFINITY;
  /** Why the last tick could not be written, which is logged once; null when it was written. */
  #trouble: string | null = null;

  constructor(pipeline: Pipeline, watch: ClockWatch, logger: Logger) {
    this.#pipeline = pipeline;
    this.#watch = watch;
    this.#logger = logger;
    this.#first = new FirstTicks(pipeline);
  }

  /** Appends the ticks that are due now, and starts to look every second. */
  async start(): Promise<void> {
    await this.#look();
    this.#timer = setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#busy;
  }

  async #look(): Promise<void> {
    // `mayTick` comes before the time is read: a clock that has just jumped does not decide what is due.
    if (this.#busy !== null || !this.#watch.mayTick || !this.#pipeline.mayTick) return;
    const nowMs = this.#watch.clock.nowMs();
    // Asked at every look: `isDue` must see whether anything was ranked before the first articles.
    const isFirstDue = this.#first.isDue(nowMs);
    if (nowMs < this.#dueMs && !isFirstDue) return;
    this.#busy = this.#tick(nowMs);
    await this.#busy;
    this.#busy = null;
  }

  async #tick(nowMs: number): Promise<void> {
    try {
      const startMs = systemMonotonic.nowMs();
      if (nowMs < this.#dueMs) await this.#first.append(nowMs);
      else await this.#pipeline.tick(nowMs);
      const ms = Math.round(systemMonotonic.nowMs() - startMs);
      const until = new Date(nowMs).toISOString();
      if (ms > SLOW_TICK_MS) this.#logger.warn({ ms, until }, 'slow tick');
      this.#dueMs = nextDueMs(nowMs);
      if (this.#trouble !== null) this.#logger.info({}, 'ticks are written again');
      this.#trouble = null;
    } catch (error) {
      const reason = messageOf(error);
      if (reason !== this.#trouble) {
        this.#logger.error({ reason }, 'no tick could be written; trying again every second');
      }
      this.#trouble = reason;
    }
  }
}

/** Looks for which a tick waits while records are being taken in: a crawler may never pause. */
const PATIENCE_LOOKS = 5;
/** The indices that count the items to rank. */
const COUNTED = ['catalog', 'directory'] as const;

/**
 * The first hour of a store: rankings, events and topics are computed as soon as the first articles
 * are stored, and again each time that their number has doubled, instead of at the next regular run.
 *
 * Invariants: a store that had ranked articles or posts when its server started gets none of these ticks.
 * Regular runs over an empty store do not end the wait for the first articles. The log holds these ticks like any
 * other tick, so that a replay computes the same.
 */
export class FirstTicks {
  readonly #pipeline: Pipeline;
  /** The time of the first of these ticks; null before it. */
  #sinceMs: number | null = null;
  #itemsAtTick = 0;
  #busyLooks = 0;
  /** Whether nothing had been ranked when the server started; null until that is known. */
  #isNew: boolean | null = null;

  constructor(pipeline: Pipeline) {
    this.#pipeline = pipeline;
  }

  /** Whether one of these ticks should be appended now. Asked once a second. */
  isDue(nowMs: number): boolean {
    this.#isNew ??= this.#wasNeverRanked();
    if (nowMs - (this.#sinceMs ?? nowMs) > HOUR_MS) this.#isNew = false;
    if (this.#isNew !== true || this.#items() < Math.max(1, 2 * this.#itemsAtTick)) return false;
    this.#busyLooks = this.#pipeline.isTakingIn ? this.#busyLooks + 1 : 0;
    return this.#busyLooks === 0 || this.#busyLooks > PATIENCE_LOOKS;
  }

  /** Appends the tick; it has no effect where the store's time is already later. */
  async append(nowMs: number): Promise<void> {
    const items = this.#items();
    await this.#pipeline.tickEarly(nowMs);
    this.#sinceMs ??= nowMs;
    this.#itemsAtTick = items;
    this.#busyLooks = 0;
  }

  /** Whether nothing was ever ranked; null while the index that knows is still being rebuilt. */
  #wasNeverRanked(): boolean | null {
    if (!COUNTED.every((name) => this.#pipeline.isThere(name))) return null;
    // With nothing to rank, the first look decides: the next look may come after the first articles.
    if (this.#items() === 0) return true;
    return this.#pipeline.isThere('tags') ? this.#pipeline.indices.tags.tickMs === null : null;
  }

  #items(): number {
    const { catalog, directory } = this.#pipeline.indices;
    return catalog.figures.articles + (directory.figures.posts ?? 0);
  }
}
