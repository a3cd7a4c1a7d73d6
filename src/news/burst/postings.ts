/**
 * Which articles of a stretch of time carry a tag, and which tags they share.
 *
 * Made in one pass over the articles (a counting sort by tag), read by place; it is a picture of
 * one moment and does not follow what comes later.
 */
import { assert } from '../../kernel/assert.js';
import type { ArticleRows } from './article-rows.js';
import { roomFor } from './columns.js';
import type { TagTable } from './tag-table.js';

/** The counts of a tag are half a line of the cache, and are written out below, one by one. */
export const GROUPS_MAX = 8;

/** Told of the tags that share articles with a tag, and how many, the most first. Not to be kept. */
export type VisitRelated = (group: number, tags: Uint32Array, counts: Uint32Array) => void;

/** Media in groups, which may overlap. */
export class MediaGroups {
  readonly count: number;
  /** `GROUPS_MAX` numbers by media number, for those in a group: 1 for each that it is in. */
  readonly members: Uint8Array;
  /** The same as bits. */
  readonly #bits: Uint8Array;

  /** @param groups media numbers of each; at most `GROUPS_MAX` groups. */
  constructor(groups: readonly (readonly number[])[]) {
    assert(groups.length <= GROUPS_MAX, 'every group of media has a count of its own');
    this.count = groups.length;
    const span = groups.flat().reduce((most, number) => Math.max(most, number + 1), 0);
    this.members = new Uint8Array(span * GROUPS_MAX);
    this.#bits = new Uint8Array(span);
    groups.forEach((media, group) => {
      for (const number of media) {
        this.members[number * GROUPS_MAX + group] = 1;
        this.#bits[number]! |= 1 << group;
      }
    });
  }

  /** The groups of a media, as bits. */
  of(media: number): number {
    return this.#bits[media] ?? 0;
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
  /** Tags by that place, and how many articles they share in each group; zero in between as well. */
  #seen = new Uint32Array(0);
  #counts = new Uint32Array(0);
  /** Used again for each tag and group. */
  readonly #best = new BestTags();

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
    const isMember = (article: number) => (groups.of(this.#media[article]!) >> group) & 1;
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
    const best = this.#best;
    for (let group = 0; group < groups.count; group++) {
      if (((wanted >> group) & 1) === 0) continue;
      best.clear(most);
      this.#choose(best, tag, group, length, rank);
      const { tags, counts, length: found } = best;
      if (found > 0) visit(group, tags.subarray(0, found), counts.subarray(0, found));
    }
    this.#counts.fill(0, 0, length * GROUPS_MAX);
  }

  /** Every tag of the articles, each once. */
  tags(): number[] {
    const found: number[] = [];
    for (let tag = 0; tag + 1 < this.#starts.length; tag++) {
      if (this.#starts[tag + 1]! > this.#starts[tag]!) found.push(tag);
    }
    return found;
  }

  /** The best of a group among the first `length` tags that were seen with a tag. */
  #choose(best: BestTags, tag: number, group: number, length: number, rank: Uint32Array): void {
    const counts = this.#counts;
    let { least } = best;
    for (let place = 0, at = group; place < length; place++, at += GROUPS_MAX) {
      // Most tags are no match for those that are there already.
      if (counts[at]! < least) continue;
      const other = this.#seen[place]!;
      // It shares all with itself, which says nothing.
      if (other === tag) continue;
      best.add(other, counts[at]!, rank);
      least = best.least;
    }
  }

  /** Counts what the articles of a tag carry; returns how many tags were seen. */
  #share(tag: number, groups: MediaGroups, wanted: number): number {
    const tags = this.#tags;
    const places = this.#places;
    const { members } = groups;
    const articles = this.#articlesOf(tag);
    this.#makeRoom(articles);
    const seen = this.#seen;
    const counts = this.#counts;
    let length = 0;
    for (let one = 0; one < articles.length; one++) {
      const article = articles[one]!;
      const media = this.#media[article]!;
      if ((groups.of(media) & wanted) === 0) continue;
      const from = media * GROUPS_MAX;
      const in0 = members[from]!;
      const in1 = members[from + 1]!;
      const in2 = members[from + 2]!;
      const in3 = members[from + 3]!;
      const in4 = members[from + 4]!;
      const in5 = members[from + 5]!;
      const in6 = members[from + 6]!;
      const in7 = members[from + 7]!;
      const end = this.#tagStarts[article + 1]!;
      for (let at = this.#tagStarts[article]!; at < end; at++) {
        const other = tags[at]!;
        let place = places[other]! - 1;
        if (place < 0) {
          place = length++;
          places[other] = length;
          seen[place] = other;
        }
        const to = place * GROUPS_MAX;
        counts[to]! += in0;
        counts[to + 1]! += in1;
        counts[to + 2]! += in2;
        counts[to + 3]! += in3;
        counts[to + 4]! += in4;
        counts[to + 5]! += in5;
        counts[to + 6]! += in6;
        counts[to + 7]! += in7;
      }
    }
    for (let place = 0; place < length; place++) places[seen[place]!] = 0;
    return length;
  }

  /** Room for every tag of some articles. */
  #makeRoom(articles: Uint32Array): void {
    let carried = 0;
    for (let one = 0; one < articles.length; one++) {
      const article = articles[one]!;
      carried += this.#tagStarts[article + 1]! - this.#tagStarts[article]!;
    }
    const most = Math.min(carried, this.#places.length);
    this.#seen = roomFor(this.#seen, most);
    this.#counts = roomFor(this.#counts, most * GROUPS_MAX);
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
