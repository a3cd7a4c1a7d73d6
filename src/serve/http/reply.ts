/**
 * The answer of a handler: a status, bytes, and the values of its headers.
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

/** The body may be scratch memory, which is copied before other code runs, unless it is `owned`. */
export interface Reply {
  status: number;
  body: Uint8Array;
  /** Only this reply has the body, and no code changes it. */
  owned?: true;
  /** JSON in UTF-8 by default. */
  contentType?: string;
  /** `no-store` by default. */
  cacheControl?: string;
  /** Entity tag without quotes, plain ASCII, compared with `if-none-match`. */
  etag?: string;
  /** Adds `vary: accept-encoding`; `compressible` implies it. */
  vary?: boolean;
  /** Further headers. The bytes of a list are made once per list object. */
  headers?: HeaderPairs;
  /** Compressed forms of `body`, chosen by `accept-encoding`. */
  compressible?: CompressedForms;
  /** Writes the answer's body over time, in place of `body`. */
  stream?: StreamReceiver;
}

const encoder = new TextEncoder();

/** A reply with a body that is written over time. */
export function streamReply(
  contentType: string,
  stream: StreamReceiver,
  rest: Pick<Reply, 'etag' | 'cacheControl' | 'headers'> = {},
): Reply {
  // Turns off buffering in proxies, which would delay the events.
  const headers: HeaderPairs = [...(rest.headers ?? []), ['x-accel-buffering', 'no']];
  return { status: 200, ...rest, headers, body: GOES_ON, contentType, stream };
}

/** A reply that serialises `value`; for answers that are small or rare. */
export function jsonReply(value: unknown, rest: Partial<Omit<Reply, 'body'>> = {}): Reply {
  return { status: 200, ...rest, body: encoder.encode(JSON.stringify(value)) };
}

/** One list, because the bytes of a list are made once per list object. */
const NO_HEADERS: HeaderPairs = [];

/** `jsonReply` for one user: no cache stores it. */
export function privateJson(value: unknown, headers = NO_HEADERS): Reply {
  return jsonReply(value, { cacheControl: PRIVATE_NO_STORE, headers });
}

export function textReply(
  text: string,
  contentType: string,
  rest: Partial<Omit<Reply, 'body' | 'contentType'>> = {},
): Reply {
  return { status: 200, ...rest, body: encoder.encode(text), contentType };
}

/** An entity tag made from the bytes of a content. */
export function contentTagOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 16);
}
