/**
 * The first hour of a store: rankings, events and topics are computed as soon as the first articles
 * are in, and again each time that their number has doubled, instead of at the next regular run.
 *
 * Invariants: a store that had ranked articles or posts when its server started gets none of these ticks;
 * regular runs over none do not end the wait for the first. What these ticks compute is in the log like any
 * other tick, so that a replay computes the same.
 */
import { HOUR_MS } from '../kernel/clock.js';
import type { Pipeline } from './pipeline.js';

/** Looks for which a tick waits while records are coming in: a crawler may never pause. */
const PATIENCE_LOOKS = 5;
/** The indices that tell how much there is to rank. */
const COUNTED = ['catalog', 'directory'] as const;

export class FirstTicks {
  readonly #pipeline: Pipeline;
  /** When the first of these ticks was; null before it. */
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

  /** Appends the tick, unless the store's time is already there. */
  async append(nowMs: number): Promise<void> {
    const items = this.#items();
    await this.#pipeline.tickEarly(nowMs);
    this.#sinceMs ??= nowMs;
    this.#itemsAtTick = items;
    this.#busyLooks = 0;
  }

  /** Null while what tells it is on its way from the disk. */
  #wasNeverRanked(): boolean | null {
    if (!COUNTED.every((name) => this.#pipeline.isThere(name))) return null;
    // Nothing to rank is told at the first look already: the next may come after the first articles.
    if (this.#items() === 0) return true;
    return this.#pipeline.isThere('tags') ? this.#pipeline.indices.tags.tickMs === null : null;
  }

  #items(): number {
    const { catalog, directory } = this.#pipeline.indices;
    return catalog.figures.articles + (directory.figures.posts ?? 0);
  }
}
