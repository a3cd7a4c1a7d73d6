/**
 * The answer to one request. An exchange stores what the answer needs of the request (codings,
 * entity tag, fields for logs), and writes a reply, an error or a failure as status, headers and
 * bytes.
 *
 * Invariants: an exchange answers once; it shows the quota of the bucket that was counted last; an
 * uncounted answer without a body ends its connection, because the server cannot see how many bytes
 * of such answers a client leaves unread (uws-server.ts).
 */
import { STATUS_CODES } from 'node:http';
import type { Monotonic } from '../../kernel/clock.js';
import { getOrInsert } from '../../kernel/collections.js';
import { messageOf, TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import {
  type HeaderPairs,
  HttpError,
  type HttpErrorCode,
  invalidQuery,
  unavailable,
} from './errors.js';
import { type HeaderBlocks, POST_PREFLIGHT_BLOCK, PREFLIGHT_BLOCK } from './header-block.js';
import {
  type Coding,
  chooseCoding,
  isText,
  matchesEtag,
  PACKED_BYTES_MIN,
  Packing,
} from './packing.js';
import type { Quota } from './rate-limit.js';
import { JSON_TYPE, jsonReply, NO_STORE, PRIVATE_NO_STORE, type Reply } from './reply.js';
import type { IncomingRequest, OutgoingResponse } from './server.js';
import type { AccessEntry, NodePlace } from './service-options.js';

const EMPTY = new Uint8Array(0);
const STATUS_LINES = new Map<number, string>();
const NOT_MODIFIED = statusLine(304);
const OK = statusLine(200);

/** Bounds of the list of unknown parameters, because the size of a header is bounded. */
const UNKNOWN_MAX = 10;
const UNKNOWN_LETTERS_MAX = 40;

/** The parts that all exchanges of a service share. */
export interface ExchangeContext {
  readonly blocks: HeaderBlocks;
  readonly packing: Packing;
  readonly logger: Logger;
  readonly faultStatus: 500 | 503;
  readonly serviceName: string;
  nowMs(): number;
  errorBody(status: number, code: HttpErrorCode, message: string): unknown;
  readonly observe: ((routeName: string, status: number, seconds: number) => void) | undefined;
  readonly access: ((entry: AccessEntry) => void) | undefined;
}

/** The parts of a context that follow from the options of any service. */
export function contextOf(options: {
  name: string;
  logger: Logger;
  monotonic: Monotonic;
  metrics?: { observe(routeName: string, status: number, seconds: number): void };
  access?: ((entry: AccessEntry) => void) | undefined;
}): Omit<ExchangeContext, 'blocks' | 'faultStatus' | 'errorBody'> {
  const { name, logger, monotonic, metrics, access } = options;
  const observe = metrics?.observe.bind(metrics);
  const nowMs = () => monotonic.nowMs();
  return { packing: new Packing(), logger, serviceName: name, nowMs, observe, access };
}

type Asked = Pick<AccessEntry, 'method' | 'path' | 'query'>;

export class Exchange {
  routeName = 'unmatched';
  ifNoneMatch = '';
  acceptEncoding = '';
  /** Path and query as sent; question and entity tag together identify the bytes of an answer. */
  question = '';
  /** The request has a key or Authorization, and the service marks such answers private. */
  identified = false;
  /** The request for the access log; null without an access log. */
  asked: Asked | null = null;
  /** The connection ends after the answer. */
  close = false;
  /** Monotonic time at which the request arrived. */
  readonly startMs: number;
  readonly #context: ExchangeContext;
  readonly #response: OutgoingResponse;
  readonly #head: boolean;
  /** Headers beyond those of the reply. */
  #further: HeaderPairs | null = null;
  /** Number of the log entry that the answer must show; '' where the request names none. */
  mustShow = '';
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

  /** Sets the quota that the answer shows. */
  showQuota({ limit, remaining, resetSeconds }: Quota): void {
    this.#counted = true;
    this.#limit = limit;
    this.#remaining = remaining;
    this.#resetSeconds = resetSeconds;
  }

  /** Names ignored parameters in a header of the answer. */
  warnOfUnknown(names: readonly string[]): void {
    const shown = names.slice(0, UNKNOWN_MAX).map((name) => encodeURIComponent(cut(name)));
    this.add([['x-unknown-parameters', shown.join(', ')]]);
  }

  /** Adds headers to the answer, also to an error. */
  add(headers: HeaderPairs): void {
    this.#further = [...(this.#further ?? []), ...headers];
  }

  reply(reply: Reply): void {
    const { etag = '', cacheControl, compressible } = reply;
    const coding = this.#codingOf(reply);
    // A client that has the uncompressed bytes gets 304 for them.
    if (coding === '' || this.#clientHas(etag)) {
      this.#send(reply, reply.body, '', etag);
      return;
    }
    const formTag = etag === '' ? '' : `${etag}-${coding}`;
    if (this.#clientHas(formTag)) {
      this.#send(reply, EMPTY, coding, formTag);
      return;
    }
    // Answers that clients must not store are not cached here either.
    const mayKeep = etag !== '' && cacheControl !== 'no-store';
    const name = mayKeep ? `${etag} ${this.question}` : '';
    const form =
      compressible === undefined
        ? this.#context.packing.packed(reply.body, coding, name, reply.owned)
        : compressible.of(coding);
    if (form instanceof Promise) void this.#sendLater(reply, form, coding, formTag);
    else this.#sendPacked(reply, form, coding, formTag);
  }

  /** The body may be scratch memory, and the caller may reuse the reply: both are copied. */
  async #sendLater(
    reply: Reply,
    form: Promise<Uint8Array | null>,
    coding: Coding,
    formTag: string,
  ): Promise<void> {
    const body = reply.owned ? reply.body : Buffer.from(reply.body);
    const own = { ...reply, body };
    this.#sendPacked(own, await form, coding, formTag);
  }

  #sendPacked(reply: Reply, form: Uint8Array | null, coding: Coding, formTag: string): void {
    if (form === null) this.#send(reply, reply.body, '', reply.etag ?? '');
    else this.#send(reply, form, coding, formTag);
  }

  #codingOf({ status, body, contentType = JSON_TYPE, compressible }: Reply): Coding | '' {
    if (this.acceptEncoding === '') return '';
    // Errors of the API are short, so they are not compressed.
    const isPacked = compressible !== undefined;
    if (!isPacked && (status !== 200 || body.length < PACKED_BYTES_MIN)) return '';
    return isText(contentType) ? chooseCoding(this.acceptEncoding) : '';
  }

  #send(reply: Reply, body: Uint8Array, coding: Coding | '', etag: string): void {
    const { contentType = JSON_TYPE } = reply;
    const headers = this.#further === null ? reply.headers : this.#withFurther(reply.headers);
    const blocks = this.#context.blocks;
    const block = (headers === undefined ? blocks : blocks.ending(headers)).get(
      contentType,
      this.identified ? PRIVATE_NO_STORE : (reply.cacheControl ?? NO_STORE),
      this.#counted,
      reply.vary === true || (reply.status === 200 && isText(contentType)),
      coding,
      etag.length,
    );
    block.patchQuota(this.#limit, this.#remaining, this.#resetSeconds);
    if (etag !== '') block.patchEtag(etag);
    const unchanged = reply.status === 200 && this.#clientHas(etag);
    const status = unchanged ? NOT_MODIFIED : reply.status === 200 ? OK : statusLine(reply.status);
    if (reply.stream !== undefined && !this.#head && !unchanged) {
      this.#response.stream(status, block, reply.stream);
      this.#observe(reply.status);
      return;
    }
    const bodiless = this.#head || unchanged;
    const close = this.close || (bodiless && !this.#counted);
    this.#response.send(status, block, body, bodiless, close);
    this.#observe(unchanged ? 304 : reply.status);
  }

  #withFurther(headers: HeaderPairs = []): HeaderPairs {
    return [...headers, ...this.#further!];
  }

  preflight(takesPost: boolean): void {
    const block = takesPost ? POST_PREFLIGHT_BLOCK : PREFLIGHT_BLOCK;
    this.#response.send(statusLine(204), block, EMPTY, true, true);
    this.#observe(204);
  }

  /** Answers a thrown value: an HttpError with its status, any other value with `faultStatus`. */
  fail(thrown: unknown): void {
    this.reply(
      this.#errorReply(
        thrown instanceof HttpError ? thrown : faultOf(this.#context, thrown, this.routeName),
      ),
    );
  }

  /** Answers 429; an answer without a body ends its connection, because no rate limit counts it. */
  refuse(refusal: HttpError): void {
    if (this.#head) this.close = true;
    this.fail(refusal);
  }

  /** Whether `if-none-match` names the entity tag. */
  #clientHas(etag: string): boolean {
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

/** `404` gives `404 Not Found`; each line is made once. */
function statusLine(status: number): string {
  const make = () => `${status} ${STATUS_CODES[status] ?? 'Unknown'}`;
  return getOrInsert(STATUS_LINES, status, make);
}

/** Logs the failure of a handler, and returns the error to answer with. */
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

/** Cuts between characters, so that no surrogate pair is split. */
function cut(name: string): string {
  return Array.from(name).slice(0, UNKNOWN_LETTERS_MAX).join('');
}

/** A compressed form is cached under path and query. */
export function readCoding(req: IncomingRequest, exchange: Exchange, path: string): string {
  const acceptEncoding = req.header('accept-encoding');
  exchange.acceptEncoding = acceptEncoding;
  if (acceptEncoding !== '') exchange.question = `${path}?${req.rawQuery}`;
  return acceptEncoding;
}

export function hasBody(req: IncomingRequest): boolean {
  const length = req.header('content-length');
  return (length !== '' && length !== '0') || req.header('transfer-encoding') !== '';
}

/** Removes cursors, which belong to one caller, from a query that is logged. */
export function withoutSecrets(rawQuery: string): string {
  return rawQuery.replace(/(^|&)(cursor|key|token)=[^&]*/gi, '$1$2=…');
}

/** Names the entry that an answer must show; 0 asks only for the headers of the node. */
export const ENTRY_HEADER = 'tagwire-entry';
const ENTRY_FORM = /^\d{1,15}$/;
const ENTRY_MALFORMED = invalidQuery('tagwire-entry must be the number of an entry');
const NOT_SHOWN = unavailable('this node does not show the entry yet', 1);

/** Waits until this node shows the entry of an exchange. @throws HttpError at the timeout. */
export async function untilShown(place: NodePlace, exchange: Exchange): Promise<void> {
  if (!ENTRY_FORM.test(exchange.mustShow)) throw ENTRY_MALFORMED;
  try {
    await place.showing(Number(exchange.mustShow));
  } catch {
    throw NOT_SHOWN;
  } finally {
    exchange.add(place.headers());
  }
}
