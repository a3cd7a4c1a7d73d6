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
    const missing = lists.flat().filter((place) => this.#inMemory(place) === null);
    const found = missing.length === 0 ? [] : await this.#sources.articles(missing);
    const fetched = new Map<number, string>();
    found.forEach((article) => {
      if (article !== null) fetched.set(article.id, newsJson(article));
    });
    return lists.map((places) => {
      const items = places.map((place) => this.#inMemory(place) ?? fetched.get(place.id) ?? null);
      return `[${items.filter((item) => item !== null).join(',')}]`;
    });
  }

  /** The JSON of an article in the hot window; null when it is elsewhere or may not be shown. */
  #inMemory({ id, sortMs }: HistoryArticle): string | null {
    const { catalog, clock } = this.#sources;
    const source = catalog.find(id, sortMs, clock.nowMs());
    if (source === null) return null;
    const known = this.#cache.get(id);
    if (known !== undefined && Buffer.compare(known.source, source) === 0) return known.json;
    const json = newsJson(JSON.parse(Buffer.from(source).toString()) as Article);
    if (this.#cache.size >= CACHED_MAX) this.#cache.clear();
    this.#cache.set(id, { source, json });
    return json;
  }
}

function newsJson({ id, media, title, url, image, camp }: Article): string {
  return JSON.stringify({ id, media, title, url, image, camp });
}
