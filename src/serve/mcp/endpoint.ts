/**
 * `/mcp`: the tools over streamable HTTP, without sessions.
 *
 *   origin, host ─► rate limit ─► method ─► body ─► the protocol's handler ─► one answer
 *      403            429          405     413, 415
 *
 * Pages of other sites must not send requests for their readers: browsers send the origin of a
 * request, and the host of a DNS rebinding attack is none of ours. Programs send no origin.
 * Invariants: there is no state between two requests; every request is read before the first await;
 * the protocol's code is loaded at the first request.
 */
import { isIP } from 'node:net';
import type { Monotonic } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import { ClientAddresses } from '../http/client-address.js';
import { forbidden, HttpError, NOT_READY, POST_ONLY, tooOften } from '../http/errors.js';
import { contextOf, Exchange, type ExchangeContext } from '../http/exchange.js';
import { HeaderBlocks } from '../http/header-block.js';
import { Bodies } from '../http/posted.js';
import { RateLimiter } from '../http/rate-limit.js';
import type { IncomingRequest, OutgoingResponse } from '../http/server.js';
import type { Service } from '../http/service-options.js';
import type { ServiceAsk } from './ask.js';

export const MCP_PATH = '/mcp';
/** The longest text of a tool's argument, in UTF-8 and escaped. */
const BODY_BYTES_MAX = 1024 * 1024;
const BODIES_MAX = 64;
/** Headers that the protocol's code reads. */
const READ_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const FOREIGN = forbidden('this endpoint takes no requests from pages of other sites');
const TOO_LARGE = new HttpError(413, 'too_large', `the body holds at most ${BODY_BYTES_MAX} bytes`);

export interface McpEndpointOptions {
  ask: ServiceAsk;
  version: string;
  /** Public base address. */
  publicUrl: string;
  /** Requests a minute and client. */
  rateLimit: number;
  trustedProxies: readonly string[];
  /** Further origins whose pages may send requests. */
  origins: readonly string[];
  monotonic: Monotonic;
  logger: Logger;
  ready(): boolean;
  metrics: { observe(routeName: string, status: number, seconds: number): void };
}

type Handler = (request: Request) => Promise<Response>;

export class McpEndpoint {
  readonly #options: McpEndpointOptions;
  readonly #limiter: RateLimiter;
  readonly #clients: ClientAddresses;
  readonly #bodies = new Bodies(BODIES_MAX, 'bodies');
  readonly #context: ExchangeContext;
  readonly #ownHost: string;
  /** All origins whose pages may send requests. */
  readonly #origins: ReadonlySet<string>;
  #handler: Promise<Handler> | null = null;

  /** @throws TagwireError CONFIG_INVALID for an unusable rate limit. */
  constructor(options: McpEndpointOptions) {
    this.#options = options;
    this.#limiter = new RateLimiter({ limit: options.rateLimit });
    this.#clients = new ClientAddresses(options.trustedProxies);
    const { hostname, origin } = new URL(options.publicUrl);
    this.#ownHost = hostname;
    this.#origins = new Set([origin, ...options.origins.map(originOf)]);
    this.#context = {
      blocks: new HeaderBlocks([], [['x-content-type-options', 'nosniff']]),
      ...contextOf({ name: 'mcp', ...options }),
      faultStatus: 500,
      errorBody: (_status, _code, message) => ({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32_000, message },
      }),
    };
  }

  serve(req: IncomingRequest, res: OutgoingResponse): void {
    const exchange = new Exchange(this.#context, res, req.method === 'HEAD');
    exchange.routeName = MCP_PATH;
    exchange.close = req.header('content-length') !== '' || req.header('transfer-encoding') !== '';
    void this.#answer(req, res, exchange).catch((thrown: unknown) => exchange.fail(thrown));
  }

  async #answer(req: IncomingRequest, res: OutgoingResponse, exchange: Exchange): Promise<void> {
    const { ready } = this.#options;
    if (req.fault !== '') throw new HttpError(400, 'invalid_query', req.fault);
    if (!ready()) throw NOT_READY;
    const origin = req.header('origin');
    const host = req.header('host');
    if (!this.#isOurs(`http://${host}`)) throw FOREIGN;
    if (origin !== '' && !this.#isOwnPage(origin, host)) throw FOREIGN;
    const isAdmitted = this.#limiter.take(this.#clients.keyOf(req), exchange.startMs);
    exchange.showQuota(this.#limiter);
    if (!isAdmitted) throw tooOften('too many requests', this.#limiter.resetSeconds);
    if (req.method !== 'POST') throw POST_ONLY;
    const headers = new Headers();
    for (const name of READ_HEADERS) {
      const value = req.header(name);
      if (value !== '') headers.set(name, value);
    }
    const body = await this.#bodies.read(req, res, BODY_BYTES_MAX);
    if (body === null) throw TOO_LARGE;
    exchange.close = false;
    this.#handler ??= this.#load();
    const handle = await this.#handler;
    const url = new URL(MCP_PATH, this.#options.publicUrl);
    const request = new Request(url, { method: 'POST', headers, body: Uint8Array.from(body) });
    const answer = await handle(request);
    exchange.reply({
      status: answer.status,
      body: new Uint8Array(await answer.arrayBuffer()),
      contentType: answer.headers.get('content-type') ?? 'application/json; charset=utf-8',
    });
  }

  /** IP addresses cannot be rebound; of host names, only ours and `localhost` are accepted. */
  #isOurs(address: string): boolean {
    if (!URL.canParse(address)) return false;
    const { hostname } = new URL(address);
    const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
    return isAddress || hostname === this.#ownHost || LOOPBACK.has(hostname);
  }

  /** A page of this server under the requested host, or of a configured origin. */
  #isOwnPage(origin: string, host: string): boolean {
    if (!URL.canParse(origin)) return false;
    const url = new URL(origin);
    const scheme = url.protocol === 'https:' ? 'https:' : 'http:';
    return this.#origins.has(url.origin) || url.origin === originOf(`${scheme}//${host}`);
  }

  async #load(): Promise<Handler> {
    const [{ createMcpHandler }, { mcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./tools.js'),
    ]);
    const { ask, version, logger } = this.#options;
    const failed = (thrown: unknown): void => {
      logger.error({ err: thrown, service: 'mcp' }, 'a tool failed');
    };
    const { fetch } = createMcpHandler(() => mcpServer(ask, version, failed), {
      // There are no changes to subscribe to, so every answer ends.
      maxSubscriptions: 0,
      keepAliveMs: 0,
      maxRequestBodySize: BODY_BYTES_MAX,
    });
    return fetch;
  }
}

/** @throws TagwireError CONFIG_INVALID for a text that is no address. */
function originOf(text: string): string {
  if (URL.canParse(text)) return new URL(text).origin;
  const message = `mcpOrigins must list origins such as https://app.example.org; got ${text}`;
  throw new TagwireError('CONFIG_INVALID', message);
}

/** Combines a service with its endpoint for agents. */
export function withMcp(service: Service, endpoint: McpEndpoint): Service {
  return {
    ...service,
    listener: (req, res) => {
      if (req.path === MCP_PATH) endpoint.serve(req, res);
      else service.listener(req, res);
    },
  };
}
