/**
 * `tagwire/client`: the two APIs for programs in JavaScript and TypeScript.
 *
 *   newsClient, blogClient   every endpoint, typed from the OpenAPI documents (openapi-fetch)
 *   pages                    all items of a list, page after page
 *   changes                  everything in the order in which it changed, up to now
 *   stream                   what happens from now on, through cuts and restarts
 *   follow                   both: a copy that is kept in step
 *
 * It needs nothing but `fetch`, so it runs wherever that is. Iterators wait as long as a service asks
 * them to (429, 503) and while it is away, and end with their signal.
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

/** The service refused a question: another try would be refused as well. */
export class RefusedError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(`${status}: ${message}`);
    this.name = 'RefusedError';
    this.status = status;
  }
}

export interface FollowOptions {
  /** A token or id that was given before; from the beginning (`changes`) or from now on (`stream`) without. */
  since?: string;
  /** Filters of the stream: `kind`, `q`, `tag`, `media`, `category`, `blog`. */
  filters?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** Something that a stream tells. */
export interface StreamEvent {
  /** `article`, `media`, `blog`, `ranking`, `events`, `live`, `behind` or `gone`. */
  event: string;
  data: unknown;
  /** Where to go on after this event; empty until the stream has told one. */
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
 * All pages of a list: `ask` gives the page after a cursor, the first one without.
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
 * Pages of changes up to now, each with the token to come back with.
 * @throws RefusedError 400 for a token of another store, 410 where its place is not known any more.
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
 * What happens from now on, or from an id on. A cut or a restart loses nothing, though an event may come
 * twice. @throws RefusedError as `changes`.
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
 * Everything that changed since a token, and then what changes, for ever: apply each change to a copy,
 * and keep the token when there is one. A change may come twice.
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

/** How long to wait after so many failures before the newest. */
function backoffMs(failures: number): number {
  return Math.min(WAIT_MS.most, WAIT_MS.first * 2 ** failures);
}

/** An answer that is none of 429 and 5xx, whenever it comes; null when the signal ends the waiting. */
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
  /** Null where the event brings none. */
  id: string | null;
}

/**
 * Server-sent events as they come out of a body.
 *
 * Invariant: an event is told when its empty line has come, however the bytes were cut.
 *
 * The events of a body; an event without data may still bring an id.
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

/** Null for a comment, which only shows that the stream is alive. */
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
