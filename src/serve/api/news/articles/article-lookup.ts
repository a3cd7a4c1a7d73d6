/**
 * Articles by reference, as in histories and pairs: titles and visibility are joined at reading.
 */

import type { Clock } from '../../../../kernel/clock.js';
import type { LogRecord, MediaRecord } from '../../../../kernel/model/records.js';
import type { CatalogHistory } from '../../../../news/catalog/answers/history.js';
import type { CitedSource } from '../../../../news/similarity/codec.js';
import * as Type from '../../schema.js';
import { ArticleItem, Attribution, Publisher } from '../schemas.js';

/** An article as lists show it. */
export type Article = Type.Static<typeof ArticleItem>;

/** The order of lists; of articles with equal times, by id. */
export function newestFirst(
  a: Pick<Article, 'publishedAt' | 'id'>,
  b: Pick<Article, 'publishedAt' | 'id'>,
): number {
  return Date.parse(b.publishedAt) - Date.parse(a.publishedAt) || b.id - a.id;
}

/** The reference of an article in a history. */
export interface ArticlePlace {
  id: number;
  sortMs: number;
}

/** Finds articles, in the order of the references; null for erased and hidden articles. */
export type ArticleLookup = (places: readonly ArticlePlace[]) => Promise<(Article | null)[]>;

export function createArticleLookup(
  history: CatalogHistory,
  clock: Clock,
  recordOf: (id: number) => Promise<{ record: LogRecord } | null>,
): ArticleLookup {
  return async (places) => {
    const nowMs = clock.nowMs();
    const found = await history.find(places, nowMs);
    // The time of an article may have been corrected: the store knows its new place.
    const moved = places.filter((_, at) => found[at] === null);
    const records = await Promise.all(moved.map(({ id }) => recordOf(id)));
    const newPlaces = records.flatMap((item) =>
      item?.record.kind === 'news' ? [item.record] : [],
    );
    const again = await history.find(newPlaces, nowMs);
    const byId = new Map(newPlaces.map(({ id }, at) => [id, again[at]!]));
    return places.map(({ id }, at) => {
      const bytes = found[at] ?? byId.get(id) ?? null;
      return bytes === null ? null : (JSON.parse(Buffer.from(bytes).toString()) as Article);
    });
  };
}

/**
 * Articles of pairs, and the sources that texts name: values of the similarity index joined with
 * what the catalog shows.
 */
export const ArticleRef = Type.named('ArticleRef', 'An article at one end of a pair', {
  ...Type.some(ArticleItem, 'id', 'media', 'mediaTitle'),
  ...Type.some(Publisher, 'country', 'countryCode'),
  ...Type.some(ArticleItem, 'title', 'url', 'publishedAt'),
  authors: Type.arrayOf(Type.String(), 'Bylines as the outlet gives them'),
  bodyLength: Type.integer('Code points of the text, also when it expired'),
  attributions: Type.Array(Attribution),
});

/** Values of the store and the index beyond those of lists. */
interface ArticleFacts {
  readonly authors: readonly string[];
  readonly bodyChars: number;
  readonly citations: readonly CitedSource[];
}

/** An article joined with its facts. */
export function articleRefOf(
  directory: { mediaOf(code: string): MediaRecord | null },
  article: Article,
  { authors, bodyChars, citations }: ArticleFacts,
): Type.Static<typeof ArticleRef> {
  const { country = '', countryCode = '' } = directory.mediaOf(article.media) ?? {};
  return Type.fieldsOf(ArticleRef, article, {
    ...{ country, countryCode, authors: [...authors], bodyLength: bodyChars },
    attributions: attributionsOf(citations),
  });
}

/** The media that a text names as its sources. */
export function attributionsOf(
  citations: readonly CitedSource[],
): Type.Static<typeof Attribution>[] {
  return citations.map((source) => ({ ...source, kind: 'explicit' }));
}
