/**
 * The way of one fetch over its redirects, and the outcome that it ends in.
 *
 * Invariants: `movedTo` is the end of the leading chain of permanent redirects, and a step from
 * https to http ends that chain, so that nobody moves a source to where it can be listened to.
 */
import { PERMANENT_REDIRECTS, validatorOf } from './answers.js';
import type { Learnt } from './exchange.js';
import { brokenFault, FetchFault, shown } from './faults.js';
import type { FetchHeaders, FetchHop, FetchOutcome } from './outcome.js';

export class Journey {
  readonly learnt: Learnt = { status: 0, headers: {}, remoteAddress: null };
  readonly #hops: FetchHop[] = [];
  readonly #seen = new Set<string>();
  readonly #startedMs: number;
  #url: string;
  #sent: FetchHeaders = {};
  #movedTo: string | null = null;
  #isMoveOpen = true;

  constructor(url: string, startedMs: number) {
    this.#url = url;
    this.#startedMs = startedMs;
  }

  /** Whether the last request asked for changes only; without that, 304 tells nothing. */
  get isConditional(): boolean {
    return 'if-none-match' in this.#sent || 'if-modified-since' in this.#sent;
  }

  /** Begins a hop. @throws FetchFault where it leads in a circle. */
  goTo(url: URL): void {
    if (this.#seen.has(url.href)) {
      throw new FetchFault('redirect-loop', `${shown(url)} redirects to itself in the end.`);
    }
    this.#seen.add(url.href);
  }

  /** A request is about to be sent. */
  send(url: URL, sent: FetchHeaders): void {
    this.#url = url.href;
    this.#sent = sent;
    this.learnt.status = 0;
    this.learnt.headers = {};
    this.learnt.remoteAddress = null;
  }

  /** Its answer is here, and points to `location` or nowhere. */
  answered(url: URL, location: string | null): void {
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
