/**
 * The unexpired bodies by row: columns of 38 bytes a row, and texts apart (`TextStore`).
 *
 * Invariants: a row is valid from `fill` until `drop`, after which it may be filled again;
 * band-index.ts knows which rows are in use. Growth replaces the columns. Not here: what bodies
 * have in common (window.ts).
 */
import { bytesOf, resized } from '../../../engine/columns/columns.js';
import { HOUR_MS } from '../../../kernel/clock.js';
import { getOrInsert } from '../../../kernel/collections.js';
import { assert } from '../../../kernel/errors.js';

export interface Arrival {
  id: number;
  sortMs: number;
  media: number;
  textHash: number;
}

/** A body as a snapshot holds it. */
export interface StoredBody extends Arrival {
  /** UTF-16 units of the text; bytes when no unit is above U+00FF. */
  units: Uint16Array | Uint8Array;
}

export class BodyRows {
  ids = new Uint32Array(0);
  times = new Float64Array(0);
  media = new Uint16Array(0);
  hashes = new Float64Array(0);
  /** Number of distinct shingles; 0 while not computed. */
  sizes = new Uint32Array(0);
  readonly #texts = new TextStore();
  #slabs = new Uint32Array(0);
  #textAt = new Uint32Array(0);
  #textUnits = new Int32Array(0);

  /** Rows that fit without growth. */
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

  /** Stores a body in a row within the capacity; its text is the first `unitCount` of `units`. */
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

  /** Drops the text of a row. */
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

  /** Number of units of a row's text. */
  unitsOf(row: number): number {
    return Math.abs(this.#textUnits[row]!);
  }

  /** True when a row's text equals the first `unitCount` of `units`. */
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

const SLAB_BYTES_MIN = 16 * 1024;
const SLAB_BYTES_MAX = 512 * 1024;
/** About the slabs of one hour. */
const SPARE_SLABS_MAX = 32;

interface Slab {
  bytes: Uint8Array;
  units: Uint16Array;
}

interface HourTexts {
  /** Numbers of its slabs; texts are added to the last. */
  slabs: number[];
  used: number;
  /** Bytes of all its slabs. */
  size: number;
  /** Texts that were not dropped. */
  count: number;
}

/** Location of a text. `units` is negative for a text of single bytes. */
interface TextPlace {
  slab: number;
  at: number;
  units: number;
}

/**
 * Texts of unexpired bodies outside of the heap, grouped by hour of publication.
 *
 * Texts of one hour expire together, so an hour is freed as a whole and no text is moved. An hour
 * has a few slabs, each at most a quarter of the hour's bytes so far, except for long texts; empty
 * slabs are reused for other hours. Texts are UTF-16, or one byte a unit when no unit is above
 * U+00FF.
 *
 * Invariants: a location that `put` returned is valid until its text is dropped. A text that is
 * dropped alone (edited, erased) is overwritten at once; its bytes stay unused.
 */
class TextStore {
  readonly #hours = new Map<number, HourTexts>();
  readonly #slabs: (Slab | null)[] = [];
  readonly #free: number[] = [];
  /** Slabs without texts. */
  readonly #spare: Slab[] = [];
  #byteLength = 0;

  /** Bytes that are reserved for texts. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /** Stores the first `unitCount` of `units` in the hour of publication. */
  put(sortMs: number, units: Uint16Array, unitCount: number): TextPlace {
    const isNarrow = holdsBytesOnly(units, unitCount);
    const byteLength = isNarrow ? unitCount : 2 * unitCount;
    const texts = this.#hourWith(hourOf(sortMs), byteLength + 1);
    const slab = texts.slabs.at(-1)!;
    // UTF-16 texts start at even offsets, so that they can be read in place.
    const at = isNarrow ? texts.used : (texts.used + 1) & ~1;
    const text = units.subarray(0, unitCount);
    if (isNarrow) this.#slabs[slab]!.bytes.set(text, at);
    else this.#slabs[slab]!.units.set(text, at >>> 1);
    texts.used = at + byteLength;
    texts.count += 1;
    return { slab, at, units: isNarrow ? -unitCount : unitCount };
  }

  /** The units of a text, in place. */
  get(slab: number, at: number, units: number): Uint16Array | Uint8Array {
    const { bytes, units: wide } = this.#slabs[slab]!;
    return units < 0 ? bytes.subarray(at, at - units) : wide.subarray(at >>> 1, (at >>> 1) + units);
  }

  /** Overwrites a text; with the last text of an hour, the hour is freed. */
  drop(sortMs: number, slab: number, at: number, units: number): void {
    const texts = this.#hours.get(hourOf(sortMs));
    assert(texts !== undefined, 'a text is dropped from its hour');
    this.#slabs[slab]!.bytes.fill(0, at, at + (units < 0 ? -units : 2 * units));
    texts.count -= 1;
    if (texts.count > 0) return;
    this.#hours.delete(hourOf(sortMs));
    for (const number of texts.slabs) {
      this.#release(this.#slabs[number]!);
      this.#slabs[number] = null;
      this.#free.push(number);
    }
  }

  #hourWith(hour: number, byteLength: number): HourTexts {
    const texts = getOrInsert(this.#hours, hour, () => ({ slabs: [], used: 0, size: 0, count: 0 }));
    const last = texts.slabs.at(-1);
    const lastSize = last === undefined ? 0 : this.#slabs[last]!.bytes.length;
    if (texts.used + byteLength <= lastSize) return texts;
    const usual = Math.min(SLAB_BYTES_MAX, Math.max(SLAB_BYTES_MIN, texts.size >>> 2));
    const slabBytes = Math.max(powerOfTwo(usual), 2 * powerOfTwo(byteLength));
    texts.slabs.push(this.#newSlab(slabBytes));
    texts.size += slabBytes;
    texts.used = 0;
    return texts;
  }

  #newSlab(byteLength: number): number {
    const number = this.#free.pop() ?? this.#slabs.length;
    const spare = this.#spare.findIndex(({ bytes }) => bytes.length === byteLength);
    if (spare >= 0) this.#slabs[number] = this.#spare.splice(spare, 1)[0]!;
    else {
      const bytes = new Uint8Array(byteLength);
      this.#slabs[number] = { bytes, units: new Uint16Array(bytes.buffer) };
      this.#byteLength += byteLength;
    }
    return number;
  }

  /** Keeps a slab for other hours: fresh memory costs as much as a search for pairs. */
  #release(slab: Slab): void {
    const { length } = slab.bytes;
    if (this.#spare.length < SPARE_SLABS_MAX && length <= SLAB_BYTES_MAX) this.#spare.push(slab);
    else this.#byteLength -= length;
  }
}

/** The largest power of two up to `most`. */
function powerOfTwo(most: number): number {
  return 2 ** (31 - Math.clz32(most));
}

function hourOf(sortMs: number): number {
  return Math.floor(sortMs / HOUR_MS);
}

function holdsBytesOnly(units: Uint16Array, count: number): boolean {
  for (let at = 0; at < count; at++) if (units[at]! > 0xff) return false;
  return true;
}
