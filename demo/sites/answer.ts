/**
 * The HTTP answer to a request for a page: headers, validators, and whether it is still fresh.
 *
 * Invariants: validators of pages whose surroundings change at every visit depend on the address and last
 * change of their article; those of other pages on the content. `If-None-Match` goes before
 * `If-Modified-Since`, as HTTP says. Not here: charsets, compression, sockets.
 */
import type { SiteStyle } from './content.js';
import type { SitePage } from './site.js';
import { httpTime } from './stamps.js';
import { seedOf } from './style.js';

/** Headers of a request that are used; lower-case names. */
export interface Conditions {
  'if-none-match'?: string | undefined;
  'if-modified-since'?: string | undefined;
}

export interface SiteAnswer {
  status: number;
  headers: Record<string, string>;
  content: string | Uint8Array;
}

export function answerOf(page: SitePage, style: SiteStyle, conditions: Conditions): SiteAnswer {
  const headers: Record<string, string> = { 'content-type': typeOf(page, style) };
  if (page.location !== null) headers.location = page.location;
  if (page.status !== 200) return { status: page.status, headers, content: page.content };
  putValidators(headers, page, style);
  if (isFresh(headers, conditions)) {
    delete headers['content-type'];
    return { status: 304, headers, content: '' };
  }
  return { status: 200, headers, content: page.content };
}

/** Sites in Big5 name the charset only in the document, as many real ones do. */
function typeOf({ contentType, content }: SitePage, { charset }: SiteStyle): string {
  if (typeof content !== 'string' || charset === 'big5') return contentType;
  return `${contentType}; charset=utf-8`;
}

function putValidators(headers: Record<string, string>, page: SitePage, style: SiteStyle): void {
  const { validators } = style;
  const { changedMs, kind, content } = page;
  if (changedMs === null || validators === 'none') return;
  if (validators !== 'date') {
    const isWeak = kind === 'article' || typeof content !== 'string';
    const mark = isWeak ? String(changedMs) : content;
    headers.etag = `${isWeak ? 'W/' : ''}"${seedOf(mark).toString(36)}"`;
  }
  if (validators !== 'etag' && changedMs > 0) headers['last-modified'] = httpTime(changedMs);
}

function isFresh(headers: Record<string, string>, conditions: Conditions): boolean {
  const named = conditions['if-none-match'];
  if (named !== undefined) {
    const etag = headers.etag?.replace('W/', '');
    return named.split(',').some((one) => one.trim().replace('W/', '') === etag);
  }
  const since = conditions['if-modified-since'];
  const modified = headers['last-modified'];
  if (since === undefined || modified === undefined) return false;
  return Date.parse(modified) <= Date.parse(since);
}
