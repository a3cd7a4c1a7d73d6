/**
 * Rows by their bands: gives numbers to rows, finds those that share a band with a sketch, and keeps
 * the table large enough.
 *
 *   row:  free ─► in the table ─► dead, until a whole sweep has passed ─► free
 *         in the old table ─► in the table
 *
 * When the table is full a larger one takes its place: new rows go there at once, those that are in
 * the old one follow a few at a time in the order of their numbers, and until then both are asked.
 *
 * Strangers that share a band mostly share one of very few, those of phrases that everybody uses:
 * in a window of English the commonest key of a text leads to three quarters of all rows that any of
 * its keys does. So the commonest keys are passed over, four at most. Where a mass of texts shares
 * most of the keys, more are passed over until a look stays within its bound: the rarest of them lead
 * to the same rows.
 *
 * Invariants: which keys are passed over depends on the rows that are there alone, and what is found
 * under the others does but for colliding tags: not on rows that were there before, nor on numbers,
 * tables and sweeps. An index that is filled anew finds the same.
 */
import { bytesOf, resized } from '../../../engine/columns/columns.js';
import { assert } from '../../../kernel/errors.js';
import { SIMILARITY } from '../../../kernel/limits.js';
import { BandTable, DEAD, DEAD_MAX, ROWS_MAX } from './band-table.js';
import { BANDS } from './sketch.js';

/** Rows that may be in it at once: some more numbers wait for the sweep. */
export const LIVE_ROWS_MAX = ROWS_MAX - DEAD_MAX;

const COLUMN_GROWTH = 1.5;
/** Moving a row costs as much as finding its pairs: tables grow seldom. */
const TABLE_GROWTH = 2;
/** Rows that follow into a larger table with each one that arrives. */
const MOVES_PER_ARRIVAL = 4;
/** Looks are numbered by twos, below `DEAD`. */
const STAMP_MAX = DEAD - 3;

/** Counters of keys: few enough to stay in the cache. */
const LOADS_BITS = 16;
/**
 * Rows under a key's counter that make it common. 100,000 rows have 122 ± 11 under each by chance, and
 * with 256 a look among them met twice as many strangers.
 */
const COMMON_LOAD = 160;
/** Common keys that are passed over at most: of 72 bands 68 are always looked at. */
const PASSED_MAX = 4;

/** Where a row is. */
const PLACE = { nowhere: 0, table: 1, oldTable: 2 } as const;

export class BandIndex {
  /** Rows that the last look found: the first ones. */
  found = new Int32Array(0);
  #places = new Uint8Array(0);
  #keys = new Int32Array(0);
  /** By row: the last look that found it, + 1 if it did so under several keys; or `DEAD`. */
  #seen = new Int32Array(0);
  /** Bits of rows that were removed and whose numbers are not free. */
  #dead = new Int32Array(0);
  #stamp = 0;
  #rowCount = 0;
  #size = 0;
  readonly #free: number[] = [];
  /** By the high bits of a key: rows that have such a one. */
  readonly #loads = new Int32Array(2 ** LOADS_BITS);
  /** True when the last look passed over keys to stay within its bound: rows may be missing. */
  isCut = false;
  /** By band: 1 when the look passes over it. */
  readonly #passed = new Uint8Array(BANDS);
  #table: BandTable;
  /** The table before, as long as rows of it have not followed; those before `#moved` have. */
  #oldTable: BandTable | null = null;
  #moved = 0;
  /** Rows that were removed from the old table: their numbers are free when it goes. */
  #oldDead: number[] = [];

  constructor(rowsExpected: number) {
    this.#growColumns(rowsExpected);
    this.#table = new BandTable(rowsExpected);
  }

  /** Rows in it. */
  get size(): number {
    return this.#size;
  }

  /** Every row's number is below. */
  get rowCount(): number {
    return this.#rowCount;
  }

  /** Every row's number is below until a row is taken that is not. */
  get capacity(): number {
    return this.#places.length;
  }

