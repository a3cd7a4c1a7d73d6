/**
 * Articles by reference, as histories hold them: titles and visibility are joined when they are read.
 */
import type Type from 'typebox';
import type { Clock } from '../../../../kernel/clock.js';
import type { LogRecord } from '../../../../kernel/model/records.js';
import type { CatalogHistory } from '../../../../news/catalog/history.js';
import type { ArticleItem } from '../schemas.js';

/** An article as lists show it. */
export type Article = Type.Static<typeof ArticleItem>;

/** The order of lists, by what an article tells of its time; equal times by id. */
export function newestFirst(
  a: Pick<Article, 'publishedAt' | 'id'>,
  b: Pick<Article, 'publishedAt' | 'id'>,
): number {
  return Date.parse(b.publishedAt) - Date.parse(a.publishedAt) || b.id - a.id;
}

/** What a history keeps of an article. */
export interface ArticlePlace {
  id: number;
  sortMs: number;
}

/** Finds articles, in the order of the references; null for what is gone or may not be shown. */
export type ArticleLookup = (places: readonly ArticlePlace[]) => Promise<(Article | null)[]>;

export function createArticleLookup(
  history: CatalogHistory,
  clock: Clock,
  recordOf: (id: number) => Promise<{ record: LogRecord } | null>,
): ArticleLookup {
  return async (places) => {
    const nowMs = clock.nowMs();
    const found = await history.find(places, nowMs);
    // An article whose time was corrected lies elsewhere now: the store knows where.
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
