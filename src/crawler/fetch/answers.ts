/** Interprets the status and headers of an answer. */
import { refreshTarget } from '../../documents/address.js';
import { FEED_ROOT } from '../../documents/xml-prolog.js';
import { DAY_MS } from '../../kernel/clock.js';
import { FetchFault, type FetchHeaders, type FetchReason, plain, shown } from './outcome.js';

/** A longer wait may be a mistake of the server, so it is asked again after a week. */
const RETRY_AFTER_MS_MAX = 7 * DAY_MS;
/** Validators that are longer or hold other characters are not sent. */
const VALIDATOR = /^[\x20-\x7e]{1,1024}$/;
/** Headers of one answer; the client has already bounded their bytes. */
const HEADERS_MAX = 200;
const HEADER_UNITS_MAX = 8192;
/** Comments and declarations before the first element of a feed. */
const FEED_ROOT_UNITS = 4096;

/** Headers from undici: lower-case names, repeated headers as lists. Cookies are left out. */
export function headersOf(
  raw: Readonly<Record<string, string | string[] | undefined>>,
): FetchHeaders {
  const entries = Object.entries(raw).filter(([name]) => name !== 'set-cookie');
  return Object.fromEntries(
    entries
      .slice(0, HEADERS_MAX)
      .map(([name, value]) => [name, headerText([value ?? ''].flat().join(', '))]),
  );
}

/** The text of a header: each byte arrives as one character; bytes beyond ASCII are read as UTF-8. */
function headerText(value: string): string {
  return plain(Buffer.from(value, 'latin1').toString('utf8'), HEADER_UNITS_MAX);
}

/** The validator if it can be sent back, or null. */
export function validatorOf(value: string | null | undefined): string | null {
  const text = value?.trim() ?? '';
  return VALIDATOR.test(text) ? text : null;
}

/** Milliseconds to wait; null where the header is missing or unreadable; 0 for a time in the past. */
function retryAfterMs(value: string | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  const waitMs = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : httpDateMs(text) - nowMs;
  if (Number.isNaN(waitMs)) return null;
  return Math.min(RETRY_AFTER_MS_MAX, Math.max(0, waitMs));
}

/** Milliseconds of a date of HTTP, which begins with a day's name; NaN for any other text. */
function httpDateMs(text: string): number {
  return /^(mon|tue|wed|thu|fri|sat|sun)/i.test(text) && text.length < 50
    ? Date.parse(text)
    : Number.NaN;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
export const PERMANENT_REDIRECTS = new Set([301, 308]);

/** A longer page is a document, even when its header names another address. */
const LED_ON_BYTES_MAX = 2048;

/** The unresolved target of a redirect, or of a document that only redirects; null where there is none. */
export function locationOf(
  status: number,
  headers: FetchHeaders,
  bytes: Uint8Array | null,
): string | null {
  if (REDIRECTS.has(status)) return headers.location || null;
  const isShort = bytes !== null && bytes.length <= LED_ON_BYTES_MAX && !isFeed(bytes);
  return isShort && isDocument(status) ? refreshTarget(headers.refresh ?? '') : null;
}

const CLIENT_REASONS: Readonly<Record<number, [FetchReason, string]>> = {
  401: ['blocked', 'it wants a password'],
  403: ['blocked', 'it does not let us in'],
  404: ['not-found', 'there is nothing at this address'],
  407: ['blocked', 'a proxy wants a password'],
  410: ['gone', 'what was here is gone for good'],
  429: ['rate-limited', 'it is asked too often'],
  451: ['blocked', 'it may not show this for legal reasons'],
};

/** Whether the body is the complete requested document. */
export function isDocument(status: number): boolean {
  return status >= 200 && status < 300 && status !== 206 && status !== 226;
}

/** Error statuses with which some systems send feeds. */
const FEED_STATUSES = new Set([404, 500]);

/** Whether the body of an answer with an error status may be a feed. */
export function mayBeFeed(status: number, headers: FetchHeaders): boolean {
  return (
    FEED_STATUSES.has(status) &&
    /\b(?:rss|atom|rdf|xml|feed)\b/i.test(headers['content-type'] ?? '')
  );
}

/** Whether a document is a feed with entries. */
export function isFeed(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  if (/^\s*\{/.test(text)) return text.includes('jsonfeed.org/') && text.includes('"items"');
  return (
    FEED_ROOT.test(text.slice(0, FEED_ROOT_UNITS)) &&
    /<(?:[\w.-]{1,40}:)?(?:item|entry)[\s>]/i.test(text)
  );
}

/** The fault of a status; null where the answer is a document. */
export function statusFault(
  url: URL,
  status: number,
  headers: FetchHeaders,
  nowMs: number,
): FetchFault | null {
  if (isDocument(status)) return null;
  const waitMs = retryAfterMs(headers['retry-after'], nowMs);
  const [reason, meaning] = meaningOf(status, waitMs);
  return new FetchFault(reason, `${shown(url)} answered ${status}: ${meaning}.`, waitMs);
}

function meaningOf(status: number, waitMs: number | null): [FetchReason, string] {
  const known = CLIENT_REASONS[status];
  if (known !== undefined) return known;
  if (status === 503 && waitMs !== null) return ['rate-limited', 'it asks us to come back later'];
  if (status >= 500) return ['server-error', 'the server has failed'];
  if (status >= 400) return ['client-error', 'it refuses the request'];
  if (status >= 300) return ['server-error', 'it points nowhere'];
  return ['server-error', 'it sent a part that was not asked for'];
}

/** Characters of a `link` header that are read. */
const UNITS_MAX = 8192;
const LINK = /<([^<>]{1,2048})>([^<>]*)/g;
const PARAMETER = /;\s*(rel|type|title)\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/gi;

interface HeaderLink {
  url: string;
  /** In lower case. */
  relations: readonly string[];
  type: string;
  title: string;
}

/**
 * The links in the `link` headers of an answer (RFC 8288), resolved against the answering address; links with
 * invalid addresses are left out.
 *
 * Invariant: a header costs linear time, whatever it holds.
 */
export function linksOf({ link = '' }: FetchHeaders, base: string): HeaderLink[] {
  return [...link.slice(0, UNITS_MAX).matchAll(LINK)].flatMap(([, address = '', rest = '']) => {
    if (!URL.canParse(address, base)) return [];
    const named = { rel: '', type: '', title: '' };
    for (const [, name, quoted, bare] of rest.matchAll(PARAMETER)) {
      named[name!.toLowerCase() as 'rel'] ||= quoted ?? bare ?? '';
    }
    const relations = named.rel.toLowerCase().split(/\s+/);
    return [{ url: new URL(address, base).href, relations, type: named.type, title: named.title }];
  });
}
