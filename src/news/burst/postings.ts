/**
 * Which articles of a stretch of time carry a tag, and which tags they share.
 *
 * Made in one pass over the articles (a counting sort by tag), read by place; it is a picture of
 * one moment and does not follow what comes later.
 */
import type { ArticleRows } from './article-rows.js';
import type { TagTable } from './tag-table.js';

export interface SharedTag {
  tag: number;
  /** Articles that carry both. */
  count: number;
}

export class Postings {
  readonly #rows: ArticleRows;
  /** Rows of the articles by tag. */
  readonly #starts: Uint32Array;
  readonly #postings: Uint32Array;
  /** Tags of the articles by row, one after the other. */
  readonly #tagStarts: Uint32Array;
  readonly #tags: Uint32Array;
  readonly #shared: Uint32Array;

  /** @param members rows of articles, without repeats. */
  constructor(rows: ArticleRows, tags: TagTable, members: readonly number[]) {
    this.#rows = rows;
    this.#shared = new Uint32Array(tags.length);
    this.#starts = new Uint32Array(tags.length + 1);
    this.#tagStarts = new Uint32Array(rows.length);
    this.#tags = new Uint32Array(members.reduce((sum, row) => sum + rows.tagCounts[row]!, 0));
    let end = 0;
    for (const row of members) {
      this.#tagStarts[row] = end;
      const start = rows.tagStarts[row]!;
      for (let at = start; at < start + rows.tagCounts[row]!; at++) {
        const tag = tags.tagOf(rows.tags[at]!);
        this.#tags[end++] = tag;
        this.#starts[tag + 1]! += 1;
      }
    }
    for (let tag = 1; tag <= tags.length; tag++) this.#starts[tag]! += this.#starts[tag - 1]!;
    this.#postings = this.#sorted(members);
  }

  /** Rows of the articles that carry a tag. */
  rowsOf(tag: number): Uint32Array {
    return this.#postings.subarray(this.#starts[tag], this.#starts[tag + 1]);
  }

  /** Articles of member media that carry a tag. */
  countOf(tag: number, isMember: Uint8Array): number {
    return this.rowsOf(tag).filter((row) => isMember[this.#rows.media[row]!] === 1).length;
  }

  /**
   * The tags that share the most articles with a tag, at most `most`; ties go to the one that
   * comes first in `rank`, or else to the smaller number.
   * @param isMember 1 by number for media whose articles count.
   * @param rank order of tags among equals: smaller first.
   */
  relatedTo(tag: number, isMember: Uint8Array, most: number, rank: Uint32Array): SharedTag[] {
    const { media, tagCounts } = this.#rows;
    const shared = this.#shared;
    const tags = this.#tags;
    const seen: number[] = [];
    for (const row of this.rowsOf(tag)) {
      if (isMember[media[row]!] !== 1) continue;
      const start = this.#tagStarts[row]!;
      const end = start + tagCounts[row]!;
      for (let at = start; at < end; at++) {
        const other = tags[at]!;
        const count = shared[other]!;
        if (count === 0) seen.push(other);
        shared[other] = count + 1;
      }
    }
    // It shares all with itself, which says nothing.
    shared[tag] = 0;
    const best: SharedTag[] = [];
    for (const other of seen) {
      const count = shared[other]!;
      shared[other] = 0;
      // Most tags are no match for those that are there already.
      if (count === 0 || (best.length === most && count < best[most - 1]!.count)) continue;
      insert(best, { tag: other, count }, most, rank);
    }
    return best;
  }

  /** Every tag of the articles, each once. */
  tags(): number[] {
    const found: number[] = [];
    for (let tag = 0; tag + 1 < this.#starts.length; tag++) {
      if (this.#starts[tag + 1]! > this.#starts[tag]!) found.push(tag);
    }
    return found;
  }

  /** The counting sort: rows of members by tag. */
  #sorted(members: readonly number[]): Uint32Array {
    const ends = this.#starts.slice();
    const postings = new Uint32Array(this.#tags.length);
    let at = 0;
    for (const row of members) {
      for (let left = this.#rows.tagCounts[row]!; left > 0; left--) {
        const tag = this.#tags[at++]!;
        postings[ends[tag]!] = row;
        ends[tag]! += 1;
      }
    }
    return postings;
  }
}

/** Puts a tag among the best where it belongs. */
function insert(best: SharedTag[], one: SharedTag, most: number, rank: Uint32Array): void {
  const isAfter = (other: SharedTag): boolean =>
    other.count > one.count || (other.count === one.count && rank[other.tag]! < rank[one.tag]!);
  let place = best.length;
  while (place > 0 && !isAfter(best[place - 1]!)) place -= 1;
  if (place >= most) return;
  best.splice(place, 0, one);
  if (best.length > most) best.pop();
}
