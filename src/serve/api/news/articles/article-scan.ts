/**
 * Lists whose articles are decided on one by one: a bounded number of them for one answer, in turns with the
 * rest of the front, so a page may be short and still not the last.
 */
import { setImmediate as frontsTurn } from 'node:timers/promises';
import type { ArticleFilter, Position } from '../../../../news/catalog/reader.js';
import type { NewsSources } from '../sources.js';
import { SimilarFold } from './article-fold.js';
import type { Article } from './article-lookup.js';
import { articlePage } from './catalog-list.js';

/** Articles decided on for one answer: a tenth of a second on a slow machine, in turns. */
const LOOKED_AT_MAX = 20_000;
/** Articles decided on in one turn: half a millisecond. */
const TURN_ARTICLES = 100;

interface Scan {
  filter: ArticleFilter;
  from: Position | null;
  /** The most articles that are visited, up to what one turn looks at. */
  lookedAtMax: number;
  /** Is told what is visited next. */
  prepare?: (articles: readonly Article[]) => Promise<void>;
}

/** A page of a list that is decided on article by article. */
export interface ScannedPage {
  articles: Article[];
  lookedAt: number;
  next: Position | null;
}

/** What a list shows. */
export interface ScannedList {
  filter: ArticleFilter;
  /** What the filter says, and what it cannot say. */
  matches: (article: Article) => boolean;
  isFolded: boolean;
}

/** The newest articles of a list after a place, near copies folded where that is asked for. */
export async function scannedPage(
  sources: NewsSources,
  list: ScannedList,
  from: Position | null,
  limit: number,
): Promise<ScannedPage> {
  const { filter, matches } = list;
  const fold = list.isFolded ? new SimilarFold(sources, list) : null;
  const articles: Article[] = [];
  const scan: Scan = { filter, from, lookedAtMax: LOOKED_AT_MAX };
  if (fold !== null) scan.prepare = (found) => fold.meet(found.filter(matches));
  const { lookedAt, next } = await scanArticles(sources, scan, (article) => {
    if (matches(article) && fold?.stands(article) !== false) {
      articles.push(fold?.shown(article) ?? article);
    }
    return articles.length < limit;
  });
  return { articles, lookedAt, next };
}

/**
 * Visits the articles of a filter from the newest on, in turns with the rest of the front, until it is
 * told false. `next` is the place of the last one; null where there are no more.
 */
export async function scanArticles(
  sources: NewsSources,
  { filter, from, lookedAtMax, prepare }: Scan,
  visit: (article: Article) => boolean,
): Promise<{ lookedAt: number; next: Position | null }> {
  let after = from;
  let lookedAt = 0;
  for (;;) {
    const { found, next } = await articlePage(sources, filter, after, TURN_ARTICLES);
    await prepare?.(found);
    for (const article of found) {
      lookedAt += 1;
      if (visit(article)) continue;
      return { lookedAt, next: { timeMs: Date.parse(article.publishedAt), id: article.id } };
    }
    if (next === null || lookedAt >= lookedAtMax) return { lookedAt, next };
    after = next;
    await frontsTurn();
  }
}
