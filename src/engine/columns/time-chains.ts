/**
 * Rows of a table by time: each step of time is a chain through its rows, in no order.
 *
 *   step ─► row ⇄ row ⇄ row
 *
 * Both columns are indexed by the rows of that table, and grow with it.
 * Invariant: a row is in the chain of the time with which it was linked; a caller unlinks it before it
 * changes the time.
 */
import { withCapacity } from './columns.js';
import { NONE } from './list-pool.js';

export class TimeChains {
  readonly #stepMs: number;
  readonly #heads = new Map<number, number>();
  #next = new Int32Array(0);
  #previous = new Int32Array(0);

  /** @param stepMs duration of the step that one chain covers */
  constructor(stepMs: number) {
    this.#stepMs = stepMs;
  }

  get byteLength(): number {
    return this.#next.byteLength + this.#previous.byteLength;
  }

  link(row: number, timeMs: number): void {
    this.#next = withCapacity(this.#next, row + 1);
    this.#previous = withCapacity(this.#previous, row + 1);
    const step = Math.floor(timeMs / this.#stepMs);
    const head = this.#heads.get(step) ?? NONE;
    this.#next[row] = head;
    this.#previous[row] = NONE;
    if (head !== NONE) this.#previous[head] = row;
    this.#heads.set(step, row);
  }

  /** @param timeMs that the row was linked with */
  unlink(row: number, timeMs: number): void {
    const next = this.#next[row]!;
    const previous = this.#previous[row]!;
    if (next !== NONE) this.#previous[next] = previous;
    if (previous !== NONE) {
      this.#next[previous] = next;
      return;
    }
    const step = Math.floor(timeMs / this.#stepMs);
    if (next === NONE) this.#heads.delete(step);
    else this.#heads.set(step, next);
  }

  /**
   * Visits the rows whose time is from `fromMs` until before `untilMs`. No row may be unlinked meanwhile.
   * @param times of all rows, in milliseconds
   */
  forEachWithin(
    times: Float64Array,
    fromMs: number,
    untilMs: number,
    visit: (row: number) => void,
  ): void {
    const last = Math.ceil(untilMs / this.#stepMs);
    for (let step = Math.floor(fromMs / this.#stepMs); step < last; step++) {
      let row = this.#heads.get(step) ?? NONE;
      for (; row !== NONE; row = this.#next[row]!) {
        const timeMs = times[row]!;
        if (timeMs >= fromMs && timeMs < untilMs) visit(row);
      }
    }
  }

  /** All rows. No row may be unlinked meanwhile. */
  *all(): Generator<number> {
    for (const head of this.#heads.values()) {
      for (let row = head; row !== NONE; row = this.#next[row]!) yield row;
    }
  }

  /** Starts of the steps that have rows, in no order. */
  *starts(): Generator<number> {
    for (const step of this.#heads.keys()) yield step * this.#stepMs;
  }
}
