/**
 * Distinct pairs of a value and a count, numbered as they come: an open table, at most half full.
 */
import { withCapacity } from '../../engine/columns/columns.js';
import { hashOfNumber } from '../../kernel/hash.js';

const GROUPS_MIN = 1024;

export class PairGroups {
  values = new Float64Array(GROUPS_MIN);
  counts = new Uint32Array(GROUPS_MIN);
  length = 0;
  #table = new Int32Array(2 * GROUPS_MIN);

  /** The group of a value, which is a number, with a count. */
  of(value: number, count: number): number {
    const table = this.#table;
    const mask = table.length - 1;
    let at = hashOfNumber(value, count) & mask;
    // The table holds groups plus one.
    for (; table[at] !== 0; at = (at + 1) & mask) {
      const group = table[at]! - 1;
      if (this.values[group] === value && this.counts[group] === count) return group;
    }
    const group = this.length++;
    this.values = withCapacity(this.values, this.length);
    this.counts = withCapacity(this.counts, this.length);
    this.values[group] = value;
    this.counts[group] = count;
    table[at] = this.length;
    if (2 * this.length > table.length) this.#grow();
    return group;
  }

  #grow(): void {
    const table = new Int32Array(2 * this.#table.length);
    const mask = table.length - 1;
    for (let group = 0; group < this.length; group++) {
      let at = hashOfNumber(this.values[group]!, this.counts[group]!) & mask;
      while (table[at] !== 0) at = (at + 1) & mask;
      table[at] = group + 1;
    }
    this.#table = table;
  }
}
