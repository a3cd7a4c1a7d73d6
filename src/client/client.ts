/**
 * `tagwire/client`: the two APIs for programs in JavaScript and TypeScript.
 *
 *   newsClient, blogClient   every endpoint, typed from the OpenAPI documents (openapi-fetch)
 *   pages                    all items of a list, page after page
 *   changes                  all changes in their order, up to now
 *   stream                   changes from now on, also after cuts and restarts
 *   follow                   both, for a copy that stays current
 *
 * Needs only `fetch`. Iterators wait as long as a service asks them to (429, 503) and while it
 * cannot be reached, and end with their signal.
 */
import createClient, { type Client } from 'openapi-fetch';
import type { paths as BlogPaths } from './blog-api.js';
import type { paths as NewsPaths } from './news-api.js';

export type { BlogPaths, NewsPaths };

/** A change of the news service, and of the blog service. */
export type NewsChange = ChangesOf<NewsPaths>;
export type BlogChange = ChangesOf<BlogPaths>;
type ChangesOf<P extends NewsPaths | BlogPaths> =
  P['/api/v1/changes']['get']['responses'][200]['content']['application/json']['changes'][number];

/** The service refused a question, and would refuse a repeated one. */
export class RefusedError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(`${status}: ${message}`);
    this.name = 'RefusedError';
    this.status = status;
  }
}

export interface FollowOptions {
  /** An earlier token or id; without it, `changes` starts at the beginning and `stream` now. */
  since?: string;
  /** Filters of the stream: `kind`, `q`, `tag`, `media`, `category`, `blog`. */
  filters?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** An event of a stream. */
export interface StreamEvent {
  /** `article`, `media`, `blog`, `ranking`, `events`, `live`, `behind` or `gone`. */
  event: string;
  data: unknown;
  /** Id to continue after this event; empty until the stream has sent one. */
  id: string;
}

const WAIT_MS = { first: 500, most: 30_000 };
const CHANGES_LIMIT = '2000';

/** The news service at an address such as `https://news.example`. */
export function newsClient(baseUrl: string): Client<NewsPaths> {
  return createClient<NewsPaths>({ baseUrl });
}

/** The blog service. `apiKey` raises the quota. */
export function blogClient(baseUrl: string, apiKey?: string): Client<BlogPaths> {
  return createClient<BlogPaths>({
    baseUrl,
    ...(apiKey === undefined ? {} : { headers: { 'x-api-key': apiKey } }),
  });
}

/**
 * All pages of a list: `ask` requests the page after a cursor, or the first page without one.
 * @throws RefusedError for a page that is refused.
 */
export async function* pages<T extends { nextCursor?: string | null }>(
  ask: (
    cursor: string | undefined,
  ) => Promise<{ data?: T | undefined; error?: unknown; response: Response }>,
): AsyncGenerator<T, void> {
  for (let cursor: string | undefined; ; ) {
    const { data, error, response } = await ask(cursor);
    if (data === undefined) throw new RefusedError(response.status, JSON.stringify(error));
    yield data;
    if (data.nextCursor === undefined || data.nextCursor === null) return;
    cursor = data.nextCursor;
  }
}

/**
 * Pages of changes up to now, each with the token to continue after it.
 * @throws RefusedError 400 for a token of another store, 410 for a token that is too old.
 */
export async function* changes<C extends NewsChange | BlogChange = NewsChange>(
  baseUrl: string,
  { since = '', signal }: FollowOptions = {},
): AsyncGenerator<{ changes: C[]; token: string; caughtUp: boolean }, void> {
  let token = since;
  for (let caughtUp = false; !caughtUp; ) {
    const response = await persistently(
      () => address(baseUrl, '/api/v1/changes', { limit: CHANGES_LIMIT, since: token }),
      {},
      signal,
    );
    if (response === null) return;
    const page = (await response.json()) as { changes: C[]; nextToken: string; caughtUp: boolean };
    token = page.nextToken;
    caughtUp = page.caughtUp;
    yield { changes: page.changes, token, caughtUp };
  }
}

/**
 * Events from now on, or after an id. A cut or a restart loses no event, though an event may be
 * sent twice. @throws RefusedError as `changes`.
 */
export async function* stream(
  baseUrl: string,
  { since = '', filters = {}, signal }: FollowOptions = {},
): AsyncGenerator<StreamEvent, void> {
  let id = since;
  for (let failures = 0; !isOver(signal); ) {
    const headers: Record<string, string> = id === '' ? {} : { 'last-event-id': id };
    const response = await persistently(
      () => address(baseUrl, '/api/v1/stream', filters),
      headers,
      signal,
    );
    if (response === null) return;
    try {
      for await (const event of eventsOf(response.body!)) {
        if (event.id !== null) id = event.id;
        if (event.event === 'gone') throw new RefusedError(410, 'the id is none of this store');
        failures = 0;
        if (event.data !== '') yield { event: event.event, data: parsed(event.data), id };
      }
    } catch (thrown) {
      if (thrown instanceof RefusedError) throw thrown;
    }
    failures += 1;
    await waited(backoffMs(failures - 1), signal);
  }
}

/**
 * Everything that changed since a token, and then all new changes, without end: apply each change
 * to a copy, and store the token when there is one. A change may be sent twice.
 */
export async function* follow<C extends NewsChange | BlogChange = NewsChange>(
  baseUrl: string,
  options: FollowOptions = {},
): AsyncGenerator<{ changes: C[]; token: string }, void> {
  const { signal } = options;
  let token = options.since ?? '';
  for await (const page of changes<C>(baseUrl, options)) {
    token = page.token;
    yield { changes: page.changes, token };
  }
  if (isOver(signal)) return;
  const rest: FollowOptions = signal === undefined ? { since: token } : { since: token, signal };
  for await (const { event, data, id } of stream(baseUrl, rest)) {
    if (!['article', 'media', 'blog'].includes(event)) continue;
    yield { changes: [data as C], token: id === '' ? token : id };
  }
}

function address(
  baseUrl: string,
  path: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== '') query.set(name, value);
  return `${baseUrl.replace(/\/+$/, '')}${path}${query.size === 0 ? '' : `?${query}`}`;
}

