/**
 * The addresses on a page: its canonical address, the target of a refresh, its next page, its feeds with their hub,
 * and its links, each with its location: the article or one of its margins (decision 29).
 *
 * The search for the article changes the tree. So each link is marked with its number before, and the marks in the
 * article's HTML show which links it has.
 */
import { INGEST } from '../../kernel/limits.js';
import type { LinkLocation, PostLink } from '../../kernel/model/records.js';
import { cleanCut } from '../../kernel/text/text.js';
import { canonicalUrl, resolvedUrl, withoutFeedScheme } from '../../kernel/text/url.js';
import { isSameSite, refreshTarget } from '../address.js';
import { ANCHOR_MAX } from '../html.js';
import { absoluteUrl, isRel, metaValue, type PageFacts } from './facts.js';
import type { Attributes } from './scan.js';
import {
  ELEMENT,
  elementsOf,
  elementsWhere,
  lineOf,
  namesOf,
  ownLandmark,
  type TreeElement,
} from './tree.js';

/** Attribute that carries the number of a link. */
const MARK = 'data-link';
/** Names of notes, which belong to the article although its text does not include them. */
const NOTES = /[\s_-](?:foot-?notes?|end-?notes?|references|notes)[\s_-]/;

export interface PageLinks {
  links: PostLink[];
  truncated: boolean;
}

/** Marks the links of the tree; all are located in the margins until the article is known. */
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
  // An element without a landmark is in the margins, unless the article includes it.
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
  // A link to a position in the same page is left out.
  if (!href || href.startsWith('#')) return null;
  return resolvedUrl(href, baseUrl);
}

/** The links, with those in the article's HTML located in the body. */
export function locatedLinks({ links }: PageLinks, articleHtml: string | null): PostLink[] {
  if (articleHtml === null) return links;
  const located = [...links];
  for (const [, mark] of articleHtml.matchAll(/<a\s[^>]*?data-link="(\d{1,5})"/g)) {
    const link = located[Number(mark)];
    if (link !== undefined) located[Number(mark)] = { ...link, location: 'body' };
  }
  return located;
}

const FEED_TYPE =
  /^(?:application\/(?:rss|atom|rdf)\+xml|application\/feed\+json|application\/json|application\/xml|text\/xml)\b/i;
/** Types that documents other than feeds have, too. */
const LOOSE_TYPE = /^(?:application\/json|application\/xml|text\/xml)\b/i;
const FEED_PATH =
  /(?:^|\/)(?:feeds?|rss2?|atom|index\.rdf)(?:\/|$)|(?:^|[/_.-])(?:rss|atom|feeds?)[\w-]*\.(?:xml|json|rdf|php|aspx?)$|\.(?:rss|atom|rdf)$|\/(?:feed|rss|atom|index)\.xml$|\/feed\.json$/i;
const FEED_QUERY = /[?&](?:feed=(?:rss2?|atom)|format=(?:rss|atom|feed)|alt=rss)/i;
/** Sites where every address looks like that of a feed, or that only subscribe to one. */
const NO_FEED =
  /^(?:https?:\/\/)?(?:[\w-]+\.)*(?:feedly|inoreader|newsblur|netvibes|facebook|twitter|google)\.[a-z.]+\//i;
const FEEDS_MAX = 50;

export interface NamedFeed {
  url: string;
  title: string;
  type: string;
}

/** The feeds that the head names, then links that look like feeds. */
export function feedsOf(facts: PageFacts): NamedFeed[] {
  const { head, baseUrl, tree } = facts;
  const named = head.links.flatMap((link) => namedFeed(link, baseUrl) ?? []);
  const linked = tree === null ? [] : linkedFeeds(tree.body, facts);
  const byUrl = new Map<string, NamedFeed>();
  for (const feed of [...named, ...linked]) {
    if (!byUrl.has(feed.url) && byUrl.size < FEEDS_MAX) byUrl.set(feed.url, feed);
  }
  return [...byUrl.values()];
}

