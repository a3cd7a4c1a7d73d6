/**
 * `/api/v1/articles`: search over all articles, newest first, with cursors and facets.
 *
 * A page is framed once per question and state (a *plan*), and joined from the arena for each
 * request. Plans are found by the raw query, so a repeated question costs no parsing.
 */

import type { FramedPage } from '../../../../engine/columns/framed-page.js';
import { HOUR_MS, isoOf, parseInstant } from '../../../../kernel/clock.js';
import { ZONE } from '../../../../kernel/current-place.js';
import { NEWS } from '../../../../kernel/limits.js';
import { CAMPS } from '../../../../kernel/model/records.js';
import { Turns } from '../../../../kernel/turns.js';
import type { Facets } from '../../../../news/catalog/answers/directory.js';
import type { ArticleFilter, Position } from '../../../../news/catalog/reader.js';
import { invalidQuery, quoted, tooManyWait } from '../../../http/errors.js';
import type { Reply } from '../../../http/reply.js';
import { type Route, route } from '../../../http/route.js';
import { etagOf, etagOfState, PagePlans, REVALIDATE, RouteReplies } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { ArticleItem, Camp } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { FilterQuery, filterOf, matcherOf, narrowingScope, scopeOf } from './article-filter.js';
import { FoldQuery, facetsOf, listEndMs, scannedPage } from './catalog-list.js';

const HOURS_MAX = NEWS.searchWindowMsMax / HOUR_MS;

export const WindowQuery = {
  since: Type.optionalText(
    `Start of the window, inclusive: ISO 8601 with Z or an offset, or \`YYYY-MM-DD\` for 00:00 in ${ZONE}`,
  ),
  until: Type.optionalText(
    'End of the window, exclusive, in the same forms; by default the start of the current minute, or just after the newest article where that is later',
  ),
  hours: Type.Number({
    minimum: 0,
    maximum: HOURS_MAX,
    default: 24,
    description: 'Hours back from `until` when `since` is absent',
  }),
};

const Query = {
  ...FilterQuery,
  ...WindowQuery,
  ...FoldQuery,
  limit: Type.within(1, 200, 50),
  cursor: Type.cursorWith('all other parameters'),
  facets: Type.Enum(['0', '1'], {
    default: '0',
    description: '1 adds counts over the whole query',
  }),
};

type ArticlesQuery = Type.Static<Type.TObject<typeof Query>>;
type Window = Type.Static<Type.TObject<typeof WindowQuery>>;

const FacetsBody = Type.named('ArticleFacets', {
  total: Type.integer('All articles of the query'),
  camps: Type.described(
    'Articles by camp',
    Object.fromEntries(CAMPS.map((camp) => [camp, Type.Integer()])),
  ),
  media: Type.listed('From the most articles to the fewest', {
    media: Type.String(),
    count: Type.integer('Articles of this media'),
  }),
});

const Response = Type.named('ArticleList', {
  query: Type.Object({
    q: Type.nullable(Type.String(), 'Text that was asked for; null for none'),
    media: Type.nullable(Type.Array(Type.String()), 'Media that were asked for; null for all'),
    category: Type.nullable(Type.String(), 'Category that was asked for; null for all'),
    tag: Type.nullable(Type.String(), 'Tag that was asked for; null for none'),
    camp: Type.nullable(Camp, 'Camp that was asked for; null for all'),
    since: Type.DateTime,
    until: Type.DateTime,
    limit: Type.Integer(),
    fold: Type.Optional(Type.oneOf(['similar'], 'Near copies are folded')),
    country: Type.Optional(Type.Array(Type.String())),
    lang: Type.Optional(Type.arrayOf(Type.String(), 'Languages that articles are written in')),
    mute: Type.Optional(Type.arrayOf(Type.String(), 'Words that are left out')),
    muteMedia: Type.Optional(Type.arrayOf(Type.String(), 'Outlets that are left out')),
  }),
  count: Type.integer('Articles on this page'),
  facets: Type.Optional(FacetsBody),
  nextCursor: Type.textOrNull('Null on the last page'),
  articles: Type.Array(ArticleItem),
});
export type ArticleListAnswer = Type.Static<typeof Response>;

