/**
 * An example for every endpoint, chosen from what the store holds when it is asked for.
 *
 * Lists are asked first; what they name (an article, a tag, a thread, a journalist) makes addresses
 * of the endpoints with a parameter in their path. Each such address is asked before it is shown, and
 * the first that has something to say is taken. Where nothing has, the list is shown that it would
 * come from, so that no example is a dead end.
 * Invariant: examples are from the present state of the indices, or a second old.
 */
import { SECOND_MS } from '../../../kernel/clock.js';
import { assert, TagwireError } from '../../../kernel/errors.js';
import { DUMP_FORMATS } from '../../dumps/dump-kinds.js';
import { HttpError } from '../../http/errors.js';
import { compileQuery } from '../../http/query.js';
import type { Route, RouteRequest } from '../../http/route.js';
import { paramNamesOf } from '../../http/router.js';
import { quantised } from '../caching.js';
import type { ArticleSimilarityAnswer } from './similarity/evidence.js';
import type { NewsSources } from './sources.js';

/** Asks routes of the service without a request. */
type Ask = (path: string, query?: string, params?: Params) => Promise<unknown>;
type Answer = { readonly [field: string]: unknown };
type Params = { readonly [name: string]: string | number };

/** One endpoint: questions that may serve as its example, the best first. */
interface Plan {
  /** Below `/api/v1`, as are all addresses here. */
  path: string;
  /** Queries to choose from, without `?`; the empty one unless said otherwise. */
  queries?: readonly string[] | ((names: Names) => readonly string[]);
  /** What fills the path, from lists; none for a path without parameters. */
  fills?: keyof Names;
  /** The field of an answer, a list or a number, that tells whether it shows anything. */
  shows?: string;
  /** A file that is not made in order to see whether it is there: its list says so. */
  isFile?: boolean;
  /**
   * The list that things of this kind come from; where it is absent that of what fills the path, or the
   * first question.
   */
  otherwise?: string;
}

/** Names that lists give, most interesting first. */
interface Names {
  article: readonly Params[];
  compared: readonly Params[];
  tag: readonly Params[];
  /** Tags of the ranking. */
  ranked: readonly Params[];
  thread: readonly Params[];
  journalist: readonly Params[];
  media: readonly Params[];
  /** Articles that were changed after publication. */
  revised: readonly Params[];
  /** Sets of outlets that everybody may see. */
  set: readonly Params[];
  /** Articles of finished days. */
  dump: readonly Params[];
}

/** Names that are tried of each kind. */
const TRIED_MAX = 8;
/** A flood of records changes the state all the time; examples follow this often. */
const CACHE_MS = SECOND_MS;
const API = '/api/v1';

/** The lists that what fills a path comes from. */
const LISTS: { readonly [name in keyof Names]: string } = {
  article: '/articles?limit=10',
  compared: '/similarity/evidence?hours=168',
  tag: '/articles?limit=10',
  ranked: '/articles?limit=10',
  thread: '/events/threads',
  journalist: '/journalists?hours=168&limit=20',
  media: '/media',
  revised: '/revisions?hours=744',
  set: '/sets',
  dump: '/dumps',
};

