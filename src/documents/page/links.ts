/**
 * The links of a page, each with its place: the article or one of its margins (decision 29).
 *
 * The article is found later and by changing the tree; so each link is marked with its number
 * first, and what the article keeps tells which marks it has.
 */
import { INGEST } from '../../kernel/limits.js';
import type { LinkLocation, PostLink } from '../../kernel/model/records.js';
import { cleanCut } from '../../kernel/text/text.js';
import { resolvedUrl } from '../../kernel/text/url.js';
import { ANCHOR_MAX } from '../html.js';
import { ownLandmark } from './margins.js';
import { elementsOf, lineOf, namesOf, type TreeElement } from './tree.js';

/** Attribute that carries the number of a link. */
const MARK = 'data-link';
/** Notes belong to the article although nothing of them is its text. */
const NOTES = /[\s_-](?:foot-?notes?|end-?notes?|references|notes)[\s_-]/;

export interface PageLinks {
  links: PostLink[];
  truncated: boolean;
}

/** Marks the links of the tree; all stand in the margins until the article is known. */
export function markLinks(body: TreeElement, baseUrl: string): PageLinks {
  const links: PostLink[] = [];
  const places = new Map<TreeElement, Place>();
  let truncated = false;
  for (const element of elementsOf(body)) {
    const around = places.get(element.parentNode!) ?? OUTSIDE;
    const place = placeOf(element, around);
    if (place !== OUTSIDE) places.set(element, place);
    const url = element.localName === 'a' ? linkUrl(element, baseUrl) : null;
    if (url === null) continue;
    if (links.length >= INGEST.linksMax) {
      truncated = true;
      break;
    }
    element.setAttribute(MARK, String(links.length));
    const anchor = cleanCut(lineOf(element, 2 * ANCHOR_MAX), 'line', ANCHOR_MAX);
    links.push({ url, anchor, location: place.isNote ? 'body' : place.location });
  }
  return { links, truncated };
}

interface Place {
  location: LinkLocation;
  isNote: boolean;
}

const OUTSIDE: Place = { location: 'sidebar', isNote: false };

function placeOf(element: TreeElement, around: Place): Place {
  if (element.localName === 'a') return around;
  const landmark = ownLandmark(element);
  // What no landmark claims stands in the margins, unless the article keeps it.
  if (landmark !== null && landmark !== 'body') return { location: landmark, isNote: false };
  if (landmark === 'body' && around !== OUTSIDE) return OUTSIDE;
  return isNotes(element) ? { location: 'body', isNote: true } : around;
}

function isNotes(element: TreeElement): boolean {
  if (!['div', 'section', 'ol', 'ul', 'aside'].includes(element.localName)) return false;
  return NOTES.test(namesOf(element)) || element.getAttribute('role') === 'doc-endnotes';
}

function linkUrl(element: TreeElement, baseUrl: string): string | null {
  const href = element.getAttribute('href')?.trim();
  // A link within the page leads nowhere else.
  if (!href || href.startsWith('#')) return null;
  return resolvedUrl(href, baseUrl);
}

/** The links again, those inside the article's HTML as links of the body. */
export function locatedLinks({ links }: PageLinks, articleHtml: string | null): PostLink[] {
  if (articleHtml === null) return links;
  const located = [...links];
  for (const [, mark] of articleHtml.matchAll(/<a\s[^>]*?data-link="(\d{1,5})"/g)) {
    const link = located[Number(mark)];
    if (link !== undefined) located[Number(mark)] = { ...link, location: 'body' };
  }
  return located;
}
