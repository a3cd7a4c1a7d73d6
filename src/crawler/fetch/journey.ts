/**
 * The way of one fetch over its redirects, and the outcome that it ends in.
 *
 * Invariants: `movedTo` is the end of the leading chain of permanent redirects, and a step from
 * https to http ends that chain, so that nobody moves a source to where it can be listened to.
 */
import { getOrInsert } from '../../kernel/collections.js';
import { PERMANENT_REDIRECTS, validatorOf } from './answers.js';
import type { Learnt } from './exchange.js';
import type { FetchHeaders, FetchHop, FetchOutcome } from './outcome.js';
import { brokenFault, FetchFault, shown } from './outcome.js';

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
