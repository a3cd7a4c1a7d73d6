/**
 * The pages of a service: requests for HTML, separate from the API.
 *
 *   ready ─► method ─► rate limit ─► route ─► (POST: origin ─► body ─► form) ─► handler
 *    503      405         429       404, 301           403       413
 *
 * A site gets the requests that no route of the API has: its own paths, and unknown paths outside
 * `/api/` that a browser asks for. A page can share an address of the API (`/api/status`): browsers
 * get the page, and no cookies are read. Changes are forms that a page of this service posts:
 * browsers send the origin of a form, and a form with another origin, or without one, is refused
 * before its body is read.
 *
 * Invariants: the request is read only before the first await; every answer has the security
 * headers and no CORS; errors are pages (`errorPage`), and are not cached. Not here: contents of
 * pages, sessions, CSRF tokens (src/serve/web).
 */
import { parseCookie } from 'cookie';
import type { Monotonic } from '../../kernel/clock.js';
import { messageOf } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import { ClientAddresses } from './client-address.js';
import { forbidden, type HeaderPairs, HttpError, NOT_READY, notFound, tooOften } from './errors.js';
import { contextOf, Exchange, type ExchangeContext, hasBody } from './exchange.js';
import { HeaderBlocks } from './header-block.js';
import { prefersHtml } from './packing.js';
import { Bodies } from './posted.js';
import { decodeStrictly } from './query.js';
import { type ClientKey, RateLimiter } from './rate-limit.js';
import { HTML_TYPE, NO_STORE, type Reply } from './reply.js';
import { paramNamesOf, Router } from './router.js';
import type { IncomingRequest, OutgoingResponse } from './server.js';
import type { AccessEntry, Service } from './service-options.js';

/** Argument of a page's handler. Stays valid after the handler returns. */
export interface SiteRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** Percent-encoded. */
  readonly path: string;
  /** Percent-encoded, without the `?`. */
  readonly rawQuery: string;
  readonly query: URLSearchParams;
  /** Parameters of the path, decoded. */
  readonly params: { readonly [name: string]: string };
  readonly cookies: ReadonlyMap<string, string>;
  readonly acceptLanguage: string;
  readonly acceptEncoding: string;
  readonly userAgent: string;
  /** The client's key in rate limits, for limits of single pages. */
  readonly client: ClientKey;
}

/** A posted form. */
export interface SitePost extends SiteRequest {
  readonly method: 'POST';
  readonly form: URLSearchParams;
}

/** One page. `path` ends with a slash or with the name of a file. */
export interface SiteRoute {
  readonly path: string;
  /** Counts against the rate limit of pages; true by default. */
  readonly counted?: boolean;
  /** Posts of any origin and type are accepted, because the address contains a secret. */
  readonly open?: boolean;
  get?(request: SiteRequest): Reply | Promise<Reply>;
  post?(request: SitePost): Reply | Promise<Reply>;
}

export interface SiteOptions {
  /** Short name for logs. */
  name: string;
  routes: readonly SiteRoute[];
  /** Public base address. */
  publicUrl: string;
  /** Pages a minute and client. */
  rateLimit: number;
  trustedProxies: readonly string[];
  monotonic: Monotonic;
  logger: Logger;
  ready(): boolean;
  /** The page of an error. Called also before the service is ready; must not fail. */
  errorPage(error: HttpError, request: SiteRequest): Reply | Promise<Reply>;
  metrics?: { observe(routeName: string, status: number, seconds: number): void };
  access?: ((entry: AccessEntry) => void) | undefined;
}

/** Maximum of a form's bytes: the longest form has a text of a few thousand characters. */
export const FORM_BYTES_MAX = 64 * 1024;
/** Forms that are read at once; each has at most FORM_BYTES_MAX. */
const FORMS_MAX = 256;
/** Our own cookie values are never escaped. */
const AS_SENT = { decode: (text: string) => text };

/** Headers of every answer of a site. */
const SECURITY: HeaderPairs = [
  [
    'content-security-policy',
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  ],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  // Browsers send the origin of a form only under a policy that sends referrers to our own origin.
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()'],
];

const API = '/api/';

const NO_SUCH_PAGE = notFound('there is no page at this address');
const TOO_LARGE = new HttpError(413, 'too_large', `a form holds at most ${FORM_BYTES_MAX} bytes`);
const NOT_A_FORM = new HttpError(
  415,
  'invalid_query',
  'a change is sent as application/x-www-form-urlencoded',
);
const FOREIGN_FORM = forbidden('this form was not sent from a page of this service');
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

export class Site {
  readonly #options: SiteOptions;
  readonly #router = new Router<SiteRoute>();
  readonly #names = new Map<SiteRoute, string[]>();
  readonly #clients: ClientAddresses;
  readonly #limiter: RateLimiter;
  readonly #context: ExchangeContext;
  readonly #origin: string;
  readonly #forms = new Bodies(FORMS_MAX, 'forms');

