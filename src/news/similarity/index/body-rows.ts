/**
 * The unexpired bodies by row: what is known of each, and its text.
 *
 * Columns: 38 bytes a row; texts lie apart (text-store.ts).
 *
 * Invariants: a row is good from `fill` until `drop`, after which it may be filled again; which rows
 * are in use is known elsewhere (band-index.ts). Growing gives new columns.
 * Not here: what bodies have in common (window.ts).
 */
import { bytesOf, resized } from '../../../engine/columns/columns.js';
import { TextStore } from './text-store.js';

export interface Arrival {
  id: number;
  sortMs: number;
  media: number;
  /** Tells this text from others. */
  textHash: number;
}

/** A body as it lies in a snapshot. */
export interface StoredBody extends Arrival {
  /** Units of the text; bytes where none is above U+00FF. */
  units: Uint16Array | Uint8Array;
}

export class BodyRows {
  ids = new Uint32Array(0);
  times = new Float64Array(0);
  media = new Uint16Array(0);
  hashes = new Float64Array(0);
  /** Distinct shingles; 0 until somebody asks. */
  sizes = new Uint32Array(0);
  readonly #texts = new TextStore();
  #slabs = new Uint32Array(0);
  #textAt = new Uint32Array(0);
  #textUnits = new Int32Array(0);

  /** Rows that fit without growing. */
  get capacity(): number {
    return this.ids.length;
  }

  /** Bytes of columns, without texts. */
  get byteLength(): number {
    const facts = bytesOf(this.ids, this.times, this.media, this.hashes, this.sizes);
    return facts + bytesOf(this.#slabs, this.#textAt, this.#textUnits);
  }

  get textBytes(): number {
    return this.#texts.byteLength;
  }

  /** Reserves memory for rows. */
  grow(rows: number): void {
    this.ids = resized(this.ids, rows);
    this.times = resized(this.times, rows);
    this.media = resized(this.media, rows);
    this.hashes = resized(this.hashes, rows);
    this.sizes = resized(this.sizes, rows);
    this.#slabs = resized(this.#slabs, rows);
    this.#textAt = resized(this.#textAt, rows);
    this.#textUnits = resized(this.#textUnits, rows);
  }

  /** Puts a body into a row for which there is memory; its text is the first of `units`. */
  fill(
    row: number,
    { id, sortMs, media, textHash }: Arrival,
    units: Uint16Array,
    unitCount: number,
  ): void {
    this.ids[row] = id;
    this.hashes[row] = textHash;
    this.times[row] = sortMs;
    this.media[row] = media;
    this.sizes[row] = 0;
    const place = this.#texts.put(sortMs, units, unitCount);
    this.#slabs[row] = place.slab;
    this.#textAt[row] = place.at;
    this.#textUnits[row] = place.units;
  }

  /** Lets a row's text go. */
  drop(row: number): void {
    const [slab, at, units] = [this.#slabs[row]!, this.#textAt[row]!, this.#textUnits[row]!];
    this.#texts.drop(this.times[row]!, slab, at, units);
  }

  bodyOf(row: number): StoredBody {
    const [id, sortMs, media] = [this.ids[row]!, this.times[row]!, this.media[row]!];
    return { id, sortMs, media, textHash: this.hashes[row]!, units: this.textOf(row) };
  }

  /** The units of a row's text, in place. */
  textOf(row: number): Uint16Array | Uint8Array {
    return this.#texts.get(this.#slabs[row]!, this.#textAt[row]!, this.#textUnits[row]!);
  }

  /** How many units a row's text has. */
  unitsOf(row: number): number {
    return Math.abs(this.#textUnits[row]!);
  }

  /** True when a row's text is the first of `units`, spelling and all. */
  hasText(row: number, units: Uint16Array, unitCount: number): boolean {
    if (this.unitsOf(row) !== unitCount) return false;
    const text = this.textOf(row);
    for (let at = 0; at < unitCount; at++) if (text[at] !== units[at]) return false;
    return true;
  }

  /** Above 0 when a row comes after another: by time, then by id. */
  order(row: number, otherRow: number): number {
    return this.times[row]! - this.times[otherRow]! || this.ids[row]! - this.ids[otherRow]!;
  }
}
