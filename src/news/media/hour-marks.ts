/**
 * A mark for each full hour: which articles had reached the store, and which outlets' crawls failed.
 *
 * Ids are given in the order of the log, so one number an hour tells which articles a past answer could show.
 * Invariants: hours ascend; a mark is made by the first tick at or after its hour and stays, unless time is set
 * back to before it. An hour without a tick (the store was down) is that of the next mark: nothing came between.
 * Not here: counting as of then (reader.ts).
 */

import { utcHourOf } from '../../kernel/clock.js';
import { firstPlace } from '../../kernel/collections.js';

/** `[hour in milliseconds, the first id that was not given yet, numbers of media whose crawls failed]`. */
export type HourMark = [hourMs: number, nextId: number, failing: number[]];

export class HourMarks {
  #marks: HourMark[] = [];
  /** Marks from this place on have not been taken. */
  #taken = 0;

  /** All of them, ascending. An hour takes some forty bytes. */
  get all(): readonly HourMark[] {
    return this.#marks;
  }

  /** The first hour that is known; null before the first tick. */
  get firstMs(): number | null {
    return this.#marks[0]?.[0] ?? null;
  }

  /** True when the tick of `atMs` is the first of its hour. */
  isDue(atMs: number): boolean {
    return utcHourOf(atMs) > (this.#marks.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY);
  }

  /** Adds a mark of an hour that is due. */
  put(mark: HourMark): void {
    this.#marks.push(mark);
  }

  /** Time was set back: what was marked after it is void. */
  rewind(atMs: number): void {
    this.#marks.length = this.#placeOf(atMs + 1);
    this.#taken = Math.min(this.#taken, this.#marks.length);
  }

  /** What is new since the last call, or all. */
  take(all: boolean): HourMark[] {
    const taken = this.#marks.slice(all ? 0 : this.#taken);
    this.#taken = this.#marks.length;
    return taken;
  }

  /** Adds what was taken elsewhere; what this has from there on was void. */
  follow(taken: readonly HourMark[]): void {
    if (taken.length > 0) this.#marks.length = this.#placeOf(taken[0]![0]);
    this.#marks.push(...taken);
  }

  /** The mark of a full hour; null for an hour before the first mark or after the last. */
  at(hourMs: number): HourMark | null {
    const first = this.#marks[0];
    if (first === undefined || hourMs < first[0]) return null;
    return this.#marks[this.#placeOf(hourMs)] ?? null;
  }

  clear(): void {
    this.#marks = [];
  }

  #placeOf(hourMs: number): number {
    return firstPlace(0, this.#marks.length, (at) => this.#marks[at]![0] < hourMs);
  }
}