interface Question {
  filter: ArticleFilter;
  after: Position | null;
  /** Filters in normal form, for the scope of a cursor. */
  scope: string;
  query: ArticlesQuery;
}

/** Folded answers that are made at once, and those that wait. */
const FOLDING_MAX = 2;
const WAITING_MAX = 64;

const encoder = new TextEncoder();
const PAGE_END = encoder.encode(']}');
const COMMA = encoder.encode(',');

export function articlesRoute(sources: NewsSources): Route {
  const { catalog } = sources;
  const path = '/api/v1/articles';
  const plans = new PagePlans(sources.cachePart(path), catalog);
  const folded = new RouteReplies(sources.cachePart(`${path}?fold=similar`));
  const turns = new Turns(FOLDING_MAX, WAITING_MAX, tooManyWait);
  return route({
    path,
    summary: 'Search articles, newest first',
    description:
      'The window is the last 24 hours unless said otherwise and at most 31 days. A cursor keeps the window of the first page.',
    tag: 'articles',
    query: Query,
    response: Response,
    errors: {
      400: 'Unknown media, category or camp, a malformed time, a window over 31 days, or an invalid cursor',
    },
    fast: (rawQuery) => plans.reply(rawQuery, listEndMs(sources)),
    handle: ({ query, raw }) => {
      const nowMs = listEndMs(sources);
      const question = understand(sources, query, nowMs);
      if (query.fold !== undefined) {
        const state = `${catalog.generation} ${sources.similarity.generation} ${nowMs}`;
        const { scope, after } = question;
        const name = JSON.stringify([scope, after, query.limit, query.facets]);
        return folded.reply(state, name, () =>
          turns.take(() => foldedReply(sources, question, nowMs)),
        );
      }
      if (catalog.reachesDisk(question.filter, question.after)) {
        return historyReply(sources, question, nowMs);
      }
      const page = pageOf(sources, question);
      return plans.add(raw.query, page, (body) => replyOf(sources, question, nowMs, body));
    },
  });
}

function understand(sources: NewsSources, query: ArticlesQuery, nowMs: number): Question {
  const scope = articlesScope(query);
  const page = sources.cursors.pageOf(query.cursor, scope, () => windowOf(query, nowMs));
  return { filter: filterOf(sources, query, page, nowMs), after: page.after, scope, query };
}

function pageOf(sources: NewsSources, question: Question): FramedPage {
  const { catalog } = sources;
  const { filter, after, query } = question;
  const { slices, count, next } = catalog.page(filter, after, query.limit);
  const facets = query.facets === '1' ? catalog.facets(filter) : null;
  const before = headOf(sources, question, { count, next, facets });
  return catalog.frame(before, slices, PAGE_END);
}

/** The answer for a window that is in part or wholly on disk. */
async function historyReply(
  sources: NewsSources,
  question: Question,
  nowMs: number,
): Promise<Reply> {
  const { history } = sources;
  const { filter, after, query } = question;
  const facets = query.facets === '1' ? await history.facets(filter) : null;
  const { items, next } = await history.page(filter, after, query.limit);
  return joinedReply(sources, question, nowMs, { items, next, facets });
}

/** The answer with near copies folded. Facets count every article. */
async function foldedReply(
  sources: NewsSources,
  question: Question,
  nowMs: number,
): Promise<Reply> {
  const { filter, after, query } = question;
  const list = { filter, matches: matcherOf(query), isFolded: true };
  const { articles, next } = await scannedPage(sources, list, after, query.limit);
  const facets = query.facets === '1' ? await facetsOf(sources, filter) : null;
  const items = articles.map((article) => encoder.encode(JSON.stringify(article)));
  const reply = joinedReply(sources, question, nowMs, { items, next, facets });
  // The folding depends on more than the catalog, so the tag is a hash.
  return { ...reply, etag: etagOf(reply.body) };
}

