/**
 * Fetches documents: requests, redirects, conditional requests, and their results.
 *
 * Invariants: never rejects; each address on the way passes `parseTarget`, and each connection `dial`; a fetch
 * ends within its time limit whatever the other side does.
 * Not here: robots rules and politeness, which a `Turn` adds (polite-fetcher.ts).
 */
import { setMaxListeners } from 'node:events';
import { type Clock, DAY_MS, type Monotonic } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';
import { INGEST } from '../../kernel/limits.js';
import type { Logger } from '../../kernel/logger.js';
import { headersOfAccess, isOwn, proxyOf, shownHeaders } from './access.js';
import { type AddressRules, parseTarget } from './addresses.js';
import { isDocument, isFeed, locationOf, statusFault, validatorOf } from './answers.js';
import { ACCEPTED_ENCODINGS, type InFlight } from './body.js';
import { Connections } from './connections.js';
import { createResolver, type DialOptions, ended, type Resolve } from './dial.js';
import { exchanged, Journey, within } from './exchange.js';
import {
  FETCH_LIMITS,
  type Fetcher,
  FetchFault,
  type FetchHeaders,
  type FetchLimits,
  type FetchOutcome,
  type FetchPurpose,
  type FetchRequest,
  ROBOTS_REDIRECTS_MAX,
  shown,
} from './outcome.js';

/**
 * Runs `work` once when the request has its turn, and passes its result on; or throws a FetchFault where the
 * address may not be requested.
 */
export type Turn = <T>(
  url: URL,
  request: FetchRequest,
  signal: AbortSignal,
  work: () => Promise<T>,
) => Promise<T>;

export interface FetcherOptions {
  rules: AddressRules;
  /** Names the software, with an address of the operator. */
  userAgent: string;
  monotonic: Monotonic;
  /** For Retry-After. */
  clock: Clock;
  logger: Logger;
  limits?: Partial<FetchLimits>;
  resolve?: Resolve;
  turn?: Turn;
  openSocket?: DialOptions['openSocket'];
  certificates?: string;
}

const ACCEPT: Readonly<Record<FetchPurpose, string>> = {
  feed:
    'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, ' +
    'application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, text/html;q=0.5, */*;q=0.1',
  page: 'text/html, application/xhtml+xml, */*;q=0.1',
  sitemap: 'application/xml, text/xml, application/gzip, text/plain;q=0.5, */*;q=0.1',
  robots: 'text/plain, */*;q=0.1',
  icon: 'image/*, */*;q=0.1',
  hub: '*/*',
  webhook: '*/*',
};

/** @throws TagwireError CONFIG_INVALID for a user agent that cannot be sent. */
export function createFetcher(options: FetcherOptions): Fetcher {
  if (!/^[\x20-\x7e]{1,300}$/.test(options.userAgent)) {
    throw new TagwireError('CONFIG_INVALID', 'the user agent must be one line of plain letters');
  }
  return new WebFetcher(options);
}

const noTurn: Turn = (_url, _request, _signal, work) => work();

class WebFetcher implements Fetcher {
  readonly #options: FetcherOptions;
  readonly #limits: FetchLimits;
  readonly #connections: Connections;
  readonly #turn: Turn;
  readonly #inFlight: InFlight = { bytes: 0 };
  readonly #underWay = new Map<AbortController, Promise<FetchOutcome>>();
  #isClosed = false;

  constructor(options: FetcherOptions) {
    const { rules, resolve = createResolver(), openSocket, certificates } = options;
    this.#options = options;
    this.#limits = { ...FETCH_LIMITS, ...options.limits };
    const { connectMs } = this.#limits;
    const dialOptions = { rules, resolve, connectMs, openSocket, certificates };
    this.#connections = new Connections(dialOptions, this.#limits);
    this.#turn = options.turn ?? noTurn;
  }