/** Waiting time after a number of earlier failures. */
function backoffMs(failures: number): number {
  return Math.min(WAIT_MS.most, WAIT_MS.first * 2 ** failures);
}

/** Repeats until an answer is neither 429 nor 5xx; null when the signal ends the waiting. */
async function persistently(
  addressNow: () => string,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Response | null> {
  for (let failures = 0; !isOver(signal); failures++) {
    let waitMs = backoffMs(failures);
    try {
      const response = await fetch(
        addressNow(),
        signal === undefined ? { headers } : { headers, signal },
      );
      if (response.ok) return response;
      const { status } = response;
      const text = await response.text();
      if (status !== 429 && status < 500) throw new RefusedError(status, text);
      const seconds = Number(response.headers.get('retry-after'));
      if (seconds > 0) waitMs = seconds * 1000;
    } catch (thrown) {
      if (thrown instanceof RefusedError) throw thrown;
    }
    await waited(waitMs, signal);
  }
  return null;
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

function isOver(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function waited(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (isOver(signal)) {
      resolve();
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}

interface SentEvent {
  event: string;
  data: string;
  /** Null for an event without id. */
  id: string | null;
}

/**
 * Parses server-sent events of a body; an event without data may still have an id.
 *
 * Invariant: an event is returned as soon as its empty line has arrived, for any split of the
 * bytes.
 */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<SentEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const event = eventOf(block);
        if (event !== null) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Null for a comment, which only keeps the connection alive. */
function eventOf(block: string): SentEvent | null {
  const found: SentEvent = { event: 'message', data: '', id: null };
  let isEvent = false;
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    if (at <= 0) continue;
    const value = line.slice(at + 1).replace(/^ /, '');
    const name = line.slice(0, at);
    if (name === 'event') found.event = value;
    else if (name === 'data') found.data += found.data === '' ? value : `\n${value}`;
    else if (name === 'id') found.id = value;
    else continue;
    isEvent = true;
  }
  return isEvent ? found : null;
}
