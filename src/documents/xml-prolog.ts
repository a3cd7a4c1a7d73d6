/**
 * Prepares XML for parsing: removes its document type, or refuses a document type that defines entities by other
 * entities or by files; escapes angle brackets that begin no tag. Also recognises HTML in place of XML.
 *
 * The lists of characters that old feeds declare are harmless. No declared entity is ever expanded.
 */
import type { DocumentFault } from './documents.js';
import { faultOf } from './fault.js';

/** Units before which a document type has to begin. */
const PROLOG_UNITS_MAX = 64 * 1024;
/** Twice the longest list of characters, that of HTML 4. */
const SUBSET_UNITS_MAX = 64 * 1024;

/** The root elements of feeds. */
export const FEED_ROOT = /<(?:[\w.-]{1,40}:)?(?:rss|rdf|feed|channel)[\s>]/i;
const DOCTYPE = /<!doctype\s/i;
const FIRST_ELEMENT = /<[a-z_][\w.:-]*[\s/>]/i;
const ENTITY = /<!ENTITY\s+(%\s*)?([^\s"'<>]{1,100})\s*("[^"]*"|'[^']*'|[a-z]*)/gi;
/** A reference inside an entity's value that is more than one character. */
const REFERENCE = /&(?!#\d{1,7};|#x[0-9a-f]{1,6};|(?:amp|lt|gt|quot|apos);)|%[a-z_]/i;

/** The text without its document type, or the fault. */
export function withoutDoctype(text: string): string | DocumentFault {
  const prolog = text.slice(0, PROLOG_UNITS_MAX);
  const at = prolog.search(DOCTYPE);
  if (at < 0 || isBehindElement(prolog, at)) return text;
  const open = prolog.indexOf('[', at);
  const end = prolog.indexOf('>', at);
  if (end < 0) return refused();
  if (open < 0 || open > end) return text.slice(0, at) + text.slice(end + 1);
  const close = subsetEnd(text, open);
  if (close < 0 || hasHarm(text.slice(open, close))) return refused();
  return text.slice(0, at) + text.slice(close);
}

function isBehindElement(prolog: string, at: number): boolean {
  const element = prolog.search(FIRST_ELEMENT);
  return element >= 0 && element < at;
}

/** End of the declaration: after `]>`, outside of quotes; negative where there is none. */
function subsetEnd(text: string, open: number): number {
  const limit = Math.min(text.length, open + SUBSET_UNITS_MAX);
  let quote = '';
  for (let at = open + 1; at < limit; at++) {
    const unit = text[at]!;
    if (quote !== '') quote = unit === quote ? '' : quote;
    else if (unit === '"' || unit === "'") quote = unit;
    else if (unit === ']') {
      const end = text.indexOf('>', at);
      return end < 0 || end > limit ? -1 : end + 1;
    }
  }
  return -1;
}

function hasHarm(subset: string): boolean {
  for (const [, parameter, , value] of subset.matchAll(ENTITY)) {
    const isQuoted = value!.startsWith('"') || value!.startsWith("'");
    if (isQuoted ? REFERENCE.test(value!) : parameter === undefined) return true;
  }
  return false;
}

function refused(): DocumentFault {
  return faultOf('broken', 'The document defines entities by other entities or files.');
}

/** `<3`, `a < b`: no name follows. */
const STRAY_ANGLE = /<(?![^\s\d<>=&;:,.()'"-])/g;
const CDATA_START = '<![CDATA[';
const CDATA_END = ']]>';

/** The text with its stray angle brackets escaped, except in CDATA, where they are already text. */
export function withoutStrayAngles(text: string): string {
  // Most feeds have no stray angle brackets.
  if (text.search(STRAY_ANGLE) < 0) return text;
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const start = indexFrom(text, CDATA_START, at);
    const end = indexFrom(text, CDATA_END, start);
    parts.push(text.slice(at, start).replace(STRAY_ANGLE, '&lt;'), text.slice(start, end));
    at = end;
  }
  return parts.join('');
}

function indexFrom(text: string, wanted: string, at: number): number {
  const found = text.indexOf(wanted, at);
  return found < 0 ? text.length : found;
}

/** Units at the start in which HTML is distinguished from XML. */
const OPENING_UNITS_MAX = 64 * 1024;
const HTML_ELEMENT = /<html[\s>]/i;
const HTML_SIGN = /<!doctype\s+html|<(?:head|body|div|p)[\s>]/i;
const PASSWORD_FIELD = /<input\s[^<>]{0,500}type\s{0,9}=\s{0,9}["']?password/i;

/** The fault of a text that is HTML; null where one of the wanted roots comes first. */
export function htmlFault(
  text: string,
  roots: RegExp,
  reason: 'not-a-feed' | 'not-a-sitemap',
): DocumentFault | null {
  const opening = text.slice(0, OPENING_UNITS_MAX);
  const elementAt = opening.search(HTML_ELEMENT);
  const rootAt = opening.search(roots);
  // A feed may have the document type of HTML, or follow a warning in HTML.
  if (rootAt >= 0 ? elementAt < 0 || elementAt > rootAt : elementAt < 0 && !HTML_SIGN.test(opening))
    return null;
  const wanted = reason === 'not-a-feed' ? 'feed' : 'sitemap';
  return PASSWORD_FIELD.test(text)
    ? faultOf('login-wall', `The address gives a page that asks for a password, not a ${wanted}.`)
    : faultOf(reason, `The address gives a page of HTML, not a ${wanted}.`);
}
