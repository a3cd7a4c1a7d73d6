/**
 * How many articles of a media carry a tag, in each of the six windows.
 *
 *   tag ─► pair ─► pair ─► …        by media code
 *          counts: now, 3 h, 6 h, 12 h, 24 h, 48 h ago
 *
 * Invariants: the pairs of a tag are in the order of their media's codes, in which scores are
 * summed; after `settle` every pair has a count that is not zero. A tag is *active* while it has
 * pairs: windows overlap or touch, so that is as long as an article of the last 72 h carries it.
 */
import { NumberMap, roomFor } from './columns.js';
import { WINDOW_COUNT } from './formulas.js';

/** Media numbers are columns of 16 bits. */
export const MEDIA_SPAN = 65_536;
/** Heads and links hold a pair's number plus one, so that 0 means none. */
const NONE = 0;

/** The pairs of tags, one after the other, as they are at one moment. */
export interface FlatPairs {
  /** Where the pairs of each tag end. */
  ends: Uint32Array;
  media: Uint16Array;
  /** `WINDOW_COUNT` numbers for each pair. */
  counts: Uint32Array;
}

export class PairCounts {
  readonly #isBefore: (media: number, other: number) => boolean;
  readonly #onActivity: (tag: number) => void;
  readonly #pairs = new NumberMap();
  readonly #free: number[] = [];
  #heads = new Int32Array(0);
  #nexts = new Int32Array(0);
  #tags = new Int32Array(0);
  #length = 0;
  /** Room for `flatten`. */
  readonly #flat: FlatPairs = {
    ends: new Uint32Array(0),
    media: new Uint16Array(0),
    counts: new Uint32Array(0),
  };
  /** Pairs that may have come to nothing. */
  #zeroed: number[] = [];
  /** Media by pair. */
  media = new Uint16Array(0);
  /** `WINDOW_COUNT` numbers for each pair. */
  counts = new Uint32Array(0);

  /**
   * @param isBefore whether a media's code comes before another's.
   * @param onActivity told of tags that became active or ceased to be.
   */
  constructor(
    isBefore: (media: number, other: number) => boolean,
    onActivity: (tag: number) => void,
  ) {
    this.#isBefore = isBefore;
    this.#onActivity = onActivity;
  }

  get size(): number {
    return this.#pairs.size;
  }

  get byteLength(): number {
    const held = [this.#heads, this.#nexts, this.#tags, this.media, this.counts, this.#pairs];
    const columns = [...held, this.#flat.ends, this.#flat.media, this.#flat.counts];
    return columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  isActive(tag: number): boolean {
    return tag < this.#heads.length && this.#heads[tag] !== NONE;
  }

  /** The first pair of a tag, or -1. */
  firstOf(tag: number): number {
    return tag < this.#heads.length ? this.#heads[tag]! - 1 : -1;
  }

  /** The pair after a pair, or -1. */
  after(pair: number): number {
    return this.#nexts[pair]! - 1;
  }

  /**
   * The pairs of some tags in one piece: every category reads them once, from front to back. Good
   * until the next call: these are the largest columns of a tick, and new ones each time would keep
   * the collector busy.
   */
  flatten(tags: Int32Array): FlatPairs {
    this.#flat.ends = roomFor(this.#flat.ends, tags.length);
    this.#flat.media = roomFor(this.#flat.media, this.size);
    this.#flat.counts = roomFor(this.#flat.counts, this.size * WINDOW_COUNT);
    const { ends, media, counts } = this.#flat;
    const heads = this.#heads;
    const nexts = this.#nexts;
    const pairMedia = this.media;
    const pairCounts = this.counts;
    let end = 0;
    for (let item = 0; item < tags.length; item++) {
      for (let pair = heads[tags[item]!]!; pair !== NONE; pair = nexts[pair - 1]!) {
        media[end] = pairMedia[pair - 1]!;
        const from = (pair - 1) * WINDOW_COUNT;
        const to = end * WINDOW_COUNT;
        for (let window = 0; window < WINDOW_COUNT; window++) {
          counts[to + window] = pairCounts[from + window]!;
        }
        end += 1;
      }
      ends[item] = end;
    }
    return { ends: ends.subarray(0, tags.length), media, counts };
  }

  /** Counts so many articles more, or less, in a window. */
  count(tag: number, media: number, window: number, change: number): void {
    const key = tag * MEDIA_SPAN + media;
    let pair = this.#pairs.get(key);
    if (pair < 0) pair = this.#add(key, tag, media);
    const at = pair * WINDOW_COUNT + window;
    this.counts[at]! += change;
    if (change < 0 && this.counts[at] === 0) this.#zeroed.push(pair);
  }

  /** Lets go of pairs without articles. */
  settle(): void {
    const zeroed = this.#zeroed;
    this.#zeroed = [];
    for (const pair of zeroed) if (this.#isZero(pair)) this.#remove(pair);
  }

  clear(): void {
    this.counts.fill(0);
    for (let pair = 0; pair < this.#length; pair++) this.#zeroed.push(pair);
    this.settle();
  }

  #add(key: number, tag: number, media: number): number {
    const pair = this.#free.pop() ?? this.#length++;
    this.media = roomFor(this.media, pair + 1);
    this.#tags = roomFor(this.#tags, pair + 1);
    this.#nexts = roomFor(this.#nexts, pair + 1);
    this.counts = roomFor(this.counts, (pair + 1) * WINDOW_COUNT);
    this.#heads = roomFor(this.#heads, tag + 1);
    this.media[pair] = media;
    this.#tags[pair] = tag;
    this.#pairs.set(key, pair);
    if (this.#heads[tag] === NONE) this.#onActivity(tag);
    this.#link(pair, tag, media);
    return pair;
  }

  #link(pair: number, tag: number, media: number): void {
    let before = -1;
    let at = this.firstOf(tag);
    while (at >= 0 && this.#isBefore(this.media[at]!, media)) {
      before = at;
      at = this.after(at);
    }
    this.#nexts[pair] = at + 1;
    if (before < 0) this.#heads[tag] = pair + 1;
    else this.#nexts[before] = pair + 1;
  }

  /** False as well for a pair that has been let go of. */
  #isZero(pair: number): boolean {
    if (this.#pairs.get(this.#keyOf(pair)) !== pair) return false;
    for (let at = pair * WINDOW_COUNT; at < (pair + 1) * WINDOW_COUNT; at++) {
      if (this.counts[at] !== 0) return false;
    }
    return true;
  }

  #remove(pair: number): void {
    const tag = this.#tags[pair]!;
    let before = -1;
    for (let at = this.firstOf(tag); at !== pair; at = this.after(at)) before = at;
    if (before < 0) this.#heads[tag] = this.#nexts[pair]!;
    else this.#nexts[before] = this.#nexts[pair]!;
    this.#pairs.delete(this.#keyOf(pair));
    this.#free.push(pair);
    if (this.#heads[tag] === NONE) this.#onActivity(tag);
  }

  #keyOf(pair: number): number {
    return this.#tags[pair]! * MEDIA_SPAN + this.media[pair]!;
  }
}
