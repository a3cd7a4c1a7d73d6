/**
 * The first hour of a store: rankings, events and topics are computed as soon as the first articles
 * are in, and again each time that their number has doubled, instead of at the next regular run.
 *
 * Invariants: a store that had a ranking when its server started gets none of these ticks; what they
 * compute is in the log like any other tick, so that a replay computes the same.
 */
import { HOUR_MS } from '../kernel/clock.js';
import type { Pipeline } from './pipeline.js';

/** Looks for which a tick waits while records are coming in: a crawler may never pause. */
const PATIENCE_LOOKS = 5;

export class FirstTicks {
  readonly #pipeline: Pipeline;
  /** When the first of these ticks was; null before it. */
  #sinceMs: number | null = null;
  #itemsAtTick = 0;
  #busyLooks = 0;
  #isOver = false;

  constructor(pipeline: Pipeline) {
    this.#pipeline = pipeline;
  }

  /** Whether one of these ticks should be appended now. Asked once a second. */
  isDue(nowMs: number): boolean {
    // At a start the rankings may still be on their way from the disk.
    if (this.#isOver || !this.#pipeline.isThere('tags')) return false;
    const { tags } = this.#pipeline.indices;
    const hasRanking = this.#sinceMs === null && tags.tickMs !== null;
    this.#isOver = hasRanking || nowMs - (this.#sinceMs ?? nowMs) > HOUR_MS;
    if (this.#isOver || this.#items() < Math.max(1, 2 * this.#itemsAtTick)) return false;
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

  #items(): number {
    const { catalog, directory } = this.#pipeline.indices;
    return catalog.figures.articles + (directory.figures.posts ?? 0);
  }
}
