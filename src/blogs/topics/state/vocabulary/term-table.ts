/**
 * Texts by number: a set of strings in flat memory, about 20 bytes and the text for each.
 *
 *   slots u32 (open addressing, at most half full) ─► number ─► start, length ─► units u16
 *
 * Invariants: a text has one number while it is in the table; numbers of removed texts are reused. Units
 * of removed texts are compacted away when they are half of all.
 * Not here: the meaning of a text.
 */

import { createHash } from 'node:crypto';
import { bytesOf, withCapacity } from '../../../../engine/columns/columns.js';
import { assert } from '../../../../kernel/errors.js';
import { foldLetters, normalTag } from '../../../../kernel/text/tag.js';
import { packColumns, type RangeKind, Ranges, Unpacker } from '../../chunks.js';

const SLOTS_MIN = 1024;
const NONE = -1;
const LOW_SURROGATE_MIN = 0xdc00;
const LOW_SURROGATE_MAX = 0xdfff;
/** The least number of unused units for a compaction. */
const WASTE_UNITS_MIN = 65_536;
/** Lengths are bytes: tags of forty code points have at most 240 units in any form. */
const LENGTH_MAX = 255;

export class TermTable {
  /** All texts, one after another, with gaps of removed texts. */
  units = new Uint16Array(4096);
  #unitsEnd = 0;
  #wasteUnits = 0;
  #starts = new Uint32Array(256);
  #lengths = new Uint8Array(256);
  #hashes = new Uint32Array(256);
  /** Numbers + 1; 0 is a free slot. */
  #slots = new Uint32Array(SLOTS_MIN);
  #count = 0;
  #size = 0;
  readonly #free: number[] = [];
  readonly #ranges = new Ranges();

  /** Greater than all numbers. */
  get length(): number {
    return this.#count;
  }

  get size(): number {
    return this.#size;
  }

