/**
 * `/api/v1`: the endpoints of the news service, with an example of each, chosen from the data of
 * the store at the time of the request.
 *
 * Lists are requested first; the names in them (an article, a tag, a thread, a journalist) give
 * addresses of the endpoints with a path parameter. Each such address is requested, and the first
 * one whose answer shows something is the example. Without such an address, the example is the list
 * that would contain it, so no example leads to an error. Invariant: examples are from the current
 * state of the indices, or a second older.
 */

import { SECOND_MS } from '../../../kernel/clock.js';
import { assert, TagwireError } from '../../../kernel/errors.js';
import { DUMP_FORMATS } from '../../dumps/dump-kinds.js';
import { HttpError } from '../../http/errors.js';
import { compileQuery } from '../../http/query.js';
import { type Route, type RouteRequest, route } from '../../http/route.js';
import { quantised, REVALIDATE, taggedJson } from '../replies/replies.js';
import * as Type from '../schema.js';
import type { ArticleSimilarityAnswer } from './similarity/evidence.js';
import type { NewsSources } from './sources.js';

/** Calls routes of the service without a request. */
type Ask = (path: string, query?: string, params?: Params) => Promise<unknown>;
type Answer = { readonly [field: string]: unknown };
type Params = { readonly [name: string]: string | number };

const API = '/api/v1';
/** Names of each kind that are tried. */
const TRIED_MAX = 8;
/** Shortest time between two choices: a flood of records changes the state all the time. */
const CACHE_MS = SECOND_MS;

/** Lists with the values of path parameters. */
const LISTS = {
  article: '/articles?limit=10',
  compared: '/similarity/evidence?hours=168',
  tag: '/articles?limit=10',
  /** Tags of the ranking. */
  ranked: '/articles?limit=10',
  thread: '/events/threads',
  journalist: '/journalists?hours=168&limit=20',
  media: '/media',
  /** Articles that were changed after publication. */
  revised: '/revisions?hours=744',
  /** Public sets of outlets. */
  set: '/sets',
  /** Articles of finished days. */
  dump: '/dumps',
} as const;

/** Path parameters from lists, most interesting first. */
type Names = { readonly [name in keyof typeof LISTS]: readonly Params[] };

/** One endpoint: candidates for its example, best first. */
interface Plan {
  /** Candidate queries, without `?`; the empty query by default. */
  queries?: readonly string[] | ((names: Names) => readonly string[]);
  /** The list with values for the path; absent for a path without parameters. */
  fills?: keyof Names;
  /** The field of an answer, a list or a number, that must not be empty. */
  shows?: string;
  /** The answer is an expensive file, which is not requested: the list with it is enough. */
  isFile?: boolean;
  /**
   * Address of a list for the case without an example; by default the list of `fills`, or the first
   * candidate.
   */
  otherwise?: string;
}

const DAY_OR_WEEK = ['hours=24', 'hours=168'];
const FILE_OF_DAY = { fills: 'dump', isFile: true } as const;

