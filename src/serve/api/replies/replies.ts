/**
 * What a route has made and gives again: replies that took work, replies that are asked for often, and pages that
 * are joined anew for each request; and how answers are cached: "now" in steps, entity tags, `cache-control`.
 *
 * A route whose answers take work declares what a question is, on which indices and which "now" its answer depends, and
 * what the answer is (`cachedRoute`).
 */

import type { FramedPage } from '../../../engine/columns/framed-page.js';
import { type Clock, MINUTE_MS, SECOND_MS } from '../../../kernel/clock.js';
import { hash64, hexOf } from '../../../kernel/hash.js';
import { REPLIES } from '../../../kernel/limits.js';
import type { Reply } from '../../http/reply.js';
import { type Route, type RouteDeclaration, type RouteRequest, route } from '../../http/route.js';
import type { TProperties, TSchema } from '../../http/type.js';
import type { CachePart, NewCachePart } from './reply-cache.js';

/** Answers that carry articles may be kept but never used unasked: hidden things must vanish. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';

/** Longest time that any answer may be used unasked. */
const MAX_AGE_SECONDS = 60;

const encoder = new TextEncoder();

/** "Now" as lists know it: the start of the minute. */
export function quantised(nowMs: number, stepMs = MINUTE_MS): number {
  return Math.floor(nowMs / stepMs) * stepMs;
}

/**
 * The minute of a clock that is behind the newest computation, which an answer then depends on; null
 * for a clock that has seen all of them.
 */
export function minuteBehind(nowMs: number, computedMs: number | null): number | null {
  return computedMs !== null && nowMs < computedMs ? quantised(nowMs) : null;
}

/** `cache-control` until the next refresh of a resource. */
export function cacheUntilRefresh(nowMs: number, stepMs = MINUTE_MS): string {
  const seconds = Math.ceil((quantised(nowMs, stepMs) + stepMs - nowMs) / SECOND_MS);
  return `public, max-age=${Math.min(MAX_AGE_SECONDS, seconds)}`;
}

/** An entity tag of the bytes of an answer: equal answers have one tag, whatever moved meanwhile. */
export function etagOf(body: Uint8Array): string {
  return hexOf(hash64(body));
}

/**
 * An entity tag of everything that an answer depends on, for answers that are made anew at each
 * request and too long to hash.
 */
export function etagOfState(...parts: readonly (string | number)[]): string {
  return etagOf(encoder.encode(parts.join('\n')));
}

/** 200 with a body and its entity tag. */
export function taggedReply(body: Uint8Array, rest: Partial<Omit<Reply, 'body' | 'etag'>>): Reply {
  return { status: 200, ...rest, body, etag: etagOf(body) };
}

/** 200 with a value as JSON and its entity tag. */
export function taggedJson(value: unknown, rest: Parameters<typeof taggedReply>[1] = {}): Reply {
  return taggedReply(encoder.encode(JSON.stringify(value)), rest);
}

/** 200 with a value that tells of articles as JSON, with its entity tag: never used unasked. */
export function articlesJson(value: unknown): Reply {
  return taggedJson(value, { cacheControl: REVALIDATE, vary: true });
}

/**
 * Replies of one route that took work, given again while nothing that they show has changed.
 *
 * Invariant: a reply is given again only in the state that it was made in, so what was hidden
 * meanwhile is hidden.
 */
export class RouteReplies {
  readonly #part: CachePart<Reply>;
  #state = '';

  constructor(part: CachePart<Reply>) {
    this.#part = part;
  }

  /** The reply to `question` in a state; `make` is called when it is not in memory. */
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
  /** When the resource is due to change, for `cache-control`; null for replies with articles. */
  refreshMs: number | null;
  /** What the replies depend on; each is compared with `===`. */
  state: readonly (() => unknown)[];
}

/**
 * Replies of one route that are asked for often, given again while nothing that they show has changed.
 *
 * They are found by raw query before it is parsed, so asking again costs no parsing, no question to
 * an actor and nothing to allocate.
 * Invariant: a reply is given again only in the state that it was made in, so what was hidden
 * meanwhile is in none.
 */
export class QueryReplies {
  readonly #part: CachePart<Reply>;
  readonly #clock: Clock;
  readonly #refreshMs: number | null;
  readonly #state: readonly (() => unknown)[];
  readonly #seen: unknown[];
  /** Names of replies by raw query. */
  readonly #names = new Map<string, string>();
  /** Counts the states. */
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

  /** The reply to a raw query that was asked before in this state; null otherwise. */
  known(rawQuery: string): Reply | null {
    this.#follow();
    const name = this.#names.get(rawQuery);
    const reply = name === undefined ? undefined : this.#part.get(name);
    return reply === undefined ? null : this.#again(reply);
  }

  /** The reply of a name, made where it is not in memory. */
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

  /** Forgets everything when the state is another. */
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

  /** The same text for a second: it is asked for with every request. */
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

/** A framed page with the reply that it goes into. */
interface Plan {
  page: FramedPage;
  /** Its body is set anew for each request. */
  reply: Reply;
}

/**
 * Questions of one route that have been understood, with the places of their pages in an index.
 *
 * A plan holds for one state of the index and one "now": all of them go as soon as either changes,
 * which is before a change is acknowledged. So what is hidden is in no reply that begins after the
 * hide, and nothing outlives the state that it was read from. Within that state a page is joined anew
 * for each request; one that is asked for again stays joined as the budget allows, because its slices
 * may lie apart in memory, and to gather them costs as much as half of the reply.
 */
export class PagePlans {
  readonly #part: CachePart<Plan>;
  readonly #index: { readonly generation: number };
  #generation = -1;
  #nowMs = -1;

  /** `index` is what pages are read from. */
  constructor(part: CachePart<Plan>, index: { readonly generation: number }) {
    this.#part = part;
    this.#index = index;
  }

  /**
   * The reply to a question that has been understood before; null otherwise.
   * @param query as it came. @param path as it came, where it has a parameter.
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
   * Remembers where the answer to a question lies, and gives the reply. `replyOf` writes it as an object
   * literal: the body of a reply that was copied from another object takes the front longer to read and
   * to set, 3% of a page. Shown by `bench blog-page`.
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

/** The declaration of a route whose answers are given again. */
export interface CachedAnswers<Q extends TProperties, P extends TProperties, A, N, V> {
  /** What is asked, read and checked. @throws HttpError. */
  ask(request: RouteRequest<Q, P>): A;
  /** "Now" as answers know it. */
  now(): N;
  /** What else answers depend on, such as the generations of indices. */
  state(question: A): readonly (number | string)[];
  /** Names a question that is long as JSON. */
  key?(question: A): string;
  answer(question: A, now: N): V | Promise<V>;
  /** How an answer is sent: as JSON that tells of articles unless said otherwise. */
  send?(answer: V): Reply;
  /** How often what answers show is computed, where they tell of no articles: they may be used until then. */
  refreshMs?: number;
}

/** Declares a route whose answers are given again. */
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
