/**
 * Replies of one route that are asked for often, given again while nothing that they show has changed.
 *
 * They are found by raw query before it is parsed, so asking again costs no parsing, no question to
 * an actor and nothing to allocate.
 * Invariant: a reply is given again only in the state that it was made in, so what was hidden
 * meanwhile is in none.
 */

import { type Clock, SECOND_MS } from '../../../kernel/clock.js';
import { REPLIES } from '../../../kernel/limits.js';
import type { Reply } from '../../http/reply.js';
import { cacheUntilRefresh, REVALIDATE, taggedReply } from '../caching.js';
import type { CachePart } from './reply-cache.js';

export interface QueryRepliesOptions {
  part: CachePart<Reply>;
  clock: Clock;
  /** When the resource is due to change, for `cache-control`; null for replies with articles. */
  refreshMs: number | null;
  /** What the replies depend on; each is compared with `===`. */
  state: readonly (() => unknown)[];
}

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
