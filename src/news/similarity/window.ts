/**
 * The window of unexpired bodies: finds, for each one that arrives, every pair that it makes.
 *
 *   text ─► normal form ─► sketch ─► bands ─► rows that share one
 *        ─► signature, outlet, time ─► letter by letter ─► exact pairs
 *
 * Columns by row: 320 bytes of band keys, 128 of signature, 51 of facts. When the table is full a
 * larger one takes its place: new articles go there at once, those that are in the old one follow a
 * few at a time, and until then both are asked.
 *
 * Invariants: a pair is reported exactly if the bodies' Dice coefficient is at least one half, the
 * outlets differ and the times are at most seven days apart; its numbers are exact. Missing one is
 * improbable (sketch.ts), inventing one impossible.
 * Not here: what becomes of pairs (pairs.ts), when bodies expire (writer.ts).
 */
import { assert } from '../../kernel/assert.js';
import { HOUR_MS } from '../../kernel/clock.js';
import { NEWS } from '../../kernel/limits.js';
import { BandTable, ROWS_MAX } from './band-table.js';
import { LaidOutBody } from './comparison.js';
import { NormalForm } from './normal-form.js';
import { BANDS, BINS, Sketch } from './sketch.js';
import { TextShelf } from './text-shelf.js';

export { ROWS_MAX } from './band-table.js';

/** Publication times of a pair are at most this far apart. Decision 23. */
const PAIR_DISTANCE_MS = NEWS.bodyKeptMs;

/** Room for bodies at first, unless more are expected: some megabytes. */
const ROWS_EXPECTED = 4096;
const COLUMN_GROWTH = 1.5;
/** Moving a row costs as much as finding its pairs: tables grow seldom. */
const TABLE_GROWTH = 2;
/**
 * Equal bins of 128 that make a comparison worth while. Dice 0.5 gives 43 ± 5.3; in texts of Latin
 * letters, whose bins hold more than the shingles that are counted, at least 36 ± 5.
 */
const EQUAL_BINS_MIN = { latin: 18, other: 24 };
/** Looked at first: a quarter of the bins, of which Dice 0.5 gives 11 ± 2.7. */
const FIRST_WORDS = 8;
const FIRST_EQUAL_MIN = 2;
const SIGNATURE_WORDS = BINS / 4;
/** Rows that follow into a larger table with each article that arrives. */
const MOVES_PER_ARRIVAL = 4;

/** Code points of a passage at most. From the contract. */
const PASSAGE_MAX = 100;
/** Arrivals are numbered with 31 bits. */
const STAMP_MAX = 2 ** 31 - 1;

/** A pair as it is found. `other` is the row that was there before. */
export interface FoundPair {
  otherRow: number;
  /** Distinct shingles of the arriving body, of the other and of both. */
  size: number;
  otherSize: number;
  shared: number;
  identical: boolean;
  /** The longest common passage in the spelling of the later article. */
  passage: string;
}

export interface Arrival {
  id: number;
  sortMs: number;
  media: number;
  /** Tells this text from others. */
  textHash: number;
}

/** A body as it lies in a snapshot. */
export interface KeptBody extends Arrival {
  /** Units of the text; bytes where none is above U+00FF. */
  units: Uint16Array | Uint8Array;
}

/** Where a row is. */
const PLACE = { nowhere: 0, table: 1, oldTable: 2 } as const;

export class SimilarityWindow {
  readonly #form = new NormalForm();
  readonly #sketch = new Sketch();
  readonly #body = new LaidOutBody();
  readonly #otherForm = new NormalForm();
  readonly #otherSketch = new Sketch();
  readonly #otherBody = new LaidOutBody();
  readonly #texts = new TextShelf();
  readonly #signature = new Int32Array(this.#sketch.signature.buffer);
  #ids = new Uint32Array(0);
  #times = new Float64Array(0);
  #media = new Uint16Array(0);
  #hashes = new Float64Array(0);
  #slabs = new Uint32Array(0);
  #textAt = new Uint32Array(0);
  #textUnits = new Int32Array(0);
  /** Distinct shingles; 0 until somebody asks. */
  #sizes = new Uint32Array(0);
  #places = new Uint8Array(0);
  #keys = new Int32Array(0);
  #signatures = new Int32Array(0);
  #seen = new Int32Array(0);
  #found = new Int32Array(0);
  #stamp = 0;
  #rowCount = 0;
  #free: number[] = [];
  #table: BandTable;
  /** The table before, as long as rows of it have not followed; those before `#moved` have. */
  #oldTable: BandTable | null = null;
  #moved = 0;

