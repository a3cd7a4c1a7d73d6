/**
 * The posts of one blog as numbers: the time of each post and whether it is hidden.
 *
 * The blog's last publication, its usual interval and the places of its posts follow from them.
 * Invariants: newest first, equal times by descending id; every post of the blog is included, also
 * undated and hidden ones.
 */

import { lowerBound, rowOf } from '../../../engine/runs/reading-order.js';
import { HOUR_MS } from '../../../kernel/clock.js';

/** Number of posts from whose gaps the usual interval is computed. Decision 34c. */
const INTERVAL_POSTS = 20;
/** Fewer dated posts give the default interval. Decision 34c. */
const INTERVAL_POSTS_MIN = 3;
const INTERVAL_HOURS_DEFAULT = 24;
const INTERVAL_HOURS_MAX = 720;

const BIT = { dated: 1, hidden: 2 } as const;

export interface TimelineState {
  times: number[];
  ids: number[];
  bits: number[];
}

export interface Pace {
  /** The newest publication of a dated post that is not hidden. */
  lastPublishedMs: number | null;
  /** Whole hours, 1 to 720. */
  intervalHours: number;
}

export class Timeline {
  readonly #times: number[];
  readonly #ids: number[];
  readonly #bits: number[];

  constructor(state: TimelineState = { times: [], ids: [], bits: [] }) {
    this.#times = state.times;
    this.#ids = state.ids;
    this.#bits = state.bits;
  }

  get state(): TimelineState {
    return { times: this.#times, ids: this.#ids, bits: this.#bits };
  }

  get size(): number {
    return this.#ids.length;
  }

  add(timeMs: number, id: number, isDated: boolean, isHidden: boolean): void {
    const place = lowerBound(this.#order, timeMs, id);
    this.#times.splice(place, 0, timeMs);
    this.#ids.splice(place, 0, id);
    this.#bits.splice(place, 0, (isDated ? BIT.dated : 0) | (isHidden ? BIT.hidden : 0));
  }

  /** Removes a post; returns whether it was hidden. */
  remove(timeMs: number, id: number): boolean {
    const place = rowOf(this.#order, timeMs, id);
    if (place < 0) return false;
    const isHidden = (this.#bits[place]! & BIT.hidden) !== 0;
    this.#times.splice(place, 1);
    this.#ids.splice(place, 1);
    this.#bits.splice(place, 1);
    return isHidden;
  }

  /** Hides or shows a post; false when that changes nothing. */
  hide(timeMs: number, id: number, isHidden: boolean): boolean {
    const place = rowOf(this.#order, timeMs, id);
    if (place < 0) return false;
    const before = this.#bits[place]!;
    const bits = isHidden ? before | BIT.hidden : before & ~BIT.hidden;
    this.#bits[place] = bits;
    return bits !== before;
  }

  /** Every post, newest first. */
  posts(): { timeMs: number; id: number }[] {
    return this.#ids.map((id, place) => ({ timeMs: this.#times[place]!, id }));
  }

  pace(): Pace {
    const newest: number[] = [];
    for (let place = 0; place < this.size && newest.length < INTERVAL_POSTS; place++) {
      if (this.#bits[place] === BIT.dated) newest.push(this.#times[place]!);
    }
    const lastPublishedMs = newest[0] ?? null;
    if (newest.length < INTERVAL_POSTS_MIN) {
      return { lastPublishedMs, intervalHours: INTERVAL_HOURS_DEFAULT };
    }
    const gaps = newest.slice(1).map((timeMs, at) => newest[at]! - timeMs);
    const hours = Math.round(medianOf(gaps) / HOUR_MS);
    return { lastPublishedMs, intervalHours: Math.min(INTERVAL_HOURS_MAX, Math.max(1, hours)) };
  }

  get #order() {
    return { count: this.size, startMs: 0, times: this.#times, ids: this.#ids };
  }
}

/** The median: the middle value, or the mean of the middle two. */
function medianOf(values: number[]): number {
  values.sort((a, b) => a - b);
  const upper = values.length >> 1;
  const lower = values.length % 2 === 0 ? upper - 1 : upper;
  return (values[lower]! + values[upper]!) / 2;
}
