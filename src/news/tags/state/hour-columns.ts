/**
 * The writer's hour columns: changed hours, their columns as of the last ranking tick, and days
 * that have become old.
 *
 * Only hours that are over have columns. Changes in an hour after its day went to disk are ignored:
 * no series reaches back so far.
 */
import { DAY_MS, HOUR_MS, utcDayOf, utcHourOf } from '../../../kernel/clock.js';
import { decode, encode } from '../../../kernel/codec.js';
import type { BurstCounter } from '../../shared/burst/counter.js';
import { MEDIA_MAX } from '../../shared/burst/media-table.js';
import { columnChunk, HOURS_IN_MEMORY_MS, type HourBytes, TAGS_CHUNKS } from '../codec.js';

export interface HourStoreState {
  /** Hours that have changed since their columns were made, ascending. */
  dirty: number[];
  coldDays: number[];
}

export class HourStore {
  readonly #columns = new Map<number, Uint8Array>();
  readonly #dirty = new Set<number>();
  /** The last tick that changed a day's columns; part of their chunk's name. */
  readonly #revisions = new Map<number, number>();
  readonly #coldDays: number[] = [];
  /** Chunks that the store does not have yet. */
  readonly #unstored = new Map<string, Buffer>();
  #changes: { hours: HourBytes[]; coldHourDays: number[] } = { hours: [], coldHourDays: [] };