const PLANS: readonly Plan[] = [
  {
    path: '/articles',
    queries: ['limit=10&facets=1', 'limit=10&facets=1&hours=168', 'limit=10&facets=1&hours=744'],
    shows: 'count',
  },
  {
    path: '/articles/search',
    queries: ({ tag }) => tag.slice(0, TRIED_MAX).map(searchFor),
    shows: 'articles',
    otherwise: LISTS.article,
  },
  {
    path: '/articles/search.csv',
    queries: ({ tag }) => tag.slice(0, 1).map(searchFor),
    isFile: true,
    otherwise: LISTS.article,
  },
  {
    path: '/lookup',
    queries: ({ article }) => (article.length === 0 ? [] : [`id=${idsOf(article)}`]),
    otherwise: LISTS.article,
  },
  { path: '/ranking.csv', queries: ['limit=10'], isFile: true },
  ...DUMP_FORMATS.map((format) => ({
    path: `/dumps/{kind}/{day}.${format}`,
    fills: 'dump' as const,
    isFile: true,
  })),
  {
    path: '/similarity/evidence',
    queries: ['hours=24', 'hours=168'],
    shows: 'total',
    otherwise: LISTS.compared,
  },
  { path: '/articles/{id}/similarity', fills: 'compared', shows: 'matches' },
  {
    path: '/revisions',
    queries: ['limit=10', 'limit=10&hours=744'],
    shows: 'count',
    otherwise: LISTS.revised,
  },
  { path: '/sets/{name}', fills: 'set' },
  { path: '/articles/{id}/revisions', fills: 'revised', shows: 'revisions' },
  { path: '/articles/{id}/mentions', fills: 'article', shows: 'mentions' },
  { path: '/articles/{id}/content', fills: 'article', shows: 'content' },
  {
    path: '/journalists',
    queries: ['hours=24&limit=20', 'hours=168&limit=20'],
    shows: 'journalists',
    otherwise: LISTS.journalist,
  },
  { path: '/journalists/{name}', queries: ['hours=168'], fills: 'journalist' },
  { path: '/ranking', queries: ['limit=10&related=1'] },
  { path: '/diff', queries: ['hours=24', 'hours=6'], otherwise: '/ranking' },
  {
    path: '/explain/ranking',
    queries: ({ ranked }) =>
      ranked.slice(0, 2).map(({ tag }) => `tag=${encodeURIComponent(String(tag))}`),
    shows: 'articles',
    otherwise: LISTS.ranked,
  },
  {
    path: '/tags/{tag}/articles',
    queries: ['hours=24', 'hours=168'],
    fills: 'tag',
    shows: 'articles',
  },
  { path: '/tags/{tag}/series', queries: ['hours=24'], fills: 'tag' },
  { path: '/tags/{tag}/status', fills: 'tag' },
  { path: '/tags/{tag}/stats', fills: 'tag', shows: 'stats' },
  { path: '/events/threads/{id}', fills: 'thread' },
  { path: '/explain/event/{id}', fills: 'thread' },
  { path: '/events/threads/{id}/series', fills: 'thread' },
  { path: '/events/threads/{id}/propagation', fills: 'thread', shows: 'reports' },
  { path: '/events/threads/{id}/coverage', fills: 'thread' },
  { path: '/events/threads/{id}/blogs', fills: 'thread', shows: 'posts' },
  { path: '/events/threads/{id}/articles', queries: ['limit=10'], fills: 'thread' },
  { path: '/events/threads/{id}/articles.csv', fills: 'thread', isFile: true },
  { path: '/topics', queries: ['kind=topic&per=3', 'kind=feature&per=3'], shows: 'feed' },
  {
    path: '/media/{media}',
    queries: ['hours=24', 'hours=168'],
    fills: 'media',
    shows: 'articleCount',
  },
  {
    path: '/media/{media}/keywords',
    queries: ['hours=24', 'hours=168'],
    fills: 'media',
    shows: 'terms',
  },
  { path: '/media/{media}/content', queries: ['limit=10'], fills: 'media', shows: 'count' },
];

/** Whether a field shows anything: a number above 0, a list with entries, a text that can be read. */
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

/** Examples by path. */
export interface Examples {
  /** With their query; a path that is not there is its own. */
  addresses: ReadonlyMap<string, string>;
  /** What to post; a path that is not there has its documented body. */
  bodies: ReadonlyMap<string, { [field: string]: unknown }>;
}

export class ExampleChooser {
  readonly #sources: NewsSources;
  readonly #ask: Ask;
  /** What the choice was made from. */
  #state = '';
  #chosenMs = Number.NEGATIVE_INFINITY;
  #chosen: Promise<Examples> | null = null;

