/**
 * The pipeline between a server and a route table.
 *
 *   ready ─► method ─► preflight ─► rate limit ─► route ─► body ─► fast lane ─► parameters ─► handler
 *    503       405        204          429         404     400                     400
 *
 * A route with POST has its own rate limit, and its body is read and checked (posted.ts).
 *
 * Invariants: the request is read only before the first await; every answer, errors included, has
 * the CORS headers, and the quota where the route is counted; errors are `no-store`; no error is
 * thrown to the server. Not here: the route of a path (route.ts), bytes on the wire
 * (uws-server.ts), headers (exchange.ts), meaning of parameters (api).
 */

import { Admission } from './admission.js';
import { ClientAddresses } from './client-address.js';
import { documentRoute } from './docs.js';
import {
  HttpError,
  invalidQuery,
  METHOD_FORM,
  METHOD_MALFORMED,
  METHOD_NOT_ALLOWED,
  NOT_READY,
  notFound,
  POST_ONLY,
  unavailable,
} from './errors.js';
import {
  contextOf,
  ENTRY_HEADER,
  Exchange,
  type ExchangeContext,
  faultOf,
  hasBody,
  readCoding,
  untilShown,
  withoutSecrets,
} from './exchange.js';
import { HeaderBlocks } from './header-block.js';
import { buildOpenApi, type JsonObject } from './openapi.js';
import { checkedPost, Posted, parsePosted } from './posted.js';
import { readParams, withoutParameters } from './query.js';
import { JSON_TYPE, NO_STORE, type Reply } from './reply.js';
import {
  type Endpoint,
  Endpoints,
  type RawRequest,
  type Route,
  type RouteRequest,
  type Target,
} from './route.js';
import type { IncomingRequest, OutgoingResponse, RefusalAnswer } from './server.js';
import type { InnerAnswer, NodePlace, Service, ServiceOptions } from './service-options.js';
import * as Type from './type.js';

const BODY_REFUSED = invalidQuery('a GET or HEAD request must not have a body');
const NO_SUCH_PATH = notFound('there is nothing at this path');
const ERROR_SCHEMA = Type.Object({ error: Type.String() });

/**
 * Makes a service. The OpenAPI document is added to the routes.
 * @throws TagwireError CONFIG_INVALID for unusable rate limits or trusted proxies.
 */
export function createService(options: ServiceOptions): Service {
  const pipeline = new RequestFlow(options);
  return {
    listener: (req, res) => pipeline.serve(req, res),
    refusal: (status, message) => pipeline.refusal(status, message),
    share: (req, res, make) => pipeline.share(req, res, make),
    openApi: () => pipeline.openApi(),
    has: (path) => pipeline.has(path),
    ask: (target, knownTag, body) => pipeline.ask(target, knownTag, body),
  };
}

class RequestFlow {
  readonly #options: ServiceOptions;
  readonly #endpoints: Endpoints;
  readonly #clients: ClientAddresses;
  readonly #admission: Admission;
  readonly #readsIdentity: boolean;
  readonly #place: NodePlace | null;
  readonly #context: ExchangeContext;
  readonly #routes: readonly Route[];
  readonly #posted: Posted;
  #document: JsonObject | null = null;

