/**
 * `/api/v1/articles/search`: articles that a `query` in the search language asks for, newest first.
 *
 * What every match must hold is looked for by the catalog's own index; the rest is decided article by
 * article, a bounded number of them for one answer, so a page may be short and still not the last.
 */
import { invalidQuery, tooManyWait } from '../../../http/errors.js';
import type { Reply } from '../../../http/reply.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { isoOf } from '../../../kernel/clock.js';
import { Turns } from '../../../kernel/turns.js';
import { columnKeysOfTag } from '../../../news/catalog/codec.js';
import type { ArticleFilter } from '../../../news/catalog/reader.js';
import { articlesJson } from '../../caching.js';
import { cursorWith, integer, named, nullable, text } from '../../schema.js';
import { ArticleItem, DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { scopeOf } from './article-filter.js';
import { FoldQuery } from './article-fold.js';
import type { Article } from './article-lookup.js';
import { scannedPage } from './article-scan.js';
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
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: cursorWith('all other parameters'),
};

const Response = named('ArticleSearch', {
  query: Type.String(),
  since: DateTime,
  until: DateTime,
  count: integer('Articles on this page'),
  lookedAt: integer('Articles that were decided on for this page'),
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
  const { cursors } = sources;
  const node = parseQuery(query.query);
  const nowMs = listEndMs(sources);
  const { since, until, hours, fold } = query;
  const scope = scopeOf('search', [query.query, since, until, hours], { fold });
  const place = query.cursor === undefined ? null : cursors.openPage(query.cursor, scope);
  const { sinceMs, untilMs } = place ?? windowOf(query, nowMs);
  const filter = { sinceMs, untilMs, nowMs, ...narrowingOf(sources, node) };
  const after = place?.after ?? null;
  const list = {
    filter,
    matches: (article: Article) => queryMatches(node, article),
    isFolded: fold !== undefined,
  };
  const { articles, lookedAt, next } = await scannedPage(sources, list, after, query.limit);
  return articlesJson({
    query: query.query,
    since: isoOf(sinceMs),
    until: isoOf(untilMs),
    count: articles.length,
    lookedAt,
    nextCursor: cursors.sealPage(filter, next, scope),
    articles,
  });
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