  /** `routes` are those that are served, which say so where an index is not there yet. */
  constructor(sources: NewsSources, routes: () => readonly Route[]) {
    this.#sources = sources;
    this.#ask = asking(routes);
  }

  /** The examples of this state; many who ask at once wait for one choice. */
  examples(): Promise<Examples> {
    const nowMs = this.#sources.clock.nowMs();
    const isOld = Math.abs(nowMs - this.#chosenMs) >= CACHE_MS;
    if (this.#chosen === null || (isOld && this.#state !== this.#stateAt(nowMs))) {
      this.#state = this.#stateAt(nowMs);
      this.#chosenMs = nowMs;
      this.#chosen = this.#choose();
    }
    return this.#chosen;
  }

  #stateAt(nowMs: number): string {
    const { catalog, tags, events, similarity, portals } = this.#sources;
    const generations = [catalog, events, similarity, portals].map(({ generation }) => generation);
    return [...generations, tags.entry, quantised(nowMs)].join(' ');
  }

  async #choose(): Promise<Examples> {
    const names = await namesOf(this.#ask);
    const addresses = new Map<string, string>();
    for (const plan of PLANS)
      addresses.set(`${API}${plan.path}`, await this.#exampleOf(plan, names));
    const url = await this.#copiedUrl(names);
    return { addresses, bodies: new Map(url === null ? [] : [[`${API}/match`, { url }]]) };
  }

  /** The address of an article that has near copies; null where there is none. */
  async #copiedUrl({ compared }: Names): Promise<string | null> {
    for (const params of compared.slice(0, TRIED_MAX)) {
      const answer = await this.#ask(`${API}/articles/{id}/similarity`, '', params);
      const { matches } = (answer ?? { matches: [] }) as Pick<ArticleSimilarityAnswer, 'matches'>;
      if (matches.length > 0) return matches[0]!.article.url;
    }
    return null;
  }

  async #exampleOf(
    { path: below, queries = [''], fills, shows, isFile, otherwise }: Plan,
    names: Names,
  ): Promise<string> {
    const path = `${API}${below}`;
    const candidates: readonly Params[] = fills === undefined ? [{}] : names[fills];
    for (const query of typeof queries === 'function' ? queries(names) : queries) {
      for (const params of candidates.slice(0, TRIED_MAX)) {
        if (isFile === true) return withQueryOf(filled(path, params), query);
        const answer = await this.#ask(path, query, params);
        if (answer === null) continue;
        if (shows !== undefined && !isShowing((answer as Answer)[shows])) continue;
        return withQueryOf(filled(path, params), query);
      }
    }
    const [first] = typeof queries === 'function' ? [''] : queries;
    const own = withQueryOf(below, first ?? '');
    return `${API}${otherwise ?? (fills === undefined ? own : LISTS[fills])}`;
  }
}

/** Names from the lists of the service. */
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

/** The list or table `key` of the first answer in which it is not empty. */
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

/** Asks routes as a request would; null for what is an error, or has no answer yet. */
function asking(routes: () => readonly Route[]): Ask {
  return async (path, query = '', params = {}) => {
    const one = routes().find((each) => each.path === path);
    assert(one !== undefined, `there is a route ${path}`);
    const read = compileQuery(one.query, 'ignore');
    const names = paramNamesOf(path);
    const rawPath = filled(path, params);
    const raw = { query, path: rawPath, ifNoneMatch: '', acceptEncoding: '', accept: '' };
    const given = Object.fromEntries(names.map((name) => [name, params[name]]));
    try {
      const request = { query: read(query), params: given, raw } as unknown as RouteRequest<
        never,
        never
      >;
      const { status, body } = await one.handle(request);
      return status === 200 ? JSON.parse(Buffer.from(body).toString()) : null;
    } catch (thrown) {
      if (thrown instanceof HttpError || thrown instanceof TagwireError) return null;
      throw thrown;
    }
  };
}