  get byteLength(): number {
    const parts = [this.units, this.#starts, this.#lengths, this.#hashes, this.#slots];
    return bytesOf(...parts);
  }

  /** The number of a text; -1 when it is not in the table. */
  find(text: string): number {
    return this.#slots[this.#slotOf(text, hashOf(text))]! - 1;
  }

  /** The number of a text, which is added if it is missing; null for an empty text or one that is too long. */
  intern(text: string, sequence: number): number | null {
    if (text.length > LENGTH_MAX || text === '') return null;
    const hash = hashOf(text);
    const slot = this.#slotOf(text, hash);
    const found = this.#slots[slot]! - 1;
    if (found !== NONE) return found;
    const number = this.#free.pop() ?? this.#count++;
    this.#put(number, text, hash);
    this.#slots[slot] = number + 1;
    this.#size += 1;
    if (2 * this.#size > this.#slots.length) this.#rehash(2 * this.#slots.length);
    this.#ranges.touch(number, sequence);
    return number;
  }

  /** Removes a text; its number may be reused. */
  release(number: number, sequence: number): void {
    const length = this.#lengths[number]!;
    assert(length > 0, 'only a text that is in the table leaves it');
    this.#closeGap(this.#slotOf(this.textOf(number), this.#hashes[number]!));
    this.#wasteUnits += length;
    this.#lengths[number] = 0;
    this.#free.push(number);
    this.#size -= 1;
    this.#ranges.touch(number, sequence);
    if (this.#wasteUnits > WASTE_UNITS_MIN && 2 * this.#wasteUnits > this.#unitsEnd)
      this.#squeeze();
  }

  has(number: number): boolean {
    return number < this.#count && this.#lengths[number] !== 0;
  }

  textOf(number: number): string {
    const start = this.#starts[number]!;
    return String.fromCharCode(...this.units.subarray(start, start + this.#lengths[number]!));
  }

  startOf(number: number): number {
    return this.#starts[number]!;
  }

  /** Units of a text; 0 for a free number. */
  lengthOf(number: number): number {
    return this.#lengths[number]!;
  }

  codePointsOf(number: number): number {
    const start = this.#starts[number]!;
    const end = start + this.#lengths[number]!;
    let count = 0;
    for (let at = start; at < end; at++) {
      const unit = this.units[at]!;
      if (unit < LOW_SURROGATE_MIN || unit > LOW_SURROGATE_MAX) count += 1;
    }
    return count;
  }

  plan(kind: RangeKind): string[] {
    return this.#ranges.names(kind);
  }

  chunk(name: string): Uint8Array {
    const { from, to } = this.#ranges.bounds(name, this.#count);
    const lengths = this.#lengths.slice(from, to);
    const units = new Uint16Array(lengths.reduce((sum, length) => sum + length, 0));
    let at = 0;
    for (let number = from; number < to; number++) {
      const start = this.#starts[number]!;
      const length = this.#lengths[number]!;
      for (let unit = 0; unit < length; unit++) units[at++] = this.units[start + unit]!;
    }
    return packColumns({ lengths, units });
  }

  restore(name: string, bytes: Uint8Array): void {
    const chunk = new Unpacker(bytes);
    const lengths = chunk.take('lengths', Uint8Array);
    const units = chunk.take('units', Uint16Array);
    const { from } = this.#ranges.bounds(name, Number.POSITIVE_INFINITY);
    this.#ranges.restored(name);
    this.#count = Math.max(this.#count, from + lengths.length);
    let at = 0;
    lengths.forEach((length, place) => {
      if (length === 0) return;
      const text = String.fromCharCode(...units.subarray(at, at + length));
      this.#put(from + place, text, hashOf(text));
      at += length;
      this.#size += 1;
    });
  }

  /** Rebuilds slots and free numbers after all chunks were restored. */
  restored(): void {
    let slots = SLOTS_MIN;
    while (slots < 2 * this.#size + 1) slots *= 2;
    this.#rehash(slots);
    // The order in which free numbers are reused is part of the state: the greatest goes first.
    this.#free.length = 0;
    for (let number = 0; number < this.#count; number++) {
      if (this.#lengths[number] === 0) this.#free.push(number);
    }
  }

  /** Sorts the free numbers as `restored` does, so that their order does not depend on restarts. */
  settle(): void {
    this.#free.sort((a, b) => a - b);
  }

  #put(number: number, text: string, hash: number): void {
    this.units = withCapacity(this.units, this.#unitsEnd + text.length);
    this.#starts = withCapacity(this.#starts, number + 1);
    this.#lengths = withCapacity(this.#lengths, number + 1);
    this.#hashes = withCapacity(this.#hashes, number + 1);
    this.#starts[number] = this.#unitsEnd;
    this.#lengths[number] = text.length;
    this.#hashes[number] = hash;
    for (let at = 0; at < text.length; at++) this.units[this.#unitsEnd++] = text.charCodeAt(at);
  }

  /** The slot of a text, or the free slot for it. */
  #slotOf(text: string, hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]! - 1;
      if (number === NONE) return slot;
      if (this.#hashes[number] === hash && this.#isText(number, text)) return slot;
    }
  }

  #isText(number: number, text: string): boolean {
    if (this.#lengths[number] !== text.length) return false;
    const start = this.#starts[number]!;
    for (let at = 0; at < text.length; at++) {
      if (this.units[start + at] !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  /** Empties a slot and moves displaced entries back. */
  #closeGap(freed: number): void {
    const mask = this.#slots.length - 1;
    let gap = freed;
    for (let slot = (gap + 1) & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const home = this.#hashes[this.#slots[slot]! - 1]! & mask;
      // Only an entry whose home slot is at or before the gap moves into it.
      if (((slot - home) & mask) < ((slot - gap) & mask)) continue;
      this.#slots[gap] = this.#slots[slot]!;
      gap = slot;
    }
    this.#slots[gap] = 0;
  }

  #rehash(slotCount: number): void {
    this.#slots = new Uint32Array(slotCount);
    const mask = slotCount - 1;
    for (let number = 0; number < this.#count; number++) {
      if (this.#lengths[number] === 0) continue;
      let slot = this.#hashes[number]! & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }

  #squeeze(): void {
    const units = new Uint16Array(this.units.length);
    let end = 0;
    for (let number = 0; number < this.#count; number++) {
      const start = this.#starts[number]!;
      const length = this.#lengths[number]!;
      this.#starts[number] = end;
      for (let unit = 0; unit < length; unit++) units[end++] = this.units[start + unit]!;
    }
    this.units = units;
    this.#unitsEnd = end;
    this.#wasteUnits = 0;
  }
}

/** FNV-1a over units, with a final mix so that the low bits choose slots well. */
function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/**
 * The ids of topics: `tag:` and the SHA-256 of the compared form of the term. Older ids contain the term
 * itself: `tag:<term>` and `rss:<term>`.
 */

export const ID_PREFIX = 'tag:';
const LEGACY_PREFIXES = [ID_PREFIX, 'rss:'];
const CANONICAL = /^tag:[0-9a-f]{64}$/;

/** The id of a term in compared form. */
export function idOfKey(key: string): string {
  return `${ID_PREFIX}${createHash('sha256').update(key).digest('hex')}`;
}

/** The canonical form of an id; null when it is no id of a topic. */
export function canonicalIdOf(id: string): string | null {
  if (CANONICAL.test(id)) return id;
  const prefix = LEGACY_PREFIXES.find((candidate) => id.startsWith(candidate));
  const tag = prefix === undefined ? null : normalTag(id.slice(prefix.length));
  return tag === null ? null : idOfKey(foldLetters(tag));
}

/** The readable address of a topic's page below the public address of the service. */
export function pageUrlOf(publicUrl: string, id: string): string {
  return `${publicUrl}/topics/${encodeURIComponent(id)}/`;
}
