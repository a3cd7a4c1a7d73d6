/**
 * Why a fetch brings nothing, on its way to the `FetchOutcome` that says so.
 *
 * Invariant: a message is one sentence without control characters, and names no secret: addresses
 * appear without credentials and cut.
 */
import { messageOf } from '../../kernel/errors.js';
import type { FetchReason } from './outcome.js';

/** Longest part of an address that a message repeats. */
const SHOWN_UNITS_MAX = 160;

/** Thrown inside of this folder only; the fetchers turn it into an outcome. */
export class FetchFault extends Error {
  readonly reason: FetchReason;
  /** From Retry-After; null where the answer named none. */
  readonly retryAfterMs: number | null;

  constructor(reason: FetchReason, message: string, retryAfterMs: number | null = null) {
    super(plain(message));
    this.name = 'FetchFault';
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

/** An address as messages show it. */
export function shown(url: URL): string {
  return cut(`${url.origin}${url.pathname}`, SHOWN_UNITS_MAX);
}

/** Text from outside, cut and without control characters. */
export function plain(text: string, unitsMax = 1000): string {
  return cut(text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' '), unitsMax);
}

function cut(text: string, unitsMax: number): string {
  return text.length <= unitsMax ? text : `${text.slice(0, unitsMax)}…`;
}

/** The code that Node.js or undici gave an error; empty where it has none. */
export function codeOf(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : '';
  return typeof code === 'string' ? code : '';
}

/** Whether undici did not understand how an answer begins. */
export function isUnreadHead(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const isOdd = thrown.name === 'HTTPParserError' || thrown.message === 'bad response';
  return isOdd || codeOf(thrown) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
}

/** A fault for whatever broke a connection after it stood. */
export function brokenFault(thrown: unknown, url: URL): FetchFault {
  if (thrown instanceof FetchFault) return thrown;
  const fault = faultOfBreak(thrown, url);
  fault.cause = thrown;
  return fault;
}

function faultOfBreak(thrown: unknown, url: URL): FetchFault {
  const code = codeOf(thrown);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new FetchFault('too-large', `${shown(url)} sent longer headers than are read.`);
  }
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return new FetchFault('broken', `${shown(url)} sent another length than it announced.`);
  }
  const detail = plain(messageOf(thrown), 100);
  if (isUnreadHead(thrown)) {
    return new FetchFault('broken', `What ${shown(url)} sent is not HTTP (${detail}).`);
  }
  return new FetchFault('broken', `The connection to ${shown(url)} broke (${detail}).`);
}

const TLS_SENTENCES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed only by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an issuer that nobody knows',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate comes from an issuer that nobody knows',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'it leaves out the certificate of its issuer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is made out to another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS on this port',
};

/** A fault for whatever happened between the connection and its encryption. */
export function tlsFault(thrown: unknown, url: URL): FetchFault {
  const code = codeOf(thrown);
  const why =
    TLS_SENTENCES[code] ?? `the handshake failed (${code || plain(messageOf(thrown), 100)})`;
  return new FetchFault('tls', `${url.host} cannot be trusted: ${why}.`);
}
