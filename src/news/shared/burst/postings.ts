/**
 * Which articles of a stretch of time carry a tag, and which tags they share.
 *
 * Made in one pass over the articles (a counting sort by tag), read by place; it is a picture of
 * one moment and does not follow what comes later. Its columns lie in a kernel, and are good until
 * that holds another picture.
 */
import { withCapacity } from '../../../engine/columns/columns.js';
import { assert } from '../../../kernel/errors.js';
import type { ArticleRows } from './article-rows.js';
import { ARTICLE_HEAD, GROUPS_MAX, type RelatedKernel } from './related-kernel.js';
import type { TagTable } from './tag-table.js';
import { MEDIA_SPAN } from './tally-kernel.js';

/** More articles than there are. */
const NEVER = 0xffff_ffff;

/** Told of the tags that share articles with a tag, and how many, the most first. Not to be kept. */
export type VisitRelated = (group: number, tags: Uint32Array, counts: Uint32Array) => void;

/** Media in groups, which may overlap. */
export class MediaGroups {
  readonly count: number;
  readonly #bits = new Map<number, number>();

  /** @param groups media numbers of each; at most `GROUPS_MAX` groups. */
  constructor(groups: readonly (readonly number[])[]) {
    assert(groups.length <= GROUPS_MAX, 'every group of media has a count of its own');
    this.count = groups.length;
    groups.forEach((media, group) => {
      for (const number of media) this.#bits.set(number, this.of(number) | (1 << group));
    });
  }

  /** The groups of a media, as bits. */
  of(media: number): number {
    return this.#bits.get(media) ?? 0;
  }
}

export class Postings {
  readonly #kernel: RelatedKernel;
  readonly #tags: Places;
  readonly #media: Places;
  /** By place of a tag: where its articles begin among the postings; they end where the next begin. */
  readonly #starts: Uint32Array;
  /** Those that the kernel knows. */
  #groups: MediaGroups | null = null;
  /** By group, used again for each tag. */
  readonly #best = Array.from({ length: GROUPS_MAX }, () => new BestTags());

  /** @param members rows of articles, without repeats. */
  constructor(
    rows: ArticleRows,
    tags: TagTable,
    members: readonly number[],
    kernel: RelatedKernel,
  ) {
    this.#kernel = kernel;
    this.#tags = new Places(tags.length);
    this.#media = new Places(MEDIA_SPAN);
    let carried = 0;
    for (const row of members) {
      this.#media.add(rows.media[row]!);
      const start = rows.tagStarts[row]!;
      const end = start + rows.tagCounts[row]!;
      for (let at = start; at < end; at++) this.#tags.add(tags.tagOf(rows.tags[at]!));
      carried += end - start;
    }
    kernel.reserve({
      articles: members.length,
      carried,
      tags: this.#tags.length,
      media: this.#media.length,
    });
    this.#starts = new Uint32Array(this.#tags.length + 1);
    this.#fill(rows, tags, members);
    this.#sort();
  }

  /** Articles of the media of a group that carry a tag. */
  countOf(tag: number, groups: MediaGroups, group: number): number {
    const { articles, postings } = this.#kernel;
    const isMember = (article: number) =>
      (groups.of(this.#media.numbers[articles[article]!]!) >> group) & 1;
    const [from, until] = this.#stretchOf(tag);
    return postings.subarray(from, until).filter(isMember).length;
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
    if (groups !== this.#groups) this.#use(groups);
    const kernel = this.#kernel;
    const [from, until] = this.#stretchOf(tag);
    const length = kernel.share(from, until, wanted);
    for (let group = 0; group < GROUPS_MAX; group++) {
      const best = this.#best[group]!;
      best.clear((wanted >> group) & 1 ? most : 0);
      kernel.least[group] = best.least;
    }
    const place = this.#tags.of(tag);
    for (let at = kernel.next(0, length); at < length; at = kernel.next(at + 1, length)) {
      // It shares all with itself, which says nothing.
      if (kernel.seen[at] !== place) this.#offer(at, rank);
    }
    kernel.clear(length);
    for (let group = 0; group < groups.count; group++) {
      const { tags, counts, length: found } = this.#best[group]!;
      if (found > 0) visit(group, tags.subarray(0, found), counts.subarray(0, found));
    }
  }

  /** Every tag of the articles, each once. */
  tags(): readonly number[] {
    return this.#tags.numbers;
  }

  /** Adds a seen tag to the best of the groups in which it shares enough. */
  #offer(at: number, rank: Uint32Array): void {
    const { seen, counts, least } = this.#kernel;
    const tag = this.#tags.numbers[seen[at]!]!;
    for (let group = 0; group < GROUPS_MAX; group++) {
      const count = counts[at * GROUPS_MAX + group]!;
      if (count < least[group]!) continue;
      const best = this.#best[group]!;
      best.add(tag, count, rank);
      least[group] = best.least;
    }
  }

  /** Tells the kernel which media are in which group. */
  #use(groups: MediaGroups): void {
    const { bits, members } = this.#kernel;
    this.#groups = groups;
    this.#media.numbers.forEach((media, place) => {
      bits[place] = groups.of(media);
      for (let group = 0; group < GROUPS_MAX; group++) {
        members[place * GROUPS_MAX + group] = (bits[place]! >> group) & 1;
      }
    });
  }

  /** Where the postings of a tag begin and end. */
  #stretchOf(tag: number): [from: number, until: number] {
    const place = this.#tags.of(tag);
    return place < 0 ? [0, 0] : [this.#starts[place]!, this.#starts[place + 1]!];
  }

  #fill(rows: ArticleRows, tags: TagTable, members: readonly number[]): void {
    const { articles } = this.#kernel;
    let end = 0;
    for (let member = 0; member < members.length; member++) {
      const row = members[member]!;
      const start = rows.tagStarts[row]!;
      const count = rows.tagCounts[row]!;
      articles[end++] = this.#media.of(rows.media[row]!);
      articles[end++] = count;
      for (let at = start; at < start + count; at++) {
        const place = this.#tags.of(tags.tagOf(rows.tags[at]!));
        articles[end++] = place;
        this.#starts[place + 1]! += 1;
      }
    }
    for (let place = 1; place < this.#starts.length; place++) {
      this.#starts[place]! += this.#starts[place - 1]!;
    }
  }

  /** The counting sort: articles by tag. */
  #sort(): void {
    const { articles, postings } = this.#kernel;
    const ends = this.#starts.slice();
    for (let article = 0, end = 0; article < articles.length; article = end) {
      const first = article + ARTICLE_HEAD;
      end = first + articles[article + 1]!;
      for (let at = first; at < end; at++) {
        const place = articles[at]!;
        postings[ends[place]!] = article;
        ends[place]! += 1;
      }
    }
  }
}

/** Numbers, and their places in the order in which they were added. */
class Places {
  readonly numbers: number[] = [];
  /** By number: its place plus one. */
  readonly #places: Uint32Array;

  /** @param span numbers are below it. */
  constructor(span: number) {
    this.#places = new Uint32Array(span);
  }

  get length(): number {
    return this.numbers.length;
  }

  add(number: number): void {
    if (this.#places[number] === 0) this.#places[number] = this.numbers.push(number);
  }

  /** The place of a number, or -1. */
  of(number: number): number {
    return this.#places[number]! - 1;
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
    if (this.#most === 0) return NEVER;
    return this.length < this.#most ? 1 : this.counts[this.length - 1]!;
  }

  /** Empties it, for at most `most` tags. */
  clear(most: number): void {
    this.tags = withCapacity(this.tags, most);
    this.counts = withCapacity(this.counts, most);
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