  get byteLength(): number {
    const columns = [this.#places, this.#keys, this.#seen, this.#dead, this.found, this.#loads];
    const tables = this.#table.byteLength + (this.#oldTable?.byteLength ?? 0);
    return tables + bytesOf(...columns);
  }

  has(row: number): boolean {
    return this.#places[row] !== PLACE.nowhere;
  }

  /** Looks for rows that share a key; returns how many stand in `found`. */
  find(keys: Int32Array): number {
    if (this.#table.rows >= this.#table.capacity) this.#growTable();
    if (this.#stamp >= STAMP_MAX) {
      this.#stamp = 0;
      for (let row = 0; row < this.#rowCount; row++) {
        if (this.#seen[row] !== DEAD) this.#seen[row] = 0;
      }
    }
    this.#stamp += 2;
    this.#passOver(keys);
    const look = {
      keys,
      passed: this.#passed,
      seen: this.#seen,
      stamp: this.#stamp,
      found: this.found,
    };
    const count = this.#table.find(look, 0, 0);
    return this.#oldTable === null ? count : this.#oldTable.find(look, count, this.#moved);
  }

  /** True when the last look found the row under one key alone. */
  isFoundOnce(row: number): boolean {
    return this.#seen[row] === this.#stamp;
  }

  /** Adds a row under the keys of the last look, which nothing has come after; returns its number. */
  addFound(keys: Int32Array): number {
    const row = this.#takeRow(keys);
    this.#table.addFound(keys, row);
    this.#moveSome();
    return row;
  }

  /** Adds a row under keys; returns its number. */
  add(keys: Int32Array): number {
    if (this.#table.rows >= this.#table.capacity) this.#growTable();
    const row = this.#takeRow(keys);
    this.#table.add(keys, 0, row);
    this.#moveSome();
    return row;
  }

  /** Takes a row out: it is found no more. Its number goes to another row some time later. */
  remove(row: number): void {
    const place = this.#places[row];
    assert(place !== PLACE.nowhere, 'a row is removed once');
    this.#places[row] = PLACE.nowhere;
    this.#seen[row] = DEAD;
    this.#dead[row >>> 5]! |= 1 << row;
    this.#size -= 1;
    this.#count(this.#keys, row * BANDS, -1);
    if (place === PLACE.oldTable) {
      this.#oldDead.push(row);
      return;
    }
    const free = this.#table.remove(row, this.#dead);
    if (free >= 0) this.#free.push(free);
  }

  #takeRow(keys: Int32Array): number {
    assert(this.#size < LIVE_ROWS_MAX, 'the caller asks whether there is space');
    // A mass of removals while the table grew: their numbers are needed now.
    if (this.#free.length === 0 && this.#rowCount === ROWS_MAX) this.#moveAll();
    const row = this.#free.pop() ?? this.#rowCount++;
    if (row === this.capacity) {
      this.#growColumns(Math.min(ROWS_MAX, Math.ceil(this.capacity * COLUMN_GROWTH)));
    }
    const own = this.#keys;
    for (let band = 0; band < BANDS; band++) own[row * BANDS + band] = keys[band]!;
    this.#seen[row] = 0;
    this.#dead[row >>> 5]! &= ~(1 << row);
    this.#places[row] = PLACE.table;
    this.#size += 1;
    this.#count(keys, 0, 1);
    return row;
  }

  #count(keys: Int32Array, keysAt: number, change: number): void {
    const loads = this.#loads;
    for (let band = 0; band < BANDS; band++) loads[keys[keysAt + band]! >>> 16]! += change;
  }

  /** Marks the commonest keys, and as many more as would make the look too long. */
  #passOver(keys: Int32Array): void {
    const loads = this.#loads;
    const passed = this.#passed.fill(0);
    let entries = 0;
    for (let band = 0; band < BANDS; band++) entries += loads[keys[band]! >>> 16]!;
    for (let count = 0; count < PASSED_MAX; count++) {
      const commonest = this.#commonest(keys, COMMON_LOAD);
      if (commonest < 0) break;
      passed[commonest] = 1;
      entries -= loads[keys[commonest]! >>> 16]!;
    }
    this.isCut = entries > SIMILARITY.lookEntriesMax;
    while (entries > SIMILARITY.lookEntriesMax) {
      const commonest = this.#commonest(keys, 0);
      passed[commonest] = 1;
      entries -= loads[keys[commonest]! >>> 16]!;
    }
  }

  /** The band that is not passed over with the most rows under its key, above a number; or -1. */
  #commonest(keys: Int32Array, above: number): number {
    const loads = this.#loads;
    const passed = this.#passed;
    let commonest = -1;
    let most = above;
    for (let band = 0; band < BANDS; band++) {
      const load = loads[keys[band]! >>> 16]!;
      if (load <= most || passed[band] !== 0) continue;
      commonest = band;
      most = load;
    }
    return commonest;
  }

  #growTable(): void {
    this.#moveAll();
    this.#oldTable = this.#table;
    this.#oldDead = this.#oldTable.deadRows();
    this.#moved = 0;
    for (let row = 0; row < this.#rowCount; row++) {
      if (this.#places[row] === PLACE.table) this.#places[row] = PLACE.oldTable;
    }
    this.#table = new BandTable(Math.ceil(this.#oldTable.capacity * TABLE_GROWTH));
  }

  #moveAll(): void {
    while (this.#oldTable !== null) this.#moveSome();
  }

  /** A few rows of the old table follow into the new one; when all have, it goes. */
  #moveSome(): void {
    if (this.#oldTable === null) return;
    for (let left = MOVES_PER_ARRIVAL; left > 0; this.#moved++) {
      if (this.#moved >= this.#rowCount) {
        this.#oldTable = null;
        for (const row of this.#oldDead) this.#free.push(row);
        this.#oldDead = [];
        return;
      }
      if (this.#places[this.#moved] !== PLACE.oldTable) continue;
      this.#table.add(this.#keys, this.#moved * BANDS, this.#moved);
      this.#places[this.#moved] = PLACE.table;
      left -= 1;
    }
  }

  #growColumns(rows: number): void {
    this.#places = resized(this.#places, rows);
    this.#keys = resized(this.#keys, rows * BANDS);
    this.#seen = resized(this.#seen, rows);
    this.#dead = resized(this.#dead, (rows >>> 5) + 1);
    this.found = resized(this.found, rows);
  }
}
