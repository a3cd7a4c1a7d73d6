/**
 * Which articles of a stretch of time carry a tag, and which tags they share.
 *
 * Made in one pass over the articles (a counting sort by tag), read by place; it is a picture of
 * one moment and does not follow what comes later.
 */
import { assert } from '../../kernel/assert.js';
import type { ArticleRows } from './article-rows.js';
import { roomFor } from './columns.js';
import { MEDIA_SPAN } from './pair-counts.js';
import type { TagTable } from './tag-table.js';

/** Groups are bits of an integer. */
export const GROUPS_MAX = 31;

/** Told of the tags that share articles with a tag, and how many, the most first. Not to be kept. */
export type VisitRelated = (group: number, tags: Uint32Array, counts: Uint32Array) => void;

/** Media in groups, which may overlap: a bit for each group, by media number. */
export class MediaGroups {
  readonly count: number;
  readonly #bits: Uint32Array;

  /** @param groups media numbers of each; at most `GROUPS_MAX` groups. */
  constructor(groups: readonly (readonly number[])[]) {
    assert(groups.length <= GROUPS_MAX, 'every group of media has a bit');
    this.count = groups.length;
    this.#bits = new Uint32Array(MEDIA_SPAN);
    groups.forEach((media, group) => {
      for (const number of media) this.#bits[number]! |= 1 << group;
    });
  }

  /** The groups of a media, as bits. */
  of(media: number): number {
    return this.#bits[media]!;
  }
}

export class Postings {
  /** Articles by tag: places among the members. */
  readonly #starts: Uint32Array;
  readonly #postings: Uint32Array;
  /** By article: its media, and where its tags begin; they end where the next one's begin. */
  readonly #media: Uint16Array;
  readonly #tagStarts: Uint32Array;
  readonly #tags: Uint32Array;
  /** Place of a tag among those that the looked-at one is seen with, plus one; zero in between. */
  readonly #places: Uint32Array;
  /** Tags by that place, and how many articles they share in each group. */
  #seen = new Uint32Array(0);
  #counts = new Uint32Array(0);
  /** By group: used again for each tag. */
  readonly #best: BestTags[] = [];

  /** @param members rows of articles, without repeats. */
  constructor(rows: ArticleRows, tags: TagTable, members: readonly number[]) {
    this.#places = new Uint32Array(tags.length);
    this.#starts = new Uint32Array(tags.length + 1);
    this.#media = Uint16Array.from(members, (row) => rows.media[row]!);
    this.#tagStarts = new Uint32Array(members.length + 1);
    this.#tags = new Uint32Array(members.reduce((sum, row) => sum + rows.tagCounts[row]!, 0));
    let end = 0;
    members.forEach((row, article) => {
      const start = rows.tagStarts[row]!;
      for (let at = start; at < start + rows.tagCounts[row]!; at++) {
        const tag = tags.tagOf(rows.tags[at]!);
        this.#tags[end++] = tag;
        this.#starts[tag + 1]! += 1;
      }
      this.#tagStarts[article + 1] = end;
    });
    for (let tag = 1; tag <= tags.length; tag++) this.#starts[tag]! += this.#starts[tag - 1]!;
    this.#postings = this.#sorted();
  }