/** By path below `/api/v1`, as are all addresses here. */
const PLANS: { readonly [path: string]: Plan } = {
  '/articles': {
    queries: ['limit=10&facets=1', 'limit=10&facets=1&hours=168', 'limit=10&facets=1&hours=744'],
    shows: 'count',
  },
  '/articles/search': {
    queries: ({ tag }) => tag.slice(0, TRIED_MAX).map(searchFor),
    shows: 'articles',
    otherwise: LISTS.article,
  },
  '/articles/search.csv': {
    queries: ({ tag }) => tag.slice(0, 1).map(searchFor),
    isFile: true,
    otherwise: LISTS.article,
  },
  '/lookup': {
    queries: ({ article }) => (article.length === 0 ? [] : [`id=${idsOf(article)}`]),
    otherwise: LISTS.article,
  },
  '/ranking.csv': { queries: ['limit=10'], isFile: true },
  ...Object.fromEntries(DUMP_FORMATS.map((form) => [`/dumps/{kind}/{day}.${form}`, FILE_OF_DAY])),
  '/similarity/evidence': { queries: DAY_OR_WEEK, shows: 'total', otherwise: LISTS.compared },
  '/articles/{id}/similarity': { fills: 'compared', shows: 'matches' },
  '/revisions': {
    queries: ['limit=10', 'limit=10&hours=744'],
    shows: 'count',
    otherwise: LISTS.revised,
  },
  '/sets/{name}': { fills: 'set' },
  '/articles/{id}/revisions': { fills: 'revised', shows: 'revisions' },
  '/articles/{id}/mentions': { fills: 'article', shows: 'mentions' },
  '/articles/{id}/content': { fills: 'article', shows: 'content' },
  '/journalists': {
    queries: ['hours=24&limit=20', 'hours=168&limit=20'],
    shows: 'journalists',
    otherwise: LISTS.journalist,
  },
  '/journalists/{name}': { queries: ['hours=168'], fills: 'journalist' },
  '/ranking': { queries: ['limit=10&related=1'] },
  '/diff': { queries: ['hours=24', 'hours=6'], otherwise: '/ranking' },
  '/explain/ranking': {
    queries: ({ ranked }) =>
      ranked.slice(0, 2).map(({ tag }) => `tag=${encodeURIComponent(String(tag))}`),
    shows: 'articles',
    otherwise: LISTS.ranked,
  },
  '/tags/{tag}/articles': { queries: DAY_OR_WEEK, fills: 'tag', shows: 'articles' },
  '/tags/{tag}/series': { queries: ['hours=24'], fills: 'tag' },
  '/tags/{tag}/status': { fills: 'tag' },
  '/tags/{tag}/stats': { fills: 'tag', shows: 'stats' },
  '/events/threads/{id}': { fills: 'thread' },
  '/explain/event/{id}': { fills: 'thread' },
  '/events/threads/{id}/series': { fills: 'thread' },
  '/events/threads/{id}/propagation': { fills: 'thread', shows: 'reports' },
  '/events/threads/{id}/coverage': { fills: 'thread' },
  '/events/threads/{id}/blogs': { fills: 'thread', shows: 'posts' },
  '/events/threads/{id}/articles': { queries: ['limit=10'], fills: 'thread' },
  '/events/threads/{id}/articles.csv': { fills: 'thread', isFile: true },
  '/topics': { queries: ['kind=topic&per=3', 'kind=feature&per=3'], shows: 'feed' },
  '/media/{media}': { queries: DAY_OR_WEEK, fills: 'media', shows: 'articleCount' },
  '/media/{media}/keywords': { queries: DAY_OR_WEEK, fills: 'media', shows: 'terms' },
  '/media/{media}/content': { queries: ['limit=10'], fills: 'media', shows: 'count' },
};

const Response = Type.named('Index', {
  name: Type.text('Name of this service'),
  version: Type.String(),
  docs: Type.text('Documentation for people'),
  openapi: Type.text('The OpenAPI document'),
  endpoints: Type.Array(
    Type.Object({
      method: Type.text('GET, or POST where there is a body to send'),
      path: Type.String(),
      summary: Type.String(),
      example: Type.text('An address to try'),
      body: Type.Optional(
        Type.byName(Type.Unknown(), 'What to post there as JSON, where the method is POST'),
      ),
    }),
  ),
});

/** The route of the index over `routes` (and itself); examples are requested from `served`. */
export function indexRoute(
  sources: NewsSources,
  routes: readonly Route[],
  served: () => readonly Route[],
): Route {
  const self = { path: '/api/v1', summary: 'What this service offers' };
  const all = [{ ...self, post: null }, ...routes];
  const examplesNow = exampleChooser(sources, served);
  return route({
    ...self,
    description: 'Each example is chosen from what the service holds at the moment.',
    tag: 'service',
    response: Response,
    errors: {},
    handle: async () => {
      const index = indexOf(sources, all, await examplesNow());
      return taggedJson(index, { cacheControl: REVALIDATE });
    },
  });
}

