/**
 * Makes runs: from rows that have just arrived, and from runs that are merged.
 *
 * Invariants: rows come out sorted and without dead ones, whatever the order they came in, so the
 * same set of rows always gives the same bytes. Only the writer's thread comes here.
 */
import type { Arena } from '../../columns/arena.js';
import { assert } from '../../kernel/assert.js';
import type { SharedExtents } from '../../runs/extents.js';
import { type Stretch, stretchesOf } from '../../runs/reading-order.js';
import { FOLDING, pause, pauseAt } from '../../runtime/pause.js';
import { FLAG, Run, type RunSizes, runByteLength } from './codec.js';
import type { Place, RowRoom } from './row-room.js';

/** Rows copied between two pauses: some 0.3 ms. */
const ROWS_PER_PAUSE = 512;

/** An article on its way into a run. */
export interface Row {
  id: number;
  timeMs: number;
  media: number;
  flags: number;
  /** Search form of the fields, each ended by `TEXT_END`, in the room. */
  text: Place;
  tagKeys: readonly number[];
  /** JSON and a comma, UTF-8, in the room. */
  item: Place;
}

/** Newest first; of the same time, the greatest id first. */
export function byReadingOrder(a: { timeMs: number; id: number }, b: typeof a): number {
  return b.timeMs - a.timeMs || b.id - a.id;
}

/** A run of rows of one day, in any order, whose texts and items are in `room`. */
export function buildRun(extents: SharedExtents, startMs: number, rows: Row[], room: RowRoom): Run {
  rows.sort(byReadingOrder);
  const sizes: RunSizes = { count: rows.length, tags: 0, textUnits: 0, itemBytes: 0 };
  for (const row of rows) {
    sizes.tags += row.tagKeys.length;
    sizes.textUnits += row.text.to - row.text.from;
    sizes.itemBytes += row.item.to - row.item.from;
  }
  const run = createRun(extents, sizes, startMs);
  let tagAt = 0;
  let textAt = 0;
  let itemAt = 0;
  rows.forEach((row, at) => {
    pauseAt(at, FOLDING);
    run.ids[at] = row.id;
    run.times[at] = row.timeMs - startMs;
    run.media[at] = row.media;
    run.flags[at] = row.flags;
    for (const key of row.tagKeys) run.tagKeys[tagAt++] = key;
    room.copyText(row.text, run.text, textAt);
    textAt += row.text.to - row.text.from;
    room.copyItem(row.item, run.items, itemAt);
    itemAt += row.item.to - row.item.from;
    run.tagEnds[at] = tagAt;
    run.textEnds[at] = textAt;
    run.itemEnds[at] = itemAt;
  });
  return run;
}

/** One run with the living rows of several; null when none lives. */
export function mergeRuns(
  extents: SharedExtents,
  startMs: number,
  sources: readonly Run[],
): Run | null {
  const stretches = stretchesOf(sources, FLAG.dead);
  const sizes = sizesOf(stretches);
  if (sizes.count === 0) return null;
  const target = createRun(extents, sizes, startMs);
  const place = { row: 0, tag: 0, text: 0, item: 0 };
  for (const { run, from, to } of stretches) {
    for (let row = from; row < to; row += ROWS_PER_PAUSE) {
      pause();
      copyStretch(
        extents.arena,
        target,
        { run, from: row, to: Math.min(to, row + ROWS_PER_PAUSE) },
        place,
      );
    }
  }
  return target;
}

/** Puts the bytes of a run into the arena. @throws when they are none. */
export function placeRun(extents: SharedExtents, parts: readonly Uint8Array[]): Run {
  const run = Run.attach(extents.arena, extents.place(parts));
  const byteLength = parts.reduce((sum, { length }) => sum + length, 0);
  assert(run.byteLength === byteLength, 'a run is as long as its header says');
  return run;
}

/** Offsets of a run and of its index. */
export function extentsOf({ at, index }: Run): number[] {
  return index === null ? [at] : [at, ...index.offsets];
}

function createRun(extents: SharedExtents, sizes: RunSizes, startMs: number): Run {
  return Run.create(extents.arena, extents.allocate(runByteLength(sizes)), sizes, startMs);
}

function sizesOf(stretches: readonly Stretch<Run>[]): RunSizes {
  const sizes: RunSizes = { count: 0, tags: 0, textUnits: 0, itemBytes: 0 };
  for (const { run, from, to } of stretches) {
    sizes.count += to - from;
    sizes.tags += run.tagEnds[to - 1]! - run.tagStart(from);
    sizes.textUnits += run.textEnds[to - 1]! - run.textStart(from);
    sizes.itemBytes += run.itemEnds[to - 1]! - run.itemStart(from);
  }
  return sizes;
}

type Column = Uint32Array | Float64Array | Uint16Array | Uint8Array;

/** Elements `from` to `to`, by `memory.copy`: with `set`, merging in shared memory takes twice as long. */
function copyElements(
  arena: Arena,
  target: Column,
  at: number,
  source: Column,
  from: number,
  to: number,
): void {
  const size = source.BYTES_PER_ELEMENT;
  arena.copy(target.byteOffset + size * at, source.byteOffset + size * from, size * (to - from));
}

/** Copies whole columns of a stretch; only the ends need arithmetic. */
function copyStretch(
  arena: Arena,
  target: Run,
  { run, from, to }: Stretch<Run>,
  place: { row: number; tag: number; text: number; item: number },
): void {
  const tagFrom = run.tagStart(from);
  const textFrom = run.textStart(from);
  const itemFrom = run.itemStart(from);
  const tagTo = run.tagEnds[to - 1]!;
  const textTo = run.textEnds[to - 1]!;
  const itemTo = run.itemEnds[to - 1]!;
  copyElements(arena, target.ids, place.row, run.ids, from, to);
  copyElements(arena, target.times, place.row, run.times, from, to);
  copyElements(arena, target.media, place.row, run.media, from, to);
  copyElements(arena, target.flags, place.row, run.flags, from, to);
  copyElements(arena, target.tagKeys, place.tag, run.tagKeys, tagFrom, tagTo);
  copyElements(arena, target.text, place.text, run.text, textFrom, textTo);
  copyElements(arena, target.items, place.item, run.items, itemFrom, itemTo);
  for (let row = from; row < to; row++) {
    target.tagEnds[place.row] = run.tagEnds[row]! - tagFrom + place.tag;
    target.textEnds[place.row] = run.textEnds[row]! - textFrom + place.text;
    target.itemEnds[place.row] = run.itemEnds[row]! - itemFrom + place.item;
    place.row += 1;
  }
  place.tag += tagTo - tagFrom;
  place.text += textTo - textFrom;
  place.item += itemTo - itemFrom;
}
