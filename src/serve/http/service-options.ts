/**
 * Options and interfaces of a service.
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
 * Verifies `x-api-key`. A key is identified by its bucket: a stable text that is not the key
 * itself.
 *
 *   cached(key) ── bucket ──► bucket of the key (1,000 a minute)
 *        └─ null ─► bucket of the client (60 a minute; 429 if used up) ─► verify(key)
 *                                          bucket of the key ◄── bucket ──┴── null ─► 401
 */
export interface KeyAuthenticator {
  /** The bucket of a key that was already verified, otherwise null. */
  cached(apiKey: string): string | null;
  /** The bucket of a valid key, null for an invalid key. */
  verify(apiKey: string): string | null | Promise<string | null>;
}

export interface ServiceOptions {
  /** Short name for logs. */
  name: string;
  routes: readonly Route[];
  errorBody(status: number, code: HttpErrorCode, message: string): unknown;
  /** Schema of the result of `errorBody`; an object with a text `error` by default. */
  errorSchema?: TSchema;
  unknownParameters: UnknownParameters;
  /** Requests per minute of a client, and of a key. */
  rateLimits: { anonymous: number; key?: number };
  /** Buckets in memory per kind; HTTP.rateBucketsMax by default. */
  rateBucketsMax?: number;
  /** Addresses and networks of trusted senders of X-Forwarded-For. */
  trustedProxies: readonly string[];
  /** Base address in the document; without a path. */
  publicUrl: string;
  info: ServiceInfo;
  /** Example answers of the document, by path. */
  examples?: { readonly [path: string]: unknown };
  /** Descriptions of properties that their schemas do not describe. */
  texts?: PropertyTexts;
  /** Path of the OpenAPI document, whose route the service adds; `/api/v1/openapi.json` by default. */
  openApiPath?: string;
  monotonic: Monotonic;
  logger: Logger;
  authenticate?: KeyAuthenticator;
  /** No answer may be cached, the document included: there are no entity tags. */
  noStore?: boolean;
  /** Marks answers to requests with x-api-key or Authorization `private, no-store`. */
  privateWhenIdentified?: boolean;
  /** Answers paths without a route, before 404. */
  legacy?(path: string, rawQuery: string): Reply | null;
  /** False makes every answer 503 with `Retry-After: 1`. */
  ready(): boolean;
  /** Status of an answer whose handler failed: 500 by default. */
  faultStatus?: 500 | 503;
  metrics?: { observe(routeName: string, status: number, seconds: number): void };
  /** Gets every answer with its request; costs a few microseconds a request. */
  access?: ((entry: AccessEntry) => void) | undefined;
  /** What is missing while `ready` is false, as a sentence. */
  starting?(): string;
  /** For a node of a shared log; without it, `tagwire-entry` is ignored. */
  place?: NodePlace | null;
}

/** Position of a node in the shared log, for requests with `tagwire-entry`. */
export interface NodePlace {
  /** Resolves when lists and searches show an entry; rejects after a timeout. */
  showing(entry: number): Promise<void>;
  /** Headers with the node's name and the newest entry that it shows. */
  headers(): HeaderPairs;
  /** Counter that all nodes share; absent or null where each node counts for itself. */
  counter?: SharedCounter | null;
}

/** Counts requests of all nodes. */
export interface SharedCounter {
  /** Counts one request in a bucket of this kind; null while the counter cannot be reached. */
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

/** The interface of a service to a server and to the rest of the process. */
export interface Service {
  readonly listener: Listener;
  /** Makes the server's answers to invalid requests. */
  readonly refusal: Refuse;
  /**
   * Counts a request, and answers it with a page that has an address of this service, with the
   * headers of all answers. The request is read before `make` is called.
   */
  share(req: IncomingRequest, res: OutgoingResponse, make: () => Promise<Reply>): void;
  openApi(): JsonObject;
  /** Whether a route has this path, percent-encoded. */
  has(path: string): boolean;
  /**
   * Calls a route from within the process, without rate limit; errors are answers too. `target` is
   * a path with its query.
   * @param knownTag the entity tag of an answer that the caller has: its body is not copied again.
   * @param body the posted value, for routes with POST.
   */
  ask(target: string, knownTag?: string, body?: unknown): Promise<InnerAnswer>;
}

/** A route's answer within the process. */
export interface InnerAnswer {
  status: number;
  /** Code of the error; '' for other answers. */
  code: HttpErrorCode | '';
  /** '' for an answer without an entity tag. */
  etag: string;
  /** Null where the caller has the body. Not shared, so the caller may transfer it to a thread. */
  body: Uint8Array | null;
}

/** The parsed JSON of an answer with status 200; null for every other answer. */
export function jsonOf<T>({ status, body }: InnerAnswer): T | null {
  if (status !== 200 || body === null) return null;
  return JSON.parse(new TextDecoder().decode(body)) as T;
}