  async fetch(request: FetchRequest): Promise<FetchOutcome> {
    const controller = new AbortController();
    const onAbort = (): void => controller.abort(abortedFault(request));
    // A signal may belong to any number of fetches.
    if (request.signal !== undefined) setMaxListeners(0, request.signal);
    request.signal?.addEventListener('abort', onAbort, { once: true });
    if (this.#isClosed || request.signal?.aborted) onAbort();
    const outcome = this.#outcomeOf(request, controller);
    this.#underWay.set(controller, outcome);
    try {
      return await outcome;
    } finally {
      this.#underWay.delete(controller);
      request.signal?.removeEventListener('abort', onAbort);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const controller of this.#underWay.keys()) {
      controller.abort(new FetchFault('aborted', 'The crawler is stopping.'));
    }
    await Promise.all(this.#underWay.values());
    this.#connections.close();
  }

  async #outcomeOf(request: FetchRequest, controller: AbortController): Promise<FetchOutcome> {
    const { monotonic, logger } = this.#options;
    const journey = new Journey(safeUrl(request.url), monotonic.nowMs());
    let outcome: FetchOutcome;
    try {
      outcome = await this.#travel(request, journey, controller);
    } catch (thrown) {
      outcome = journey.failed(thrown, monotonic.nowMs());
    }
    const { kind, url, status, elapsedMs } = outcome;
    logger.debug({ kind, url, status, elapsedMs, purpose: request.purpose }, 'fetched');
    return outcome;
  }

  async #travel(
    request: FetchRequest,
    journey: Journey,
    controller: AbortController,
  ): Promise<FetchOutcome> {
    const { rules, monotonic } = this.#options;
    const redirectsMax =
      request.purpose === 'robots' ? ROBOTS_REDIRECTS_MAX : this.#limits.redirectsMax;
    let leftMs = this.#limits.totalMs;
    let url = parseTarget(request.url, rules);
    for (let redirects = 0; ; redirects++) {
      journey.goTo(url);
      const [bytes, tookMs] = await this.#turn(url, request, controller.signal, () =>
        this.#hop(url, request, journey, controller, leftMs),
      );
      leftMs -= tookMs;
      const next = this.#nextOf(url, request, journey, bytes);
      // Some caches answer 304 to every request.
      const isUnasked = journey.learnt.status === 304 && !journey.isConditional;
      if (isUnasked && redirects < redirectsMax && journey.again()) continue;
      if (next === null) return this.#arrive(url, journey, bytes, monotonic.nowMs());
      if (redirects >= redirectsMax) {
        throw new FetchFault('too-many-redirects', `${shown(url)} is redirect ${redirects + 1}.`);
      }
      url = next;
    }
  }

  /** One request and its answer; reports its duration. */
  async #hop(
    url: URL,
    request: FetchRequest,
    journey: Journey,
    controller: AbortController,
    leftMs: number,
  ): Promise<[Uint8Array | null, number]> {
    const startedMs = this.#options.monotonic.nowMs();
    const { signal } = controller;
    const body = bodyOf(request);
    const { access } = request;
    const headers = this.#headersFor(request, url, journey);
    journey.send(url, headers, access && shownHeaders(access, headers));
    const { purpose } = request;
    const way = {
      isLoose: access?.insecureTls === true && isOwn(access, url),
      proxy: access === undefined ? null : proxyOf(access),
    };
    const shared = { limits: this.#limits, inFlight: this.#inFlight };
    const abort = (fault: FetchFault): void => controller.abort(fault);
    const means = { connections: this.#connections, learnt: journey.learnt, signal, abort };
    const ask = { url, way, purpose, headers, body, ...shared, ...means };
    const seconds = this.#limits.totalMs / 1000;
    const fault = new FetchFault('timeout', `${shown(url)} took longer than ${seconds} s in all.`);
    const bytes = await within(Math.max(0, leftMs), fault, abort, () =>
      ended(exchanged(ask), signal),
    );
    return [bytes, this.#options.monotonic.nowMs() - startedMs];
  }

  /** The address that the answer redirects to; null where it is the last answer. */
  #nextOf(url: URL, request: FetchRequest, journey: Journey, bytes: Uint8Array | null): URL | null {
    const { status, headers } = journey.learnt;
    // A form follows only redirects that keep the method; a `post` follows none.
    const keepsMethod = status === 307 || status === 308;
    const isFollowed = request.post === undefined && (request.form === undefined || keepsMethod);
    const location = isFollowed ? locationOf(status, headers, bytes) : null;
    if (location === null) {
      journey.answered(url, null);
      return null;
    }
    const isReadable = URL.canParse(location, url.href);
    const isSelf = isReadable && new URL(location, url.href).href === url.href;
    // A page that refreshes itself is the document.
    if (isSelf && isDocument(status) && journey.learnt.cookies.length === 0) {
      journey.answered(url, null);
      return null;
    }
    journey.answered(url, isReadable ? safeUrl(new URL(location, url.href).href) : '');
    const next = parseTarget(location, this.#options.rules, url);
    journey.redirected(url, next);
    return next;
  }

  #arrive(url: URL, journey: Journey, bytes: Uint8Array | null, nowMs: number): FetchOutcome {
    const { status, headers } = journey.learnt;
    if (status === 304 && journey.isConditional) return journey.unchanged(nowMs);
    const fault = statusFault(url, status, headers, this.#options.clock.nowMs());
    if (fault !== null && (bytes === null || !isFeed(bytes))) throw fault;
    return journey.ok(bytes ?? new Uint8Array(0), nowMs);
  }

  #headersFor(request: FetchRequest, url: URL, journey: Journey): FetchHeaders {
    const own = request.access === undefined ? {} : headersOfAccess(request.access, url);
    const cookies = [own.cookie, journey.cookiesFor(url)].filter((one) => one !== undefined);
    const etag = validatorOf(request.etag);
    // For a time in the future, servers would answer 304 for years.
    const isPast = !(Date.parse(request.lastModified ?? '') > this.#options.clock.nowMs() + DAY_MS);
    const lastModified = isPast ? validatorOf(request.lastModified) : null;
    return {
      'user-agent': this.#options.userAgent,
      accept: ACCEPT[request.purpose],
      'accept-encoding': ACCEPTED_ENCODINGS,
      // Some servers refuse requests without `accept-language`.
      'accept-language': '*',
      ...(etag === null ? {} : { 'if-none-match': etag }),
      ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
      ...(journey.isAgain ? { 'cache-control': 'no-cache' } : {}),
      ...own,
      ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
      ...(request.form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...request.post?.headers,
    };
  }
}

function bodyOf({ form, post }: FetchRequest): string | Uint8Array | null {
  if (post !== undefined) return post.body;
  return form === undefined ? null : new URLSearchParams(form).toString();
}

function abortedFault({ url }: FetchRequest): FetchFault {
  return new FetchFault('aborted', `The fetch of ${safeUrl(url)} was stopped.`);
}

/** The address without credentials and fragment, for messages; empty where it is invalid. */
function safeUrl(text: string): string {
  if (!URL.canParse(text)) return '';
  const url = new URL(text);
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.href.slice(0, INGEST.urlMax);
}

interface Receipt {
  isAccepted: boolean;
  /** 0 where no server answered. */
  status: number;
  /** Empty where the delivery was accepted. */
  message: string;
  retryAfterMs: number | null;
}

/**
 * Posts a body to an address that a user has named, and returns the result. Never rejects.
 *
 * Any 2xx status accepts the delivery; the body of the answer is not read. A redirect is not followed, because a
 * signed body would go to a server that its owner has not named.
 */
export async function deliver(
  fetcher: Fetcher,
  { url, headers, body }: { url: string; headers: FetchHeaders; body: Uint8Array },
): Promise<Receipt> {
  const outcome = await fetcher.fetch({ url, purpose: 'webhook', post: { body, headers } });
  const { status } = outcome;
  if (status >= 200 && status < 300) {
    return { isAccepted: true, status, message: '', retryAfterMs: null };
  }
  const failed = outcome.kind === 'failed' ? outcome : null;
  const isRedirect = status >= 300 && status < 400;
  const message = isRedirect
    ? `It answered ${status}, a redirect, which is not followed: give the final address.`
    : (failed?.message ?? `It answered ${status}.`);
  return { isAccepted: false, status, message, retryAfterMs: failed?.retryAfterMs ?? null };
}