function namedFeed({ rel, type, href, title }: Attributes, baseUrl: string): NamedFeed | null {
  const rels = (rel ?? '').toLowerCase().split(/\s+/);
  if (!rels.includes('alternate') && !rels.includes('feed')) return null;
  const kind = type?.trim() ?? '';
  const url = absoluteUrl(withoutFeedScheme((href ?? '').trim(), schemeOf(baseUrl)), baseUrl);
  if (url === null || !(FEED_TYPE.test(kind) || rels.includes('feed'))) return null;
  // Addresses of programming interfaces and of oEmbed are no feeds.
  if (LOOSE_TYPE.test(kind) && /\/wp-json\/|oembed/i.test(url)) return null;
  return { url, title: cleanCut(title ?? '', 'line', INGEST.nameMax), type: kind.toLowerCase() };
}

function linkedFeeds(body: TreeElement, { baseUrl, url: pageUrl }: PageFacts): NamedFeed[] {
  const feeds: NamedFeed[] = [];
  for (const element of elementsOf(body)) {
    if (element.localName !== 'a') continue;
    const href = element.getAttribute('href');
    if (!href || !/feed|rss|atom|rdf|\.xml/i.test(href)) continue;
    const url = absoluteUrl(withoutFeedScheme(href.trim(), schemeOf(baseUrl)), baseUrl);
    if (url === null || !looksLikeFeed(url, pageUrl)) continue;
    feeds.push({ url, title: cleanCut(lineOf(element), 'line', INGEST.nameMax), type: '' });
    if (feeds.length >= FEEDS_MAX) break;
  }
  return feeds;
}

function looksLikeFeed(url: string, pageUrl: string): boolean {
  if (NO_FEED.test(url)) return false;
  const { pathname, search, hostname } = new URL(url);
  const isFeedHost = /^(?:feeds?|rss)\./.test(hostname) || hostname.endsWith('feedburner.com');
  return (
    (isSameSite(url, pageUrl) && (FEED_PATH.test(pathname) || FEED_QUERY.test(search))) ||
    (isFeedHost && pathname.length > 1)
  );
}

/** The scheme of a feed's address whose only scheme is `feed:`. */
function schemeOf(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? 'https://' : 'http://';
}

/** The WebSub hub that the page names. */
export function hubOf({ head, baseUrl }: PageFacts): string | null {
  const hub = head.links.find(({ rel }) => isRel(rel, 'hub'));
  return absoluteUrl(hub?.href, baseUrl);
}

