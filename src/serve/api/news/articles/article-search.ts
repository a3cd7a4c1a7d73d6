/**
 * `/api/v1/articles/search`: articles that a `query` in the search language asks for, newest first or by
 * relevance.
 *
 * What every match must hold is looked for by the catalog's own index; the rest is decided article by
 * article, a bounded number of them for one answer, so a page may be short and still not the last.
 */

import { isoOf } from '../../../../kernel/clock.js';
import { Turns } from '../../../../kernel/turns.js';
import { columnKeysOfTag } from '../../../../news/catalog/codec.js';
import type { ArticleFilter } from '../../../../news/catalog/reader.js';
import { invalidQuery, tooManyWait } from '../../../http/errors.js';
import type { Reply } from '../../../http/reply.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { articlesJson } from '../../caching.js';
import { cursorWith, integer, named, nullable, text } from '../../schema.js';
import { ArticleItem, DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import {
  allOf,
  contentFilterOf,
  leavesOf,
  NarrowQuery,
  narrowingScope,
  narrowMasksOf,
  scopeOf,
} from './article-filter.js';
import { FoldQuery } from './article-fold.js';
import { bestFirst, byRelevance, countOf, relevanceOf } from './article-relevance.js';
import { type ScannedList, type ScannedPage, scannedPage } from './article-scan.js';
import { WindowQuery, windowOf } from './articles.js';
import { listEndMs } from './list-end.js';
import {
  parseQuery,
  QUERY_UNITS_MAX,
  type QueryNode,
  queryMatches,
  requiredTerms,
} from './query-language.js';

/** Answers that are looked for at the same time, and those that wait. */
const AT_ONCE_MAX = 2;
const WAITING_MAX = 64;

export const SearchText = Type.String({
  minLength: 1,
  maxLength: QUERY_UNITS_MAX,
  description:
    'Words and "phrases" that title or summary contain, or exactly a tag; `AND` (or nothing) between them, `OR`, `NOT` or `-`, parentheses; `tag:`, `media:`, `before:`, `after:`',
});

const Query = {
  query: SearchText,
  ...WindowQuery,
  ...FoldQuery,
  ...NarrowQuery,
  order: Type.Enum(['newest', 'relevance'], {
    default: 'newest',
    description:
      '`relevance`: BM25 over titles (which count twice) and summaries, of equal scores the newest first. The newest 20,000 articles of the window that may match are rated; `leftOut` counts the others',
  }),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: cursorWith('all other parameters'),
};

const Response = named('ArticleSearch', {
  query: Type.String(),
  since: DateTime,
  until: DateTime,
  count: integer('Articles on this page'),
  lookedAt: integer('Articles that were decided on for this page'),
  order: Type.Optional(Type.Literal('relevance')),
  leftOut: Type.Optional(
    integer('With `order=relevance`: older articles that may match too and were not rated'),
  ),
  nextCursor: nullable(text('Null on the last page; a page may be short, or empty, before it')),
  articles: Type.Array(ArticleItem),
});

export function articleSearchRoute(sources: NewsSources): Route {
  const turns = new Turns(AT_ONCE_MAX, WAITING_MAX, tooManyWait);
  return route({
    path: '/api/v1/articles/search',
    summary: 'Search articles with operators',
    description:
      'The window is as in `/api/v1/articles`: the last 24 hours unless said otherwise, at most 31 days.',
    tag: 'articles',
    query: Query,
    response: Response,
    errors: { 400: 'A query that cannot be read, with the place; a malformed time or cursor' },
    handle: ({ query }) => turns.take(() => answer(sources, query)),
  });
}

type SearchQuery = Type.Static<Type.TObject<typeof Query>>;

async function answer(sources: NewsSources, query: SearchQuery): Promise<Reply> {
  const node = parseQuery(query.query);
  const nowMs = listEndMs(sources);
  const { since, until, hours, fold } = query;
  const order = query.order === 'newest' ? undefined : query.order;
  const scope = scopeOf('search', [query.query, since, until, hours], {
    ...{ fold, order },
    ...narrowingScope(query),
  });
  const asked = { query, node, nowMs, scope };
  return order === undefined ? newestAnswer(sources, asked) : relevanceAnswer(sources, asked);
}

/** A search that has been understood. */
interface Asked {
  query: SearchQuery;
  node: QueryNode;
  nowMs: number;
  scope: string;
}

async function newestAnswer(sources: NewsSources, asked: Asked): Promise<Reply> {
  const { cursors } = sources;
  const { query, nowMs, scope } = asked;
  const place = query.cursor === undefined ? null : cursors.openPage(query.cursor, scope);
  const list = listOf(sources, asked, place ?? windowOf(query, nowMs));
  const page = await scannedPage(sources, list, place?.after ?? null, query.limit);
  return articlesJson({
    ...headOf(query, list.filter, page),
    nextCursor: cursors.sealPage(list.filter, page.next, scope),
    articles: page.articles,
  });
}

async function relevanceAnswer(sources: NewsSources, asked: Asked): Promise<Reply> {
  const { cursors } = sources;
  const { query, node, nowMs, scope } = asked;
  const place = query.cursor === undefined ? null : cursors.opened(query.cursor, 5, scope);
  const [fromMs, toMs, ...last] = place ?? [];
  const window = place === null ? windowOf(query, nowMs) : { sinceMs: fromMs!, untilMs: toMs! };
  const list = listOf(sources, asked, window);
  const all = await scannedPage(sources, list, null, Number.POSITIVE_INFINITY);
  const { filter } = list;
  const { sinceMs, untilMs } = filter;
  const open = { sinceMs, untilMs, nowMs, media: null, tagKeys: null, needle: null };
  const rated = await byRelevance(sources, node, open, all.articles);
  const [units, timeMs, id] = last;
  const before =
    units === undefined ? null : { units, article: { publishedAt: isoOf(timeMs!), id: id! } };
  const rest = before === null ? rated : rated.filter((one) => bestFirst(before, one) < 0);
  const shown = rest.slice(0, query.limit);
  const end = rest.length > shown.length ? shown.at(-1)! : null;
  const articles = shown.map((one) => ({ ...one.article, relevance: relevanceOf(one) }));
  const left = all.next === null ? 0 : (await countOf(sources, filter)) - all.lookedAt;
  return articlesJson({
    ...headOf(query, filter, { articles, lookedAt: all.lookedAt }),
    order: 'relevance',
    leftOut: Math.max(0, left),
    nextCursor:
      end === null
        ? null
        : cursors.seal(
            [
              filter.sinceMs,
              filter.untilMs,
              end.units,
              Date.parse(end.article.publishedAt),
              end.article.id,
            ],
            scope,
          ),
    articles,
  });
}

function listOf(
  sources: NewsSources,
  { query, node, nowMs }: Asked,
  { sinceMs, untilMs }: { sinceMs: number; untilMs: number },
): ScannedList {
  const { catalog } = sources;
  const narrowing = narrowingOf(sources, node);
  const masks = narrowMasksOf(catalog, query);
  const media = allOf(narrowing.media === null ? masks : [narrowing.media, ...masks]);
  const isLeft = leavesOf(query);
  return {
    filter: { sinceMs, untilMs, nowMs, ...narrowing, media, ...contentFilterOf(catalog, query) },
    matches: (article) => isLeft(article) && queryMatches(node, article),
    isFolded: query.fold !== undefined,
  };
}

function headOf(
  { query }: SearchQuery,
  { sinceMs, untilMs }: ArticleFilter,
  { articles, lookedAt }: Pick<ScannedPage, 'articles' | 'lookedAt'>,
) {
  const [since, until] = [isoOf(sinceMs), isoOf(untilMs)];
  return { query, since, until, count: articles.length, lookedAt };
}

/** What the catalog's index can look for: one tag and one text that every match has. */
export function narrowingOf(
  { catalog }: NewsSources,
  node: QueryNode,
): Pick<ArticleFilter, 'media' | 'tagKeys' | 'needle'> {
  const narrowing: Pick<ArticleFilter, 'media' | 'tagKeys' | 'needle'> = {
    ...{ media: null, tagKeys: null, needle: null },
  };
  for (const term of requiredTerms(node)) {
    if (term.what === 'tag') narrowing.tagKeys ??= columnKeysOfTag(term.tag);
    if (term.what === 'text' && narrowing.needle === null) {
      narrowing.needle = catalog.needleOf(term.text);
    }
    if (term.what !== 'media') continue;
    const mask = catalog.directory.mediaMask([term.media]);
    if ('unknown' in mask) throw invalidQuery(`query: there is no media "${mask.unknown}"`);
    narrowing.media ??= mask;
  }
  return narrowing;
}
