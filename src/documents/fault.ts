/** Faults of documents that cannot be used, of parts that are left out, and of documents that are no pages. */

import { cutCodePoints } from '../kernel/text/text.js';
import type { DocumentFault, Dropped, RawDocument } from './documents.js';
import type { Overflow } from './page/scan.js';

/** From the type of `Dropped.what`. */
const WHAT_MAX = 300;

export function faultOf(reason: DocumentFault['reason'], message: string): DocumentFault {
  return { kind: 'fault', reason, message };
}

export function dropOf(reason: Dropped['reason'], what: string): Dropped {
  return { reason, what: cutCodePoints(what, WHAT_MAX) };
}

const NOT_HTML =
  /^(?:image|audio|video|font)\/|^application\/(?:pdf|zip|octet-stream|json|ld\+json|javascript|rss\+xml|atom\+xml|feed\+json|msword|vnd\.)/i;
/** Signs of HTML near the beginning, whatever the header says. */
const HTML_START =
  /<(?:!doctype\s+html|html|head|body|title|meta|link|article|div|p|h1|table|main|section)\b/i;
const FEED_START =
  /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,500}-->\s*)?<(?:rss|feed|rdf:rdf|urlset|sitemapindex)\b/i;
const START_UNITS = 4096;

export const OVERFLOWS: Readonly<Record<Overflow, string>> = {
  'too-deep': 'The page is nested too deeply.',
  'too-many-elements': 'The page has too many elements.',
  'too-large': 'The page is too large.',
};

/** The fault of a document that is no page, or null. */
export function refusal({ contentType }: RawDocument, text: string): DocumentFault | null {
  const start = text.slice(0, START_UNITS);
  if (start.trim() === '' && text.trim() === '') return faultOf('empty', 'The page is empty.');
  if (FEED_START.test(start)) {
    return faultOf('not-html', 'The document is a feed or a sitemap, not a page.');
  }
  const isOther = NOT_HTML.test(contentType.trim()) || start.includes('\0');
  return isOther && !HTML_START.test(start)
    ? faultOf('not-html', 'The document is not HTML.')
    : null;
}
