/**
 * The articles of one UTC day as bytes, so that a counter outlives its thread.
 *
 * Invariant: the bytes depend on the articles alone, not on the order in which they came: rows go
 * by time and id, spellings as they are first met in them.
 */
import { columnBytes, columnOf, rowBytes, withCapacity } from '../../engine/columns/columns.js';
import { NumberMap } from '../../engine/columns/number-map.js';
import { DAY_MS } from '../../kernel/clock.js';
import { decode, encode } from '../../kernel/codec.js';
import { FOLDING, pauseAt } from '../../kernel/runtime/pause.js';
import type { ArticleRows } from './article-rows.js';
import type { TagTable } from './tag-table.js';

/** Bits of `DayRows.pending`; days that were written before tags were marked have none of these. */
const MARK = { pending: 1, derived: 2 } as const;

/** A plain value; columns are bytes in little-endian order. */
interface DayRows {
  spellings: string[];
  ids: Uint8Array;
  times: Uint8Array;
  media: Uint8Array;
  /** `MARK`, a byte for each row. */
  pending: Uint8Array;
  tagCounts: Uint8Array;
  /** Places in `spellings`, row after row. */
  tags: Uint8Array;
}

/** The rows of the day that starts at `dayMs`, by time and id. */
export function rowsOfDay(rows: ArticleRows, dayMs: number): Uint32Array {
  const { times, ids } = rows;
  const members: number[] = [];
  rows.inRange(dayMs, dayMs + DAY_MS, (row) => members.push(row));
  return Uint32Array.from(members).sort((a, b) => times[a]! - times[b]! || ids[a]! - ids[b]!);
}

/** Bytes of the articles of the day that starts at `dayMs`. A day of the press has 10,000. */
export function encodeDay(rows: ArticleRows, tags: TagTable, dayMs: number): Buffer {
  const members = rowsOfDay(rows, dayMs);
  const { ids, times, media, pending, derived, tagCounts } = rows;
  const spellings: string[] = [];
  const places = new NumberMap();
  let placed = new Uint32Array(0);
  let end = 0;
  members.forEach((row, at) => {
    pauseAt(at, FOLDING);
    placed = withCapacity(placed, end + tagCounts[row]!);
    for (const spelling of rows.spellingsOf(row)) {
      let place = places.get(spelling);
      if (place < 0) {
        place = spellings.push(tags.textOf(spelling)) - 1;
        places.set(spelling, place);
      }
      placed[end++] = place;
    }
  });
  return encode({
    spellings,
    ids: rowBytes(ids, members),
    times: rowBytes(times, members),
    media: rowBytes(media, members),
    pending: columnBytes(
      Uint8Array.from(members, (row) => {
        return MARK.pending * pending[row]! + MARK.derived * derived[row]!;
      }),
    ),
    tagCounts: rowBytes(tagCounts, members),
    tags: columnBytes(placed.subarray(0, end)),
  } satisfies DayRows);
}

/** Adds the articles of a day; none of them may be there. @throws when the bytes are not a day's. */
export function restoreDay(bytes: Uint8Array, rows: ArticleRows, tags: TagTable): void {
  const day = decode(bytes) as DayRows;
  const ids = columnOf(Uint32Array, day.ids);
  const times = columnOf(Float64Array, day.times);
  const media = columnOf(Uint16Array, day.media);
  const places = columnOf(Uint32Array, day.tags);
  let at = 0;
  ids.forEach((id, row) => {
    const end = at + day.tagCounts[row]!;
    const spellings = [...places.subarray(at, end)].map((place) =>
      tags.retain(day.spellings[place]!),
    );
    const marks = day.pending[row]!;
    const [isPending, isDerived] = [(marks & MARK.pending) !== 0, (marks & MARK.derived) !== 0];
    rows.add(id, times[row]!, media[row]!, isPending, spellings, isDerived);
    at = end;
  });
}