interface JoinedPage {
  items: readonly Uint8Array[];
  next: Position | null;
  facets: Facets | null;
}

function joinedReply(
  sources: NewsSources,
  question: Question,
  nowMs: number,
  { items, next, facets }: JoinedPage,
): Reply {
  const head = headOf(sources, question, { count: items.length, next, facets });
  const parts = items.flatMap((item, at) => (at === 0 ? [item] : [COMMA, item]));
  const body = Buffer.concat([head, ...parts, PAGE_END]);
  return replyOf(sources, question, nowMs, body);
}

/** The answer up to its first article. */
function headOf(
  sources: NewsSources,
  { filter, query, scope }: Question,
  page: { count: number; next: Position | null; facets: Facets | null },
): Uint8Array {
  const { q, media, category, tag, camp, limit, fold, country, lang, mute, muteMedia } = query;
  const frame = {
    query: {
      q: q || null,
      media: media ?? null,
      category: category ?? null,
      tag: tag ?? null,
      camp: camp ?? null,
      since: isoOf(filter.sinceMs),
      until: isoOf(filter.untilMs),
      limit,
      // Absent parameters are omitted.
      ...{ fold, country, lang, mute, muteMedia },
    },
    count: page.count,
    ...(page.facets === null ? {} : { facets: page.facets }),
    nextCursor: sources.cursors.sealPage(filter, page.next, scope),
  };
  return encoder.encode(`${JSON.stringify(frame).slice(0, -1)},"articles":[`);
}

function replyOf(
  { catalog, version }: NewsSources,
  { filter, after, scope, query: { limit, facets } }: Question,
  nowMs: number,
  body: Uint8Array,
): Reply {
  const place = after === null ? '' : `${after.timeMs} ${after.id}`;
  const window = `${filter.sinceMs} ${filter.untilMs}`;
  const etag = etagOfState(version, catalog.sequence, nowMs, scope, window, place, limit, facets);
  return { status: 200, body, cacheControl: REVALIDATE, etag, vary: true };
}

/** All filters in normal form, without `limit` and `facets`, which may change between pages. */
function articlesScope(query: ArticlesQuery): string {
  const { q, media, category, camp, tag, since, until, hours, fold } = query;
  const codes = media === undefined ? null : [...media].sort();
  const first = [q || null, codes, category, camp, tag, since, until, hours];
  return scopeOf('articles', first, { fold, ...narrowingScope(query) });
}

/** The window of a query. @throws HttpError 400. */
export function windowOf(
  { since, until, hours }: Window,
  nowMs: number,
): { sinceMs: number; untilMs: number } {
  const untilMs = until === undefined ? nowMs : instantOf('until', until);
  const sinceMs =
    since === undefined ? untilMs - Math.round(hours * HOUR_MS) : instantOf('since', since);
  if (since === undefined && hours === 0) {
    throw invalidQuery(`hours must be more than 0 and at most ${HOURS_MAX}, not "0"`, 'hours=24');
  }
  if (sinceMs >= untilMs) {
    throw invalidQuery(
      `since must be before until, which is ${isoOf(untilMs)}`,
      `since=${isoOf(untilMs - 24 * HOUR_MS)}`,
    );
  }
  if (untilMs - sinceMs > NEWS.searchWindowMsMax) {
    throw invalidQuery(
      'since and until must be at most 31 days apart',
      `since=${isoOf(untilMs - NEWS.searchWindowMsMax)}`,
    );
  }
  return { sinceMs, untilMs };
}

function instantOf(name: string, text: string): number {
  const atMs = parseInstant(text);
  if (atMs !== null) return atMs;
  const plus = parseInstant(text.replace(/ (?=[\d:]+$)/, '+')) !== null;
  throw invalidQuery(
    `${name} must be a date YYYY-MM-DD or an ISO 8601 time with Z or an offset, not ${quoted(text)}`,
    `${name}=2026-01-31T08:00:00Z${
      plus ? '. A + stands for a space in a query: send the + of the offset as %2B' : ''
    }`,
  );
}
