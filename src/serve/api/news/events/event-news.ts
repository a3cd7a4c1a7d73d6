/**
 * Joins articles to the places that events keep of them: titles as they are now, nothing of what is
 * hidden.
 *
 * An article's few fields are taken out of its JSON once and cached as long as that JSON stays the
 * same; looking whether it does costs a microsecond, reading it again ten.
 */
import type { HistoryArticle } from '../../../../news/events/snapshot.js';
import type { Article } from '../articles/article-lookup.js';
import type { NewsSources } from '../sources.js';

/** Articles remembered: those of a day's list of threads, several times over. */
const CACHED_MAX = 10_000;

interface CachedItem {
  source: Uint8Array;
  json: string;
}

export class NewsJoin {
  readonly #sources: NewsSources;
  readonly #cache = new Map<number, CachedItem>();

  constructor(sources: NewsSources) {
    this.#sources = sources;
  }

  /** JSON arrays of the articles of each list that may be shown, in their order. */
  async listsOf(lists: readonly (readonly HistoryArticle[])[]): Promise<string[]> {
    const { catalog, clock } = this.#sources;
    const places = lists.flat();
    const items = catalog
      .findAll(places, clock.nowMs())
      .map((source, at) => (source === null ? null : this.#jsonOf(places[at]!.id, source)));
    const missing = places.filter((_, at) => items[at] === null);
    const fetched = missing.length === 0 ? [] : await this.#sources.articles(missing);
    const elsewhere = fetched.values();
    let at = 0;
    return lists.map((list) => {
      const shown = list.flatMap(() => {
        const article = items[at] === null ? elsewhere.next().value : null;
        return items[at++] ?? (article ? newsJson(article) : []);
      });
      return `[${shown.join(',')}]`;
    });
  }

  /** What is shown of an article in memory. */
  #jsonOf(id: number, source: Uint8Array): string {
    const known = this.#cache.get(id);
    if (known !== undefined && Buffer.compare(known.source, source) === 0) return known.json;
    const json = newsJson(JSON.parse(Buffer.from(source).toString()) as Article);
    if (this.#cache.size >= CACHED_MAX) this.#cache.clear();
    // A copy: the bytes are a part of those of all articles that were looked for.
    this.#cache.set(id, { source: Uint8Array.from(source), json });
    return json;
  }
}

function newsJson({ id, media, title, url, image, camp }: Article): string {
  return JSON.stringify({ id, media, title, url, image, camp });
}
