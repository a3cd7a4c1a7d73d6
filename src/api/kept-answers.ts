/**
 * Answers of one route that are asked for often, kept while nothing that they show has changed.
 *
 * They are found by raw query before it is parsed, so asking again costs no parsing, no question to
 * an actor and nothing to allocate.
 * Once the room is full, only what was asked for before comes in: who walks through history drives
 * nothing out, and what he alone sees is not kept until it has become old.
 * Invariant: an answer is given again only in the state that it was made in, so what was hidden
 * meanwhile is in none.
 */
import type { Reply } from '../http/reply.js';
import { ByteCache } from '../kernel/byte-cache.js';
import { type Clock, SECOND_MS } from '../kernel/clock.js';
import { cacheUntilRefresh, REVALIDATE, taggedReply } from './caching.js';

/** Raw queries that are remembered; there are few ways to ask the same thing. */
const NAMES_MAX = 4096;

export interface KeptAnswersOptions {
  clock: Clock;
  /** Bytes of the answers kept, without their compressed forms. */
  bytesMax: number;
  /** When the resource is due to change, for `cache-control`; null for answers with articles. */
  refreshMs: number | null;
  /** What the answers depend on; each is compared with `===`. */
  state: readonly (() => unknown)[];
}

export class KeptAnswers {
  readonly #clock: Clock;
  readonly #refreshMs: number | null;
  readonly #state: readonly (() => unknown)[];
  readonly #seen: unknown[];
  readonly #bytesMax: number;
  readonly #kept: ByteCache<Reply>;
  /** Names of answers that did not come in. */
  readonly #refused = new Set<string>();
  /** Names of answers by raw query. */
  readonly #names = new Map<string, string>();
  /** Counts the states. */
  #epoch = 0;
  #second = -1;
  #cacheControl = REVALIDATE;

  constructor({ clock, bytesMax, refreshMs, state }: KeptAnswersOptions) {
    this.#clock = clock;
    this.#refreshMs = refreshMs;
    this.#state = state;
    this.#seen = state.map(() => undefined);
    this.#bytesMax = bytesMax;
    this.#kept = new ByteCache(bytesMax, ({ body }) => body.byteLength);
  }

  /** The answer to a raw query that was asked before in this state; null otherwise. */
  known(rawQuery: string): Reply | null {
    this.#follow();
    const name = this.#names.get(rawQuery);
    const reply = name === undefined ? undefined : this.#kept.get(name);
    return reply === undefined ? null : this.#again(reply);
  }

  /** The answer of a name, made where it is not at hand. */
  async answer(
    rawQuery: string,
    name: string,
    make: () => Uint8Array | Promise<Uint8Array>,
  ): Promise<Reply> {
    this.#follow();
    const epoch = this.#epoch;
    const known = this.#kept.get(name);
    if (known !== undefined) {
      this.#remember(rawQuery, name);
      return this.#again(known);
    }
    const body = await make();
    const cacheControl = this.#untilRefresh();
    const reply = taggedReply(body, { cacheControl, vary: true });
    this.#follow();
    if (epoch === this.#epoch && this.#mayComeIn(name, body.byteLength)) {
      this.#kept.set(name, reply);
      this.#remember(rawQuery, name);
    }
    return reply;
  }

  #again(reply: Reply): Reply {
    reply.cacheControl = this.#untilRefresh();
    return reply;
  }

  #mayComeIn(name: string, bytes: number): boolean {
    if (this.#kept.heldBytes + bytes <= this.#bytesMax || this.#refused.delete(name)) return true;
    if (this.#refused.size >= NAMES_MAX) this.#refused.clear();
    this.#refused.add(name);
    return false;
  }

  #remember(rawQuery: string, name: string): void {
    if (this.#names.size >= NAMES_MAX) this.#names.clear();
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
    this.#kept.clear();
    this.#names.clear();
    this.#refused.clear();
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
