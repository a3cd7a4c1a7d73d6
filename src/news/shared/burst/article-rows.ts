/**
 * Articles as columns: id, sort time, media, spellings of tags; found by id and by time.
 *
 *   row    0      1      2 …           bucket (10 minutes) ─► row ⇄ row ⇄ row
 *   ids    u32    u32    u32
 *   times  f64                          tags: one list for all rows,
 *   media  u16                                start and count by row
 *
 * Invariants: an id has one row; rows of a bucket have no order; numbers of removed rows are used
 * again. The list of tags is packed when half of its entries belong to no row. Not here: which
 * articles count (counter.ts), what the numbers of tags mean (tag-table.ts).
 */
import {
  bytesOfColumns,
  columnBytes,
  columnOf,
  growColumns,
  rowBytes,
  withCapacity,
} from '../../../engine/columns/columns.js';
import { NumberMap } from '../../../engine/columns/number-map.js';
import { TimeChains } from '../../../engine/columns/time-chains.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kernel/clock.js';
import { decode, encode } from '../../../kernel/codec.js';
import { FOLDING, pauseAt } from '../../../kernel/runtime/pause.js';
import type { TagTable } from './tag-table.js';

/** Windows move in steps of this length, so most of them contain whole buckets. */
const BUCKET_MS = 10 * MINUTE_MS;
/** Time span between two pauses of `inRangeInSteps`. */
const STEP_MS = 4 * HOUR_MS;
/** A shorter list of tags is not packed. */
const TAGS_PACKED_MIN = 4096;

const BY_ROW = ['ids', 'times', 'media', 'pending', 'derived', 'tagStarts', 'tagCounts'] as const;

export class ArticleRows {
  ids = new Uint32Array(0);
  times = new Float64Array(0);
  media = new Uint16Array(0);
  /** 1: the time is only that of first sight. */
  pending = new Uint8Array(0);
  /** 1: all tags are derived. */
  derived = new Uint8Array(0);
  /** Spellings of all rows; `spellingsOf` gives those of a row. */
  tags = new Uint32Array(0);
  tagStarts = new Uint32Array(0);
  tagCounts = new Uint8Array(0);
  readonly #rowOfId = new NumberMap();
  readonly #chains = new TimeChains(BUCKET_MS);
  readonly #free: number[] = [];
  #length = 0;
  #tagEnd = 0;
  #tagsInUse = 0;

  /** Articles. */
  get size(): number {
    return this.#rowOfId.size;
  }

  /** Row numbers are below this. */
  get length(): number {
    return this.#length;
  }

  get byteLength(): number {
    const lists = this.tags.byteLength + this.#rowOfId.byteLength + this.#chains.byteLength;
    return bytesOfColumns(this, BY_ROW) + lists;
  }

  /** The row of an article, or -1. */
  find(id: number): number {
    return this.#rowOfId.get(id);
  }

  /** Spellings of a row, valid until a row is added or removed. */
  spellingsOf(row: number): Uint32Array {
    const start = this.tagStarts[row]!;
    return this.tags.subarray(start, start + this.tagCounts[row]!);
  }

  /** Adds an article whose id has no row. */
  add(
    id: number,
    timeMs: number,
    media: number,
    pending: boolean,
    tags: readonly number[],
    derived: boolean,
  ): number {
    const row = this.#free.pop() ?? this.#length++;
    if (row >= this.ids.length) growColumns(this, BY_ROW, row + 1);
    this.ids[row] = id;
    this.times[row] = timeMs;
    this.media[row] = media;
    this.pending[row] = pending ? 1 : 0;
    this.derived[row] = derived ? 1 : 0;
    this.tags = withCapacity(this.tags, this.#tagEnd + tags.length);
    this.tags.set(tags, this.#tagEnd);
    this.tagStarts[row] = this.#tagEnd;
    this.tagCounts[row] = tags.length;
    this.#tagEnd += tags.length;
    this.#tagsInUse += tags.length;
    this.#rowOfId.set(id, row);
    this.#chains.link(row, timeMs);
    return row;
  }

  remove(row: number): void {
    this.#chains.unlink(row, this.times[row]!);
    this.#rowOfId.delete(this.ids[row]!);
    this.#tagsInUse -= this.tagCounts[row]!;
    this.tagCounts[row] = 0;
    this.#free.push(row);
    if (this.#tagEnd > TAGS_PACKED_MIN && this.#tagEnd > 2 * this.#tagsInUse) this.#pack();
  }

  /** Visits the rows with `fromMs` <= time < `untilMs`. `visit` must not remove rows. */
  inRange(fromMs: number, untilMs: number, visit: (row: number) => void): void {
    this.#chains.forEachWithin(this.times, fromMs, untilMs, visit);
  }

  /** As `inRange`, with a pause after each `STEP_MS`. */
  *inRangeInSteps(fromMs: number, untilMs: number, visit: (row: number) => void): Generator<void> {
    for (let stepMs = fromMs; stepMs < untilMs; stepMs += STEP_MS) {
      this.inRange(stepMs, Math.min(untilMs, stepMs + STEP_MS), visit);
      yield;
    }
  }

  /** All rows. None may be removed during the iteration. */
  all(): Generator<number> {
    return this.#chains.all();
  }

  /** Starts of the UTC days that have articles, ascending. */
  days(): number[] {
    const days = new Set<number>();
    for (const startMs of this.#chains.starts()) days.add(Math.floor(startMs / DAY_MS) * DAY_MS);
    return [...days].sort((a, b) => a - b);
  }

  /** The rows of UTC days that begin before `untilMs`. */
  ofDaysBefore(untilMs: number): number[] {
    const rows: number[] = [];
    for (const dayMs of this.days()) {
      if (dayMs >= untilMs) break;
      this.inRange(dayMs, dayMs + DAY_MS, (row) => rows.push(row));
    }
    return rows;
  }

  #pack(): void {
    const packed = new Uint32Array(2 * this.#tagsInUse);
    let end = 0;
    for (const row of this.#chains.all()) {
      const start = this.tagStarts[row]!;
      const count = this.tagCounts[row]!;
      packed.set(this.tags.subarray(start, start + count), end);
      this.tagStarts[row] = end;
      end += count;
    }
    this.tags = packed;
    this.#tagEnd = end;
  }
}

/** Bits of `DayRows.pending`; days written before derived tags were marked have only bit 0. */
const MARK = { pending: 1, derived: 2 } as const;

/**
 * The articles of one UTC day as a plain value, for a snapshot. Columns are little-endian bytes.
 *
 * Invariant: the value does not depend on the order of arrival. Rows are sorted by time and id, and
 * spellings are in the order of their first use.
 */
interface DayRows {
  spellings: string[];
  ids: Uint8Array;
  times: Uint8Array;
  media: Uint8Array;
  /** Bits of `MARK`, one byte for each row. */
  pending: Uint8Array;
  tagCounts: Uint8Array;
  /** Positions in `spellings`, row after row. */
  tags: Uint8Array;
}

/** The rows of the day that starts at `dayMs`, by time and id. */
export function rowsOfDay(rows: ArticleRows, dayMs: number): Uint32Array {
  const { times, ids } = rows;
  const members: number[] = [];
  rows.inRange(dayMs, dayMs + DAY_MS, (row) => members.push(row));
  return Uint32Array.from(members).sort((a, b) => times[a]! - times[b]! || ids[a]! - ids[b]!);
}

/** Bytes of the articles of the day that starts at `dayMs`, about 10,000. */
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

/** Adds the articles of a day, whose ids have no rows. @throws on bytes that are not a day's. */
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
