/**
 * One request and its answer on one connection; and the redirects of one fetch.
 *
 * Invariants: every phase has its timeout (connect, headers, progress of the body). After a timeout or an abort
 * of the signal the connection ends at once. A body is read only where the status says that it is the document;
 * otherwise the connection is not used again. When the strict parser refuses the head of an answer, the request
 * is repeated over a new connection whose parser is as lenient as a browser's.
 * `movedTo` is the end of the leading chain of permanent redirects, and a step from https to http ends that chain, so
 * that no redirect moves a source to an address that others can read.
 * Not here: targets of redirects, and the meaning of a status for the caller (fetcher.ts).
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

/** The facts of an answer, set as they arrive, so that a failure reports them too. */
interface Learnt {
  status: number;
  headers: FetchHeaders;
  remoteAddress: string | null;
  /** Set-Cookie headers. */
  cookies: string[];
}

/** Ends the fetch in any phase. */
type Abort = (reason: FetchFault) => void;

/** The bytes of the document; null where the answer has none. @throws FetchFault */
export async function exchanged(ask: Ask): Promise<Uint8Array | null> {
  const { connections } = ask;
  const idle = connections.take(ask.url, ask.way);
  if (idle !== null) {
    try {
      return await over(ask, idle);
    } catch (thrown) {
      // The other side may have closed the idle connection at this moment.
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

/** Whether the request may be repeated: no answer has begun, and a second request does no harm. */
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
    // Reading an unused body may take longer than a new connection.
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
    // The decoders in between may not pass an error on while they wait.
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

/** Name and value of a Set-Cookie header, short enough to be sent back. */
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
  /** Cookies by host, for one fetch. */
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(url: string, startedMs: number) {
    this.#url = url;
    this.#startedMs = startedMs;
  }

  /** Whether the last request was conditional; without that, a 304 has no meaning. */
  get isConditional(): boolean {
    return 'if-none-match' in this.#sent || 'if-modified-since' in this.#sent;
  }

  /** Cookies that a host has set during this fetch; undefined where it has set none. */
  cookiesFor({ host }: URL): string | undefined {
    const jar = this.#cookies.get(host);
    if (jar === undefined || jar.size === 0) return undefined;
    return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Whether the last address is requested a second time, past caches. */
  get isAgain(): boolean {
    return this.#isAgain;
  }

  /** Requests the same address a second time, past caches. @returns false when that was already done. */
  again(): boolean {
    const isFirst = !this.#isAgain;
    this.#isAgain = true;
    return isFirst;
  }

  /** Begins a hop. @throws FetchFault for a redirect loop. */
  goTo(url: URL): void {
    const place = `${url.href} ${this.#isAgain} ${this.cookiesFor(url) ?? ''}`;
    if (this.#seen.has(place)) {
      throw new FetchFault('redirect-loop', `${shown(url)} redirects to itself in the end.`);
    }
    this.#seen.add(place);
  }

  /** Notes a request before it is sent. */
  send(url: URL, sent: FetchHeaders, shown: FetchHeaders = sent): void {
    this.#url = url.href;
    this.#sent = shown;
    this.learnt.cookies = [];
    this.learnt.status = 0;
    this.learnt.headers = {};
    this.learnt.remoteAddress = null;
  }

  /** Notes an answer, with the target of its redirect or null. */
  answered(url: URL, location: string | null): void {
    const jar = getOrInsert(this.#cookies, url.host, () => new Map());
    for (const cookie of this.learnt.cookies) {
      const [, name, value] = COOKIE.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined && jar.size < COOKIES_MAX) jar.set(name, value);
    }
    this.#hops.push({ url: url.href, status: this.learnt.status, location });
  }

  /** Notes a redirect to an address that may be requested. */
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
