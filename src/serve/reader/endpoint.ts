/**
 * The Google Reader API beside the blog service, for readers of feeds, as FreshRSS and Miniflux speak it.
 *
 *   ready ─► limit of the address ─► body ─► who asks ─► limit of the person ─► (change: token) ─► answer
 *    503            429             413       401              429                    401
 *
 * A program signs in once, by `accounts/ClientLogin` with an app password, and sends what it got with every request.
 * No cookie is read here, so no page elsewhere can ask in somebody's name.
 * Invariants: every request is read before the first await; nothing that is answered may be stored by others.
 */

import { TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import { READER } from '../../kernel/reader-limits.js';
import { ClientAddresses } from '../http/client-address.js';
import { HttpError, invalidQuery, NOT_READY, notFound, unavailable } from '../http/errors.js';
import { Exchange, type ExchangeContext, hasBody } from '../http/exchange.js';
import { HeaderBlocks } from '../http/header-block.js';
import { Packing } from '../http/packing.js';
import { Bodies } from '../http/posted.js';
import { RateLimiter } from '../http/rate-limit.js';
import { PRIVATE_NO_STORE, type Reply, textReply } from '../http/reply.js';
import type { IncomingRequest, OutgoingResponse } from '../http/server.js';
import type { Service } from '../http/service-options.js';
import { ItemLists } from './item-list.js';
import { pathOf, type ReaderRequest, routeOf } from './routes.js';
import { SignIns } from './sign-ins.js';
import type { ReaderSources } from './sources.js';

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
    const { monotonic, logger, metrics } = options;
    this.#options = options;
    this.#lists = new ItemLists(options);
    this.#signIns = new SignIns(options);
    this.#clients = new ClientAddresses(options.trustedProxies);
    this.#context = {
      blocks: new HeaderBlocks([], [['x-content-type-options', 'nosniff']]),
      packing: new Packing(),
      logger,
      faultStatus: 500,
      serviceName: 'reader',
      nowMs: () => monotonic.nowMs(),
      errorBody: (_status, _code, message) => ({ errors: [message] }),
      observe: metrics.observe.bind(metrics),
      access: undefined,
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
    if (!isAdmitted) throw tooMany(limiter.resetSeconds);
    if (!isSignIn && who === null) return exchange.reply(UNAUTHORIZED);
    const request = await this.#read(req, res);
    exchange.close = false;
    if (isSignIn) return exchange.reply(this.#signIns.signIn(request, client, exchange.startMs));
    if (found === null) throw notFound('there is no such request of the Google Reader API');
    if (found.route.changes && !this.#signIns.mayChange(request.parameters, who!)) {
      return exchange.reply(BAD_TOKEN);
    }
    const reply = await found.route.answer(
      { sources: this.#options, lists: this.#lists, user: who!.user, rest: found.rest, request },
      () => this.#signIns.changeToken(who!),
    );
    // Readers ask next time for what came since then.
    exchange.add([['date', new Date(clock.nowMs()).toUTCString()]]);
    exchange.reply(reply);
  }

  /** Everything of the request but who asks. */
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

const UNAUTHORIZED: Reply = textReply('Unauthorized!\n', 'text/plain; charset=utf-8', {
  status: 401,
  cacheControl: PRIVATE_NO_STORE,
  headers: [['www-authenticate', 'GoogleLogin realm="Tagwire"']],
});
const BAD_TOKEN: Reply = textReply('Unauthorized!\n', 'text/plain; charset=utf-8', {
  status: 401,
  cacheControl: PRIVATE_NO_STORE,
  headers: [['x-reader-google-bad-token', 'true']],
});

/** A service together with the endpoint of readers. */
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

function tooMany(seconds: number): HttpError {
  const message = `too many requests; wait ${seconds} seconds`;
  return new HttpError(429, 'rate_limit_exceeded', message, [['retry-after', String(seconds)]]);
}
