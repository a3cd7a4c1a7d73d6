/**
 * Rows by their bands: assigns numbers to rows, finds rows that share a band with a sketch, and
 * enlarges the table.
 *
 *   row:  free ─► in the table ─► dead, until a whole sweep has passed ─► free
 *         in the old table ─► in the table
 *
 * A full table is replaced by a larger one: new rows are added there at once, rows of the old table
 * are moved a few at a time in the order of their numbers, and until then both are searched.
 *
 * Unrelated texts that share a band mostly share one of few bands, those of common phrases: in a
 * window of English texts, the commonest key of a text leads to three quarters of all rows that any
 * of its keys leads to. So up to four of the commonest keys are skipped. When many texts share most
 * keys, more are skipped until the search stays within its bound: the rarest of these keys lead to
 * the same rows.
 *
 * Invariants: the skipped keys, and the rows found under other keys (but for colliding tags),
 * depend only on the rows that are in the index now: not on removed rows, numbers, tables or
 * sweeps. An index that is filled again finds the same rows.
 */
import { bytesOf, resized } from '../../../engine/columns/columns.js';
import { assert } from '../../../kernel/errors.js';
import { SIMILARITY } from '../../../kernel/limits.js';
import { BandTable, DEAD, DEAD_MAX, ROWS_MAX } from './band-table.js';
import { BANDS } from './sketch.js';

/** Maximum of rows in the index: the numbers of some removed rows wait for the sweep. */
export const LIVE_ROWS_MAX = ROWS_MAX - DEAD_MAX;

const COLUMN_GROWTH = 1.5;
/** Moving a row costs as much as a search for its pairs, so tables grow by a large factor. */
const TABLE_GROWTH = 2;
/** Rows that are moved to a larger table with each arriving row. */
const MOVES_PER_ARRIVAL = 4;
/** The stamp grows by two for each search, and stays below `DEAD`. */
const STAMP_MAX = DEAD - 3;

/** Bits of the number of counters of keys: few enough for the processor's cache. */
const LOADS_BITS = 16;
/**
 * Rows under a key's counter from which on the key is common. With 100,000 rows, 122 ± 11 are under
 * each counter by chance; with 256 instead, a search met twice as many unrelated rows.
 */
const COMMON_LOAD = 160;
/** Maximum of common keys that are skipped: 68 of 72 bands are always searched. */
const PASSED_MAX = 4;

const PLACE = { nowhere: 0, table: 1, oldTable: 2 } as const;

export class BandIndex {
  /** The first elements are the rows that the last search found. */
  found = new Int32Array(0);
  #places = new Uint8Array(0);
  #keys = new Int32Array(0);
  /** By row: stamp of the last search that found it (+ 1 if under several keys), or `DEAD`. */
  #seen = new Int32Array(0);
  /** Bits of removed rows whose numbers are not free yet. */
  #dead = new Int32Array(0);
  #stamp = 0;
  #rowCount = 0;
  #size = 0;
  readonly #free: number[] = [];
  /** By the high bits of a key: number of rows with such a key. */
  readonly #loads = new Int32Array(2 ** LOADS_BITS);
  /** True when the last search skipped keys to stay within its bound: rows may be missing. */
  isCut = false;
  /** By band: 1 when the search skips it. */
  readonly #passed = new Uint8Array(BANDS);
  #table: BandTable;
  /** The old table while it has rows to move; rows below `#moved` have been moved. */
  #oldTable: BandTable | null = null;
  #moved = 0;
  /** Rows removed from the old table: their numbers are free when the table is dropped. */
  #oldDead: number[] = [];

  constructor(rowsExpected: number) {
    this.#growColumns(rowsExpected);
    this.#table = new BandTable(rowsExpected);
  }

  get size(): number {
    return this.#size;
  }

  /** Row numbers are below this. */
  get rowCount(): number {
    return this.#rowCount;
  }

  /** Row numbers below this fit without growth of the columns. */
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

  /** Searches rows that share a key; returns how many are in `found`. */
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

  /** True when the last search found the row under only one key. */
  isFoundOnce(row: number): boolean {
    return this.#seen[row] === this.#stamp;
  }

  /** Adds a row under the keys of the last search, right after it; returns the row's number. */
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

  /** Removes a row; later searches do not find it. Its number is reused some time later. */
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
    // Many rows were removed while the table grew: their numbers are needed now.
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

  /** Marks the commonest keys as skipped, and more while the search would exceed its bound. */
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

  /** The band with the most rows under its key, above `above` and not skipped; or -1. */
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

  /** Moves a few rows of the old table to the new one, and drops the empty old table. */
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