  /** @throws TagwireError CONFIG_INVALID for an unusable rate limit. */
  constructor(options: SiteOptions) {
    this.#options = options;
    this.#clients = new ClientAddresses(options.trustedProxies);
    this.#limiter = new RateLimiter({ limit: options.rateLimit });
    this.#origin = new URL(options.publicUrl).origin;
    this.#context = {
      blocks: new HeaderBlocks([], SECURITY),
      ...contextOf(options),
      faultStatus: 500,
      errorBody: (_status, _code, message) => ({ error: message }),
    };
    for (const route of options.routes) {
      this.#router.add(route.path, route);
      this.#names.set(route, paramNamesOf(route.path));
    }
  }

  /** Whether a page or file of the site has this path, with or without its final slash. */
  has(path: string): boolean {
    return this.#find(path) !== null || this.#find(`${path}/`) !== null;
  }

  /** Whether the site has a page for browsers at an address of the API. */
  shares(path: string): boolean {
    return path.startsWith(API) && this.#router.fixed(path) !== undefined;
  }

  /** A function that makes the page at an address of the API; the request is read before. */
  sharedPage(req: IncomingRequest): () => Promise<Reply> {
    const request = requestOf(req, this.#clients.keyOf(req));
    return async () => {
      try {
        const reply = await this.#router.fixed(request.path)!.get!(request);
        return { ...reply, headers: [...(reply.headers ?? []), ...SECURITY] };
      } catch (thrown) {
        const error = thrown instanceof HttpError ? thrown : this.#fault(thrown, request.path);
        const reply = await this.#options.errorPage(error, request);
        return { ...reply, headers: [...error.headers, ...SECURITY] };
      }
    };
  }

  serve(req: IncomingRequest, res: OutgoingResponse): void {
    const { method } = req;
    const exchange = new Exchange(this.#context, res, method === 'HEAD');
    const request = requestOf(req, this.#clients.keyOf(req));
    if (this.#context.access !== undefined) {
      exchange.asked = { method, path: req.path, query: withoutTokens(req.rawQuery) };
    }
    exchange.acceptEncoding = request.acceptEncoding;
    void this.#answer(req, res, request, exchange).catch((thrown: unknown) => {
      // The error page failed as well.
      exchange.fail(thrown);
    });
  }

  async #answer(
    req: IncomingRequest,
    res: OutgoingResponse,
    request: SiteRequest,
    exchange: Exchange,
  ): Promise<void> {
    try {
      const reply = this.#admit(req, res, request, exchange);
      exchange.reply(reply instanceof Promise ? await reply : reply);
    } catch (thrown) {
      const error = thrown instanceof HttpError ? thrown : this.#fault(thrown, exchange.routeName);
      if (error.status === 413 || error.status === 503) exchange.close = true;
      const reply = await this.#options.errorPage(error, request);
      exchange.reply(error.headers.length === 0 ? reply : { ...reply, headers: error.headers });
    }
  }

  /** All steps that need the request object, which is invalid after this function. */
  #admit(
    req: IncomingRequest,
    res: OutgoingResponse,
    request: SiteRequest,
    exchange: Exchange,
  ): Reply | Promise<Reply> {
    const { method } = req;
    const isPost = method === 'POST';
    // The server would parse an unread body as the next request.
    exchange.close = !isPost && hasBody(req);
    if (req.fault !== '') throw new HttpError(400, 'invalid_query', req.fault);
    if (!this.#options.ready()) throw NOT_READY;
    const found = this.#find(request.path);
    if (found?.route.counted !== false) {
      const isAdmitted = this.#limiter.take(request.client, exchange.startMs);
      exchange.showQuota(this.#limiter);
      if (!isAdmitted) throw tooOften('too many pages were asked for', this.#limiter.resetSeconds);
    }
    if (found === null) return this.#redirect(request);
    const { route, params } = found;
    exchange.routeName = route.path;
    const asked = { ...request, params };
    if (isPost) {
      if (route.post === undefined) throw notAllowed('GET, HEAD');
      if (route.open !== true) this.#checkOrigin(req);
      return this.#readForm(req, res, asked, route, exchange);
    }
    if (method !== 'GET' && method !== 'HEAD') {
      throw notAllowed(route.post === undefined ? 'GET, HEAD' : 'GET, HEAD, POST');
    }
    if (route.get === undefined) throw notAllowed('POST');
    exchange.ifNoneMatch = req.header('if-none-match');
    return route.get(asked);
  }

  #find(path: string): { route: SiteRoute; params: { [name: string]: string } } | null {
    const fixed = this.#router.fixed(path);
    if (fixed !== undefined) return { route: fixed, params: {} };
    const match = this.#router.match(path);
    if (match === null) return null;
    const params: { [name: string]: string } = {};
    for (const [at, name] of this.#names.get(match.target)!.entries()) {
      const text = decodeStrictly(match.rawParams[at]!);
      if (text === null) return null;
      params[name] = text;
    }
    return { route: match.target, params };
  }

  /** Redirects a page's address without its final slash. */
  #redirect({ path, rawQuery }: SiteRequest): Reply {
    if (path.endsWith('/') || this.#find(`${path}/`) === null) throw NO_SUCH_PAGE;
    return redirectReply(301, `${path}/${rawQuery === '' ? '' : `?${rawQuery}`}`);
  }

  /**
   * Checks the origin that the browser sent with a form; pages elsewhere cannot forge it. The host
   * of the request is accepted too, because the public address need not be configured.
   */
  #checkOrigin(req: IncomingRequest): void {
    const origin = req.header('origin');
    if (origin === '') {
      if (req.header('sec-fetch-site') === 'same-origin') return;
      throw FOREIGN_FORM;
    }
    if (origin === this.#origin || hostOf(origin) === req.header('host')) return;
    throw FOREIGN_FORM;
  }

  async #readForm(
    req: IncomingRequest,
    res: OutgoingResponse,
    asked: SiteRequest,
    route: SiteRoute,
    exchange: Exchange,
  ): Promise<Reply> {
    if (route.open !== true && !FORM_TYPE.test(req.header('content-type'))) {
      exchange.close = true;
      throw NOT_A_FORM;
    }
    const body = await this.#forms.read(req, res, FORM_BYTES_MAX);
    if (body === null) throw TOO_LARGE;
    const form = new URLSearchParams(Buffer.from(body).toString('utf8'));
    return route.post!({ ...asked, method: 'POST', form });
  }

  #fault(thrown: unknown, routeName: string): HttpError {
    const { logger, name } = this.#options;
    const message = `a page failed: ${messageOf(thrown)}`;
    logger.error({ err: thrown, service: name, route: routeName }, message);
    return new HttpError(500, 'internal_error', 'internal error');
  }
}

