/**
 * Counts each request against the bucket of its client, or of its key.
 *
 * Buckets are those of this process, or, where several nodes count together (`place.counter`), the
 * buckets that all nodes share.
 *
 * Invariants: the request is read only before the first await. A request with a key that was not
 * used before counts against the quota of its client until the key is verified.
 */
import type { ClientAddresses } from './client-address.js';
import { HttpError, tooMany } from './errors.js';
import type { Exchange } from './exchange.js';
import { type ClientKey, type Quota, RateLimiter } from './rate-limit.js';
import type { IncomingRequest } from './server.js';
import type { KeyAuthenticator, NodePlace, ServiceOptions } from './service-options.js';

const INVALID_KEY = new HttpError(401, 'invalid_api_key', 'x-api-key is invalid or revoked');

export class Admission {
  readonly #options: ServiceOptions;
  readonly #clients: ClientAddresses;
  readonly #anonymous: RateLimiter;
  readonly #keyed: RateLimiter | null;
  readonly #place: NodePlace | null;

  /** @throws TagwireError CONFIG_INVALID for unusable rate limits. */
  constructor(options: ServiceOptions, clients: ClientAddresses) {
    const { rateLimits, rateBucketsMax, authenticate, place = null } = options;
    const buckets = rateBucketsMax === undefined ? {} : { bucketsMax: rateBucketsMax };
    const limiter = (limit: number) => new RateLimiter({ limit, ...buckets });
    this.#options = options;
    this.#clients = clients;
    this.#place = place;
    this.#anonymous = limiter(rateLimits.anonymous);
    this.#keyed =
      authenticate === undefined ? null : limiter(rateLimits.key ?? rateLimits.anonymous);
  }

  /**
   * Whether the request may go on; false when this answered 429. A promise where a key has to be
   * verified or other nodes are asked. @throws HttpError 401 for an invalid key, by the promise.
   * @param isRefused whether the request is refused in any case: its key is not verified.
   */
  count(
    req: IncomingRequest,
    exchange: Exchange,
    apiKey: string,
    isRefused: boolean,
  ): boolean | Promise<boolean> {
    const { authenticate } = this.#options;
    const keyed = this.#keyed;
    const isKeyed = apiKey !== '' && authenticate !== undefined && keyed !== null;
    const bucket = isKeyed ? authenticate.cached(apiKey) : null;
    const isShared = this.#place?.counter != null;
    if (isKeyed && bucket !== null && !isShared) return this.take(keyed, bucket, exchange);
    const client = this.#clients.keyOf(req);
    if (isShared) {
      if (!isKeyed) return this.#takeShared('anonymous', client, exchange);
      if (bucket !== null) return this.#takeShared('key', bucket, exchange);
      return this.#verifyShared(isRefused ? null : authenticate, apiKey, client, exchange);
    }
    if (!isKeyed) return this.take(this.#anonymous, client, exchange);
    if (!this.take(this.#anonymous, client, exchange)) return false;
    if (isRefused) return true;
    return this.#verified(authenticate.verify(apiKey), keyed, exchange);
  }

  /** Counts a request that is refused for another reason. */
  note(req: IncomingRequest, exchange: Exchange): void {
    this.#anonymous.take(this.#clients.keyOf(req), exchange.startMs);
    exchange.showQuota(this.#anonymous);
  }

  /** Counts in this process; false when this answered 429. */
  take(
    limiter: RateLimiter,
    client: ClientKey,
    exchange: Exchange,
    nowMs = exchange.startMs,
  ): boolean {
    return shown(limiter.take(client, nowMs), limiter, exchange);
  }

  async #verified(
    verdict: ReturnType<KeyAuthenticator['verify']>,
    keyed: RateLimiter,
    exchange: Exchange,
  ): Promise<boolean> {
    const bucket = await verdict;
    if (bucket === null) throw INVALID_KEY;
    return this.take(keyed, bucket, exchange, this.#options.monotonic.nowMs());
  }

  async #verifyShared(
    authenticate: KeyAuthenticator | null,
    apiKey: string,
    client: ClientKey,
    exchange: Exchange,
  ): Promise<boolean> {
    if (!(await this.#takeShared('anonymous', client, exchange))) return false;
    if (authenticate === null) return true;
    const bucket = await authenticate.verify(apiKey);
    if (bucket === null) throw INVALID_KEY;
    return this.#takeShared('key', bucket, exchange);
  }

  /** Counts with all nodes, or in this process alone while the shared counter cannot be reached. */
  async #takeShared(
    kind: 'anonymous' | 'key',
    client: ClientKey,
    exchange: Exchange,
  ): Promise<boolean> {
    const limiter = kind === 'key' ? this.#keyed! : this.#anonymous;
    const bucket = `${this.#options.name} ${kind}`;
    const counted = await this.#place!.counter!.take(bucket, client, limiter.limit);
    if (counted === null) {
      return this.take(limiter, client, exchange, this.#options.monotonic.nowMs());
    }
    return shown(counted.isAdmitted, counted, exchange);
  }
}

function shown(isAdmitted: boolean, quota: Quota, exchange: Exchange): boolean {
  exchange.showQuota(quota);
  if (!isAdmitted) exchange.refuse(tooMany(quota.resetSeconds));
  return isAdmitted;
}
