/**
 * What a service is made of.
 */
import type { TSchema } from 'typebox';
import type { Monotonic } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import type { HeaderPairs, HttpErrorCode } from './errors.js';
import type { JsonObject, PropertyTexts, ServiceInfo } from './openapi.js';
import type { UnknownParameters } from './query.js';
import type { ClientKey, Quota } from './rate-limit.js';
import type { Reply } from './reply.js';
import type { Route } from './route.js';
import type { IncomingRequest, Listener, OutgoingResponse, Refuse } from './server.js';

/**
 * Decides on `x-api-key`. A key is named by its bucket: a stable text that is not the key itself.
 *
 *   cached(key) ── bucket ──► bucket of the key (1,000 a minute)
 *        └─ null ─► bucket of the client (60 a minute; 429 if used up) ─► verify(key)
 *                                          bucket of the key ◄── bucket ──┴── null ─► 401
 */
export interface KeyAuthenticator {
  /** The bucket of a key that is known to be valid without further work, otherwise null. */
  cached(apiKey: string): string | null;
  /** The bucket of a key that is valid, null for one that is not. */
  verify(apiKey: string): string | null | Promise<string | null>;
}

export interface ServiceOptions {
  /** Short name for logs. */
  name: string;
  routes: readonly Route[];
  errorBody(status: number, code: HttpErrorCode, message: string): unknown;
  /** Schema of what `errorBody` makes: an object with a text `error` unless said otherwise. */
  errorSchema?: TSchema;
  unknownParameters: UnknownParameters;
  /** Requests per minute of a client, and of a key where there are keys. */
  rateLimits: { anonymous: number; key?: number };
  /** Buckets in memory per kind; HTTP.rateBucketsMax unless said otherwise. */
  rateBucketsMax?: number;
  /** Addresses and networks whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  /** Base address in the document; without a path. */
  publicUrl: string;
  info: ServiceInfo;
  /** Answers that the document shows, by path. */
  examples?: { readonly [path: string]: unknown };
  /** Descriptions of properties that their schemas do not describe. */
  texts?: PropertyTexts;
  /** Path of the OpenAPI document, whose route the service adds; `/api/v1/openapi.json` by default. */
  openApiPath?: string;
  monotonic: Monotonic;
  logger: Logger;
  authenticate?: KeyAuthenticator;
  /** Nothing that the service answers is cached by anyone, its document neither: no entity tags. */
  noStore?: boolean;
  /** Marks answers to requests with x-api-key or Authorization `private, no-store`. */
  privateWhenIdentified?: boolean;
  /** Answers paths that no route has, before they are 404. */
  legacy?(path: string, rawQuery: string): Reply | null;
  /** False makes every answer 503 with `Retry-After: 1`. */
  ready(): boolean;
  /** Status of an answer whose handler failed: 500 unless said otherwise. */
  faultStatus?: 500 | 503;
  metrics?: { observe(routeName: string, status: number, seconds: number): void };
  /** Receives every answer with what was asked; costs a few microseconds a request. */
  access?: ((entry: AccessEntry) => void) | undefined;
  /** What is still missing while `ready` is false, as a sentence. */
  starting?(): string;
  /** Of a node of a shared log; without it `tagwire-entry` means nothing. */
  place?: NodePlace | null;
}

/** Where a node of a shared log stands, for callers that ask with `tagwire-entry`. */
export interface NodePlace {
  /** Resolves when lists and searches show an entry. Rejects after a time. */
  showing(entry: number): Promise<void>;
  /** Who it is and the newest entry that it shows, as headers of the answer. */
  headers(): HeaderPairs;
  /** Where nodes count requests together; absent or null where each counts for itself. */
  counter?: SharedCounter | null;
}

/** Counts requests of all nodes. */
export interface SharedCounter {
  /** Counts one request of a client in a bucket of its kind; null while the counter cannot be reached. */
  take(
    bucket: string,
    client: ClientKey,
    limit: number,
  ): Promise<(Quota & { isAdmitted: boolean }) | null>;
}

/** One request in the access log. Times in milliseconds. */
export interface AccessEntry {
  service: string;
  method: string;
  path: string;
  query: string;
  status: number;
  ms: number;
}

/** A service that a server can be given. */
export interface Service {
  readonly listener: Listener;
  /** What a server answers where it has no request to give to the listener. */
  readonly refusal: Refuse;
  /**
   * Counts a request, answers it by a page that stands at an address of this service, and gives it the headers
   * of every other answer. What is read of the request is read before `make` is called.
   */
  share(req: IncomingRequest, res: OutgoingResponse, make: () => Promise<Reply>): void;
  openApi(): JsonObject;
  /** Whether a route has this path, still escaped. */
  has(path: string): boolean;
  /**
   * Asks a route from within the process, past the rate limit; errors are answers too. `target` is a
   * path with its query.
   * @param knownTag the entity tag of an answer that the caller has: its body is not copied again.
   * @param body what is posted, for routes that take that.
   */
  ask(target: string, knownTag?: string, body?: unknown): Promise<InnerAnswer>;
}

/** What a route answers within the process. */
export interface InnerAnswer {
  status: number;
  /** Of the error; '' where the answer is none. */
  code: HttpErrorCode | '';
  /** '' where the answer has none. */
  etag: string;
  /** Null where the caller holds it. The caller's own: it may be moved to a thread. */
  body: Uint8Array | null;
}

/** An answer of 200 as what its JSON says; null for every other answer. */
export function jsonOf<T>({ status, body }: InnerAnswer): T | null {
  if (status !== 200 || body === null) return null;
  return JSON.parse(new TextDecoder().decode(body)) as T;
}