/**
 * Combines a service with its pages. A request with a route of the API goes to the service, unless
 * a browser asks for an address that a page shares. Other requests outside `/api/` go to the site
 * where a page or file has the path or where a browser asks, so that people get an error page; all
 * else gets an error of the API.
 */
export function withSite(service: Service, site: Site): Service {
  const { listener } = service;
  return {
    ...service,
    listener: (req, res) => {
      const { path } = req;
      if (site.shares(path) && isReading(req) && prefersHtml(req.header('accept'))) {
        service.share(req, res, site.sharedPage(req));
      } else if (path.startsWith('/api/') || service.has(path)) listener(req, res);
      else if (site.has(path) || wantsPage(req)) site.serve(req, res);
      else listener(req, res);
    },
  };
}

/** Redirects within this service. `to` is a path that begins with one slash. */
export function redirectReply(status: 301 | 303, to: string, headers: HeaderPairs = []): Reply {
  // A second slash or a backslash would name another host.
  const location = /^\/(?![/\\])/.test(to) ? to : '/';
  return {
    status,
    body: new Uint8Array(0),
    contentType: HTML_TYPE,
    cacheControl: NO_STORE,
    headers: [['location', location], ...headers],
  };
}

function wantsPage(req: IncomingRequest): boolean {
  return isReading(req) && req.header('accept').includes('text/html');
}

function isReading({ method }: IncomingRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function requestOf(req: IncomingRequest, client: ClientKey): SiteRequest {
  const { rawQuery } = req;
  const method = req.method as SiteRequest['method'];
  return {
    method,
    path: req.path,
    rawQuery,
    client,
    params: {},
    query: new URLSearchParams(rawQuery),
    // Answers below `/api/` never depend on cookies.
    cookies: cookiesOf(req.path.startsWith(API) ? '' : req.headers('cookie')),
    acceptLanguage: req.header('accept-language'),
    acceptEncoding: req.header('accept-encoding'),
    userAgent: req.header('user-agent'),
  };
}

/** Cookies by name; of two with one name the first, because browsers send longer paths first. */
function cookiesOf(header: string): Map<string, string> {
  const cookies = new Map<string, string>();
  if (header === '') return cookies;
  for (const [name, value] of Object.entries(parseCookie(header, AS_SENT))) {
    if (value !== undefined) cookies.set(name, value);
  }
  return cookies;
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

function notAllowed(allow: string): HttpError {
  const message = `this page takes ${allow} only`;
  return new HttpError(405, 'method_not_allowed', message, [['allow', allow]]);
}

/** Removes tokens of sign-in links from a query that is logged. */
function withoutTokens(rawQuery: string): string {
  return rawQuery.replace(/(^|&)(token|key|code)=[^&]*/gi, '$1$2=…');
}
