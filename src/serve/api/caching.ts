/**
 * How answers of the news service are cached: quantised "now", entity tags, `cache-control`.
 */

import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.js';
import { hash64, hexOf } from '../../kernel/hash.js';
import type { Reply } from '../http/reply.js';

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
