/**
 * Cached replies of a route: replies that take work, frequent replies, and pages that are joined
 * for each request; and the rules of caching: "now" in steps, entity tags, `cache-control`.
 *
 * A route whose answers take work declares its question, the indices and the "now" that its answer
 * depends on, and its answer (`cachedRoute`).
 */

import type { FramedPage } from '../../../engine/columns/framed-page.js';
import { type Clock, MINUTE_MS, SECOND_MS } from '../../../kernel/clock.js';
import { hash64, hexOf } from '../../../kernel/hash.js';
import { REPLIES } from '../../../kernel/limits.js';
import type { Reply } from '../../http/reply.js';
import { type Route, type RouteDeclaration, type RouteRequest, route } from '../../http/route.js';
import type { TProperties, TSchema } from '../../http/type.js';
import type { CachePart, NewCachePart } from './reply-cache.js';

/** Answers with articles are revalidated before every use, because hidden items must vanish. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';

/** Longest `max-age` of any answer. */
const MAX_AGE_SECONDS = 60;

const encoder = new TextEncoder();

/** "Now" of lists: the start of the minute. */
export function quantised(nowMs: number, stepMs = MINUTE_MS): number {
  return Math.floor(nowMs / stepMs) * stepMs;
}

/**
 * The minute of a clock that is behind the newest computation, because the answer then depends on
 * the minute; null for a clock that is not behind.
 */
export function minuteBehind(nowMs: number, computedMs: number | null): number | null {
  return computedMs !== null && nowMs < computedMs ? quantised(nowMs) : null;
}

/** `cache-control` until the next refresh of a resource. */
export function cacheUntilRefresh(nowMs: number, stepMs = MINUTE_MS): string {
  const seconds = Math.ceil((quantised(nowMs, stepMs) + stepMs - nowMs) / SECOND_MS);
  return `public, max-age=${Math.min(MAX_AGE_SECONDS, seconds)}`;
}

/** An entity tag from the bytes of an answer: equal answers have equal tags in all states. */
export function etagOf(body: Uint8Array): string {
  return hexOf(hash64(body));
}

/**
 * An entity tag from the state that an answer depends on, for answers that are joined for each
 * request and too long to hash.
 */
export function etagOfState(...parts: readonly (string | number)[]): string {
  return etagOf(encoder.encode(parts.join('\n')));
}

export function taggedReply(body: Uint8Array, rest: Partial<Omit<Reply, 'body' | 'etag'>>): Reply {
  return { status: 200, ...rest, body, etag: etagOf(body) };
}

export function taggedJson(value: unknown, rest: Parameters<typeof taggedReply>[1] = {}): Reply {
  return taggedReply(encoder.encode(JSON.stringify(value)), rest);
}

/** 200 with articles as JSON and an entity tag; revalidated before every use. */
export function articlesJson(value: unknown): Reply {
  return taggedJson(value, { cacheControl: REVALIDATE, vary: true });
}

/**
 * Cached replies of a route that take work, valid for one state of the indices.
 *
 * Invariant: a reply is used only in the state in which it was made, so it shows no hidden item.
 */
export class RouteReplies {
  readonly #part: CachePart<Reply>;
  #state = '';

  constructor(part: CachePart<Reply>) {
    this.#part = part;
  }

