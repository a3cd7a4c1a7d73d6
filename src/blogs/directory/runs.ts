/**
 * Makes runs: from rows that have just arrived, and from runs that are merged.
 *
 * Invariants: rows come out sorted and without dead ones, whatever the order they came in, so the
 * same set of rows always gives the same bytes. Only the writer's thread comes here.
 */

import type { SharedExtents } from '../../runs/extents.js';
import { type Stretch, stretchesOf } from '../../runs/reading-order.js';
import { FLAG, Run, type RunSizes, runByteLength } from './codec.js';

/** A post on its way into a run. */
export interface Row {
  id: number;
  timeMs: number;
  /** Id of its blog. */
  blog: number;
  flags: number;
  /** Search form of the title, ended by `TEXT_END`. */
  text: string;
  /** JSON and a comma, UTF-8. */
  item: Uint8Array;
}

type Column = Uint32Array | Uint16Array | Uint8Array;

export class RunMaker {
  readonly #extents: SharedExtents;
  /** Rows per blog while a run is ordered by blog; zero at all other times. */
  #counts = new Uint32Array(1024);

  constructor(extents: SharedExtents) {
    this.#extents = extents;
  }

  /** A run of rows of one segment, in any order. */
  build(startMs: number, rows: Row[]): Run {
    rows.sort((a, b) => b.timeMs - a.timeMs || b.id - a.id);
    const sizes: RunSizes = { count: rows.length, textUnits: 0, itemBytes: 0 };
    for (const { text, item } of rows) {
      sizes.textUnits += text.length;
      sizes.itemBytes += item.length;
    }
    const run = this.#create(sizes, startMs);
    const text = Buffer.from(run.text.buffer, run.text.byteOffset, run.text.byteLength);
    let textAt = 0;
    let itemAt = 0;
    rows.forEach((row, at) => {
      run.ids[at] = row.id;
      run.times[at] = row.timeMs - startMs;
      run.blogs[at] = row.blog;
      run.flags[at] = row.flags;
      text.write(row.text, 2 * textAt, 'utf16le');
      run.items.set(row.item, itemAt);
      run.textEnds[at] = textAt += row.text.length;
      run.itemEnds[at] = itemAt += row.item.length;
    });
    this.#orderByBlog(run);
    return run;
  }

  /** One run with the living rows of several; null when none lives. */
  merge(startMs: number, sources: readonly Run[]): Run | null {
    const stretches = stretchesOf(sources, FLAG.dead);
    const sizes = sizesOf(stretches);
    if (sizes.count === 0) return null;
    const target = this.#create(sizes, startMs);
    const place = { row: 0, text: 0, item: 0 };
    for (const stretch of stretches) this.#copyStretch(target, stretch, place);
    this.#orderByBlog(target);
    return target;
  }

  #create(sizes: RunSizes, startMs: number): Run {
    const at = this.#extents.allocate(runByteLength(sizes));
    return Run.create(this.#extents.arena, at, sizes, startMs);
  }

  /** Fills `byBlog` by counting: rows keep their order within a blog. */
  #orderByBlog({ blogs, byBlog, count }: Run): void {
    let greatest = 0;
    for (let row = 0; row < count; row++) greatest = Math.max(greatest, blogs[row]!);
    if (greatest >= this.#counts.length) this.#counts = new Uint32Array(2 * greatest + 1);
    const counts = this.#counts;
    const seen: number[] = [];
    for (let row = 0; row < count; row++) {
      const blog = blogs[row]!;
      if (counts[blog] === 0) seen.push(blog);
      counts[blog]! += 1;
    }
    seen.sort((a, b) => a - b);
    let start = 0;
    for (const blog of seen) {
      const rows = counts[blog]!;
      counts[blog] = start;
      start += rows;
    }
    for (let row = 0; row < count; row++) {
      const blog = blogs[row]!;
      byBlog[counts[blog]!] = row;
      counts[blog]! += 1;
    }
    for (const blog of seen) counts[blog] = 0;
  }

  /** Copies whole columns of a stretch; only the ends need arithmetic. */
  #copyStretch(
    target: Run,
    { run, from, to }: Stretch<Run>,
    place: { row: number; text: number; item: number },
  ): void {
    const textFrom = run.textStart(from);
    const itemFrom = run.itemStart(from);
    const textTo = run.textEnds[to - 1]!;
    const itemTo = run.itemEnds[to - 1]!;
    this.#copy(target.ids, place.row, run.ids, from, to);
    this.#copy(target.times, place.row, run.times, from, to);
    this.#copy(target.blogs, place.row, run.blogs, from, to);
    this.#copy(target.flags, place.row, run.flags, from, to);
    this.#copy(target.text, place.text, run.text, textFrom, textTo);
    this.#copy(target.items, place.item, run.items, itemFrom, itemTo);
    for (let row = from; row < to; row++) {
      target.textEnds[place.row] = run.textEnds[row]! - textFrom + place.text;
      target.itemEnds[place.row] = run.itemEnds[row]! - itemFrom + place.item;
      place.row += 1;
    }
    place.text += textTo - textFrom;
    place.item += itemTo - itemFrom;
  }

  /** Elements `from` to `to`, by `memory.copy`: with `set`, it takes twice as long in shared memory. */
  #copy(target: Column, at: number, source: Column, from: number, to: number): void {
    const size = source.BYTES_PER_ELEMENT;
    const [start, end] = [target.byteOffset + size * at, source.byteOffset + size * from];
    this.#extents.arena.copy(start, end, size * (to - from));
  }
}

/** A row taken back out of a run. */
export function rowAt(run: Run, at: number): Row {
  const { text } = run;
  const from = text.byteOffset + 2 * run.textStart(at);
  const to = text.byteOffset + 2 * run.textEnds[at]!;
  return {
    id: run.ids[at]!,
    timeMs: run.timeMsAt(at),
    blog: run.blogs[at]!,
    flags: run.flags[at]!,
    // Decoders refuse shared memory: the text is copied out first.
    text: Buffer.from(new Uint8Array(text.buffer).slice(from, to)).toString('utf16le'),
    item: run.items.slice(run.itemStart(at), run.itemEnds[at]!),
  };
}

function sizesOf(stretches: readonly Stretch<Run>[]): RunSizes {
  const sizes: RunSizes = { count: 0, textUnits: 0, itemBytes: 0 };
  for (const { run, from, to } of stretches) {
    sizes.count += to - from;
    sizes.textUnits += run.textEnds[to - 1]! - run.textStart(from);
    sizes.itemBytes += run.itemEnds[to - 1]! - run.itemStart(from);
  }
  return sizes;
}
