/**
 * Lists of the directory: `/api/v1/articles` and `/api/v1/blogs/{slug}/articles`, posts of verified
 * blogs, newest first; `/api/v1/blogs` and `/api/v1/blogs/{slug}`, the blogs themselves.
 *
 * The first page of posts sets the window; the cursor contains the window and the end of the page,
 * and is bound to the filters. So new, removed and changed posts shift nothing: the pages show each
 * post that stays and keeps its time exactly once. A window includes its first instant and excludes
 * its last; one that ends now includes now. Pages of blogs are in order of id, and the cursor
 * contains the last id.
 */

import type { DirectoryReader, Position, PostFilter } from '../../../blogs/directory/reader.js';
import type { FramedPage } from '../../../engine/columns/framed-page.js';
import { DAY_MS, HOUR_MS, isoOf, parseInstant } from '../../../kernel/clock.js';
import { invalidQuery } from '../../http/errors.js';
import { type Route, route } from '../../http/route.js';
import { PagePlans } from '../replies/replies.js';
import * as Type from '../schema.js';
import {
  Article,
  Blog,
  BlogDetail,
  Cursor,
  Limit,
  NextCursor,
  noSuchBlog,
  Q,
  Slug,
} from './schemas.js';
import { type BlogSources, windowNowMs } from './sources.js';

const encoder = new TextEncoder();
const ITEMS = encoder.encode('{"items":[');

const WINDOW_MS_MAX = 90 * DAY_MS;
const HOURS_DEFAULT = 720;
const INSTANT = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{3})?Z$';
const INSTANT_RULE = 'UTC, seconds or three-digit milliseconds, ending in Z';
/** Stands for a blog that is not listed: no post has this number. */
const NO_BLOG = -1;

const WINDOW_EXAMPLE = 'since=2026-01-30T00:00:00Z&until=2026-01-31T00:00:00Z';

const Query = {
  limit: Limit,
  cursor: Cursor,
  hours: Type.within(
    1,
    WINDOW_MS_MAX / HOUR_MS,
    HOURS_DEFAULT,
    'Hours back from now; not together with `since` and `until`',
  ),
  q: Q,
  since: Type.Optional(
    Type.String({
      format: 'date-time',
      pattern: INSTANT,
      description: `Start of the window, inclusive: ${INSTANT_RULE}; only with \`until\`, at most 90 days before it`,
    }),
  ),
  until: Type.Optional(
    Type.String({
      format: 'date-time',
      pattern: INSTANT,
      description: `End of the window, exclusive: ${INSTANT_RULE}; only with \`since\``,
    }),
  ),
};

const BlogParameter = Type.optionalText('Blog code: only articles of this blog');

const Response = Type.named('ArticlePage', {
  items: Type.Array(Article),
  nextCursor: NextCursor,
  window: Type.described('The window of this round of pages; the cursor keeps it', {
    since: Type.DateTime,
    until: Type.DateTime,
  }),
});
export type ArticlePageAnswer = Type.Static<typeof Response>;

const ERRORS = {
  400: '`invalid_query`: a malformed, unknown or repeated parameter, `since` without `until` or the other way round, either with `hours`, a window that is empty or over 90 days. `invalid_cursor`: a cursor that was not handed out for this question.',
};

/** A question to either list of articles. */
interface Question {
  /** Endpoint and blog. */
  place: string;
  /** Code of the only blog; null for all blogs. */
  blog: string | null;
  query: Type.Static<Type.TObject<typeof Query>>;
  rawQuery: string;
}

/** The window of a round of pages, as shown, and the end of the page before. */
interface Round {
  sinceMs: number;
  untilMs: number;
  after: Position | null;
}

export function articlesRoute(sources: BlogSources): Route {
  const { directory, clock } = sources;
  const path = '/api/v1/articles';
  const plans = new PagePlans(sources.cachePart(path), directory);
  return route({
    path,
    summary: 'Latest articles, newest first',
    description:
      'By publication time, or the time of first collection where that is unknown, then by id. Keep all parameters while you follow `nextCursor`.',
    tag: 'articles',
    query: { ...Query, blog: BlogParameter },
    response: Response,
    errors: ERRORS,
    fast: (rawQuery) => plans.reply(rawQuery, windowNowMs(clock.nowMs())),
    handle: ({ query, raw }) => {
      const blog = query.blog ?? null;
      const question = { place: 'articles', blog, query, rawQuery: raw.query };
      return plans.add(raw.query, pageOf(sources, question), (body) => ({ status: 200, body }));
    },
  });
}

export function blogArticlesRoute(sources: BlogSources): Route {
  const { directory, clock } = sources;
  const path = '/api/v1/blogs/{slug}/articles';
  const plans = new PagePlans(sources.cachePart(path), directory);
  return route({
    path,
    summary: 'Articles of one blog, newest first',
    tag: 'articles',
    params: { slug: Slug },
    query: Query,
    response: Response,
    errors: { ...ERRORS, 404: '`not_found`: there is no such blog' },
    fast: (rawQuery, _, rawPath) => plans.reply(rawQuery, windowNowMs(clock.nowMs()), rawPath),
    handle: ({ params: { slug }, query, raw }) => {
      if (directory.bySlug(slug) === null) throw noSuchBlog();
      const question = { place: 'blog articles', blog: slug, query, rawQuery: raw.query };
      return plans.add(
        raw.query,
        pageOf(sources, question),
        (body) => ({ status: 200, body }),
        raw.path,
      );
    },
  });
}