  constructor(options: ServiceOptions) {
    const { rateBucketsMax, authenticate } = options;
    const buckets = rateBucketsMax === undefined ? {} : { bucketsMax: rateBucketsMax };
    this.#options = options;
    this.#place = options.place ?? null;
    this.#posted = new Posted(buckets);
    this.#clients = new ClientAddresses(options.trustedProxies);
    this.#admission = new Admission(options, this.#clients);
    this.#readsIdentity = authenticate !== undefined || options.privateWhenIdentified === true;
    this.#context = {
      blocks: new HeaderBlocks(),
      ...contextOf(options),
      faultStatus: options.faultStatus ?? 500,
      errorBody: options.errorBody,
    };
    this.#routes = [...options.routes, documentRoute(options, () => this.openApi())];
    this.#endpoints = new Endpoints(this.#routes, options.unknownParameters);
  }

  openApi(): JsonObject {
    const { info, publicUrl, errorSchema = ERROR_SCHEMA, texts, examples } = this.#options;
    const routes = this.#routes;
    const keyed = this.#options.authenticate !== undefined;
    const namesUnknown = this.#options.unknownParameters === 'ignore';
    this.#document ??= buildOpenApi({
      ...{ info, publicUrl, routes, errorSchema, keyed, namesUnknown, texts, examples },
    });
    return this.#document;
  }

  #exchangeOf(req: IncomingRequest, res: OutgoingResponse): Exchange {
    const { method } = req;
    const exchange = new Exchange(this.#context, res, method === 'HEAD');
    if (this.#context.access !== undefined) {
      exchange.asked = { method, path: req.path, query: withoutSecrets(req.rawQuery) };
    }
    return exchange;
  }

  serve(req: IncomingRequest, res: OutgoingResponse): void {
    const exchange = this.#exchangeOf(req, res);
    try {
      this.#admit(req, res, exchange, req.method);
    } catch (thrown) {
      exchange.fail(thrown);
    }
  }

  share(req: IncomingRequest, res: OutgoingResponse, make: () => Promise<Reply>): void {
    const exchange = this.#exchangeOf(req, res);
    const answer = async (verdict: boolean | Promise<boolean>): Promise<void> => {
      if (await verdict) exchange.reply(await make());
    };
    const fail = (thrown: unknown): void => exchange.fail(thrown);
    try {
      exchange.close = hasBody(req) || req.fault !== '';
      if (req.fault !== '') throw invalidQuery(req.fault);
      if (!this.#options.ready()) throw this.#notReady();
      exchange.routeName = req.path;
      exchange.acceptEncoding = req.header('accept-encoding');
      const apiKey = this.#readsIdentity ? this.#readIdentity(req, exchange) : '';
      answer(this.#admission.count(req, exchange, apiKey, false)).catch(fail);
    } catch (thrown) {
      fail(thrown);
    }
  }

  refusal(status: number, message: string): RefusalAnswer {
    const code = status === 405 ? 'method_not_allowed' : 'invalid_query';
    return {
      headers: this.#context.blocks.get(JSON_TYPE, NO_STORE, false, false, '', 0).entries(),
      body: JSON.stringify(this.#options.errorBody(status, code, message)),
    };
  }

  has(path: string): boolean {
    return this.#endpoints.find(path).endpoint !== null;
  }

  async ask(target: string, knownTag = '', body?: unknown): Promise<InnerAnswer> {
    const at = target.indexOf('?');
    const path = at < 0 ? target : target.slice(0, at);
    const query = at < 0 ? '' : target.slice(at + 1);
    const ifNoneMatch = knownTag === '' ? '' : `"${knownTag}"`;
    try {
      if (!this.#options.ready()) throw this.#notReady();
      const found = this.#endpoints.find(path);
      const { post = null } = found.endpoint?.route ?? {};
      const posted = body === undefined ? body : await checkedPost(post, body);
      const raw = { path, query, ifNoneMatch, acceptEncoding: '', accept: '', lastEventId: '' };
      const reply =
        found.endpoint?.route.fast?.(query, ifNoneMatch, path) ??
        this.#handle(found, { ...raw, client: '' }, undefined, posted);
      return innerAnswerOf(reply instanceof Promise ? await reply : reply, knownTag);
    } catch (thrown) {
      const fault = thrown instanceof HttpError ? thrown : faultOf(this.#context, thrown, path);
      const { status, code, message } = fault;
      const error = JSON.stringify(this.#options.errorBody(status, code, message));
      return { status, code, etag: '', body: new TextEncoder().encode(error) };
    }
  }

  /** All steps that need the request object, which is invalid after this function. */
  #admit(req: IncomingRequest, res: OutgoingResponse, exchange: Exchange, method: string): void {
    const { fault } = req;
    const isWithBody = hasBody(req);
    exchange.close = isWithBody || fault !== '';
    if (fault !== '') throw invalidQuery(fault);
    if (!this.#options.ready()) throw this.#notReady();
    const { path } = req;
    const target = this.#endpoints.find(path);
    const { endpoint } = target;
    if (method !== 'GET' && method !== 'HEAD') {
      const isTaken = method === 'POST' && (endpoint?.route.post ?? null) !== null;
      if (isTaken) void this.#answerPost(req, res, exchange, target);
      else this.#refuseMethod(req, exchange, method, endpoint);
      return;
    }
    const counted = endpoint === null || endpoint.route.counted;
    if (endpoint !== null) exchange.routeName = endpoint.route.path;
    const apiKey = this.#readsIdentity ? this.#readIdentity(req, exchange) : '';
    const verdict = counted ? this.#admission.count(req, exchange, apiKey, isWithBody) : true;
    if (verdict === false) return;
    if (isWithBody && verdict === true) throw BODY_REFUSED;
    if (this.#place !== null) exchange.mustShow = req.header(ENTRY_HEADER);
    if (endpoint?.route.revalidates === true) {
      exchange.ifNoneMatch = req.header('if-none-match');
    }
    const isLate = verdict !== true || exchange.mustShow !== '';
    const fast = isLate ? undefined : endpoint?.route.fast;
    const reply = fast?.(req.rawQuery, exchange.ifNoneMatch, path) ?? null;
    if (reply !== null) {
      readCoding(req, exchange, path);
      exchange.reply(reply);
      return;
    }
    const raw = this.#readRaw(req, exchange, path, endpoint);
    if (isLate) void this.#answerLate(verdict, isWithBody, target, raw, exchange);
    else this.#answer(target, raw, exchange);
  }

  #notReady(): HttpError {
    const missing = this.#options.starting?.() ?? '';
    return missing === '' ? NOT_READY : unavailable(`the service is starting: ${missing}`, 1);
  }

  async #answerPost(
    req: IncomingRequest,
    res: OutgoingResponse,
    exchange: Exchange,
    target: Target,
  ): Promise<void> {
    try {
      const { route } = target.endpoint!;
      const rules = route.post!;
      exchange.routeName = route.path;
      const limiter = this.#posted.limiterOf(route, rules);
      if (!this.#admission.take(limiter, this.#clients.keyOf(req), exchange)) return;
      const raw = this.#readRaw(req, exchange, req.path, target.endpoint);
      const bytes = await this.#posted.read(req, res, rules);
      // The whole body has been read, so another request may follow.
      exchange.close = bytes === null;
      const posted = await parsePosted(bytes, rules);
      exchange.reply(await this.#handle(target, raw, exchange, posted));
    } catch (thrown) {
      exchange.fail(thrown);
    }
  }

  #refuseMethod(
    req: IncomingRequest,
    exchange: Exchange,
    method: string,
    endpoint: Endpoint | null,
  ): void {
    const takesPost = (endpoint?.route.post ?? null) !== null;
    if (!METHOD_FORM.test(method)) {
      exchange.close = true;
      throw METHOD_MALFORMED;
    }
    const isPreflight =
      method === 'OPTIONS' &&
      req.header('origin') !== '' &&
      req.header('access-control-request-method') !== '';
    if (isPreflight) {
      exchange.preflight(takesPost);
      return;
    }
    this.#admission.note(req, exchange);
    throw takesPost ? POST_ONLY : METHOD_NOT_ALLOWED;
  }

  #readIdentity(req: IncomingRequest, exchange: Exchange): string {
    const apiKey = req.header('x-api-key');
    const isIdentified = apiKey !== '' || req.header('authorization') !== '';
    exchange.identified = isIdentified && this.#options.privateWhenIdentified === true;
    return this.#options.authenticate === undefined ? '' : apiKey;
  }

  /** Answers when the request is admitted, and the entry that the caller must see is shown. */
  async #answerLate(
    verdict: true | Promise<boolean>,
    hasBody: boolean,
    target: Target,
    raw: RawRequest,
    exchange: Exchange,
  ): Promise<void> {
    try {
      if (!(await verdict)) return;
      if (hasBody) throw BODY_REFUSED;
      if (exchange.mustShow !== '') await untilShown(this.#place!, exchange);
      this.#answer(target, raw, exchange);
    } catch (thrown) {
      exchange.fail(thrown);
    }
  }

  #readRaw(
    req: IncomingRequest,
    exchange: Exchange,
    path: string,
    endpoint: Endpoint | null,
  ): RawRequest {
    const acceptEncoding = readCoding(req, exchange, path);
    const streams = endpoint?.route.streams === true;
    return {
      query: req.rawQuery,
      path,
      ifNoneMatch: exchange.ifNoneMatch,
      acceptEncoding,
      accept: req.header('accept'),
      lastEventId: streams ? req.header('last-event-id') : '',
      client: streams ? this.#clients.keyOf(req) : '',
    };
  }

  #answer(target: Target, raw: RawRequest, exchange: Exchange): void {
    if (target.endpoint === null) {
      const legacy = this.#options.legacy?.(raw.path, raw.query) ?? null;
      if (legacy === null) throw NO_SUCH_PATH;
      exchange.routeName = 'legacy';
      exchange.reply(legacy);
      return;
    }
    const reply = this.#handle(target, raw, exchange);
    if (reply instanceof Promise) {
      reply.then((late) => exchange.reply(late)).catch((thrown: unknown) => exchange.fail(thrown));
    } else {
      exchange.reply(reply);
    }
  }

  /** @throws HttpError for a path without a route, and for malformed parameters. */
  #handle(
    { endpoint, rawParams }: Target,
    raw: RawRequest,
    exchange?: Exchange,
    body?: unknown,
  ): Reply | Promise<Reply> {
    if (endpoint === null) throw NO_SUCH_PATH;
    if (endpoint.route.post !== null && body === undefined) throw POST_ONLY;
    const params = readParams(endpoint.params, rawParams);
    let asked = raw;
    const query = endpoint.readQuery(raw.query, (names) => {
      exchange?.warnOfUnknown(names);
      asked = { ...raw, query: withoutParameters(raw.query, names) };
    });
    // The handler's types follow from the schemas that were just applied.
    const request = { query, params, raw: asked, body };
    return endpoint.route.handle(request as unknown as RouteRequest<never, never>);
  }
}

/** The body may be scratch memory, so it is copied before other code runs. */
function innerAnswerOf({ status, etag = '', body }: Reply, knownTag: string): InnerAnswer {
  const isUnchanged = etag !== '' && etag === knownTag;
  return { status, code: '', etag, body: isUnchanged ? null : Uint8Array.from(body) };
}