  /** The reply to `question` in a state; `make` makes a reply that is not cached. */
  async reply(state: string, question: string, make: () => Promise<Reply>): Promise<Reply> {
    if (this.#state !== state) {
      this.#part.clear();
      this.#state = state;
    }
    const known = this.#part.get(question);
    if (known !== undefined) return known;
    this.#part.missed();
    const made = await make();
    if (this.#state === state) this.#part.offer(question, made, made.body.byteLength);
    return made;
  }
}

interface QueryRepliesOptions {
  part: CachePart<Reply>;
  clock: Clock;
  /** Period of the resource's refreshes, for `cache-control`; null for replies with articles. */
  refreshMs: number | null;
  /** Values that the replies depend on, compared by `===`. */
  state: readonly (() => unknown)[];
}

/**
 * Cached replies of a route with frequent questions, valid for one state of the indices.
 *
 * Replies are found by raw query before parsing, so a repeated question costs no parsing, no
 * question to an actor and no allocation. Invariant: a reply is used only in the state in which it
 * was made, so it shows no hidden item.
 */
export class QueryReplies {
  readonly #part: CachePart<Reply>;
  readonly #clock: Clock;
  readonly #refreshMs: number | null;
  readonly #state: readonly (() => unknown)[];
  readonly #seen: unknown[];
  /** Names of replies by raw query. */
  readonly #names = new Map<string, string>();
  /** Number of the current state. */
  #epoch = 0;
  #second = -1;
  #cacheControl = REVALIDATE;

  constructor({ part, clock, refreshMs, state }: QueryRepliesOptions) {
    this.#part = part;
    this.#clock = clock;
    this.#refreshMs = refreshMs;
    this.#state = state;
    this.#seen = state.map(() => undefined);
  }

  /** The reply to a raw query that was asked in this state; otherwise null. */
  known(rawQuery: string): Reply | null {
    this.#follow();
    const name = this.#names.get(rawQuery);
    const reply = name === undefined ? undefined : this.#part.get(name);
    return reply === undefined ? null : this.#again(reply);
  }

  /** The reply with a name, made where it is not cached. */
  async reply(
    rawQuery: string,
    name: string,
    make: () => Uint8Array | Promise<Uint8Array>,
  ): Promise<Reply> {
    this.#follow();
    const epoch = this.#epoch;
    const known = this.#part.get(name);
    if (known !== undefined) {
      this.#remember(rawQuery, name);
      return this.#again(known);
    }
    this.#part.missed();
    const body = await make();
    const cacheControl = this.#untilRefresh();
    const reply = taggedReply(body, { cacheControl, vary: true });
    this.#follow();
    if (epoch === this.#epoch && this.#part.offer(name, reply, body.byteLength)) {
      this.#remember(rawQuery, name);
    }
    return reply;
  }

  #again(reply: Reply): Reply {
    reply.cacheControl = this.#untilRefresh();
    return reply;
  }

  #remember(rawQuery: string, name: string): void {
    if (this.#names.size >= REPLIES.namesMax) this.#names.clear();
    this.#names.set(rawQuery, name);
  }

  /** Drops all replies when the state has changed. */
  #follow(): void {
    const state = this.#state;
    const seen = this.#seen;
    let isSame = true;
    for (let at = 0; at < state.length; at++) {
      const now = state[at]!();
      if (now === seen[at]) continue;
      seen[at] = now;
      isSame = false;
    }
    if (isSame) return;
    this.#epoch += 1;
    this.#part.clear();
    this.#names.clear();
  }

  /** Cached for a second: each request needs this text. */
  #untilRefresh(): string {
    if (this.#refreshMs === null) return REVALIDATE;
    const nowMs = this.#clock.nowMs();
    const second = Math.floor(nowMs / SECOND_MS);
    if (this.#second !== second) {
      this.#second = second;
      this.#cacheControl = cacheUntilRefresh(nowMs, this.#refreshMs);
    }
    return this.#cacheControl;
  }
}

/** A framed page with its reply. */
interface Plan {
  page: FramedPage;
  /** The body is set for each request. */
  reply: Reply;
}

/**
 * Parsed questions of a route, with the places of their pages in an index.
 *
 * A plan is valid for one state of the index and one "now"; all plans are dropped as soon as either
 * changes, before the change is acknowledged. So a reply that begins after a hide shows no hidden
 * item, and no plan is used in another state than its own. Within a state, a page is joined for
 * each request; pages that are requested again stay joined within the budget, because their slices
 * may be scattered in memory, and gathering them costs up to half of a reply.
 */
