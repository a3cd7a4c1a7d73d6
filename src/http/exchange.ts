/**
 * One request's answer under way: what has to be remembered between reading and answering, and how
 * a reply, an error or a failure becomes status, headers and bytes.
 *
 * Invariants: an exchange answers once; the quota shown is that of the bucket counted last; an
 * answer without a body that no rate limit counts ends its connection, because what a client
 * leaves unread of such answers cannot be seen (uws-server.ts).
 */
import { STATUS_CODES } from 'node:http';
import { messageOf, TagwireError } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';
import { HttpError, type HttpErrorCode, unavailable } from './errors.js';
import { type HeaderBlocks, PREFLIGHT_BLOCK } from './header-block.js';
import { chooseCoding, matchesEtag } from './negotiation.js';
import type { RateLimiter } from './rate-limit.js';
import { JSON_TYPE, jsonReply, NO_STORE, PRIVATE_NO_STORE, type Reply } from './reply.js';
import type { OutgoingResponse } from './server.js';
import type { AccessEntry } from './service-options.js';

const EMPTY = new Uint8Array(0);
const STATUS_LINES = new Map<number, string>();
const NOT_MODIFIED = statusLine(304);
const OK = statusLine(200);

/** What all exchanges of a service share. */
export interface ExchangeContext {
  readonly blocks: HeaderBlocks;
  readonly logger: Logger;
  readonly faultStatus: 500 | 503;
  readonly serviceName: string;
  nowMs(): number;
  errorBody(status: number, code: HttpErrorCode, message: string): unknown;
  readonly observe: ((routeName: string, status: number, seconds: number) => void) | undefined;
  readonly access: ((entry: AccessEntry) => void) | undefined;
}

type Asked = Pick<AccessEntry, 'method' | 'path' | 'query'>;

export class Exchange {
  routeName = 'unmatched';
  ifNoneMatch = '';
  acceptEncoding = '';
  /** Came with a key or Authorization where such answers are private. */
  identified = false;
  /** What the access log says of the request; null where there is none. */
  asked: Asked | null = null;
  /** The connection ends after the answer. */
  close = false;
  /** Monotonic time at which the request came. */
  readonly startMs: number;
  readonly #context: ExchangeContext;
  readonly #response: OutgoingResponse;
  readonly #head: boolean;
  #counted = false;
  #limit = 0;
  #remaining = 0;
  #resetSeconds = 0;

  constructor(context: ExchangeContext, response: OutgoingResponse, head: boolean) {
    this.#context = context;
    this.#response = response;
    this.#head = head;
    this.startMs = context.nowMs();
  }

  /** Remembers the quota that the limiter has just found. */
  showQuota(limiter: RateLimiter): void {
    this.#counted = true;
    this.#limit = limiter.limit;
    this.#remaining = limiter.remaining;
    this.#resetSeconds = limiter.resetSeconds;
  }

  reply(reply: Reply): void {
    const forms = reply.compressible;
    let { body } = reply;
    let etag = reply.etag ?? '';
    let coding: '' | 'br' | 'gzip' = '';
    if (forms !== undefined) {
      coding = chooseCoding(this.acceptEncoding, forms.br !== null, forms.gzip !== null);
      // Who holds the bytes as they are, from before their compressed form was ready, keeps them.
      if (this.#holds(etag)) coding = '';
      if (coding !== '') body = forms[coding]!;
      if (coding !== '' && etag !== '') etag = `${etag}-${coding}`;
    }
    const { headers } = reply;
    const blocks = this.#context.blocks;
    const block = (headers === undefined ? blocks : blocks.ending(headers)).get(
      reply.contentType ?? JSON_TYPE,
      this.identified ? PRIVATE_NO_STORE : (reply.cacheControl ?? NO_STORE),
      this.#counted,
      reply.vary === true || forms !== undefined,
      coding,
      etag.length,
    );
    block.patchQuota(this.#limit, this.#remaining, this.#resetSeconds);
    if (etag !== '') block.patchEtag(etag);
    const unchanged = reply.status === 200 && this.#holds(etag);
    const status = unchanged ? NOT_MODIFIED : reply.status === 200 ? OK : statusLine(reply.status);
    if (reply.stream !== undefined && !this.#head) {
      this.#response.stream(status, block, reply.stream);
      this.#observe(reply.status);
      return;
    }
    const bodiless = this.#head || unchanged;
    const close = this.close || (bodiless && !this.#counted);
    this.#response.send(status, block, body, bodiless, close);
    this.#observe(unchanged ? 304 : reply.status);
  }

  preflight(): void {
    this.#response.send(statusLine(204), PREFLIGHT_BLOCK, EMPTY, true, true);
    this.#observe(204);
  }

  /** Answers what was thrown: an HttpError as it says, anything else as a fault of ours. */
  fail(thrown: unknown): void {
    this.reply(
      this.#errorReply(
        thrown instanceof HttpError ? thrown : faultOf(this.#context, thrown, this.routeName),
      ),
    );
  }

  /** Answers 429; one that has no body ends its connection, for nothing counts it. */
  refuse(refusal: HttpError): void {
    if (this.#head) this.close = true;
    this.fail(refusal);
  }

  /** Whether the client says that it holds what the entity tag names. */
  #holds(etag: string): boolean {
    return this.ifNoneMatch !== '' && etag !== '' && matchesEtag(this.ifNoneMatch, etag);
  }

  #errorReply(error: HttpError): Reply {
    const { status, code, message, headers } = error;
    const body = this.#context.errorBody(status, code, message);
    return jsonReply(body, headers.length === 0 ? { status } : { status, headers });
  }

  #observe(status: number): void {
    const { observe, access, serviceName } = this.#context;
    if (observe === undefined && this.asked === null) return;
    const tookMs = this.#context.nowMs() - this.startMs;
    observe?.(this.routeName, status, tookMs / 1000);
    if (this.asked === null) return;
    const ms = Math.round(tookMs * 1000) / 1000;
    access?.({ service: serviceName, ...this.asked, status, ms });
  }
}

/** `404` gives `404 Not Found`; the line of a status is made once. */
function statusLine(status: number): string {
  let line = STATUS_LINES.get(status);
  if (line === undefined) {
    line = `${status} ${STATUS_CODES[status] ?? 'Unknown'}`;
    STATUS_LINES.set(status, line);
  }
  return line;
}

/** What is answered where a handler failed, which is logged. */
export function faultOf(context: ExchangeContext, thrown: unknown, routeName: string): HttpError {
  const { logger, serviceName, faultStatus } = context;
  if (thrown instanceof TagwireError) {
    logger.warn({ code: thrown.code, service: serviceName, route: routeName }, thrown.message);
    return unavailable('the service cannot answer this for the moment', 1);
  }
  logger.error(
    { err: thrown, service: serviceName, route: routeName },
    `a handler failed: ${messageOf(thrown)}`,
  );
  return faultStatus === 503
    ? new HttpError(503, 'unavailable', 'internal error', [['retry-after', '1']])
    : new HttpError(500, 'internal_error', 'internal error');
}
