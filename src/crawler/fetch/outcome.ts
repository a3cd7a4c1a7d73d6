/**
 * The request, limits (time, bytes and hops) and result of one fetch, as plain data. Within this folder a failure
 * is thrown as a `FetchFault`; the fetchers turn it into an outcome.
 *
 * Invariant: the message of a fault is one sentence without control characters and secrets: addresses appear
 * without credentials, and truncated.
 */
import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.js';
import { messageOf } from '../../kernel/errors.js';

/** Why a fetch gave no document. Stable words: the ledger counts them, and people read them. */
export type FetchReason =
  /** The scheme is not http or https, or the address has credentials. */
  | 'bad-address'
  /** The address, or an address that a name resolves to, is not public and not allowed. */
  | 'private-address'
  | 'robots'
  /** Too many requests already wait for the host; no request was sent. */
  | 'busy'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  /** More decoded bytes, or longer headers, than allowed. */
  | 'too-large'
  /** The content encoding is broken or unknown. */
  | 'encoding'
  | 'redirect-loop'
  | 'too-many-redirects'
  /** 410. */
  | 'gone'
  /** 404. */
  | 'not-found'
  /** 401, 403, 407, 451. */
  | 'blocked'
  /** 429, and 503 with Retry-After. */
  | 'rate-limited'
  /** Any other 4xx. */
  | 'client-error'
  /** Any other 5xx, and unexpected answers (206, a redirect without a target). */
  | 'server-error'
  /** The connection broke before the answer was complete, or the answer is no HTTP. */
  | 'broken'
  | 'aborted';

/** The operator's settings for requests to a source (access.ts). */
export interface FetchAccess {
  /** Hosts of the source, with their ports, without `www.`; their subdomains belong to the source too. */
  hosts: readonly string[];
  /** Headers by lower-case name. */
  headers: FetchHeaders;
  /** The value of a Cookie header. */
  cookies: string | null;
  /** Replaces the user agent of the crawler, for every host. */
  userAgent: string | null;
  /** The place where `user:password` is kept. */
  basicAuth: string | null;
  /** Whether any certificate of the source's own hosts is accepted. */
  insecureTls: boolean;
  /** Address of a proxy for every host, or the place where it is kept; an address with a password is kept there. */
  proxy: string | null;
}

export interface FetchRequest {
  url: string;
  /** The use of the document; sets `accept` and the limit of bytes. */
  purpose: 'feed' | 'page' | 'sitemap' | 'robots' | 'icon' | 'hub' | 'webhook';
  etag?: string | null;
  lastModified?: string | null;
  /** Robots rules are ignored for robots.txt itself and for hubs. */
  ignoreRobots?: boolean;
  /** Whether a person named this very address: robots.txt then only sets the pace, and forbids nothing. */
  isNamed?: boolean;
  access?: FetchAccess | undefined;
  /** Form fields of a POST; only for hubs. */
  form?: Readonly<Record<string, string>>;
  /** Body and headers of a delivery to a webhook: no redirect is followed, no body is read. */
  post?: { body: Uint8Array; headers: FetchHeaders };
  signal?: AbortSignal;
}

export interface FetchHop {
  url: string;
  status: number;
  /** Target of the redirect; null where the answer is none. */
  location: string | null;
}

/** Headers that the crawler uses; lower-case names. */
export type FetchHeaders = Readonly<Record<string, string>>;

interface FetchTrace {
  /** The last address that answered. */
  url: string;
  /** The last status; 0 where no server answered. */
  status: number;
  headers: FetchHeaders;
  /** Every answer in order, redirects first. */
  hops: FetchHop[];
  /**
   * Where the address has moved permanently (leading 301 and 308 only, none of them from https to http);
   * null otherwise. Only to be stored where the fetch did not fail in the end.
   */
  movedTo: string | null;
  /** IP address of the last connection; null where there was none. */
  remoteAddress: string | null;
  /** Headers of the last request. */
  sent: FetchHeaders;
  elapsedMs: number;
}

export type FetchOutcome =
  | (FetchTrace & {
      kind: 'ok';
      bytes: Uint8Array;
      contentType: string;
      etag: string | null;
      lastModified: string | null;
    })
  | (FetchTrace & { kind: 'unchanged'; etag: string | null; lastModified: string | null })
  | (FetchTrace & {
      kind: 'failed';
      reason: FetchReason;
      /** One sentence for people, without control characters. */
      message: string;
      /** From Retry-After, relative to now; null where the answer has none. */
      retryAfterMs: number | null;
    });

