/**
 * Errors that a handler may throw, each with its status and stable code, and the answers to methods
 * that a path does not allow.
 *
 * The service makes its own error body of them (`errorBody`): the news service shows the message,
 * the blog service the code. Any other thrown value is a bug and is answered with 500 or 503.
 */

/** Stable codes; the blog service shows them unchanged. */
export type HttpErrorCode =
  | 'invalid_query'
  | 'invalid_cursor'
  | 'invalid_api_key'
  | 'not_found'
  | 'forbidden'
  | 'too_large'
  | 'method_not_allowed'
  | 'gone'
  | 'not_copied'
  | 'rate_limit_exceeded'
  | 'unavailable'
  | 'rebuilding'
  | 'internal_error';

/** Header pairs, in the order in which they are written. */
export type HeaderPairs = readonly (readonly [string, string])[];

/** An error answer. `message` is a full sentence without the final full stop. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: HttpErrorCode;
  readonly headers: HeaderPairs;

  constructor(status: number, code: HttpErrorCode, message: string, headers: HeaderPairs = []) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/**
 * 400: a parameter is malformed, unknown, repeated or does not fit the others. The message says
 * what was wrong and what is allowed; `example` is a part of a valid query.
 */
export function invalidQuery(message: string, example?: string): HttpError {
  const text = example === undefined ? message : `${message}; for example ${example}`;
  return new HttpError(400, 'invalid_query', text);
}

/** Shortens a text of the request for use in a message. */
export function quoted(text: string): string {
  const letters = Array.from(text.slice(0, 2 * QUOTED_MAX));
  const isLong = letters.length > QUOTED_MAX;
  return `"${letters.slice(0, QUOTED_MAX).join('')}${isLong ? '…' : ''}"`;
}

const QUOTED_MAX = 64;

/** 400: this service gave out no such cursor for this question. */
export function invalidCursor(message: string): HttpError {
  return new HttpError(400, 'invalid_cursor', message);
}

/** 307: this copy of another server does not have the resource; that server has it at `target`. */
export function notCopied(target: string, message: string): HttpError {
  return new HttpError(307, 'not_copied', message, [['location', target]]);
}

/** 404. */
export function notFound(message: string): HttpError {
  return new HttpError(404, 'not_found', message);
}

/** 403: a change that no page of this service requested, or that is not allowed. */
export function forbidden(message: string): HttpError {
  return new HttpError(403, 'forbidden', message);
}

export function gone(message: string): HttpError {
  return new HttpError(410, 'gone', message);
}

export function unavailable(message: string, retryAfterSeconds: number): HttpError {
  return new HttpError(503, 'unavailable', message, [['retry-after', String(retryAfterSeconds)]]);
}

/** Seconds within which the first snapshot follows the first article. */
const FIRST_SNAPSHOT_SECONDS = 10;

/** 503: the resource is soon computed for the first time. */
export function notYet(message: string): HttpError {
  return unavailable(message, FIRST_SNAPSHOT_SECONDS);
}

export const NOT_READY = unavailable('the service is starting', 1);

/** 503: the queue of long searches is full. */
export function tooManyWait(): HttpError {
  return unavailable('too many long searches are waiting', 1);
}

/** Length of a rate window in seconds, and so the longest Retry-After. */
const WINDOW_SECONDS_MAX = 60;

/** Errors 429 by the seconds to wait, made once: a flood of requests costs no new headers. */
const TOO_MANY = Array.from({ length: WINDOW_SECONDS_MAX + 1 }, (_, seconds) => {
  const message = 'too many requests; Retry-After says how many seconds to wait';
  return new HttpError(429, 'rate_limit_exceeded', message, [['retry-after', String(seconds)]]);
});

export function tooMany(resetSeconds: number): HttpError {
  return TOO_MANY[Math.min(resetSeconds, WINDOW_SECONDS_MAX)]!;
}

/** 429 with a message on the limit and the seconds to wait. */
export function tooOften(what: string, seconds: number): HttpError {
  const message = `${what}; wait ${seconds} seconds`;
  return new HttpError(429, 'rate_limit_exceeded', message, [['retry-after', String(seconds)]]);
}

const ALLOW: HeaderPairs = [['allow', 'GET, HEAD']];
export const METHOD_NOT_ALLOWED = new HttpError(
  405,
  'method_not_allowed',
  'only GET and HEAD are allowed',
  ALLOW,
);
export const POST_ONLY = new HttpError(405, 'method_not_allowed', 'only POST is allowed', [
  ['allow', 'POST'],
]);
/** A token of RFC 9110. */
export const METHOD_FORM = /^[\w!#$%&'*+.^`|~-]+$/;
export const METHOD_MALFORMED = invalidQuery('the method must be a word');
