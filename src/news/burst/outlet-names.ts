/**
 * Which tags are an outlet's own name: many outlets put it on everything that they publish, and it
 * says nothing of what an article is about. Such a tag has no rank.
 */
import { getOrInsert } from '../../kernel/collections.js';
import { tagKeysOf } from '../../kernel/text/tag.js';
import type { MediaTable } from './media-table.js';
import type { TagTable } from './tag-table.js';

/** The part of a tag's articles that are the outlet's own: others may write about the outlet. */
const OWN_MIN = 0.5;

export class OutletNames {
  /** Media numbers by key of a name. */
  readonly #media = new Map<string, Set<number>>();

  constructor({ state }: MediaTable) {
    state.media.forEach(({ code, record }, number) => {
      for (const key of tagKeysOf([code, record?.title ?? '', ...(record?.aliases ?? [])])) {
        getOrInsert(this.#media, key, () => new Set()).add(number);
      }
    });
  }

  /** Tags that are own names. @param articlesOf those of a tag by media number. */
  ownTags(tags: TagTable, articlesOf: (tag: number) => ReadonlyMap<number, number>): Set<number> {
    const own = new Set<number>();
    for (const key of this.#media.keys()) {
      const tag = tags.find(key);
      if (tag >= 0 && this.isOwn(key, articlesOf(tag))) own.add(tag);
    }
    return own;
  }

  /**
   * True for the name of an outlet from which most of its articles come.
   * @param key of the tag. @param articles by media number.
   */
  isOwn(key: string, articles: ReadonlyMap<number, number>): boolean {
    const owners = this.#media.get(key);
    if (owners === undefined) return false;
    let own = 0;
    let all = 0;
    for (const [media, count] of articles) {
      all += count;
      if (owners.has(media)) own += count;
    }
    return own > 0 && own >= OWN_MIN * all;
  }
}
