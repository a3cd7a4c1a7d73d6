/**
 * Ranks the tags of outlets that somebody chose, as of any moment whose windows the counter still has
 * articles of: counted anew from the rows of these outlets, so it costs what they wrote and changes nothing.
 *
 * The ranking is the one of a world in which only these outlets exist, with two exceptions: tags are shown in
 * the spelling that all outlets use most, and names of all outlets have no rank.
 * Not here: the windows of all outlets (counter.ts).
 */
import type { BurstCounter } from './counter.js';
import { REACH_MS, WINDOW_COUNT, WINDOW_MS } from './formulas.js';
import type { Basis } from './media-table.js';
import { compareCodePoints } from './order.js';
import { Postings } from './postings.js';
import { type RankedList, rankTags } from './ranked-list.js';
import { RelatedKernel } from './related-kernel.js';
import { type FlatPairs, TallyKernel } from './tally-kernel.js';
import { isInWindow } from './window-counts.js';

/** A ranking with what related tags are found from; good until the next one is made. */
export interface ChosenList {
  ranked: RankedList;
  /** Articles of the window now. */
  postings: Postings;
  /** Order of its tags by code points, by tag number. */
  textRanks: Uint32Array;
}

/** Parts of a column up to this long are sorted by insertion. */
const SHORT = 24;

/** What a basis wrote. */
interface Found {
  /** By article the place of its media among `codes` with its windows, a bit for each; and where its tags end. */
  found: number[];
  /** Rows of the window now. */
  members: number[];
  /** Articles of the window now, by media number. */
  articles: Uint32Array;
  /** Articles of any window, by tag. */
  uses: Uint32Array;
  /** Tags that are carried. */
  distinct: number;
  /** Tags of all articles, one article after the other. */
  carried: number[];
  /** Media of the basis in the order of their codes. */
  codes: number[];
}

export class ChosenRanking {
  readonly #counter: BurstCounter;
  /** Made when first asked for. */
  #tally: TallyKernel | null = null;
  #related: RelatedKernel | null = null;

  constructor(counter: BurstCounter) {
    this.#counter = counter;
  }

  get byteLength(): number {
    return (this.#tally?.byteLength ?? 0) + (this.#related?.byteLength ?? 0);
  }

  /** The ranking of a basis as of `atMs`, which is not before the counter has articles of all windows. */
  list(basis: Basis, atMs: number): ChosenList {
    const { rows, tags } = this.#counter;
    this.#tally ??= new TallyKernel();
    const found = this.#find(basis, atMs);
    const order = this.#ordered(found);
    const textRanks = new Uint32Array(tags.length);
    order.forEach((tag, rank) => {
      textRanks[tag] = rank;
    });
    this.#tally.reserve(order.length, found.carried.length);
    this.#fill(order, textRanks, found, this.#tally);
    const kernel = this.#tally;
    const own = this.#counter.outletNames.ownTags(tags, (tag) => {
      return found.uses[tag] ? countsOf(kernel, textRanks[tag]!) : new Map();
    });
    const ranked = rankTags('', basis, atMs, order, kernel, found.articles, own);
    this.#related ??= new RelatedKernel();
    const postings = new Postings(rows, tags, found.members, this.#related);
    return { ranked, postings, textRanks };
  }