function indexOf(
  { publicUrl, version }: NewsSources,
  routes: readonly Pick<Route, 'path' | 'summary' | 'post'>[],
  examples: Examples,
): Type.Static<typeof Response> {
  const endpoints = routes.map(({ path, summary, post }) => {
    const example = `${publicUrl}${examples.addresses.get(path) ?? path}`;
    if (post === null) return { method: 'GET', path, summary, example };
    const body = examples.bodies.get(path) ?? post.bodyExample;
    return { method: 'POST', path, summary, example, body };
  });
  return {
    name: 'Tagwire news service',
    version,
    docs: `${publicUrl}/docs`,
    openapi: `${publicUrl}/api/v1/openapi.json`,
    endpoints,
  };
}

/** Examples by path of the endpoint. */
interface Examples {
  /** With their query; an absent path is its own address. */
  addresses: ReadonlyMap<string, string>;
  /** Bodies of posts; an absent path has its documented body. */
  bodies: ReadonlyMap<string, { [field: string]: unknown }>;
}

/** Returns the examples of the current state; concurrent requests share one choice. */
function exampleChooser(
  sources: NewsSources,
  routes: () => readonly Route[],
): () => Promise<Examples> {
  const ask = asking(routes);
  /** The state of the last choice. */
  let state = '';
  let chosenMs = Number.NEGATIVE_INFINITY;
  let chosen: Promise<Examples> | null = null;
  return () => {
    const nowMs = sources.clock.nowMs();
    const isOld = Math.abs(nowMs - chosenMs) >= CACHE_MS;
    const present = stateAt(sources, nowMs);
    if (chosen === null || (isOld && state !== present)) {
      state = present;
      chosenMs = nowMs;
      chosen = choose(ask);
    }
    return chosen;
  };
}

function stateAt(sources: NewsSources, nowMs: number): string {
  const { catalog, tags, events, similarity, portals } = sources;
  const generations = [catalog, events, similarity, portals].map(({ generation }) => generation);
  return [...generations, tags.entry, quantised(nowMs)].join(' ');
}

async function choose(ask: Ask): Promise<Examples> {
  const names = await namesOf(ask);
  const addresses = new Map<string, string>();
  for (const [path, plan] of Object.entries(PLANS)) {
    addresses.set(`${API}${path}`, await exampleOf(ask, path, plan, names));
  }
  const url = await copiedUrl(ask, names);
  return { addresses, bodies: new Map(url === null ? [] : [[`${API}/match`, { url }]]) };
}

/** The address of an article with near copies; null without such an article. */
async function copiedUrl(ask: Ask, { compared }: Names): Promise<string | null> {
  for (const params of compared.slice(0, TRIED_MAX)) {
    const answer = await ask(`${API}/articles/{id}/similarity`, '', params);
    const { matches } = (answer ?? { matches: [] }) as Pick<ArticleSimilarityAnswer, 'matches'>;
    if (matches.length > 0) return matches[0]!.article.url;
  }
  return null;
}

async function exampleOf(
  ask: Ask,
  below: string,
  { queries = [''], fills, shows, isFile, otherwise }: Plan,
  names: Names,
): Promise<string> {
  const path = `${API}${below}`;
  const candidates: readonly Params[] = fills === undefined ? [{}] : names[fills];
  for (const query of typeof queries === 'function' ? queries(names) : queries) {
    for (const params of candidates.slice(0, TRIED_MAX)) {
      if (isFile === true) return withQueryOf(filled(path, params), query);
      const answer = await ask(path, query, params);
      if (answer === null) continue;
      if (shows !== undefined && !isShowing((answer as Answer)[shows])) continue;
      return withQueryOf(filled(path, params), query);
    }
  }
  const [first] = typeof queries === 'function' ? [''] : queries;
  const own = withQueryOf(below, first ?? '');
  return `${API}${otherwise ?? (fills === undefined ? own : LISTS[fills])}`;
}