function pageOf(sources: BlogSources, question: Question): FramedPage {
  const { directory, cursors } = sources;
  const { query } = question;
  const scope = scopeOf(question);
  const window = windowOf(question, sources);
  const round = query.cursor === undefined ? window : cursors.openPage(query.cursor, scope);
  const { sinceMs, untilMs, after } = round;
  const page = directory.posts(filterOf(directory, question, round), after, query.limit);
  const nextCursor = cursors.sealPage(round, page.next, scope);
  const rest = { nextCursor, window: { since: isoOf(sinceMs), until: isoOf(untilMs) } };
  return itemsPage(directory, page.slices, rest);
}

/** A page of items, each serialised when it last changed, with the further fields of the answer. */
function itemsPage(
  directory: DirectoryReader,
  slices: Parameters<DirectoryReader['frame']>[1],
  rest: object,
): FramedPage {
  const end = encoder.encode(`],${JSON.stringify(rest).slice(1)}`);
  return directory.frame(ITEMS, slices, end);
}

function filterOf(directory: DirectoryReader, { blog, query }: Question, round: Round): PostFilter {
  const isFixed = query.since !== undefined;
  return {
    sinceMs: round.sinceMs,
    untilMs: isFixed ? round.untilMs : round.untilMs + 1,
    blog: blog === null ? null : (directory.bySlug(blog)?.id ?? NO_BLOG),
    needle: query.q === undefined ? null : directory.needleOf(query.q),
  };
}

/** All filters in normal form, without `limit`, which may change between pages. */
function scopeOf({ place, blog, query: { q, hours, since, until } }: Question): string {
  return `${place} ${JSON.stringify([blog, q || null, hours, since, until])}`;
}

function windowOf({ query, rawQuery }: Question, { clock }: BlogSources): Round {
  const { since, until, hours } = query;
  if (since === undefined && until === undefined) {
    const untilMs = windowNowMs(clock.nowMs());
    return { sinceMs: untilMs - hours * HOUR_MS, untilMs, after: null };
  }
  if (since === undefined || until === undefined) {
    throw invalidQuery('since and until must be given together', WINDOW_EXAMPLE);
  }
  if (names(rawQuery, 'hours'))
    throw invalidQuery('hours must not be given with since and until', 'hours=24');
  const sinceMs = parseInstant(since)!;
  const untilMs = parseInstant(until)!;
  if (sinceMs >= untilMs) throw invalidQuery('since must be before until', WINDOW_EXAMPLE);
  if (untilMs - sinceMs > WINDOW_MS_MAX) {
    throw invalidQuery('since and until must be at most 90 days apart', WINDOW_EXAMPLE);
  }
  return { sinceMs, untilMs, after: null };
}

function names(rawQuery: string, parameter: string): boolean {
  return new URLSearchParams(rawQuery).has(parameter);
}

const DirectoryQuery = { limit: Limit, cursor: Cursor, q: Q };

const BlogPage = Type.named('BlogPage', { items: Type.Array(Blog), nextCursor: NextCursor });
export type BlogPageAnswer = Type.Static<typeof BlogPage>;

const BlogResponse = Type.named('BlogResponse', { blog: BlogDetail });
export type BlogAnswer = Type.Static<typeof BlogResponse>;

export function blogsRoute(sources: BlogSources): Route {
  const { clock } = sources;
  const path = '/api/v1/blogs';
  const plans = new PagePlans(sources.cachePart(path), sources.directory);
  return route({
    path,
    summary: 'Directory of verified blogs, by id',
    tag: 'blogs',
    query: DirectoryQuery,
    response: BlogPage,
    errors: {
      400: '`invalid_query`: a malformed, unknown or repeated parameter. `invalid_cursor`: a cursor that was not handed out for this question.',
    },
    fast: (rawQuery) => plans.reply(rawQuery, windowNowMs(clock.nowMs())),
    handle: ({ query, raw }) =>
      plans.add(raw.query, directoryPage(sources, query), (body) => ({ status: 200, body })),
  });
}

export function blogRoute({ directory }: BlogSources): Route {
  return route({
    path: '/api/v1/blogs/{slug}',
    summary: 'One verified blog with its feeds',
    tag: 'blogs',
    params: { slug: Slug },
    response: BlogResponse,
    errors: { 404: '`not_found`: there is no such blog' },
    handle: ({ params: { slug } }) => {
      const detail = directory.blog(slug);
      if (detail === null) throw noSuchBlog();
      const after = Buffer.concat([Buffer.from(',"feeds":'), detail.feeds, Buffer.from('}}')]);
      const page = directory.frame(Buffer.from('{"blog":'), [detail.item], after);
      return { status: 200, body: page.render() };
    },
  });
}

function directoryPage(
  { directory, cursors }: BlogSources,
  { q, cursor, limit }: Type.Static<Type.TObject<typeof DirectoryQuery>>,
): FramedPage {
  const scope = `blogs ${JSON.stringify([q || null])}`;
  const [after] = cursor === undefined ? [0] : cursors.opened(cursor, 1, scope);
  const page = directory.blogs(q || null, after!, limit);
  const nextCursor = page.next === null ? null : cursors.seal([page.next], scope);
  return itemsPage(directory, page.slices, { nextCursor });
}
