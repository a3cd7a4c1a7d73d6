/**
 * How answers of the news service are cached: quantised "now", entity tags, `cache-control`.
 */
import { MINUTE_MS, SECOND_MS } from '../kernel/clock.js';
import { hash64, hexOf } from '../kernel/hash.js';

/** Answers that carry articles may be kept but never used unasked: hidden things must vanish. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';

/** Longest time that any answer may be used unasked. */
const MAX_AGE_SECONDS = 60;

const encoder = new TextEncoder();

/** "Now" as lists know it: the start of the minute. */
export function quantised(nowMs: number, stepMs = MINUTE_MS): number {
  return Math.floor(nowMs / stepMs) * stepMs;
}

/** `cache-control` until the next refresh of a resource. */
export function cacheUntilRefresh(nowMs: number, stepMs = MINUTE_MS): string {
  const seconds = Math.ceil((quantised(nowMs, stepMs) + stepMs - nowMs) / SECOND_MS);
  return `public, max-age=${Math.min(MAX_AGE_SECONDS, seconds)}`;
}

/** An entity tag of everything that an answer depends on. */
export function etagOf(...parts: readonly (string | number)[]): string {
  return hexOf(hash64(encoder.encode(parts.join('\n'))));
}
