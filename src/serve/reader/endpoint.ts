/**
 * The Google Reader API on the blog service, for feed readers, compatible with FreshRSS and
 * Miniflux.
 *
 *   ready ─► limit of the address ─► body ─► who asks ─► limit of the person ─► (change: token) ─► answer
 *    503            429             413       401              429                    401
 *
 * A program signs in once, by `accounts/ClientLogin` with an app password, and sends the returned
 * token with every request. Cookies are never read here, so no page of another site can send
 * requests for a user. Invariants: every request is read before the first await; no answer may be
 * cached by others.
 */
import { TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import { READER } from '../../kernel/reader-limits.js';
import type { AppPassword } from '../../store/accounts/records.js';
import type { User } from '../../store/accounts/roster-events.js';
import { ClientAddresses } from '../http/client-address.js';
import {
  HttpError,
  invalidQuery,
  NOT_READY,
  notFound,
  tooOften,
  unavailable,
} from '../http/errors.js';
import { contextOf, Exchange, type ExchangeContext, hasBody } from '../http/exchange.js';
import { HeaderBlocks } from '../http/header-block.js';
import { Bodies } from '../http/posted.js';
import { type ClientKey, RateLimiter } from '../http/rate-limit.js';
import { PRIVATE_NO_STORE, privateJson, type Reply, TEXT_TYPE, textReply } from '../http/reply.js';
import type { IncomingRequest, OutgoingResponse } from '../http/server.js';
import type { Service } from '../http/service-options.js';
import { ItemLists, type ReaderRequest } from './item-list.js';
import { pathOf, routeOf } from './routes.js';
import type { ReaderSources } from './sources.js';

const AUTHORIZATION = /^GoogleLogin\s+auth=["']?([\w.-]{1,100})["']?$/i;

interface SignedInReader {
  user: User;
  password: AppPassword;
}

/**
 * The sign-in of readers, and the credentials that they send.
 *
 *   accounts/ClientLogin   Email, Passwd (an app password)  ─►  Auth=…
 *   Authorization: GoogleLogin auth=…                        of every request
 *   T=…                                                      of every change; `token` gives it
 *
 * Some readers send no `T`, or "x", and are accepted: `T` protects against forged requests of web
 * pages, which cannot send the first header.
 */
class SignIns {
  readonly #sources: ReaderSources;
  readonly #clients = new RateLimiter({ limit: READER.signInsPerMinute });
  readonly #all = new RateLimiter({ limit: READER.signInsPerMinuteAll });

  constructor(sources: ReaderSources) {
    this.#sources = sources;
  }

  /** @throws HttpError 429. */
  signIn({ parameters }: ReaderRequest, client: ClientKey, nowMs: number): Reply {
    const { accounts, secret } = this.#sources;
    for (const [limiter, key] of [
      [this.#clients, client],
      [this.#all, ''],
    ] as const) {
      if (!limiter.take(key, nowMs)) throw tooOften('too many sign-ins', limiter.resetSeconds);
    }
    const login = parameters.get('Email') ?? '';
    const password = accounts.appPasswords.check(login, parameters.get('Passwd') ?? '');
    const isJson = parameters.get('output') === 'json';
    if (password === null) {
      const rest = { status: 401, cacheControl: PRIVATE_NO_STORE };
      return textReply('Error=BadAuthentication\n', TEXT_TYPE, rest);
    }
    const token = accounts.appPasswords.token(password, 'ask', secret);
    if (isJson) return privateJson({ SID: token, LSID: token, Auth: token });
    const lines = `SID=${token}\nLSID=null\nAuth=${token}\n`;
    return textReply(lines, TEXT_TYPE, { cacheControl: PRIVATE_NO_STORE });
  }

  /** The user of a request's header; null where it names no user. */
  whoIs(authorization: string): SignedInReader | null {
    const { accounts, secret } = this.#sources;
    const token = AUTHORIZATION.exec(authorization)?.[1];
    return token === undefined ? null : accounts.appPasswords.who(token, 'ask', secret);
  }

  /** The value of `T` for changes. */
  changeToken({ password }: SignedInReader): string {
    return this.#sources.accounts.appPasswords.token(password, 'change', this.#sources.secret);
  }

  mayChange(parameters: URLSearchParams, { password }: SignedInReader): boolean {
    const { accounts, secret } = this.#sources;
    const token = parameters.get('T') ?? '';
    if (token === '' || token === 'x') return true;
    const { appPasswords } = accounts;
    return ['change', 'ask'].some(
      (use) =>
        appPasswords.who(token, use as 'change' | 'ask', secret)?.password.id === password.id,
    );
  }
}

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const TOO_LARGE = new HttpError(
  413,
  'too_large',
  `a body holds at most ${READER.bodyBytesMax} bytes`,
);
const NOT_CURRENT = unavailable('this server cannot check now who signs in', 1);

export interface ReaderOptions extends ReaderSources {
  logger: Logger;
  trustedProxies: readonly string[];
  ready(): boolean;
  metrics: { observe(routeName: string, status: number, seconds: number): void };
}

export class ReaderEndpoint {
  readonly #options: ReaderOptions;
  readonly #lists: ItemLists;
  readonly #signIns: SignIns;
  readonly #clients: ClientAddresses;
  readonly #bodies = new Bodies(READER.bodiesMax, 'bodies');
  readonly #people = new RateLimiter({ limit: READER.perMinute });
  readonly #strangers = new RateLimiter({ limit: READER.strangersPerMinute });
  readonly #context: ExchangeContext;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#lists = new ItemLists(options);
    this.#signIns = new SignIns(options);
    this.#clients = new ClientAddresses(options.trustedProxies);
    this.#context = {
      blocks: new HeaderBlocks([], [['x-content-type-options', 'nosniff']]),
      ...contextOf({ name: 'reader', ...options }),
      faultStatus: 500,
      errorBody: (_status, _code, message) => ({ errors: [message] }),
    };
  }

  serve(req: IncomingRequest, res: OutgoingResponse): void {
    const exchange = new Exchange(this.#context, res, req.method === 'HEAD');
    exchange.acceptEncoding = req.header('accept-encoding');
    exchange.close = hasBody(req);
    void this.#answer(req, res, exchange).catch((thrown: unknown) => {
      const isRefused = thrown instanceof TagwireError && thrown.code === 'INPUT_INVALID';
      exchange.fail(isRefused ? invalidQuery(thrown.message) : thrown);
    });
  }

  async #answer(req: IncomingRequest, res: OutgoingResponse, exchange: Exchange): Promise<void> {
    const { ready, accounts, clock } = this.#options;
    if (req.fault !== '') throw invalidQuery(req.fault);
    if (!ready()) throw NOT_READY;
    if (!accounts.isCurrent) throw NOT_CURRENT;
    const path = pathOf(req.path);
    const isSignIn = path === '/accounts/ClientLogin';
    const found = isSignIn ? null : routeOf(path);
    exchange.routeName = isSignIn ? path : (found?.name ?? 'unmatched');
    const client = this.#clients.keyOf(req);
    const who = isSignIn ? null : this.#signIns.whoIs(req.header('authorization'));
    const limiter = who === null ? this.#strangers : this.#people;
    const bucket = who === null ? client : `user ${who.user.id}`;
    const isAdmitted = limiter.take(bucket, exchange.startMs);
    exchange.showQuota(limiter);
    if (!isAdmitted) throw tooOften('too many requests', limiter.resetSeconds);
    if (!isSignIn && who === null) return exchange.reply(UNAUTHORIZED);
    const request = await this.#read(req, res);
    exchange.close = false;
    if (isSignIn) return exchange.reply(this.#signIns.signIn(request, client, exchange.startMs));
    if (found === null) throw notFound('there is no such request of the Google Reader API');
    if (found.route.changes && !this.#signIns.mayChange(request.parameters, who!)) {
      return exchange.reply(BAD_TOKEN);
    }
    const reply = await found.route.answer(
      { sources: this.#options, lists: this.#lists, user: who!.user, rest: found.rest, ...request },
      () => this.#signIns.changeToken(who!),
    );
    // Readers use the time of the answer as start of their next request.
    exchange.add([['date', new Date(clock.nowMs()).toUTCString()]]);
    exchange.reply(reply);
  }

  /** The request without its user. */
  async #read(req: IncomingRequest, res: OutgoingResponse): Promise<ReaderRequest> {
    const isPost = req.method === 'POST';
    const parameters = new URLSearchParams(req.rawQuery);
    if (!isPost) {
      if (req.method === 'GET' || req.method === 'HEAD') return { isPost, parameters, text: '' };
      throw new HttpError(405, 'method_not_allowed', 'this takes GET and POST', [
        ['allow', 'GET, POST'],
      ]);
    }
    const type = req.header('content-type');
    const body = await this.#bodies.read(req, res, READER.bodyBytesMax);
    if (body === null) throw TOO_LARGE;
    const text = Buffer.from(body).toString('utf8');
    if (!FORM.test(type) && type !== '') return { isPost, parameters, text };
    for (const [name, value] of new URLSearchParams(text)) parameters.append(name, value);
    return { isPost, parameters, text };
  }
}

const UNAUTHORIZED: Reply = textReply('Unauthorized!\n', TEXT_TYPE, {
  status: 401,
  cacheControl: PRIVATE_NO_STORE,
  headers: [['www-authenticate', 'GoogleLogin realm="Tagwire"']],
});
const BAD_TOKEN: Reply = textReply('Unauthorized!\n', TEXT_TYPE, {
  status: 401,
  cacheControl: PRIVATE_NO_STORE,
  headers: [['x-reader-google-bad-token', 'true']],
});

/** Combines a service with the endpoint for readers. */
export function withReader(service: Service, endpoint: ReaderEndpoint): Service {
  return {
    ...service,
    listener: (req, res) => {
      const path = pathOf(req.path);
      if (path === '/accounts/ClientLogin' || path.startsWith('/reader/api/')) {
        endpoint.serve(req, res);
      } else service.listener(req, res);
    },
  };
}