  get byteLength(): number {
    return [...this.#columns.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Notes that counted articles of a time have changed. */
  touch(timeMs: number): void {
    this.#dirty.add(utcHourOf(timeMs));
  }

  /** Makes the columns of changed hours as of `atMs`, and moves old days to disk. */
  moveTo(counter: BurstCounter, beforeMs: number | null, atMs: number): void {
    const inMemoryFromMs = inMemoryFromOf(atMs);
    const fromMs = beforeMs === null ? inMemoryFromMs : inMemoryFromOf(beforeMs);
    for (const hourMs of [...this.#dirty].sort((a, b) => a - b)) {
      if (hourMs + HOUR_MS > atMs) break;
      this.#dirty.delete(hourMs);
      if (hourMs >= fromMs) this.#build(counter, hourMs, atMs);
    }
    for (const dayMs of [...this.#revisions.keys()].sort((a, b) => a - b)) {
      if (dayMs < inMemoryFromMs) this.#freeze(dayMs);
    }
  }

  takeChanges(): { hours: HourBytes[]; coldHourDays: number[] } {
    const changes = this.#changes;
    this.#changes = { hours: [], coldHourDays: [] };
    return changes;
  }

  /** Marks the whole state as changed for readers. */
  resend(): void {
    const hours = [...this.#columns].map(([hourMs, bytes]) => ({ hourMs, bytes }));
    this.#changes = { hours, coldHourDays: [...this.#coldDays] };
  }

  get state(): HourStoreState {
    return { dirty: [...this.#dirty].sort((a, b) => a - b), coldDays: this.#coldDays };
  }

  /** Names of the chunks of days in memory. */
  get names(): string[] {
    const days = [...this.#revisions].sort(([a], [b]) => a - b);
    return days.map(([dayMs, revision]) => TAGS_CHUNKS.format('hours', dayMs, revision));
  }

  get coldNames(): string[] {
    return this.#coldDays.map(columnChunk);
  }

  chunk(dayMs: number): Buffer {
    return packHours(dayMs, this.#columns);
  }

  coldChunk(name: string): Buffer | undefined {
    return this.#unstored.get(name);
  }

  stored(names: readonly string[]): void {
    for (const name of names) this.#unstored.delete(name);
  }

  restore({ dirty, coldDays }: HourStoreState): void {
    for (const hourMs of dirty) this.#dirty.add(hourMs);
    this.#coldDays.push(...coldDays);
  }

  restoreDay(dayMs: number, revision: number, bytes: Uint8Array): void {
    this.#revisions.set(dayMs, revision);
    for (const [hourMs, column] of unpackHours(dayMs, bytes)) this.#columns.set(hourMs, column);
  }

  #build(counter: BurstCounter, hourMs: number, atMs: number): void {
    const bytes = buildHour(counter, hourMs);
    if (bytes === null) this.#columns.delete(hourMs);
    else this.#columns.set(hourMs, bytes);
    this.#revisions.set(utcDayOf(hourMs), atMs);
    this.#changes.hours.push({ hourMs, bytes });
  }

  #freeze(dayMs: number): void {
    this.#unstored.set(columnChunk(dayMs), packHours(dayMs, this.#columns));
    this.#coldDays.push(dayMs);
    this.#changes.coldHourDays.push(dayMs);
    this.#revisions.delete(dayMs);
    for (let hourMs = dayMs; hourMs < dayMs + DAY_MS; hourMs += HOUR_MS) {
      if (this.#columns.delete(hourMs)) this.#changes.hours.push({ hourMs, bytes: null });
    }
  }
}

function inMemoryFromOf(atMs: number): number {
  return utcDayOf(atMs - HOURS_IN_MEMORY_MS);
}

const COUNT_MAX = 65_535;
const HEAD_BYTES = 8;

/**
 * Article counts by tag and media within one hour, as bytes.
 *
 *   column := tags u32 | pairs u32 | keys f64 × tags | ends u32 × tags | media u16 × pairs
 *           | counts u16 × pairs
 *
 * Keys are hashes of tag keys, ascending, so a tag is found without a table of tags. Media are
 * numbers of the index's table, ascending within a tag. Counted articles of all media are included
 * (shared/burst/counter.ts): the basis is chosen by readers.
 */
export class HourColumn {
  readonly keys: Float64Array;
  readonly ends: Uint32Array;
  readonly media: Uint16Array;
  readonly counts: Uint16Array;

  /** @param bytes aligned to eight. */
  constructor(bytes: Uint8Array) {
    const { buffer, byteOffset } = bytes;
    const [tags, pairs] = new Uint32Array(buffer, byteOffset, 2) as unknown as [number, number];
    let at = byteOffset + HEAD_BYTES;
    this.keys = new Float64Array(buffer, at, tags);
    at += 8 * tags;
    this.ends = new Uint32Array(buffer, at, tags);
    at += 4 * tags;
    this.media = new Uint16Array(buffer, at, pairs);
    this.counts = new Uint16Array(buffer, at + 2 * pairs, pairs);
  }

  /** Visits the media with articles of a tag, with the number of these. */
  each(key: number, visit: (media: number, count: number) => void): void {
    const { keys } = this;
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    if (keys[low] !== key) return;
    for (let at = low === 0 ? 0 : this.ends[low - 1]!; at < this.ends[low]!; at++) {
      visit(this.media[at]!, this.counts[at]!);
    }
  }
}

/** The column of the hour that starts at `hourMs`, in shared memory; null when it is empty. */
function buildHour(counter: BurstCounter, hourMs: number): Uint8Array | null {
  const { rows, tags } = counter;
  const carried: number[] = [];
  const media: number[] = [];
  rows.inRange(hourMs, hourMs + HOUR_MS, (row) => {
    if (!counter.isCounted(row)) return;
    for (const spelling of rows.spellingsOf(row)) {
      carried.push(tags.tagOf(spelling));
      media.push(rows.media[row]!);
    }
  });
  if (carried.length === 0) return null;
  const keys = Float64Array.from(new Set(carried.map((tag) => tags.hashOf(tag)))).sort();
  const places = new Map(Array.from(keys, (key, place) => [key, place]));
  // A tag's place and a media number form one exact integer.
  const pairs = Float64Array.from(
    carried,
    (tag, at) => places.get(tags.hashOf(tag))! * MEDIA_MAX + media[at]!,
  ).sort();
  return encodeHour(keys, pairs);
}

/** @param pairs place of the key and media number of every article and tag, ascending. */
function encodeHour(keys: Float64Array, pairs: Float64Array): Uint8Array {
  const distinct = new Set(pairs).size;
  const bytes = new Uint8Array(new SharedArrayBuffer(HEAD_BYTES + 12 * keys.length + 4 * distinct));
  new Uint32Array(bytes.buffer, 0, 2).set([keys.length, distinct]);
  const column = new HourColumn(bytes);
  column.keys.set(keys);
  let last = -1;
  for (let at = 0; at < pairs.length; at++) {
    if (at === 0 || pairs[at] !== pairs[at - 1]) last += 1;
    column.media[last] = pairs[at]! % MEDIA_MAX;
    column.counts[last] = Math.min(COUNT_MAX, column.counts[last]! + 1);
    column.ends[Math.floor(pairs[at]! / MEDIA_MAX)] = last + 1;
  }
  return bytes;
}

function packHours(dayMs: number, columns: ReadonlyMap<number, Uint8Array>): Buffer {
  const hours = Array.from({ length: DAY_MS / HOUR_MS }, (_, at) => {
    const column = columns.get(dayMs + at * HOUR_MS);
    return column === undefined ? null : column.slice();
  });
  return encode(hours);
}

/** The columns of a day by hour, in shared memory. @throws when the bytes are not a day's. */
export function unpackHours(dayMs: number, bytes: Uint8Array): Map<number, Uint8Array> {
  const columns = new Map<number, Uint8Array>();
  (decode(bytes) as (Uint8Array | null)[]).forEach((column, at) => {
    if (column !== null) columns.set(dayMs + at * HOUR_MS, toShared(column));
  });
  return columns;
}

export function toShared(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}