/** Whether a field is not empty: a number above 0, a list with entries, a status `ok`. */
function isShowing(field: unknown): boolean {
  if (typeof field === 'number') return field > 0;
  return Array.isArray(field) ? field.length > 0 : (field as { status: string }).status === 'ok';
}

function searchFor({ tag }: Params): string {
  return `query=${encodeURIComponent(`tag:"${tag}"`)}`;
}

function idsOf(articles: readonly Params[]): string {
  return articles
    .slice(0, 2)
    .map(({ id }) => id)
    .join(',');
}

/** Path parameters from the lists of the service. */
async function namesOf(ask: Ask): Promise<Names> {
  const list = <T>(path: string, key: string, ...queries: string[]) =>
    listOf<T>(ask, `${API}${path}`, queries, key);
  const listed = await list<{ id: number; media: string; tags: string[] }>(
    '/articles',
    'articles',
    ...['limit=50', 'limit=50&hours=744'],
  );
  const ranked = await list<{ tag: string }>('/ranking', 'entries', 'limit=8');
  const events = await list<{ threadId: number | null }>('/events', 'events', '');
  const threads = await list<{ id: number }>('/events/threads', 'threads', '');
  const people = await list<{ name: string }>('/journalists', 'journalists', 'hours=168&limit=8');
  const groups = await list<{ id: number }>('/similarity/evidence', 'articles', 'hours=168');
  const sets = await list<{ name: string }>('/sets', 'sets', '');
  const revised = await list<{ article: { id: number } }>(
    '/revisions',
    'revisions',
    ...['limit=8', 'limit=8&hours=744'],
  );
  const days = await list<string>('/dumps', 'days', 'limit=1');
  const threadIds = [...events.map(({ threadId }) => threadId), ...threads.map(({ id }) => id)];
  const tags = [...ranked.map(({ tag }) => tag), ...listed.flatMap((article) => article.tags)];
  return {
    article: listed.map(({ id }) => ({ id })),
    compared: [...groups, ...listed].map(({ id }) => ({ id })),
    tag: [...new Set(tags)].map((tag) => ({ tag })),
    ranked: ranked.map(({ tag }) => ({ tag })),
    thread: threadIds.filter((id): id is number => id !== null).map((id) => ({ id })),
    journalist: people.map(({ name }) => ({ name })),
    media: [...new Set(listed.map(({ media }) => media))].map((media) => ({ media })),
    revised: revised.map(({ article: { id } }) => ({ id })),
    set: sets.map(({ name }) => ({ name })),
    dump: days.map((day) => ({ kind: 'articles', day })),
  };
}

/** The list or table `key` of the first answer with a non-empty one. */
async function listOf<T>(
  ask: Ask,
  path: string,
  queries: readonly string[],
  key: string,
): Promise<T[]> {
  for (const query of queries) {
    const answer = (await ask(path, query)) as Answer | null;
    const list = Object.values(answer?.[key] ?? {}) as T[];
    if (list.length > 0) return list;
  }
  return [];
}

function withQueryOf(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`;
}

function filled(path: string, params: Params): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

/** Calls routes like a request; null for an error, and for an answer that is not ready. */
function asking(routes: () => readonly Route[]): Ask {
  return async (path, query = '', params = {}) => {
    const one = routes().find((each) => each.path === path);
    assert(one !== undefined, `there is a route ${path}`);
    const read = compileQuery(one.query, 'ignore');
    const rawPath = filled(path, params);
    const raw = { query, path: rawPath, ifNoneMatch: '', acceptEncoding: '', accept: '' };
    try {
      const request = { query: read(query), params, raw } as unknown as RouteRequest<never, never>;
      const { status, body } = await one.handle(request);
      return status === 200 ? JSON.parse(Buffer.from(body).toString()) : null;
    } catch (thrown) {
      if (thrown instanceof HttpError || thrown instanceof TagwireError) return null;
      throw thrown;
    }
  };
}
