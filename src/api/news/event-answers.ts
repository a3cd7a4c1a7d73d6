/**
 * Answers of events that are kept whole while nothing that they show has changed: neither events nor
 * any article, nor what hour it is.
 *
 * They are found by raw query before it is parsed, and compressed when they are asked for again.
 * Invariant: what is hidden is in no answer that is given after it was hidden.
 */
import { type CompressedForms, createCompressedForms } from '../../http/compressed.js';
import type { Reply } from '../../http/reply.js';
import { ByteCache } from '../../kernel/byte-cache.js';
import { hash64, hexOf } from '../../kernel/hash.js';
import { hourOf } from '../../news/events/codec.js';
import { REVALIDATE } from '../caching.js';
import { isStale } from './event-history.js';
import type { NewsSources } from './sources.js';

/** Answers kept of a route: a dozen days of threads with their compressed forms. */
const KEPT_BYTES_MAX = 24 * 1024 * 1024;
/** Raw queries that are remembered; there are few ways to ask the same thing. */
const NAMES_MAX = 4096;

interface Kept {
  body: Buffer;
  etag: string;
  /** Made when it is asked for again. */
  forms: CompressedForms | null;
}

export class EventAnswers {
  readonly #sources: NewsSources;
  readonly #kept = new ByteCache<Kept>(KEPT_BYTES_MAX, ({ body }) => body.length);
  /** Names of answers by raw query. */
  readonly #names = new Map<string, string>();
  #state = '';

  constructor(sources: NewsSources) {
    this.#sources = sources;
  }

  /** The answer to a raw query that was asked before in this state; null otherwise. */
  known(rawQuery: string): Reply | null {
    this.#follow();
    const name = this.#names.get(rawQuery);
    const kept = name === undefined ? undefined : this.#kept.get(name);
    return kept === undefined ? null : again(kept);
  }

  /** The answer of a name, made where it is not at hand. */
  async answer(rawQuery: string, name: string, make: () => Promise<string>): Promise<Reply> {
    this.#follow();
    const state = this.#state;
    const known = this.#kept.get(name);
    const kept = known ?? keptOf(await make());
    if (state === this.#state) {
      this.#kept.set(name, kept);
      if (this.#names.size >= NAMES_MAX) this.#names.clear();
      this.#names.set(rawQuery, name);
    }
    return known === undefined ? replyOf(kept) : again(kept);
  }

  #follow(): void {
    const { events, catalog, clock } = this.#sources;
    const nowMs = clock.nowMs();
    const state = `${events.generation} ${catalog.generation} ${hourOf(nowMs)} ${isStale(events, nowMs)}`;
    if (state === this.#state) return;
    this.#state = state;
    this.#kept.clear();
    this.#names.clear();
  }
}

function keptOf(text: string): Kept {
  const body = Buffer.from(text);
  return { body, etag: hexOf(hash64(body)), forms: null };
}

function again(kept: Kept): Reply {
  kept.forms ??= createCompressedForms(kept.body);
  return replyOf(kept);
}

function replyOf({ body, etag, forms }: Kept): Reply {
  const reply = { status: 200, body, cacheControl: REVALIDATE, etag };
  return forms === null ? { ...reply, vary: true } : { ...reply, compressible: forms };
}