  readonly #rowsMax: number;

  /** `rowsExpected` bodies find room without growing; there are never more than `rowsMax`. */
  constructor(rowsExpected = ROWS_EXPECTED, rowsMax = ROWS_MAX) {
    this.#rowsMax = rowsMax;
    this.#growColumns(rowsExpected);
    this.#table = new BandTable(rowsExpected);
  }

  /** Bodies in the window. */
  get size(): number {
    return this.#rowCount - this.#free.length;
  }

  /** True when there must not be another body. */
  get isFull(): boolean {
    return this.size >= this.#rowsMax;
  }

  /** Bytes of columns and tables, without texts. */
  get indexBytes(): number {
    const columns = [
      ...[this.#ids, this.#times, this.#media, this.#hashes, this.#slabs, this.#textAt],
      ...[
        this.#textUnits,
        this.#sizes,
        this.#places,
        this.#keys,
        this.#signatures,
        this.#seen,
        this.#found,
      ],
    ];
    const tables = this.#table.byteLength + (this.#oldTable?.byteLength ?? 0);
    return columns.reduce((sum, { byteLength }) => sum + byteLength, tables);
  }

  get textBytes(): number {
    return this.#texts.byteLength;
  }

  idOf(row: number): number {
    return this.#ids[row]!;
  }

  sortMsOf(row: number): number {
    return this.#times[row]!;
  }

  textHashOf(row: number): number {
    return this.#hashes[row]!;
  }

  bodyOf(row: number): KeptBody {
    const [id, sortMs, media] = [this.#ids[row]!, this.#times[row]!, this.#media[row]!];
    return { id, sortMs, media, textHash: this.#hashes[row]!, units: this.#textOf(row) };
  }

  /** Reads the text of the next arrival. */
  read(text: string): void {
    this.#form.read(text);
  }

  /** Code points of the normal form of the text that was read last. */
  get letters(): number {
    return this.#form.length;
  }

  /**
   * Takes the body in that was read last and reports its pairs with rows that `allows` does not
   * refuse; returns its row.
   */
  add(
    arrival: Arrival,
    allows: (row: number) => boolean,
    report: (pair: FoundPair) => void,
  ): number {
    this.#sketch.read(this.#form);
    if (this.#table.rows >= this.#table.capacity) this.#growTable();
    const count = this.#candidates(arrival);
    const row = this.#takeRow();
    this.#fill(row, arrival);
    this.#table.addFound(this.#sketch.keys, row);
    let isLaidOut = false;
    for (let at = 0; at < count; at++) {
      const otherRow = this.#found[at]!;
      if (!allows(otherRow)) continue;
      if (!isLaidOut) this.#layOut(row);
      isLaidOut = true;
      const pair = this.#compare(row, otherRow);
      if (pair !== null) report(pair);
    }
    this.#moveSome();
    return row;
  }

  /** Takes a body in whose pairs are known; returns its row. */
  restore(body: KeptBody): number {
    this.#form.readUnits(body.units);
    this.#sketch.read(this.#form);
    if (this.#table.rows >= this.#table.capacity) this.#growTable();
    const row = this.#takeRow();
    this.#fill(row, body);
    this.#table.add(this.#keys, row * BANDS, row);
    this.#moveSome();
    return row;
  }

  /** Reads the text of a row, to be added again under other facts; the row goes. */
  reread(row: number): void {
    this.#form.readUnits(this.#textOf(row));
    this.remove(row);
  }

  /** Takes a body out. */
  remove(row: number): void {
    const table = this.#places[row] === PLACE.oldTable ? this.#oldTable! : this.#table;
    table.remove(this.#keys, row * BANDS, row);
    const [slab, at, units] = [this.#slabs[row]!, this.#textAt[row]!, this.#textUnits[row]!];
    this.#texts.drop(this.#times[row]!, slab, at, units);
    this.#places[row] = PLACE.nowhere;
    this.#free.push(row);
  }

  /** Rows of bodies that were published from one instant, inclusive, to another, exclusive. */
  rowsBetween(fromMs: number, untilMs: number): number[] {
    const rows: number[] = [];
    for (let row = 0; row < this.#rowCount; row++) {
      const sortMs = this.#times[row]!;
      if (sortMs >= fromMs && sortMs < untilMs && this.#places[row] !== PLACE.nowhere)
        rows.push(row);
    }
    return rows;
  }

  /** Hours of publication that have bodies. */
  hours(): Set<number> {
    const hours = new Set<number>();
    for (let row = 0; row < this.#rowCount; row++) {
      if (this.#places[row] !== PLACE.nowhere) hours.add(Math.floor(this.#times[row]! / HOUR_MS));
    }
    return hours;
  }

  /** Rows that pass by outlet, time and signature, at the start of `#found`; returns how many. */
  #candidates({ media, sortMs }: Arrival): number {
    if (this.#stamp === STAMP_MAX) {
      this.#stamp = 0;
      this.#seen.fill(0);
    }
    this.#stamp += 1;
    const found = this.#found;
    const { keys } = this.#sketch;
    let count = this.#table.find(keys, this.#seen, this.#stamp, found, 0);
    if (this.#oldTable !== null) {
      count = this.#oldTable.find(keys, this.#seen, this.#stamp, found, count);
    }
    const least = this.#sketch.isLatin ? EQUAL_BINS_MIN.latin : EQUAL_BINS_MIN.other;
    let passed = 0;
    for (let at = 0; at < count; at++) {
      const row = found[at]!;
      if (!resembles(this.#signature, this.#signatures, row * SIGNATURE_WORDS, least)) continue;
      if (this.#media[row] === media) continue;
      if (Math.abs(this.#times[row]! - sortMs) > PAIR_DISTANCE_MS) continue;
      found[passed++] = row;
    }
    return passed;
  }

  #layOut(row: number): void {
    this.#body.layOut(this.#form, this.#sketch);
    this.#sizes[row] = this.#body.distinct;
  }

  /** Compares the laid out body of a row with another row's; null when they make no pair. */
  #compare(row: number, otherRow: number): FoundPair | null {
    const form = this.#form;
    const otherForm = this.#otherForm;
    otherForm.readUnits(this.#textOf(otherRow));
    const size = this.#sizes[row]!;
    const isLater = this.#isLater(row, otherRow);
    if (this.#body.equals(otherForm)) {
      this.#sizes[otherRow] = size;
      const passage = (isLater ? form : otherForm).spellingOf(0, form.length, PASSAGE_MAX);
      return { otherRow, size, otherSize: size, shared: size, identical: true, passage };
    }
    const otherSketch = this.#otherSketch;
    otherSketch.readHashes(otherForm);
    // The other's distinct shingles are not known until it was compared before.
    const least = Math.ceil((size + this.#sizes[otherRow]!) / 4);
    const shared = this.#body.sharedWith(otherForm, otherSketch, least);
    if (shared < 0) return null;
    const otherSize = this.#sizeOf(otherRow);
    if (4 * shared < size + otherSize) return null;
    const { at, otherAt, length } = this.#body.passageWith(otherForm, otherSketch, isLater);
    const passage = isLater
      ? form.spellingOf(at, length, PASSAGE_MAX)
      : otherForm.spellingOf(otherAt, length, PASSAGE_MAX);
    return { otherRow, size, otherSize, shared, identical: false, passage };
  }

  #isLater(row: number, otherRow: number): boolean {
    const apart = this.#times[row]! - this.#times[otherRow]!;
    return apart > 0 || (apart === 0 && this.#ids[row]! > this.#ids[otherRow]!);
  }

  /** Distinct shingles of the row that was read into the second form. */
  #sizeOf(otherRow: number): number {
    if (this.#sizes[otherRow] === 0) {
      this.#otherBody.layOut(this.#otherForm, this.#otherSketch);
      this.#sizes[otherRow] = this.#otherBody.distinct;
    }
    return this.#sizes[otherRow]!;
  }

  #textOf(row: number): Uint16Array | Uint8Array {
    return this.#texts.get(this.#slabs[row]!, this.#textAt[row]!, this.#textUnits[row]!);
  }

  #fill(row: number, { id, sortMs, media, textHash }: Arrival): void {
    this.#ids[row] = id;
    this.#hashes[row] = textHash;
    this.#times[row] = sortMs;
    this.#media[row] = media;
    this.#sizes[row] = 0;
    const { units, unitCount } = this.#form;
    const place = this.#texts.put(sortMs, units, unitCount);
    this.#slabs[row] = place.slab;
    this.#textAt[row] = place.at;
    this.#textUnits[row] = place.units;
    this.#signatures.set(this.#signature, row * SIGNATURE_WORDS);
    this.#keys.set(this.#sketch.keys, row * BANDS);
    this.#places[row] = PLACE.table;
  }

  #takeRow(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    assert(!this.isFull, 'the caller asks whether there is room');
    if (this.#rowCount === this.#ids.length) {
      this.#growColumns(Math.min(ROWS_MAX, Math.ceil(this.#ids.length * COLUMN_GROWTH)));
    }
    return this.#rowCount++;
  }

  #growTable(): void {
    while (this.#oldTable !== null) this.#moveSome();
    this.#oldTable = this.#table;
    this.#moved = 0;
    for (let row = 0; row < this.#rowCount; row++) {
      if (this.#places[row] === PLACE.table) this.#places[row] = PLACE.oldTable;
    }
    this.#table = new BandTable(Math.ceil(this.#oldTable.capacity * TABLE_GROWTH));
  }

  /** A few rows of the old table follow into the new one. */
  #moveSome(): void {
    if (this.#oldTable === null) return;
    for (let left = MOVES_PER_ARRIVAL; left > 0; this.#moved++) {
      if (this.#moved >= this.#rowCount) {
        this.#oldTable = null;
        return;
      }
      if (this.#places[this.#moved] !== PLACE.oldTable) continue;
      this.#table.add(this.#keys, this.#moved * BANDS, this.#moved);
      this.#places[this.#moved] = PLACE.table;
      left -= 1;
    }
  }

  #growColumns(rows: number): void {
    const grown = <T extends { set(from: T): void }>(to: T, from: T): T => {
      to.set(from);
      return to;
    };
    this.#ids = grown(new Uint32Array(rows), this.#ids);
    this.#times = grown(new Float64Array(rows), this.#times);
    this.#media = grown(new Uint16Array(rows), this.#media);
    this.#hashes = grown(new Float64Array(rows), this.#hashes);
    this.#slabs = grown(new Uint32Array(rows), this.#slabs);
    this.#textAt = grown(new Uint32Array(rows), this.#textAt);
    this.#textUnits = grown(new Int32Array(rows), this.#textUnits);
    this.#sizes = grown(new Uint32Array(rows), this.#sizes);
    this.#places = grown(new Uint8Array(rows), this.#places);
    this.#keys = grown(new Int32Array(rows * BANDS), this.#keys);
    this.#signatures = grown(new Int32Array(rows * SIGNATURE_WORDS), this.#signatures);
    this.#seen = grown(new Int32Array(rows), this.#seen);
    this.#found = grown(new Int32Array(rows), this.#found);
  }
}

/** True when the signatures have `least` equal bytes; most that have not are told by a quarter. */
function resembles(own: Int32Array, signatures: Int32Array, at: number, least: number): boolean {
  const first = equalBytes(own, signatures, at, 0, FIRST_WORDS);
  if (first < FIRST_EQUAL_MIN) return false;
  return first + equalBytes(own, signatures, at, FIRST_WORDS, SIGNATURE_WORDS) >= least;
}

/** Equal bytes in a stretch of words, four at a time. */
function equalBytes(
  own: Int32Array,
  signatures: Int32Array,
  at: number,
  from: number,
  to: number,
): number {
  let sums = 0;
  for (let word = from; word < to; word++) {
    const differing = own[word]! ^ signatures[at + word]!;
    // The high bit of each byte ends up set exactly if the byte is zero, that is equal.
    const zero = ~(((differing & 0x7f7f7f7f) + 0x7f7f7f7f) | differing | 0x7f7f7f7f);
    sums += zero >>> 7;
  }
  return Math.imul(sums, 0x0101_0101) >>> 24;
}