  /** Articles of the media of a group that carry a tag. */
  countOf(tag: number, groups: MediaGroups, group: number): number {
    const isMember = (article: number) => (groups.of(this.#media[article]!) >>> group) & 1;
    return this.#articlesOf(tag).filter(isMember).length;
  }

  /**
   * Finds, by group, the tags that share the most articles of its media with a tag, at most `most`;
   * ties go to the one that comes first in `rank`. One walk over the articles serves all groups.
   * @param wanted bits of the groups that are asked for; others find nothing.
   * @param rank order of tags among equals: smaller first.
   * @param visit called for each group that finds any.
   */
  relatedTo(
    tag: number,
    groups: MediaGroups,
    wanted: number,
    most: number,
    rank: Uint32Array,
    visit: VisitRelated,
  ): void {
    const length = this.#share(tag, groups, wanted);
    const best = this.#bestOf(groups.count, most);
    const counts = this.#counts;
    for (let place = 0, at = 0; place < length; place++) {
      for (let group = 0; group < best.length; group++, at++) {
        // Most tags are no match for those that are there already.
        if (counts[at]! < best[group]!.least) continue;
        const other = this.#seen[place]!;
        // It shares all with itself, which says nothing.
        if (other !== tag) best[group]!.add(other, counts[at]!, rank);
      }
    }
    best.forEach(({ tags, counts, length }, group) => {
      if (length > 0) visit(group, tags.subarray(0, length), counts.subarray(0, length));
    });
  }

  /** Every tag of the articles, each once. */
  tags(): number[] {
    const found: number[] = [];
    for (let tag = 0; tag + 1 < this.#starts.length; tag++) {
      if (this.#starts[tag + 1]! > this.#starts[tag]!) found.push(tag);
    }
    return found;
  }

  /** Empty lists for so many groups. */
  #bestOf(groups: number, most: number): BestTags[] {
    while (this.#best.length < groups) this.#best.push(new BestTags());
    const best = this.#best.slice(0, groups);
    for (const one of best) one.clear(most);
    return best;
  }

  /** Counts what the articles of a tag carry; returns how many tags were seen. */
  #share(tag: number, groups: MediaGroups, wanted: number): number {
    const tags = this.#tags;
    const places = this.#places;
    const width = groups.count;
    const articles = this.#articlesOf(tag);
    this.#makeRoom(articles, width);
    const seen = this.#seen;
    const counts = this.#counts;
    let length = 0;
    for (let one = 0; one < articles.length; one++) {
      const article = articles[one]!;
      const bits = groups.of(this.#media[article]!) & wanted;
      if (bits === 0) continue;
      const end = this.#tagStarts[article + 1]!;
      for (let at = this.#tagStarts[article]!; at < end; at++) {
        const other = tags[at]!;
        let place = places[other]! - 1;
        if (place < 0) {
          place = length++;
          places[other] = length;
          seen[place] = other;
          counts.fill(0, place * width, length * width);
        }
        for (let rest = bits; rest !== 0; rest &= rest - 1) {
          counts[place * width + 31 - Math.clz32(rest & -rest)]! += 1;
        }
      }
    }
    for (let place = 0; place < length; place++) places[seen[place]!] = 0;
    return length;
  }

  /** Room for every tag of some articles. */
  #makeRoom(articles: Uint32Array, width: number): void {
    let carried = 0;
    for (const article of articles) {
      carried += this.#tagStarts[article + 1]! - this.#tagStarts[article]!;
    }
    const most = Math.min(carried, this.#places.length);
    this.#seen = roomFor(this.#seen, most);
    this.#counts = roomFor(this.#counts, most * width);
  }

  #articlesOf(tag: number): Uint32Array {
    return this.#postings.subarray(this.#starts[tag], this.#starts[tag + 1]);
  }

  /** The counting sort: articles by tag. */
  #sorted(): Uint32Array {
    const ends = this.#starts.slice();
    const postings = new Uint32Array(this.#tags.length);
    for (let article = 0; article + 1 < this.#tagStarts.length; article++) {
      const end = this.#tagStarts[article + 1]!;
      for (let at = this.#tagStarts[article]!; at < end; at++) {
        const tag = this.#tags[at]!;
        postings[ends[tag]!] = article;
        ends[tag]! += 1;
      }
    }
    return postings;
  }
}

/** The tags that share the most articles with another, the most first. */
class BestTags {
  tags = new Uint32Array(0);
  counts = new Uint32Array(0);
  length = 0;
  #most = 0;

  /** Articles that a tag must share to be worth adding. */
  get least(): number {
    return this.length < this.#most ? 1 : this.counts[this.length - 1]!;
  }

  /** Empties it, for at most `most` tags. */
  clear(most: number): void {
    this.tags = roomFor(this.tags, most);
    this.counts = roomFor(this.counts, most);
    this.#most = most;
    this.length = 0;
  }

  /** Puts a tag where it belongs, if it is among the best. */
  add(tag: number, count: number, rank: Uint32Array): void {
    const { tags, counts } = this;
    let place = this.length;
    for (; place > 0; place--) {
      const known = counts[place - 1]!;
      if (known > count || (known === count && rank[tags[place - 1]!]! < rank[tag]!)) break;
    }
    if (place >= this.#most) return;
    if (this.length < this.#most) this.length += 1;
    tags.copyWithin(place + 1, place, this.length - 1);
    counts.copyWithin(place + 1, place, this.length - 1);
    tags[place] = tag;
    counts[place] = count;
  }
}
