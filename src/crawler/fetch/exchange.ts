/**
 * One request and its answer on one connection; and the way of one fetch over its redirects.
 *
 * Invariants: every phase has its time (connect, headers, progress of the body); when one is over,
 * or the signal aborts, the connection ends at once; a body is read only where the status says that
 * it is the document, else the connection is not used again; an answer whose head the strict parser
 * does not take is asked for once more, over a new connection that reads it as browsers do.
 * `movedTo` is the end of the leading chain of permanent redirects, and a step from https to http ends that chain, so
 * that no redirect moves a source to an address at which others can read along.
 * Not here: where a redirect leads and what a status means to the caller (fetcher.ts).
 */
import type { Dispatcher } from 'undici';
import { getOrInsert } from '../../kernel/collections.js';
import { headersOf, isDocument, mayBeFeed, PERMANENT_REDIRECTS, validatorOf } from './answers.js';
import { type Bytes, collectBody, type InFlight } from './body.js';
import type { ConnectionLease, Connections } from './connections.js';
import { ended, type Way } from './dial.js';
import {
  brokenFault,
  FetchFault,
  type FetchHeaders,
  type FetchHop,
  type FetchLimits,
  type FetchOutcome,
  type FetchPurpose,
  isUnreadHead,
  shown,
} from './outcome.js';

/** One request, with the connections and limits that it uses. */
interface Ask {
  url: URL;
  way: Way;
  purpose: FetchPurpose;
  headers: FetchHeaders;
  /** Body of a POST; null for GET. */
  body: string | Uint8Array | null;
  limits: FetchLimits;
  inFlight: InFlight;
  connections: Connections;
  learnt: Learnt;
  signal: AbortSignal;
  abort: Abort;
}

/** The facts of an answer so far, filled in as they come, so that a failure knows them, too. */
interface Learnt {
  status: number;
  headers: FetchHeaders;
  remoteAddress: string | null;
  /** Set-Cookie headers. */
  cookies: string[];
}

/** Ends the fetch from wherever it stands. */
type Abort = (reason: FetchFault) => void;

/** The bytes of the document; null where the answer is none. @throws FetchFault */
export async function exchanged(ask: Ask): Promise<Uint8Array | null> {
  const { connections } = ask;
  const idle = connections.take(ask.url, ask.way);
  if (idle !== null) {
    try {
      return await over(ask, idle);
    } catch (thrown) {
      // The other side may have closed the connection just when it was used again.
      if (!isRepeatable(ask)) throw thrown;
    }
  }
  const fresh = await opened(ask);
  try {
    return await over(ask, fresh);
  } catch (thrown) {
    const isUnread = thrown instanceof FetchFault && isUnreadHead(thrown.cause);
    if (!isUnread || fresh.isLenient || !isRepeatable(ask)) throw thrown;
    connections.readLeniently(fresh);
    return await over(ask, await opened(ask));
  }
}

/** Whether the request may be sent once more: no answer has begun, and a second one does no harm. */
function isRepeatable({ body, purpose, signal, learnt }: Ask): boolean {
  const isHarmless = body === null || purpose === 'webhook';
  return !signal.aborted && learnt.status === 0 && isHarmless;
}

function opened(ask: Ask): Promise<ConnectionLease> {
  const { url, way, limits, connections, signal, abort } = ask;
  const fault = tooSlow(ask, limits.connectMs, 'did not take the connection');
  return within(limits.connectMs, fault, abort, () => connections.open(url, signal, way));
}

