/**
 * Which tags are an outlet's own name: many outlets put it on everything that they publish, and it
 * says nothing of what an article is about. Such a tag has no rank.
 */
import { getOrInsert } from '../../kernel/get-or-insert.js';
import { tagKeysOf } from '../../kernel/text/tag.js';
import type { MediaTable } from './media-table.js';

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

  /** Keys of names. */
  keys(): Iterable<string> {
    return this.#media.keys();
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
