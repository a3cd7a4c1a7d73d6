/**
 * Rows in reading order: newest first, and of the same time the greatest id first.
 *
 * Runs of several indices hold their rows in this order, in columns; this file finds and merges rows.
 */

/** Places in reading order. */
interface OrderedPlaces {
  readonly count: number;
  readonly startMs: number;
  /** Milliseconds after `startMs`. */
  readonly times: ArrayLike<number>;
  readonly ids: ArrayLike<number>;
}

/** Columns of rows in reading order. */
export interface OrderedRows extends OrderedPlaces {
  readonly flags: Uint8Array;
}

/** Rows `from` to `to`, exclusive, of a run. */
export interface Stretch<Rows extends OrderedRows> {
  run: Rows;
  from: number;
  to: number;
}

/**
 * The first row that does not come before (timeMs, id): rows newer than that instant, or as new with a
 * greater id, come before.
 */
export function lowerBound(
  { count, startMs, times, ids }: OrderedPlaces,
  timeMs: number,
  id: number,
): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = startMs + times[middle]!;
    const before = at > timeMs || (at === timeMs && ids[middle]! > id);
    if (before) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The row with this time and id, or -1. */
export function rowOf(rows: OrderedPlaces, timeMs: number, id: number): number {
  const row = lowerBound(rows, timeMs, id);
  const isFound =
    row < rows.count && rows.ids[row] === id && rows.startMs + rows.times[row]! === timeMs;
  return isFound ? row : -1;
}

/**
 * The live rows of all sources, which begin at the same instant, in reading order, cut where the source
 * changes. A row is dead if the bit `dead` is set in its flags.
 */
export function stretchesOf<Rows extends OrderedRows>(
  sources: readonly Rows[],
  dead: number,
): Stretch<Rows>[] {
  const heads = sources.map((run) => nextLiving(run, 0, dead));
  const stretches: Stretch<Rows>[] = [];
  let open: Stretch<Rows> | null = null;
  for (;;) {
    const next = newestHead(sources, heads);
    if (next < 0) return stretches;
    const run = sources[next]!;
    const row = heads[next]!;
    if (open !== null && open.run === run && open.to === row) {
      open.to = row + 1;
    } else {
      open = { run, from: row, to: row + 1 };
      stretches.push(open);
    }
    heads[next] = nextLiving(run, row + 1, dead);
  }
}

function nextLiving({ count, flags }: OrderedRows, from: number, dead: number): number {
  let row = from;
  while (row < count && (flags[row]! & dead) !== 0) row += 1;
  return row;
}

/** Index of the source whose head comes first, or -1 when all are read. */
function newestHead(sources: readonly OrderedRows[], heads: readonly number[]): number {
  let best = -1;
  let bestTime = 0;
  let bestId = 0;
  for (let at = 0; at < sources.length; at++) {
    const { count, times, ids } = sources[at]!;
    const row = heads[at]!;
    if (row >= count) continue;
    const time = times[row]!;
    const id = ids[row]!;
    if (best < 0 || time > bestTime || (time === bestTime && id > bestId)) {
      best = at;
      bestTime = time;
      bestId = id;
    }
  }
  return best;
}

/** A walk over the rows of a run, up to `end`. */
export interface Walk {
  readonly run: OrderedRows;
  readonly row: number;
  readonly end: number;
}

/** The walk whose row comes first, of runs that begin at the same instant; null when all have ended. */
export function newestOf<W extends Walk>(walks: readonly W[]): W | null {
  let best: W | null = null;
  let bestTime = 0;
  let bestId = 0;
  for (const walk of walks) {
    if (walk.row >= walk.end) continue;
    const time = walk.run.times[walk.row]!;
    const id = walk.run.ids[walk.row]!;
    if (best === null || time > bestTime || (time === bestTime && id > bestId)) {
      best = walk;
      bestTime = time;
      bestId = id;
    }
  }
  return best;
}
