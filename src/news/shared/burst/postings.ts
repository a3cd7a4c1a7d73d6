/**
 * Postings of tags over articles of a span of time, and the tags that these articles share.
 *
 * Made in one pass over the articles (a counting sort by tag), and never updated. Columns are in a
 * kernel, and are valid until other postings use the kernel.
 */
import { withCapacity } from '../../../engine/columns/columns.js';
import { assert } from '../../../kernel/errors.js';
import type { ArticleRows } from './article-rows.js';
import { MEDIA_MAX } from './media-table.js';
import { ARTICLE_HEAD, GROUPS_MAX, type RelatedKernel } from './related-kernel.js';
import type { TagTable } from './tag-table.js';

/** More than the number of articles. */
const NEVER = 0xffff_ffff;

/** Receives tags that share articles with a tag, with counts, descending. Valid during the call. */
export type VisitRelated = (group: number, tags: Uint32Array, counts: Uint32Array) => void;

/** Groups of media, which may overlap. */
export class MediaGroups {
  readonly count: number;
  readonly #bits = new Map<number, number>();

  /** @param groups media numbers of each group; at most `GROUPS_MAX` groups. */
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
  /** By place of a tag: the start of its postings, which end at the start of the next tag's. */
  readonly #starts: Uint32Array;
  /** The groups that the kernel holds. */
  #groups: MediaGroups | null = null;
  /** By group, reused for each tag. */
  readonly #best = Array.from({ length: GROUPS_MAX }, () => new BestTags());

  /** @param members distinct rows of articles. */
  constructor(
    rows: ArticleRows,
    tags: TagTable,
    members: readonly number[],
    kernel: RelatedKernel,
  ) {
    this.#kernel = kernel;
    this.#tags = new Places(tags.length);
    this.#media = new Places(MEDIA_MAX);
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

  /** Number of articles with a tag from media of a group. */
  countOf(tag: number, groups: MediaGroups, group: number): number {
    const { articles, postings } = this.#kernel;
    const isMember = (article: number) =>
      (groups.of(this.#media.numbers[articles[article]!]!) >> group) & 1;
    const [from, until] = this.#stretchOf(tag);
    return postings.subarray(from, until).filter(isMember).length;
  }

  /**
   * Finds for each group the tags that share most articles of its media with a tag, at most `most`.
   * One pass over the articles serves all groups.
   * @param wanted bits of the requested groups; other groups get no result.
   * @param rank order of tags with equal counts: smaller first.
   * @param visit called for each group with results.
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
      // A tag is not related to itself.
      if (kernel.seen[at] !== place) this.#offer(at, rank);
    }
    kernel.clear(length);
    for (let group = 0; group < groups.count; group++) {
      const { tags, counts, length: found } = this.#best[group]!;
      if (found > 0) visit(group, tags.subarray(0, found), counts.subarray(0, found));
    }
  }

  /** The distinct tags of the articles. */
  tags(): readonly number[] {
    return this.#tags.numbers;
  }

  /** Adds a tag to the best tags of each group in which its count suffices. */
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

  /** Gives the kernel the groups of each media. */
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

  /** The range of a tag's postings. */
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

  /** The counting sort of articles by tag. */
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

/** Distinct numbers, with their places in the order in which they were added. */
class Places {
  readonly numbers: number[] = [];
  /** By number: place plus one. */
  readonly #places: Uint32Array;

  /** @param span numbers are below `span`. */
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

/** The tags that share most articles with another tag, by descending count. */
class BestTags {
  tags = new Uint32Array(0);
  counts = new Uint32Array(0);
  length = 0;
  #most = 0;

  /** The least count with which a tag can be added. */
  get least(): number {
    if (this.#most === 0) return NEVER;
    return this.length < this.#most ? 1 : this.counts[this.length - 1]!;
  }

  /** Removes all tags, and sets the capacity to `most`. */
  clear(most: number): void {
    this.tags = withCapacity(this.tags, most);
    this.counts = withCapacity(this.counts, most);
    this.#most = most;
    this.length = 0;
  }

  /** Inserts a tag in order, when it is among the best. */
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