const SCRIPTED =
  /\blocation(?:\.href)?\s*=\s*["']([^"'\s]{1,1000})["']|\blocation\.(?:replace|assign)\(\s*["']([^"'\s]{1,1000})["']/;
/** Paths of front pages and of lists of pages. */
const LISTING =
  /^\/(?:index|default|home)?(?:\.\w+)?\/?$|\/(?:tag|tags|category|categories|author|authors|page|search|archives?)\/[^/]*\/?$/i;

/** rel=canonical, or else og:url, where it is on the same site, and neither a front page nor a list. */
export function canonicalOf({ head, url, baseUrl }: PageFacts): string | null {
  const link = head.links.find(({ rel }) => isRel(rel, 'canonical'));
  const candidates = [link?.href ?? null, metaValue(head.metas, 'og:url')];
  for (const candidate of candidates) {
    const absolute = absoluteUrl(candidate, baseUrl);
    const canonical = absolute === null ? null : canonicalUrl(absolute);
    if (canonical !== null && isSameSite(canonical, url) && isPage(canonical, url)) {
      return canonical;
    }
  }
  return null;
}

/** Whether a canonical address is that of a page: a front page or a list is not another page's address. */
function isPage(canonical: string, url: string): boolean {
  const { pathname, search } = new URL(canonical);
  const own = new URL(url);
  if (pathname === own.pathname && search === own.search) return true;
  if (search !== '' && pathname === own.pathname) return true;
  return !LISTING.test(pathname) || LISTING.test(own.pathname + own.search);
}

/** Target of an immediate `meta refresh`, or of the script on an empty page, unless it is the page itself. */
export function refreshOf({ head, tree, url, baseUrl }: PageFacts): string | null {
  for (const meta of head.metas) {
    if (meta['http-equiv']?.trim().toLowerCase() !== 'refresh') continue;
    const absolute = absoluteUrl(refreshTarget(meta.content ?? ''), baseUrl);
    if (absolute !== null && absolute !== url) return absolute;
  }
  // Only an empty page may redirect its readers by a script.
  const isBlank = tree !== null && tree.body.textContent.trim() === '';
  const [, set, called] = (isBlank && SCRIPTED.exec(head.script)) || [];
  const target = set ?? called;
  const onward = target === undefined ? null : absoluteUrl(target, baseUrl);
  return onward === url ? null : onward;
}

/** Names of elements with links to the pages of an article. */
const PAGER =
  /[\s_-](?:pag(?:e|ing|ination|er|inator|enav|enation)|pages|page-?(?:links?|nav|numbers?)|multi-?page|post-?pages|seiten|pagine)[\s_-]/;
/** Possible addresses of further pages. */
const NUMBERED = /(?:^|[^0-9])\d{1,2}(?:\/?$|&|#|\.[a-z]{3,5}(?:$|\?))/i;
const PAGER_LEVELS_MAX = 4;
/** Comments have a pager of their own. */
const COMMENTS = /[\s_-](?:comments?|disqus\w*)[\s_-]/;
const LINKS_MAX = 50;
/** The page number of an article: in the query, as the last part of the path, or before the file's ending. */
const PAGE_QUERY =
  /([?&](?:page|p|pg|paged|pagina|seite|pageno|page_no|currentpage)=)(\d{1,2})(?=&|$)/i;
const PAGE_PATH =
  /((?:\/page[/-]?|\/p|\/|[_-](?:page|p|seite|pagina)?[_-]?)(?=\d))(\d{1,2})(?=\/?$|\.[a-z]{3,5}$)/i;

/**
 * The next page of the same article: the target of rel=next or of a pager, where its address is the page's own with
 * the next number. A next article has another address.
 */
export function nextPageOf({ head, tree, url, baseUrl }: PageFacts): string | null {
  const links = head.links.filter(({ rel }) => isRel(rel, 'next')).map(({ href }) => href ?? null);
  const isLink = (element: TreeElement): boolean =>
    element.localName === 'a' &&
    NUMBERED.test(element.getAttribute('href') ?? '') &&
    (isRel(element.getAttribute('rel'), 'next') || isIn(element, PAGER, PAGER_LEVELS_MAX)) &&
    !isIn(element, COMMENTS);
  const shown = tree === null ? [] : elementsWhere(tree.body, isLink, LINKS_MAX);
  for (const href of [...links, ...shown.map((element) => element.getAttribute('href'))]) {
    const target = absoluteUrl(href, baseUrl);
    if (target !== null && isNextPage(new URL(target), new URL(url))) return target;
  }
  return null;
}

/** Whether an element, or one of its parents within `levelsMax` levels, has such a name. */
function isIn(element: TreeElement, names: RegExp, levelsMax = Number.POSITIVE_INFINITY): boolean {
  let at: TreeElement | null = element;
  for (let level = 0; at !== null && level < levelsMax; level++, at = at.parentNode) {
    if (at.nodeType === ELEMENT && names.test(namesOf(at))) return true;
  }
  return false;
}

function isNextPage(target: URL, own: URL): boolean {
  if (target.host !== own.host) return false;
  const [to, from] = [numbered(target), numbered(own)];
  if (to === null) return false;
  // The first page usually has no number; then its whole address is the stem of the others.
  if (from !== null && from.stem === to.stem) return to.number === from.number + 1;
  return to.number === 2 && to.stem === stemOf(own.pathname + own.search);
}

interface NumberedPage {
  stem: string;
  number: number;
}

function numbered({ pathname, search }: URL): NumberedPage | null {
  const inQuery = PAGE_QUERY.exec(search);
  if (inQuery !== null) {
    const rest = search.replace(PAGE_QUERY, '').replace(/^&/, '?');
    return { stem: stemOf(pathname + rest), number: Number(inQuery[2]) };
  }
  const inPath = PAGE_PATH.exec(pathname);
  if (inPath === null) return null;
  const stem = stemOf(pathname.replace(PAGE_PATH, '') + search);
  return { stem, number: Number(inPath[2]) };
}

function stemOf(path: string): string {
  return path.replace(/\/+(?=$|\?)/, '');
}
