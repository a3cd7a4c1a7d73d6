/**
 * Reads bodies of posts within a bound of memory, and parses and checks the questions in them.
 *
 * Invariants: a body stays in memory until its answer, and is never written to disk, errors and
 * logs included; at most `BODIES_MAX` are read at once. A handler that refuses a body unread ends
 * the connection, because the server would parse the body as the next request.
 */

import { getOrInsert } from '../../kernel/collections.js';
import { HttpError, invalidQuery, quoted, unavailable } from './errors.js';
import { RateLimiter } from './rate-limit.js';
import type { PostRules, Route } from './route.js';
import type { IncomingRequest, OutgoingResponse } from './server.js';

/** Bodies read at once: 64 of at most one megabyte. */
const BODIES_MAX = 64;
/** Maximum of reasons in an answer. */
const REASONS_MAX = 3;

const JSON_FORM = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const NOT_JSON = new HttpError(
  415,
  'invalid_query',
  'the body must be sent as application/json in UTF-8, and not compressed',
);

export class Posted {
  readonly #limiters = new Map<Route, RateLimiter>();
  readonly #buckets: { bucketsMax?: number };
  readonly #bodies = new Bodies(BODIES_MAX, 'bodies');

  constructor(buckets: { bucketsMax?: number }) {
    this.#buckets = buckets;
  }

  /** The rate limiter of a route with posts. */
  limiterOf(one: Route, { perMinute }: PostRules): RateLimiter {
    const make = () => new RateLimiter({ limit: perMinute, ...this.#buckets });
    return getOrInsert(this.#limiters, one, make);
  }

  /**
   * The body of a request; null for a body that is too long. Headers are read before this returns.
   * @throws HttpError 415, 503.
   */
  async read(
    req: IncomingRequest,
    client: Pick<OutgoingResponse, 'aborted'>,
    { bytesMax }: PostRules,
  ): Promise<Uint8Array | null> {
    if (req.header('content-encoding') !== '' || !JSON_FORM.test(req.header('content-type'))) {
      throw NOT_JSON;
    }
    return this.#bodies.read(req, client, bytesMax);
  }
}

/** Parses and checks a body. @throws HttpError 400 for an invalid body, 413 for null. */
export async function parsePosted(bytes: Uint8Array | null, rules: PostRules): Promise<unknown> {
  const { body: schema, bodyExample, bytesMax } = rules;
  if (bytes === null) {
    throw new HttpError(413, 'too_large', `the body holds at most ${bytesMax} bytes`);
  }
  const example = `for example ${JSON.stringify(bodyExample)}`;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidQuery(`the body must be JSON in UTF-8, ${example}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidQuery(`the body must be a JSON object, ${example}`);
  }
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(schema.properties, name));
  if (unknown !== undefined) {
    const names = Object.keys(schema.properties).join(', ');
    throw invalidQuery(`the body has an unknown field ${quoted(unknown)}; there are ${names}`);
  }
  // Loaded on demand: many servers never get a post, and this module is a sixth of a server's code.
  const { Errors } = await import('typebox/schema');
  const [isRight, errors] = Errors(schema, value);
  if (!isRight) {
    const reasons = errors
      .slice(0, REASONS_MAX)
      .map(({ instancePath, message }) => `${instancePath.slice(1) || 'the body'} ${message}`);
    throw invalidQuery(reasons.join('; '));
  }
  return value;
}

/** Checks a question from within the process like a posted one. @throws HttpError 400, 413. */
export async function checkedPost(rules: PostRules | null, body: unknown): Promise<unknown> {
  if (rules === null || body === undefined) return undefined;
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return parsePosted(bytes.length > rules.bytesMax ? null : bytes, rules);
}

/**
 * Reads bodies, at most `most` at once.
 *
 * The read of a client that disconnects never settles (server.ts), so reads of aborted requests are
 * removed when a slot is needed.
 */
export class Bodies {
  readonly #most: number;
  readonly #tooMany: HttpError;
  readonly #underWay = new Set<Pick<OutgoingResponse, 'aborted'>>();

  /** @param name the noun for the bodies in error messages. */
  constructor(most: number, name: string) {
    this.#most = most;
    this.#tooMany = unavailable(`too many ${name} are being read`, 1);
  }

  /**
   * The body of a request; null for one that is too long. Called before the listener returns.
   * @throws HttpError 503 where too many are being read.
   */
  async read(
    req: IncomingRequest,
    client: Pick<OutgoingResponse, 'aborted'>,
    bytesMax: number,
  ): Promise<Uint8Array | null> {
    if (Number(req.header('content-length')) > bytesMax) return null;
    if (this.#underWay.size >= this.#most) this.#forgetGone();
    if (this.#underWay.size >= this.#most) throw this.#tooMany;
    this.#underWay.add(client);
    try {
      return await req.readBody(bytesMax);
    } finally {
      this.#underWay.delete(client);
    }
  }

  #forgetGone(): void {
    for (const client of this.#underWay) if (client.aborted) this.#underWay.delete(client);
  }
}
