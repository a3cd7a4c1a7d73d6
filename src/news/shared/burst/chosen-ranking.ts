/**
 * Ranks the tags of chosen outlets, as of any time for whose windows the counter has all articles.
 * Counts are made from the rows of these outlets: the cost depends on these alone.
 *
 * The ranking is the same as if only these outlets existed, with two exceptions: tags are shown in
 * the spelling that all outlets use most, and names of all outlets have no rank.
 *
 *   articles by outlet, in the order of codes ─► counting sort by tag ─► pairs of tag and outlet
 *
 * Pairs are sorted, because the look-up of each pair, as in `PairCounts`, took five times as long.
 * Not here: the windows of all outlets (counter.ts).
 */
import { finished } from '../../../kernel/runtime/pause.js';
import type { BurstCounter } from './counter.js';
import { REACH_MS, WINDOW_COUNT } from './formulas.js';
import { type Basis, placesOf } from './media-table.js';
import { TagOrder } from './order.js';
import { isInWindow } from './pair-counts.js';
import { Postings } from './postings.js';
import { type RankedList, rankTags } from './ranked-list.js';
import { RelatedKernel } from './related-kernel.js';
import { type FlatPairs, TallyKernel } from './tally-kernel.js';
import { everydayWords } from './unranked-tags.js';

/** The bits of all windows in a use. */
const WINDOW_BITS = (1 << WINDOW_COUNT) - 1;

/** A ranking, and the data for related tags; valid until the next ranking is made. */
export interface ChosenList {
  ranked: RankedList;
  /** Articles in the window of now; null when related tags were not requested. */
  postings: Postings | null;
  /** Position of each tag in the order of code points, by tag number. */
  textRanks: Uint32Array;
}

/** Articles of a basis in all windows, ordered by the code of their outlet. */
interface Members {
  rows: number[];
  /** By member: a bit for each window that contains it. */
  windows: number[];
}

export class ChosenRanking {
  readonly #counter: BurstCounter;
  /** Kernels are made at first use. */
  #tally: TallyKernel | null = null;
  #related: RelatedKernel | null = null;

  constructor(counter: BurstCounter) {
    this.#counter = counter;
  }