export class PagePlans {
  readonly #part: CachePart<Plan>;
  readonly #index: { readonly generation: number };
  #generation = -1;
  #nowMs = -1;

  /** @param index contains the pages. */
  constructor(part: CachePart<Plan>, index: { readonly generation: number }) {
    this.#part = part;
    this.#index = index;
  }

  /**
   * The reply to a parsed question; otherwise null.
   * @param query raw. @param path raw, where the route has a parameter in it.
   */
  reply(query: string, nowMs: number, path: string = ''): Reply | null {
    if (this.#generation !== this.#index.generation || this.#nowMs !== nowMs) {
      this.#part.clear();
      this.#generation = this.#index.generation;
      this.#nowMs = nowMs;
      return null;
    }
    const plan = this.#part.get(query, path);
    if (plan === undefined) return null;
    if (!plan.page.isCached) this.#stayJoined(plan, query, path);
    plan.reply.body = plan.page.render();
    return plan.reply;
  }

  /**
   * Stores the plan of a question, and returns the reply. `replyOf` must return an object literal:
   * reading and setting the body of a copied object takes the main thread longer, 3% of a page.
   * Shown by `bench blog-page`.
   */
  add(
    query: string,
    page: FramedPage,
    replyOf: (body: Uint8Array) => Reply,
    path: string = '',
  ): Reply {
    this.#part.missed();
    const reply = replyOf(page.render());
    this.#part.put(query, { page, reply }, page.memoryBytes, path);
    return reply;
  }

  #stayJoined(plan: Plan, query: string, path: string): void {
    const { memoryBytes, byteLength } = plan.page;
    if (this.#part.offer(query, plan, memoryBytes + byteLength, path)) plan.page.cache();
  }
}

type Declared<Q extends TProperties, P extends TProperties, R extends TSchema> = Omit<
  RouteDeclaration<Q, P, R>,
  'handle' | 'fast' | 'refuse'
>;

/** The declaration of a route with cached answers. */
export interface CachedAnswers<Q extends TProperties, P extends TProperties, A, N, V> {
  /** Validates a request and returns its question. @throws HttpError. */
  ask(request: RouteRequest<Q, P>): A;
  now(): N;
  /** Further state that answers depend on, such as the generations of indices. */
  state(question: A): readonly (number | string)[];
  /** A short name for a question whose JSON is long. */
  key?(question: A): string;
  answer(question: A, now: N): V | Promise<V>;
  /** Makes the reply of an answer; JSON with articles by default. */
  send?(answer: V): Reply;
  /** Period of the computation behind an answer without articles, which clients may use so long. */
  refreshMs?: number;
}

export function cachedRoute<
  A,
  N extends number | null,
  V,
  Q extends TProperties = Record<never, never>,
  P extends TProperties = Record<never, never>,
  R extends TSchema = TSchema,
>(
  { cachePart, clock }: { cachePart: NewCachePart; clock: Clock },
  declaration: Declared<Q, P, R> & CachedAnswers<Q, P, A, N, V>,
): Route {
  const { ask, now, state, answer, refreshMs, ...declared } = declaration;
  const keyOf = declaration.key ?? JSON.stringify;
  const send = declaration.send ?? (refreshMs === undefined ? articlesJson : taggedJson);
  const replies = new RouteReplies(cachePart(declared.path));
  return route<Q, P, R>({
    ...(declared as Declared<Q, P, R>),
    handle: async (request) => {
      const question = ask(request);
      const nowIs = now();
      const stateIs = [...state(question), nowIs].join(' ');
      const reply = await replies.reply(stateIs, keyOf(question), async () =>
        send(await answer(question, nowIs)),
      );
      if (refreshMs === undefined) return reply;
      return { ...reply, cacheControl: cacheUntilRefresh(clock.nowMs(), refreshMs) };
    },
  });
}
