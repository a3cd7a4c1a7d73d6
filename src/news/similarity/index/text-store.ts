/**
 * Texts of unexpired bodies, outside the heap, together by hour of publication.
 *
 * Texts of one hour expire together, so an hour goes as a whole and nothing is moved to free
 * memory. An hour has a few slabs, each at most a quarter of what stands there already, but for long
 * texts; slabs that are empty serve another hour. A text lies as UTF-16, or as one byte a unit where
 * no unit is above U+00FF.
 *
 * Invariants: a place that `put` gave is good until its text is dropped. A text that is dropped
 * singly (edited, erased) is overwritten at once; its bytes stay unused.
 */
import { assert } from '../../../kernel/assert.js';
import { HOUR_MS } from '../../../kernel/clock.js';
import { getOrInsert } from '../../../kernel/get-or-insert.js';

const SLAB_BYTES_MIN = 16 * 1024;
const SLAB_BYTES_MAX = 512 * 1024;
/** About those of an hour. */
const SPARE_SLABS_MAX = 32;

interface Slab {
  bytes: Uint8Array;
  units: Uint16Array;
}

interface HourTexts {
  /** Numbers of its slabs; texts go to the last. */
  slabs: number[];
  used: number;
  /** Bytes of all its slabs. */
  size: number;
  /** Texts that are not dropped. */
  count: number;
}

/** Where a text lies. `units` are negative for a text of single bytes. */
export interface TextPlace {
  slab: number;
  at: number;
  units: number;
}

export class TextStore {
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

  /** Puts the first units of `units` with those of their hour of publication. */
  put(sortMs: number, units: Uint16Array, unitCount: number): TextPlace {
    const isNarrow = holdsBytesOnly(units, unitCount);
    const byteLength = isNarrow ? unitCount : 2 * unitCount;
    const texts = this.#hourWith(hourOf(sortMs), byteLength + 1);
    const slab = texts.slabs.at(-1)!;
    // UTF-16 lies at even places, so that it can be read in place.
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

  /** Overwrites a text; the last one of an hour takes the hour with it. */
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

  /** Keeps a slab for texts of another hour: fresh memory costs as much as looking for pairs. */
  #release(slab: Slab): void {
    const { length } = slab.bytes;
    if (this.#spare.length < SPARE_SLABS_MAX && length <= SLAB_BYTES_MAX) this.#spare.push(slab);
    else this.#byteLength -= length;
  }
}

/** The largest power of two that is not above a number. */
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