/** Fetches one document. Never rejects. */
export interface Fetcher {
  fetch(request: FetchRequest): Promise<FetchOutcome>;
  /** Ends connections; requests under way fail as `aborted`. */
  close(): Promise<void>;
}

const KIB = 1024;
const MIB = 1024 * KIB;

export type FetchPurpose = FetchRequest['purpose'];

export interface FetchLimits {
  /** Until the name is resolved and the connection is open and encrypted. */
  connectMs: number;
  /** From the request to the end of the answer's headers. */
  headersMs: number;
  /** In every such span of a body at least `stallBytesMin` must arrive. */
  stallMs: number;
  stallBytesMin: number;
  /** All hops together, without the time in which they wait for their turn. */
  totalMs: number;
  headBytesMax: number;
  /** Decoded bytes. */
  bytesMax: Readonly<Record<FetchPurpose, number>>;
  /** Bytes of all bodies under way together; beyond these, bodies above `inFlightShareBytes` end. */
  inFlightBytesMax: number;
  inFlightShareBytes: number;
  redirectsMax: number;
  /** Connections that stay open for a next request, and how long. */
  idleConnectionsMax: number;
  idleMs: number;
}

export const FETCH_LIMITS: FetchLimits = {
  connectMs: 10 * SECOND_MS,
  headersMs: 15 * SECOND_MS,
  stallMs: 15 * SECOND_MS,
  /** Slower than any line: such a server delays on purpose, or has failed. */
  stallBytesMin: KIB,
  totalMs: MINUTE_MS,
  /** Twice the size of heads that browsers are known to get. */
  headBytesMax: 32 * KIB,
  bytesMax: {
    feed: 16 * MIB,
    page: 8 * MIB,
    /** The sitemap protocol allows 50 MB. */
    sitemap: 52 * MIB,
    /** RFC 9309 asks for 500 KiB; the rest is not read. */
    robots: 512 * KIB,
    icon: MIB,
    hub: 64 * KIB,
    /** The status is enough. */
    webhook: 0,
  },
  inFlightBytesMax: 256 * MIB,
  /** Four times the size of real feeds and pages. */
  inFlightShareBytes: 4 * MIB,
  redirectsMax: 10,
  /** Pages of one host follow one another within seconds; a longer wait brings no further use. */
  idleConnectionsMax: 256,
  idleMs: 4 * SECOND_MS,
};

/** RFC 9309 asks for at least five. */
export const ROBOTS_REDIRECTS_MAX = 5;

/** Longest part of an address that a message shows. */
const SHOWN_UNITS_MAX = 160;

/** Thrown only inside this folder; the fetchers turn it into an outcome. */
export class FetchFault extends Error {
  readonly reason: FetchReason;
  /** From Retry-After; null where the answer had none. */
  readonly retryAfterMs: number | null;

  constructor(reason: FetchReason, message: string, retryAfterMs: number | null = null) {
    super(plain(message));
    this.name = 'FetchFault';
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

/** An address in the form of messages. */
export function shown(url: URL): string {
  return cut(`${url.origin}${url.pathname}`, SHOWN_UNITS_MAX);
}

/** Text from outside, truncated and without control characters. */
export function plain(text: string, unitsMax = 1000): string {
  return cut(text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' '), unitsMax);
}

function cut(text: string, unitsMax: number): string {
  return text.length <= unitsMax ? text : `${text.slice(0, unitsMax)}…`;
}

/** The code that Node.js or undici gave an error; empty where there is none. */
export function codeOf(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : '';
  return typeof code === 'string' ? code : '';
}

/** Whether undici could not parse the head of an answer. */
export function isUnreadHead(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const isOdd = thrown.name === 'HTTPParserError' || thrown.message === 'bad response';
  return isOdd || codeOf(thrown) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
}

/** The fault for an error of an open connection. */
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

/** The fault for an error between connecting and encryption. */
export function tlsFault(thrown: unknown, url: URL): FetchFault {
  const code = codeOf(thrown);
  const why =
    TLS_SENTENCES[code] ?? `the handshake failed (${code || plain(messageOf(thrown), 100)})`;
  return new FetchFault('tls', `${url.host} cannot be trusted: ${why}.`);
}
