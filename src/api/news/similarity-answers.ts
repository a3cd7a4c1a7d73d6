/**
 * Answers of the similarity index, kept by raw query while nothing has changed: what is asked again
 * costs no parsing and no question to the actor.
 *
 * Invariant: an answer is given again only in the state of the index and in the minute that it was
 * made in.
 */
import { createCompressedForms } from '../../http/compressed.js';
import type { Reply } from '../../http/reply.js';
import { ByteCache } from '../../kernel/byte-cache.js';
import { type Clock, SECOND_MS } from '../../kernel/clock.js';
import { cacheUntilRefresh, etagOf, quantised } from '../caching.js';

/** Answers of one route: a graph of a hundred outlets has some 50 KB. */
const BYTES_MAX = 8 * 1024 * 1024;

export class SimilarityAnswers {
  readonly #kept = new ByteCache<Reply>(BYTES_MAX, ({ body }) => body.byteLength);
  readonly #index: { readonly generation: number };
  readonly #clock: Clock;
  readonly #version: string;
  #generation = -1;
  #nowMs = -1;
  #second = -1;
  #untilRefresh = '';

  constructor(index: { readonly generation: number }, clock: Clock, version: string) {
    this.#index = index;
    this.#clock = clock;
    this.#version = version;
  }

  /** The answer to a query that was answered before in this state; null otherwise. */
  known(rawQuery: string): Reply | null {
    const nowMs = quantised(this.#clock.nowMs());
    if (this.#generation !== this.#index.generation || this.#nowMs !== nowMs) {
      this.#generation = this.#index.generation;
      this.#nowMs = nowMs;
      this.#kept.clear();
      return null;
    }
    const reply = this.#kept.get(rawQuery);
    if (reply === undefined) return null;
    reply.cacheControl = this.#cacheControl();
    return reply;
  }

  /** Frames an object whose inside is JSON already, and keeps it for the state that it is of. */
  keep(
    rawQuery: string,
    nowMs: number,
    { generation, json }: { generation: number; json: Uint8Array },
    head: object,
  ): Reply {
    const body = Buffer.concat([
      Buffer.from(`${JSON.stringify(head).slice(0, -1)},`),
      json,
      Buffer.from('}'),
    ]);
    const reply: Reply = {
      status: 200,
      body,
      cacheControl: this.#cacheControl(),
      etag: etagOf(this.#version, generation, JSON.stringify(head)),
      compressible: createCompressedForms(body),
    };
    if (generation === this.#generation && nowMs === this.#nowMs) this.#kept.set(rawQuery, reply);
    return reply;
  }

  /** The same text for a second: it is asked for with every request. */
  #cacheControl(): string {
    const nowMs = this.#clock.nowMs();
    const second = Math.floor(nowMs / SECOND_MS);
    if (this.#second !== second) {
      this.#second = second;
      this.#untilRefresh = cacheUntilRefresh(nowMs);
    }
    return this.#untilRefresh;
  }
}
