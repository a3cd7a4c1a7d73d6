/**
 * Counts of articles by tag and media, in each of the six windows.
 *
 *   tag ─► block of its pairs, with space for 1, 2, 4, … of them
 *          media:  16 bits each, by media code
 *          counts: now, 3 h, 6 h, 12 h, 24 h, 48 h ago
 *
 * Invariants: the pairs of a tag are in the order of their media's codes, in which scores are
 * summed; after `settle` every pair has a count that is not zero. A tag is *active* while it has
 * pairs: windows overlap or touch, so this is while an article of the last 72 h has the tag.
 *
 * The pairs of a tag are adjacent because every ranking reads all of them. Linked pairs took four
 * times as long: each must be loaded before the position of the next is known.
 */
import { bytesOf, withCapacity } from '../../../engine/columns/columns.js';
import { DAY_MS } from '../../../kernel/clock.js';
import { getOrInsert } from '../../../kernel/collections.js';
import type { ArticleRows } from './article-rows.js';
import { REACH_MS, WINDOW_COUNT, WINDOW_MS, WINDOW_SHIFTS_MS } from './formulas.js';
import type { TagTable } from './tag-table.js';
import type { FlatPairs } from './tally-kernel.js';

/** `flatten` pauses after so many tags: about a millisecond. */
const FLATTEN_PAUSE_EVERY = 10_000;

export class PairCounts {
  readonly #isBefore: (media: number, other: number) => boolean;
  readonly #onActivity: (tag: number) => void;
  /** By tag: start of its block, number of pairs in the block, and capacity of the block. */
  #starts = new Uint32Array(0);
  #lengths = new Uint32Array(0);
  #capacities = new Uint32Array(0);
  #media = new Uint16Array(0);
  #counts = new Uint32Array(0);
  #end = 0;
  /** Starts of free blocks, by capacity. */
  readonly #free = new Map<number, number[]>();
  /** Tags that may have pairs with only zero counts. */
  #zeroed: number[] = [];
  #size = 0;

  /**
   * @param isBefore whether a media's code comes before another's.
   * @param onActivity called with each tag that becomes active or inactive.
   */
  constructor(
    isBefore: (media: number, other: number) => boolean,
    onActivity: (tag: number) => void,
  ) {
    this.#isBefore = isBefore;
    this.#onActivity = onActivity;
  }

  get size(): number {
    return this.#size;
  }

