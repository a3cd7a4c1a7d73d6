/**
 * `/api/v1/articles/search`: articles that match a `query` in the search language, newest first or
 * by relevance.
 *
 * The catalog's index finds articles by the terms that every match must have; these are then
 * matched one by one, a bounded number for one answer, so a short page need not be the last.
 */

import { setImmediate as frontsTurn } from 'node:timers/promises';
import { isoOf } from '../../../../kernel/clock.js';
import { searchForm, tagKey } from '../../../../kernel/text/tag.js';
import { Turns } from '../../../../kernel/turns.js';
import { columnKeysOfTag } from '../../../../news/catalog/codec.js';
import type { ArticleFilter } from '../../../../news/catalog/reader.js';
import { invalidQuery, tooManyWait } from '../../../http/errors.js';
import type { Reply } from '../../../http/reply.js';
import { type Route, route } from '../../../http/route.js';
import { articlesJson } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { ArticleItem } from '../schemas.js';
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
import { type Article, newestFirst } from './article-lookup.js';
import { WindowQuery, windowOf } from './articles.js';
import {
  EVERYTHING,
  FoldQuery,
  facetsOf,
  listEndMs,
  type ScannedList,
  type ScannedPage,
  scannedPage,
} from './catalog-list.js';
import {
  parseQuery,
  QUERY_UNITS_MAX,
  type QueryNode,
  queryMatches,
  requiredTerms,
  scoringTerms,
} from './query-language.js';

/** Searches that run at once, and those that wait. */
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
  limit: Type.within(1, 200, 50),
  cursor: Type.cursorWith('all other parameters'),
};

const Response = Type.named('ArticleSearch', {
  query: Type.String(),
  since: Type.DateTime,
  until: Type.DateTime,
  count: Type.integer('Articles on this page'),
  lookedAt: Type.integer('Articles that were decided on for this page'),
  order: Type.Optional(Type.Literal('relevance')),
  leftOut: Type.optionalInteger(
    'With `order=relevance`: older articles that may match too and were not rated',
  ),
  nextCursor: Type.textOrNull('Null on the last page; a page may be short, or empty, before it'),
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

interface Asked {
  query: SearchQuery;
  node: QueryNode;
  nowMs: number;
  scope: string;
}

async function newestAnswer(sources: NewsSources, asked: Asked): Promise<Reply> {
  const { cursors } = sources;
  const { query, nowMs, scope } = asked;
  const asks = cursors.pageOf(query.cursor, scope, () => windowOf(query, nowMs));
  const list = listOf(sources, asked, asks);
  const page = await scannedPage(sources, list, asks.after, query.limit);
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
  const rated = await byRelevance(sources, node, { ...EVERYTHING, ...window, nowMs }, all.articles);
  const [units, timeMs, id] = last;
  const before =
    units === undefined ? null : { units, article: { publishedAt: isoOf(timeMs!), id: id! } };
  const rest = before === null ? rated : rated.filter((one) => bestFirst(before, one) < 0);
  const shown = rest.slice(0, query.limit);
  const end = rest.length > shown.length ? shown.at(-1)! : null;
  const articles = shown.map((one) => ({ ...one.article, relevance: relevanceOf(one) }));
  const left = all.next === null ? 0 : (await facetsOf(sources, filter)).total - all.lookedAt;
  const next = end && [end.units, Date.parse(end.article.publishedAt), end.article.id];
  return articlesJson({
    ...headOf(query, filter, { articles, lookedAt: all.lookedAt }),
    order: 'relevance',
    leftOut: Math.max(0, left),
    nextCursor: next && cursors.seal([sinceMs, untilMs, ...next], scope),
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

/** The part of a query for the catalog's index: one tag and one text that every match has. */
export function narrowingOf(
  { catalog }: NewsSources,
  node: QueryNode,
): Pick<ArticleFilter, 'media' | 'tagKeys' | 'needle'> {
  const narrowing: Pick<ArticleFilter, 'media' | 'tagKeys' | 'needle'> = { ...EVERYTHING };
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

/**
 * The order of a search by relevance: BM25 over titles and summaries.
 *
 *   score = Σ over terms: idf × tf × (K1 + 1) ÷ (tf + K1 × (1 − B + B × length ÷ mean length))
 *   tf    = how often the summary has the term + TITLE_WEIGHT × how often the title has it, or 1 for a tag
 *   idf   = ln(1 + (articles − those with the term + ½) ÷ (those with the term + ½)), in the window
 *
 * Terms are those that a match may have; terms under NOT are ignored. The catalog's index counts
 * the articles with a term. Articles with equal scores are sorted by time, newest first.
 */
const K1 = 1.2;
const B = 0.75;
/** A title is a sixth as long as a summary and as informative. */
const TITLE_WEIGHT = 2;
/** Scores are integers in this unit, because a cursor contains integers. */
const SCORE_PARTS = 1e6;

type Term = ReturnType<typeof scoringTerms>[number];

/** An article with its score in units of 1 / `SCORE_PARTS`. */
interface Scored {
  article: Article;
  units: number;
}

/** A position in a list by relevance. */
export interface Rank {
  article: Pick<Article, 'publishedAt' | 'id'>;
  units: number;
}

/** Articles by relevance. @param filter of the window alone, as the base of term weights. */
async function byRelevance(
  sources: NewsSources,
  node: QueryNode,
  window: ArticleFilter,
  articles: readonly Article[],
): Promise<Scored[]> {
  const terms = scoringTerms(node);
  const weights = await weightsOf(sources, terms, window);
  const lengths = articles.map(({ title, description }) => title.length + lengthOf(description));
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const scored = articles.map((article, at) => {
    const norm = K1 * (1 - B + (B * lengths[at]!) / mean);
    const title = searchForm(article.title);
    const summary = searchForm(article.description ?? '');
    let score = 0;
    terms.forEach((term, place) => {
      const tf = frequencyOf(term, title, summary, article.tags);
      score += (weights[place]! * tf * (K1 + 1)) / (tf + norm);
    });
    return { article, units: Math.round(score * SCORE_PARTS) };
  });
  return scored.sort(bestFirst);
}

/** A score as in answers. */
function relevanceOf({ units }: Scored): number {
  return units / SCORE_PARTS;
}

function bestFirst(a: Rank, b: Rank): number {
  return b.units - a.units || newestFirst(a.article, b.article);
}

async function weightsOf(
  sources: NewsSources,
  terms: readonly Term[],
  window: ArticleFilter,
): Promise<number[]> {
  const { total: all } = await facetsOf(sources, window);
  const weights: number[] = [];
  for (const term of terms) {
    await frontsTurn();
    const needle = sources.catalog.needleOf(term.what === 'tag' ? term.tag : term.text);
    const { total: having } = await facetsOf(sources, { ...window, needle });
    weights.push(Math.log(1 + (all - having + 0.5) / (having + 0.5)));
  }
  return weights;
}

function frequencyOf(term: Term, title: string, summary: string, tags: readonly string[]): number {
  const tagged = tags.some((tag) => tagKey(tag) === term.tagKey) ? 1 : 0;
  if (term.what === 'tag') return tagged;
  const found = TITLE_WEIGHT * timesIn(title, term.form) + timesIn(summary, term.form);
  return Math.max(found, tagged);
}

function timesIn(text: string, form: string): number {
  let times = 0;
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) times += 1;
  return times;
}

function lengthOf(text: string | null): number {
  return text?.length ?? 0;
}
