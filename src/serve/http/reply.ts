/**
 * What a handler answers: a status, bytes and what the headers say of them.
 */
import { createHash } from 'node:crypto';
import type { HeaderPairs } from './errors.js';
import type { CompressedForms } from './packing.js';
import { GOES_ON, type StreamReceiver } from './server.js';

export const JSON_TYPE = 'application/json; charset=utf-8';
export const TEXT_TYPE = 'text/plain; charset=utf-8';
export const HTML_TYPE = 'text/html; charset=utf-8';
export const NO_STORE = 'no-store';
export const PRIVATE_NO_STORE = 'private, no-store';

/** The body may be scratch memory: it is copied before anything else runs, unless it is `owned`. */
export interface Reply {
  status: number;
  body: Uint8Array;
  /** The body belongs to this reply alone and does not change any more. */
  owned?: true;
  /** JSON in UTF-8 unless said otherwise. */
  contentType?: string;
  /** `no-store` unless said otherwise. */
  cacheControl?: string;
  /** Entity tag without quotes, plain ASCII; `if-none-match` is answered from it. */
  etag?: string;
  /** Says `vary: accept-encoding`; implied by `compressible`. */
  vary?: boolean;
  /** Further headers. A list that stays the same object is laid out in bytes only once. */
  headers?: HeaderPairs;
  /** Forms of `body` to choose from by `accept-encoding`. */
  compressible?: CompressedForms;
  /** Writes the body instead, for as long as it goes on. */
  stream?: StreamReceiver;
}

const encoder = new TextEncoder();

/** A reply whose body goes on. */
export function streamReply(
  contentType: string,
  stream: StreamReceiver,
  rest: Pick<Reply, 'etag' | 'cacheControl' | 'headers'> = {},
): Reply {
  // A proxy that buffers would hold back what is to be shown at once.
  const headers: HeaderPairs = [...(rest.headers ?? []), ['x-accel-buffering', 'no']];
  return { status: 200, ...rest, headers, body: GOES_ON, contentType, stream };
}

/** A reply that serialises `value`; for answers that are small or rare. */
export function jsonReply(value: unknown, rest: Partial<Omit<Reply, 'body'>> = {}): Reply {
  return { status: 200, ...rest, body: encoder.encode(JSON.stringify(value)) };
}

/** The same for one user: no cache stores it. */
export function privateJson(value: unknown, headers: HeaderPairs = []): Reply {
  return jsonReply(value, { cacheControl: PRIVATE_NO_STORE, headers });
}

export function textReply(
  text: string,
  contentType: string,
  rest: Partial<Omit<Reply, 'body' | 'contentType'>> = {},
): Reply {
  return { status: 200, ...rest, body: encoder.encode(text), contentType };
}

/** An entity tag that stands for a content: the same for the same bytes. */
export function contentTagOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 16);
}