  get byteLength(): number {
    const columns = [this.#starts, this.#lengths, this.#capacities, this.#media, this.#counts];
    return bytesOf(...columns);
  }

  isActive(tag: number): boolean {
    return this.mediaCount(tag) > 0;
  }

  /** Visits the media of a tag in the order of their codes, with their counts in a window. */
  eachMedia(tag: number, window: number, visit: (media: number, count: number) => void): void {
    const start = this.#starts[tag]!;
    const end = start + this.mediaCount(tag);
    for (let at = start; at < end; at++) {
      visit(this.#media[at]!, this.#counts[at * WINDOW_COUNT + window]!);
    }
  }

  /**
   * Copies the pairs of some tags into adjacent memory, which every category then reads
   * sequentially. Pauses about every millisecond.
   * @param target has capacity for `size` pairs.
   */
  *flatten(tags: Int32Array, target: FlatPairs): Generator<void> {
    const { media, counts, ends } = target;
    let end = 0;
    for (let item = 0; item < tags.length; item++) {
      const tag = tags[item]!;
      const start = this.#starts[tag]!;
      const stop = start + this.#lengths[tag]!;
      // A loop, because most tags have one or two pairs, for which subarrays are slower.
      for (let at = start; at < stop; at++) media[end + at - start] = this.#media[at]!;
      const [to, from] = [end * WINDOW_COUNT, start * WINDOW_COUNT];
      const length = (stop - start) * WINDOW_COUNT;
      for (let at = 0; at < length; at++) counts[to + at] = this.#counts[from + at]!;
      end += stop - start;
      ends[item] = end;
      if (item % FLATTEN_PAUSE_EVERY === 0) yield;
    }
  }

  /** Adds `change` to the articles of a tag and media in a window. */
  count(tag: number, media: number, window: number, change: number): void {
    let at = this.#find(tag, media);
    if (at < 0) at = this.#insert(tag, media);
    const place = at * WINDOW_COUNT + window;
    this.#counts[place]! += change;
    if (change < 0 && this.#counts[place] === 0) this.#zeroed.push(tag);
  }

  /** Removes pairs without articles. */
  settle(): void {
    const zeroed = this.#zeroed;
    if (zeroed.length === 0) return;
    this.#zeroed = [];
    for (const tag of zeroed) this.#dropZeros(tag);
  }

  clear(): void {
    for (let tag = 0; tag < this.#lengths.length; tag++) {
      if (this.#lengths[tag]! > 0) this.#onActivity(tag);
    }
    this.#lengths.fill(0);
    this.#capacities.fill(0);
    this.#free.clear();
    this.#zeroed = [];
    this.#end = 0;
    this.#size = 0;
  }

  /** Number of media with a tag in any window. */
  mediaCount(tag: number): number {
    return tag < this.#lengths.length ? this.#lengths[tag]! : 0;
  }

  /** Index of the pair of a tag and a media, or -1. */
  #find(tag: number, media: number): number {
    const start = this.#starts[tag]!;
    const end = start + this.mediaCount(tag);
    for (let at = start; at < end; at++) if (this.#media[at] === media) return at;
    return -1;
  }

  /** Adds a pair, and returns its index. */
  #insert(tag: number, media: number): number {
    if (tag >= this.#lengths.length) {
      this.#starts = withCapacity(this.#starts, tag + 1);
      this.#lengths = withCapacity(this.#lengths, tag + 1);
      this.#capacities = withCapacity(this.#capacities, tag + 1);
    }
    const length = this.#lengths[tag]!;
    if (length === 0) this.#onActivity(tag);
    if (length === this.#capacities[tag]) this.#move(tag, Math.max(1, 2 * length));
    const end = this.#starts[tag]! + length;
    let at = end;
    while (at > this.#starts[tag]! && this.#isBefore(media, this.#media[at - 1]!)) at -= 1;
    this.#copy(at, end, at + 1);
    this.#media[at] = media;
    this.#counts.fill(0, at * WINDOW_COUNT, (at + 1) * WINDOW_COUNT);
    this.#lengths[tag] = length + 1;
    this.#size += 1;
    return at;
  }

  #dropZeros(tag: number): void {
    const start = this.#starts[tag]!;
    const length = this.#lengths[tag]!;
    let kept = 0;
    for (let at = start; at < start + length; at++) {
      if (this.#isZero(at)) continue;
      if (at !== start + kept) this.#copy(at, at + 1, start + kept);
      kept += 1;
    }
    if (kept === length) return;
    this.#lengths[tag] = kept;
    this.#size -= length - kept;
    const capacity = this.#capacities[tag]!;
    // At a quarter of the capacity, not half: otherwise the next article could double it again.
    if (4 * kept <= capacity) this.#move(tag, kept === 0 ? 0 : capacity / 2);
    if (kept === 0) this.#onActivity(tag);
  }

  #isZero(pair: number): boolean {
    for (let at = pair * WINDOW_COUNT; at < (pair + 1) * WINDOW_COUNT; at++) {
      if (this.#counts[at] !== 0) return false;
    }
    return true;
  }

  /** Moves a tag's pairs to a block of another capacity; capacity 0 means no block. */
  #move(tag: number, capacity: number): void {
    const from = this.#starts[tag]!;
    const to = capacity === 0 ? 0 : this.#take(capacity);
    this.#copy(from, from + this.#lengths[tag]!, to);
    this.#release(from, this.#capacities[tag]!);
    this.#starts[tag] = to;
    this.#capacities[tag] = capacity;
  }

  /** The start of a free block of this capacity. */
  #take(capacity: number): number {
    const free = this.#free.get(capacity)?.pop();
    if (free !== undefined) return free;
    const start = this.#end;
    this.#end += capacity;
    this.#media = withCapacity(this.#media, this.#end);
    this.#counts = withCapacity(this.#counts, this.#end * WINDOW_COUNT);
    return start;
  }

  #release(start: number, capacity: number): void {
    if (capacity === 0) return;
    getOrInsert(this.#free, capacity, () => []).push(start);
  }

  #copy(from: number, end: number, to: number): void {
    this.#media.copyWithin(to, from, end);
    this.#counts.copyWithin(to * WINDOW_COUNT, from * WINDOW_COUNT, end * WINDOW_COUNT);
  }
}

/** Days over which spellings are counted. Decision 13. */
export const SPELLING_MS = 7 * DAY_MS;

/**
 * Adds articles to the windows and subtracts them, as they enter and leave.
 *
 *   six windows of 24 hours ─► articles by tag and media; those of now also by media alone
 *   the last seven days     ─► articles by spelling of a tag
 *
 * Invariants: an article is in a window while its time is between the ends, ends excluded, so a
 * move costs as much as the articles that enter and leave. Pairs that become empty stay until they
 * are settled. Not here: which articles are visible, where the windows end (counter.ts).
 */
export class WindowCounts {
  readonly #rows: ArticleRows;
  readonly #tags: TagTable;
  readonly #pairs: PairCounts;
  /** Articles in the window of now, by media number. */
  articles = new Uint32Array(0);

  constructor(rows: ArticleRows, tags: TagTable, pairs: PairCounts) {
    this.#rows = rows;
    this.#tags = tags;
    this.#pairs = pairs;
  }

  clear(): void {
    this.#pairs.clear();
    this.#tags.clearRecent();
    this.articles.fill(0);
  }

  /** Adds a visible article to the windows that end at `atMs`, or subtracts it. */
  count(row: number, sign: 1 | -1, atMs: number): void {
    const ageMs = atMs - this.#rows.times[row]!;
    if (ageMs > 0 && ageMs <= SPELLING_MS) this.#countSpellings(row, sign);
    if (this.#rows.pending[row] === 1 || ageMs <= 0 || ageMs > REACH_MS) return;
    for (let window = 0; window < WINDOW_COUNT; window++) {
      if (isInWindow(ageMs, window)) this.#countIn(window, row, sign);
    }
  }

  /** Moves the ends of the windows; invisible articles are not in any count. */
  slide(fromMs: number, toMs: number, isVisible: (row: number) => boolean): void {
    // First additions, then subtractions: a pair that is in both is not removed and made again.
    for (const [change, lagMs] of [
      [1, 0],
      [-1, WINDOW_MS],
    ] as const) {
      WINDOW_SHIFTS_MS.forEach((shiftMs, window) => {
        const backMs = shiftMs + lagMs;
        this.#rows.inRange(fromMs - backMs, toMs - backMs, (row) => {
          if (this.#rows.pending[row] === 0 && isVisible(row)) this.#countIn(window, row, change);
        });
      });
    }
    const recount = (backMs: number, change: 1 | -1): void =>
      this.#rows.inRange(fromMs - backMs, toMs - backMs, (row) => {
        if (isVisible(row)) this.#countSpellings(row, change);
      });
    recount(0, 1);
    recount(SPELLING_MS, -1);
  }

  #countIn(window: number, row: number, sign: 1 | -1): void {
    const { tags, tagStarts, tagCounts } = this.#rows;
    const media = this.#rows.media[row]!;
    const start = tagStarts[row]!;
    const end = start + tagCounts[row]!;
    for (let at = start; at < end; at++) {
      this.#pairs.count(this.#tags.tagOf(tags[at]!), media, window, sign);
    }
    if (window !== 0) return;
    this.articles = withCapacity(this.articles, media + 1);
    this.articles[media]! += sign;
  }

  #countSpellings(row: number, sign: 1 | -1): void {
    const { tags, tagStarts, tagCounts } = this.#rows;
    const start = tagStarts[row]!;
    const end = start + tagCounts[row]!;
    for (let at = start; at < end; at++) this.#tags.countRecent(tags[at]!, sign);
  }
}

/** True when an article of age `ageMs` is in a window. */
export function isInWindow(ageMs: number, window: number): boolean {
  const ageThereMs = ageMs - WINDOW_SHIFTS_MS[window]!;
  return ageThereMs > 0 && ageThereMs <= WINDOW_MS;
}
