/**
 * The articles of one UTC day as bytes, so that a counter outlives its thread.
 *
 * Invariant: the bytes depend on the articles alone, not on the order in which they came: rows go
 * by time and id, spellings by code points.
 */
import { DAY_MS } from '../../kernel/clock.js';
import { decode, encode } from '../../kernel/codec.js';
import type { ArticleRows } from './article-rows.js';
import { compareCodePoints } from './order.js';
import type { TagTable } from './tag-table.js';

/** A plain value; columns are bytes in little-endian order. */
interface DayRows {
  spellings: string[];
  ids: Uint8Array;
  times: Uint8Array;
  media: Uint8Array;
  pending: Uint8Array;
  tagCounts: Uint8Array;
  /** Places in `spellings`, row after row. */
  tags: Uint8Array;
}

/** Bytes of the articles of the day that starts at `dayMs`. */
export function encodeDay(rows: ArticleRows, tags: TagTable, dayMs: number): Buffer {
  const members: number[] = [];
  rows.inRange(dayMs, dayMs + DAY_MS, (row) => members.push(row));
  members.sort((a, b) => rows.times[a]! - rows.times[b]! || rows.ids[a]! - rows.ids[b]!);
  const numbers = members.flatMap((row) => {
    const start = rows.tagStarts[row]!;
    return [...rows.tags.subarray(start, start + rows.tagCounts[row]!)];
  });
  const spellings = [...new Set(numbers)]
    .map((number) => ({ number, text: tags.textOf(number) }))
    .sort((a, b) => compareCodePoints(a.text, b.text));
  const places = new Map(spellings.map(({ number }, place) => [number, place]));
  const pick = (column: ArrayLike<number>) => members.map((row) => column[row]!);
  return encode({
    spellings: spellings.map(({ text }) => text),
    ids: bytesOf(Uint32Array.from(pick(rows.ids))),
    times: bytesOf(Float64Array.from(pick(rows.times))),
    media: bytesOf(Uint16Array.from(pick(rows.media))),
    pending: bytesOf(Uint8Array.from(pick(rows.pending))),
    tagCounts: bytesOf(Uint8Array.from(pick(rows.tagCounts))),
    tags: bytesOf(Uint32Array.from(numbers, (number) => places.get(number)!)),
  } satisfies DayRows);
}

/** Adds the articles of a day; none of them may be there. @throws when the bytes are not a day's. */
export function restoreDay(bytes: Uint8Array, rows: ArticleRows, tags: TagTable): void {
  const day = decode(bytes) as DayRows;
  const ids = new Uint32Array(bufferOf(day.ids));
  const times = new Float64Array(bufferOf(day.times));
  const media = new Uint16Array(bufferOf(day.media));
  const places = new Uint32Array(bufferOf(day.tags));
  let at = 0;
  ids.forEach((id, row) => {
    const end = at + day.tagCounts[row]!;
    const spellings = [...places.subarray(at, end)].map((place) =>
      tags.retain(day.spellings[place]!),
    );
    rows.add(id, times[row]!, media[row]!, day.pending[row] === 1, spellings);
    at = end;
  });
}

function bytesOf(column: { buffer: ArrayBufferLike; byteOffset: number; byteLength: number }) {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}

/** A buffer of its own, for columns want aligned places. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
