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
import { PairCounts } from './pair-counts.js';
import { Postings } from './postings.js';
import { type RankedList, rankTags } from './ranked-list.js';
import { RelatedKernel } from './related-kernel.js';
import { TallyKernel } from './tally-kernel.js';
import { isInWindow } from './window-counts.js';

/** A ranking with what related tags are found from; good until the next one is made. */
export interface ChosenList {
  ranked: RankedList;
  /** Articles of the window now. */
  postings: Postings;
  /** Order of its tags by code points, by tag number. */
  textRanks: Uint32Array;
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
    const { rows, tags, media } = this.#counter;
    const pairs = new PairCounts(
      (one, other) => media.isBefore(one, other),
      () => undefined,
    );
    const articles = new Uint32Array(media.size);
    const { active, members } = this.#count(basis, atMs, pairs, articles);
    const order = this.#ordered(active);
    this.#tally ??= new TallyKernel();
    this.#tally.reserve(order.length, pairs.size);
    pairs.flatten(order, this.#tally);
    const own = this.#counter.outletNames.ownTags(tags, (tag) => {
      const counts = new Map<number, number>();
      if (active.has(tag)) pairs.eachMedia(tag, 0, (one, count) => count && counts.set(one, count));
      return counts;
    });
    const ranked = rankTags('', basis, atMs, order, this.#tally, articles, own);
    this.#related ??= new RelatedKernel();
    const textRanks = new Uint32Array(tags.length);
    order.forEach((tag, rank) => {
      textRanks[tag] = rank;
    });
    return { ranked, postings: new Postings(rows, tags, members, this.#related), textRanks };
  }

  /** Tags by code points. Texts are compared of the past alone: those of now stand in an order already. */
  #ordered(tags: ReadonlySet<number>): Int32Array {
    const known = this.#counter.orderedTags().filter((tag) => tags.has(tag));
    if (known.length === tags.size) return known;
    const texts = new Map([...tags].map((tag) => [tag, this.#counter.tags.shownOf(tag)]));
    const sorted = [...tags].sort((a, b) => compareCodePoints(texts.get(a)!, texts.get(b)!));
    return Int32Array.from(sorted);
  }

  /** Counts the articles of a basis in every window; gives their tags, and rows of the window now. */
  #count(basis: Basis, atMs: number, pairs: PairCounts, articles: Uint32Array) {
    const { rows, tags } = this.#counter;
    const isMember = new Uint8Array(articles.length);
    for (const media of basis.media) isMember[media] = 1;
    const active = new Set<number>();
    const members: number[] = [];
    rows.inRange(atMs - REACH_MS, atMs, (row) => {
      const media = rows.media[row]!;
      if (isMember[media] !== 1 || !this.#counter.isCounted(row)) return;
      const ageMs = atMs - rows.times[row]!;
      if (ageMs <= WINDOW_MS) {
        articles[media]! += 1;
        members.push(row);
      }
      for (const spelling of rows.spellingsOf(row)) {
        const tag = tags.tagOf(spelling);
        for (let window = 0; window < WINDOW_COUNT; window++) {
          if (!isInWindow(ageMs, window)) continue;
          pairs.count(tag, media, window, 1);
          active.add(tag);
        }
      }
    });
    return { active, members };
  }
}