  /** Tags with articles, by code points. Texts are compared of the past alone: those of now stand in an order. */
  #ordered({ uses, distinct }: Found): Int32Array {
    const known = new Int32Array(distinct);
    let length = 0;
    for (const tag of this.#counter.orderedTags()) if (uses[tag]! > 0) known[length++] = tag;
    if (length === distinct) return known;
    const all = [...uses.keys()].filter((tag) => uses[tag]! > 0);
    const texts = new Map(all.map((tag) => [tag, this.#counter.tags.shownOf(tag)]));
    return Int32Array.from(all.sort((a, b) => compareCodePoints(texts.get(a)!, texts.get(b)!)));
  }

  /** The articles of a basis in any window, and how many of them carry each tag. */
  #find(basis: Basis, atMs: number): Found {
    const { rows, tags, media: table } = this.#counter;
    const codes = [...basis.media].sort((a, b) => (table.isBefore(a, b) ? -1 : 1));
    const places = new Int32Array(table.size).fill(-1);
    codes.forEach((media, place) => {
      places[media] = place;
    });
    const articles = new Uint32Array(table.size);
    const found: number[] = [];
    const members: number[] = [];
    const uses = new Uint32Array(tags.length);
    const carried: number[] = [];
    let distinct = 0;
    rows.inRange(atMs - REACH_MS, atMs, (row) => {
      const media = rows.media[row]!;
      if (places[media]! < 0 || !this.#counter.isCounted(row)) return;
      const ageMs = atMs - rows.times[row]!;
      if (ageMs <= WINDOW_MS) {
        articles[media]! += 1;
        members.push(row);
      }
      const start = rows.tagStarts[row]!;
      const end = start + rows.tagCounts[row]!;
      for (let at = start; at < end; at++) {
        const tag = tags.tagOf(rows.tags[at]!);
        if (uses[tag]!++ === 0) distinct += 1;
        carried.push(tag);
      }
      found.push((places[media]! << WINDOW_COUNT) | windowsOf(ageMs), carried.length);
    });
    return { found, members, articles, uses, distinct, carried, codes };
  }

  /**
   * Writes the pairs of tags into the kernel: what carries a tag is laid side by side, and counted by media.
   * Pairs counted one by one, in blocks that grow, took five times as long (bench sets).
   */
  #fill(
    order: Int32Array,
    items: Uint32Array,
    { found, uses, carried, codes }: Found,
    { media, counts, ends }: FlatPairs,
  ): void {
    const stops = new Uint32Array(order.length);
    for (let item = 1; item < order.length; item++) {
      stops[item] = stops[item - 1]! + uses[order[item - 1]!]!;
    }
    // Each with its media's place in the order of codes, by tag.
    const carriers = new Uint32Array(carried.length);
    for (let article = 0, at = 0; article < found.length; article += 2) {
      const end = found[article + 1]!;
      for (; at < end; at++) carriers[stops[items[carried[at]!]!]!++] = found[article]!;
    }
    let pair = -1;
    for (let item = 0, at = 0; item < order.length; item++) {
      const stop = stops[item]!;
      sort(carriers, at, stop);
      for (let last = -1; at < stop; at++) {
        const carrier = carriers[at]!;
        const place = carrier >> WINDOW_COUNT;
        const isNew = place !== last;
        if (isNew) media[++pair] = codes[place]!;
        const to = pair * WINDOW_COUNT;
        for (let window = 0; window < WINDOW_COUNT; window++) {
          const before = isNew ? 0 : counts[to + window]!;
          counts[to + window] = before + ((carrier >> window) & 1);
        }
        last = place;
      }
      ends[item] = pair + 1;
    }
  }
}

/** The windows that an article so old belongs to, a bit for each. */
function windowsOf(ageMs: number): number {
  let bits = 0;
  for (let window = 0; window < WINDOW_COUNT; window++) {
    if (isInWindow(ageMs, window)) bits |= 1 << window;
  }
  return bits;
}

/** Sorts a part of a column: most parts are a few numbers, for which a call of the engine's sort is dear. */
function sort(column: Uint32Array, start: number, end: number): void {
  if (end - start > SHORT) {
    column.subarray(start, end).sort();
    return;
  }
  for (let at = start + 1; at < end; at++) {
    const value = column[at]!;
    let to = at;
    for (; to > start && column[to - 1]! > value; to--) column[to] = column[to - 1]!;
    column[to] = value;
  }
}

/** Articles of the window now by media, of one of the kernel's tags. */
function countsOf({ ends, media, counts }: FlatPairs, item: number): Map<number, number> {
  const found = new Map<number, number>();
  for (let pair = item === 0 ? 0 : ends[item - 1]!; pair < ends[item]!; pair++) {
    const count = counts[pair * WINDOW_COUNT]!;
    if (count > 0) found.set(media[pair]!, count);
  }
  return found;
}