  get byteLength(): number {
    return (this.#tally?.byteLength ?? 0) + (this.#related?.byteLength ?? 0);
  }

  /**
   * The ranking of a basis as of `atMs`; the counter must have all articles of its windows.
   * @param hasRelated whether to collect the data for related tags.
   */
  list(basis: Basis, atMs: number, hasRelated: boolean): ChosenList {
    const { rows, tags, outletNames } = this.#counter;
    const members = this.#members(basis, atMs);
    const now = members.rows.filter((_, member) => members.windows[member]! & 1);
    const articles = new Uint32Array(this.#counter.media.size);
    for (const row of now) articles[rows.media[row]!]! += 1;
    this.#tally ??= new TallyKernel();
    const order = this.#count(members, this.#tally);
    const textRanks = new Uint32Array(tags.length);
    for (let rank = 0; rank < order.length; rank++) textRanks[order[rank]!] = rank;
    const pairs = new OrderedPairs(order, textRanks, this.#tally);
    const own = outletNames.ownTags(tags, (tag) => {
      const counts = new Map<number, number>();
      pairs.eachMedia(tag, 0, (media, count) => count && counts.set(media, count));
      return counts;
    });
    const counted = { rows, tags, pairs, articles, now: now.forEach.bind(now) };
    const everyday = everydayWords(counted, order, basis);
    const unranked = new Set([...own, ...everyday]);
    const ranked = finished(rankTags('', basis, atMs, order, this.#tally, articles, unranked));
    if (!hasRelated) return { ranked, postings: null, textRanks };
    this.#related ??= new RelatedKernel();
    return { ranked, postings: new Postings(rows, tags, now, this.#related), textRanks };
  }

  #members(basis: Basis, atMs: number): Members {
    const { rows } = this.#counter;
    const places = placesOf(basis);
    const byPlace: number[][] = basis.media.map(() => []);
    rows.inRange(atMs - REACH_MS, atMs, (row) => {
      const place = places[rows.media[row]!] ?? -1;
      if (place >= 0 && this.#counter.isCounted(row)) byPlace[place]!.push(row);
    });
    const members = byPlace.flat();
    return { rows: members, windows: members.map((row) => windowsOf(atMs - rows.times[row]!)) };
  }

  /** Writes the pairs of the articles' tags into a kernel; returns these tags by code points. */
  #count({ rows: members, windows }: Members, kernel: TallyKernel): Int32Array {
    const { rows, tags } = this.#counter;
    const { tags: spellings, tagStarts, tagCounts, media } = rows;
    let carried = 0;
    for (const row of members) carried += tagCounts[row]!;
    const tagOf = new Uint32Array(carried);
    // For each use of a tag: the outlet and the windows.
    const useOf = new Uint32Array(carried);
    const uses = new Uint32Array(tags.length);
    let end = 0;
    for (let member = 0; member < members.length; member++) {
      const row = members[member]!;
      const start = tagStarts[row]!;
      const stop = start + tagCounts[row]!;
      const use = (media[row]! << WINDOW_COUNT) | windows[member]!;
      for (let at = start; at < stop; at++) {
        const tag = tags.tagOf(spellings[at]!);
        uses[tag]! += 1;
        tagOf[end] = tag;
        useOf[end++] = use;
      }
    }
    const order = this.#ordered(uses);
    const next = new Uint32Array(tags.length);
    for (let item = 0, from = 0; item < order.length; item++) {
      next[order[item]!] = from;
      from += uses[order[item]!]!;
    }
    const sorted = new Uint32Array(carried);
    for (let at = 0; at < carried; at++) sorted[next[tagOf[at]!]!++] = useOf[at]!;
    kernel.reserve(order.length, carried);
    kernel.counts.fill(0, 0, carried * WINDOW_COUNT);
    sumUp(order, uses, sorted, kernel);
    return order;
  }

  /** Used tags by code points. The counter has active tags in order; only others are compared. */
  #ordered(uses: Uint32Array): Int32Array {
    const { tags } = this.#counter;
    const known = this.#counter.orderedTags().filter((tag) => uses[tag]! > 0);
    const isKnown = new Uint8Array(uses.length);
    for (const tag of known) isKnown[tag] = 1;
    const order = new TagOrder(
      (tag) => tags.shownOf(tag),
      () => true,
      known,
    );
    for (let tag = 0; tag < uses.length; tag++)
      if (uses[tag]! > 0 && isKnown[tag] === 0) order.touch(tag);
    return order.tags();
  }
}

/** Sums adjacent uses of a tag by one outlet to a pair. `counts` must be zero before. */
function sumUp(
  order: Int32Array,
  uses: Uint32Array,
  sorted: Uint32Array,
  { media, counts, ends }: FlatPairs,
): void {
  let pair = -1;
  for (let item = 0, at = 0; item < order.length; item++) {
    let last = -1;
    for (const stop = at + uses[order[item]!]!; at < stop; at++) {
      const use = sorted[at]!;
      const outlet = use >> WINDOW_COUNT;
      if (outlet !== last) media[++pair] = outlet;
      last = outlet;
      const first = pair * WINDOW_COUNT;
      for (let bits = use & WINDOW_BITS; bits !== 0; bits &= bits - 1) {
        counts[first + 31 - Math.clz32(bits & -bits)]! += 1;
      }
    }
    ends[item] = pair + 1;
  }
}

/** Windows that contain an article of age `ageMs`, as bits. */
function windowsOf(ageMs: number): number {
  let bits = 0;
  for (let window = 0; window < WINDOW_COUNT; window++) {
    if (isInWindow(ageMs, window)) bits |= 1 << window;
  }
  return bits;
}

/** Pairs in a kernel, by tag. */
class OrderedPairs {
  readonly #order: Int32Array;
  readonly #textRanks: Uint32Array;
  readonly #kernel: TallyKernel;

  constructor(order: Int32Array, textRanks: Uint32Array, kernel: TallyKernel) {
    this.#order = order;
    this.#textRanks = textRanks;
    this.#kernel = kernel;
  }

  mediaCount(tag: number): number {
    return this.#end(tag) - this.#start(tag);
  }

  eachMedia(tag: number, window: number, visit: (media: number, count: number) => void): void {
    const { media, counts } = this.#kernel;
    const end = this.#end(tag);
    for (let at = this.#start(tag); at < end; at++)
      visit(media[at]!, counts[at * WINDOW_COUNT + window]!);
  }

  #has(tag: number): boolean {
    return this.#order[this.#textRanks[tag]!] === tag;
  }

  #start(tag: number): number {
    const item = this.#textRanks[tag]!;
    return this.#has(tag) && item > 0 ? this.#kernel.ends[item - 1]! : 0;
  }

  #end(tag: number): number {
    return this.#has(tag) ? this.#kernel.ends[this.#textRanks[tag]!]! : 0;
  }
}