async function over(ask: Ask, lease: ConnectionLease): Promise<Uint8Array | null> {
  const { connections, signal } = ask;
  const onAbort = (): void => connections.destroy(lease, signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    return await conversed(ask, lease);
  } catch (thrown) {
    connections.destroy(lease);
    signal.throwIfAborted();
    throw brokenFault(thrown, ask.url);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function conversed(ask: Ask, lease: ConnectionLease): Promise<Uint8Array | null> {
  const { learnt, purpose, connections, signal } = ask;
  learnt.remoteAddress = lease.connection.remoteAddress;
  const { statusCode, headers, body } = await requested(ask, lease);
  learnt.status = statusCode;
  learnt.headers = headersOf(headers);
  learnt.cookies = [headers['set-cookie'] ?? []].flat();
  const isFeed = purpose === 'feed' && mayBeFeed(statusCode, learnt.headers);
  const isWanted = (isDocument(statusCode) || isFeed) && purpose !== 'webhook';
  const bytes = isWanted ? await collected(ask, body) : null;
  const isSound = bytes !== null && body.errored === null;
  if (isSound) connections.release(lease);
  else if (bytes !== null) connections.destroy(lease);
  else if (isBodiless(learnt)) {
    await ended(body.dump(), signal);
    connections.release(lease);
  } else {
    // Reading a body that is not used may take longer than a new connection.
    body.on('error', () => {}).destroy();
    connections.destroy(lease);
  }
  return bytes;
}

function requested(ask: Ask, { client }: ConnectionLease): Promise<Dispatcher.ResponseData> {
  const { url, body, headers, limits, signal, abort } = ask;
  const fault = tooSlow(ask, limits.headersMs, 'did not answer');
  const path = url.pathname + url.search;
  const method = body === null ? 'GET' : 'POST';
  return within(limits.headersMs, fault, abort, () =>
    ended(client.request({ path, method, headers, body }), signal),
  );
}

async function collected(ask: Ask, body: Bytes): Promise<Uint8Array> {
  const progress = new Progress(ask);
  try {
    const encoding = ask.learnt.headers['content-encoding'] ?? '';
    const bytes = collectBody(progress.watch(body), { ...ask, encoding });
    // The decoders between may not pass an error on while they wait.
    return await ended(bytes, ask.signal);
  } finally {
    progress.stop();
  }
}

function isBodiless({ status, headers }: Learnt): boolean {
  return status === 204 || status === 304 || headers['content-length'] === '0';
}

/** Aborts when too little of a body arrives. */
class Progress {
  readonly #timer: NodeJS.Timeout;
  #bytes = 0;

  constructor(ask: Ask) {
    const { stallMs, stallBytesMin } = ask.limits;
    this.#timer = setInterval(() => {
      if (this.#bytes < stallBytesMin) ask.abort(tooSlow(ask, stallMs, 'sent next to nothing'));
      this.#bytes = 0;
    }, stallMs);
  }

  async *watch(body: Bytes): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      this.#bytes += chunk.length;
      yield chunk;
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

function tooSlow({ url }: Ask, limitMs: number, what: string): FetchFault {
  return new FetchFault('timeout', `${shown(url)} ${what} within ${limitMs / 1000} s.`);
}

/** Runs the work, and aborts with the fault when it takes longer. */
export async function within<T>(
  limitMs: number,
  fault: FetchFault,
  abort: Abort,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => abort(fault), limitMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

/** Name and value of a Set-Cookie header, of a length that is sent back. */
const COOKIE =
  /^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]{1,200})=([\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e"]{0,2000})\s*(?:;|$)/;
const COOKIES_MAX = 20;

export class Journey {
  readonly learnt: Learnt = { status: 0, headers: {}, remoteAddress: null, cookies: [] };
  readonly #hops: FetchHop[] = [];
  readonly #seen = new Set<string>();
  readonly #startedMs: number;
  #url: string;
  #sent: FetchHeaders = {};
  #movedTo: string | null = null;
  #isMoveOpen = true;
  #isAgain = false;
  /** By host; they live for one fetch. */
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(url: string, startedMs: number) {
    this.#url = url;
    this.#startedMs = startedMs;
  }

  /** Whether the last request asked for changes only; without that, 304 tells nothing. */
  get isConditional(): boolean {
    return 'if-none-match' in this.#sent || 'if-modified-since' in this.#sent;
  }

  /** Cookies that a host has set during this fetch; undefined where it has set none. */
  cookiesFor({ host }: URL): string | undefined {
    const jar = this.#cookies.get(host);
    if (jar === undefined || jar.size === 0) return undefined;
    return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Whether the last address is asked once more, past caches. */
  get isAgain(): boolean {
    return this.#isAgain;
  }

  /** Has the same address asked once more, past caches. @returns false the second time. */
  again(): boolean {
    const isFirst = !this.#isAgain;
    this.#isAgain = true;
    return isFirst;
  }

  /** Begins a hop. @throws FetchFault where it leads in a circle. */
  goTo(url: URL): void {
    const place = `${url.href} ${this.#isAgain} ${this.cookiesFor(url) ?? ''}`;
    if (this.#seen.has(place)) {
      throw new FetchFault('redirect-loop', `${shown(url)} redirects to itself in the end.`);
    }
    this.#seen.add(place);
  }

  /** A request is about to be sent. */
  send(url: URL, sent: FetchHeaders, shown: FetchHeaders = sent): void {
    this.#url = url.href;
    this.#sent = shown;
    this.learnt.cookies = [];
    this.learnt.status = 0;
    this.learnt.headers = {};
    this.learnt.remoteAddress = null;
  }

  /** Its answer is here, and points to `location` or nowhere. */
  answered(url: URL, location: string | null): void {
    const jar = getOrInsert(this.#cookies, url.host, () => new Map());
    for (const cookie of this.learnt.cookies) {
      const [, name, value] = COOKIE.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined && jar.size < COOKIES_MAX) jar.set(name, value);
    }
    this.#hops.push({ url: url.href, status: this.learnt.status, location });
  }

  /** The answer that redirects led to an address that may be asked. */
  redirected(from: URL, to: URL): void {
    const isDowngrade = from.protocol === 'https:' && to.protocol === 'http:';
    if (!PERMANENT_REDIRECTS.has(this.learnt.status) || isDowngrade) this.#isMoveOpen = false;
    else if (this.#isMoveOpen) this.#movedTo = to.href;
  }

  ok(bytes: Uint8Array, nowMs: number): FetchOutcome {
    const contentType = this.learnt.headers['content-type'] ?? '';
    return { kind: 'ok', ...this.#trace(nowMs), bytes, contentType, ...this.#validators() };
  }

  unchanged(nowMs: number): FetchOutcome {
    return { kind: 'unchanged', ...this.#trace(nowMs), ...this.#validators() };
  }

  failed(thrown: unknown, nowMs: number): FetchOutcome {
    const fault = faultOf(thrown, this.#url);
    const { reason, message, retryAfterMs } = fault;
    return { kind: 'failed', ...this.#trace(nowMs), reason, message, retryAfterMs };
  }

  #validators(): { etag: string | null; lastModified: string | null } {
    const { headers } = this.learnt;
    return {
      etag: validatorOf(headers.etag),
      lastModified: validatorOf(headers['last-modified']),
    };
  }

  #trace(nowMs: number) {
    const { status, headers, remoteAddress } = this.learnt;
    const elapsedMs = Math.max(0, nowMs - this.#startedMs);
    const movedTo = this.#movedTo;
    const trace = { url: this.#url, status, headers, hops: this.#hops, movedTo, remoteAddress };
    return { ...trace, sent: this.#sent, elapsedMs };
  }
}

function faultOf(thrown: unknown, url: string): FetchFault {
  if (thrown instanceof FetchFault) return thrown;
  return URL.canParse(url)
    ? brokenFault(thrown, new URL(url))
    : new FetchFault('bad-address', 'What shall be fetched is not an address.');
}
