/**
 * The address under which a page wants to be known, and the one that it sends its readers to.
 */
import { canonicalUrl } from '../../kernel/text/url.js';
import { isSameSite, refreshTarget } from '../address.js';
import { absoluteUrl, isRel, metaValue, type PageFacts } from './facts.js';
import { ELEMENT, elementsWhere, namesOf, type TreeElement } from './tree.js';

const SCRIPTED =
  /\blocation(?:\.href)?\s*=\s*["']([^"'\s]{1,1000})["']|\blocation\.(?:replace|assign)\(\s*["']([^"'\s]{1,1000})["']/;
/** The last word of a path that names a list of pages. */
const LISTING =
  /^\/(?:index|default|home)?(?:\.\w+)?\/?$|\/(?:tag|tags|category|categories|author|authors|page|search|archives?)\/[^/]*\/?$/i;

/** rel=canonical, else og:url, where it is a page of the same site and not its front or a list. */
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

/** A front page is no other page's address, nor is a list. */
function isPage(canonical: string, url: string): boolean {
  const { pathname, search } = new URL(canonical);
  const own = new URL(url);
  if (pathname === own.pathname && search === own.search) return true;
  if (search !== '' && pathname === own.pathname) return true;
  return !LISTING.test(pathname) || LISTING.test(own.pathname + own.search);
}

/** Where an immediate `meta refresh`, or the script of an empty page, leads, unless it leads to the page itself. */
export function refreshOf({ head, tree, url, baseUrl }: PageFacts): string | null {
  for (const meta of head.metas) {
    if (meta['http-equiv']?.trim().toLowerCase() !== 'refresh') continue;
    const absolute = absoluteUrl(refreshTarget(meta.content ?? ''), baseUrl);
    if (absolute !== null && absolute !== url) return absolute;
  }
  // A page that shows nothing and only sends its readers on by a script.
  const isBlank = tree !== null && tree.body.textContent.trim() === '';
  const [, set, called] = (isBlank && SCRIPTED.exec(head.script)) || [];
  const target = set ?? called;
  const onward = target === undefined ? null : absoluteUrl(target, baseUrl);
  return onward === url ? null : onward;
}

/** Names of what holds the links to the pages of an article. */
const PAGER =
  /[\s_-](?:pag(?:e|ing|ination|er|inator|enav|enation)|pages|page-?(?:links?|nav|numbers?)|multi-?page|post-?pages|seiten|pagine)[\s_-]/;
/** Addresses that may be those of further pages. */
const NUMBERED = /(?:^|[^0-9])\d{1,2}(?:\/?$|&|#|\.[a-z]{3,5}(?:$|\?))/i;
const PAGER_LEVELS_MAX = 4;
/** Comments have pages of their own. */
const COMMENTS = /[\s_-](?:comments?|disqus\w*)[\s_-]/;
const LINKS_MAX = 50;
/** The number of a page of an article: in the query, as the last part of the path, or before its ending. */
const PAGE_QUERY =
  /([?&](?:page|p|pg|paged|pagina|seite|pageno|page_no|currentpage)=)(\d{1,2})(?=&|$)/i;
const PAGE_PATH =
  /((?:\/page[/-]?|\/p|\/|[_-](?:page|p|seite|pagina)?[_-]?)(?=\d))(\d{1,2})(?=\/?$|\.[a-z]{3,5}$)/i;

/**
 * The next page of the same article: what rel=next or a pager leads to, where its address is the page's
 * own with the next number. A next story has another address.
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

/** Whether an element, or one that holds it within so many levels, has such a name. */
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
  // The first page has no number as a rule; then its whole address is that of the others.
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
