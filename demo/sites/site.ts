/**
 * The page of a site for a path: this file knows all pages of a site.
 *
 * Invariants: pure: the same view and path give the same page.
 * Not here: bytes, charsets, compression and conditional requests (answer.ts).
 */
import { assert } from '../../src/kernel/errors.js';
import { articlePage } from './article-page.js';
import type { SiteArticle, SiteView } from './content.js';
import { feedOf } from './feeds.js';
import { homePage, newestPage, notePage, sectionPage, tagPage } from './list-pages.js';
import { iconOf, placeholderOf } from './pictures.js';
import { robotsText, sitemapAt } from './sitemaps.js';
import { topicList, topicPage } from './topic-pages.js';
import { wordsOf } from './words.js';

/** Kinds of pages that are counted separately. */
export type PageKind = 'feed' | 'sitemap' | 'list' | 'portal' | 'article' | 'robots' | 'other';

export interface SitePage {
  kind: PageKind;
  status: 200 | 301 | 302 | 404;
  contentType: string;
  content: string | Uint8Array;
  /** Target of a redirect. */
  location: string | null;
  /** When the content last changed; null for content that changes all the time. */
  changedMs: number | null;
}

const HTML = 'text/html';
const XML = 'application/xml';
const PICTURE = /\.(?:jpe?g|png|gif|webp|svg)$/;
const PAGE_MAX = 10_000;

/** Campaign parameters, which do not affect the page. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid)$/;

/** A site without time and visit. */
export type InventedSite = Pick<SiteView, 'owner' | 'style' | 'content'>;

/** The site that serves a path of an origin; several blogs may share an origin. */
export function siteAt(
  sites: readonly InventedSite[],
  origin: string,
  target: string,
): InventedSite {
  const href = origin + target;
  const site = sites.find(({ owner }) => href.startsWith(owner.home)) ?? sites[0];
  assert(site !== undefined, 'an origin has at least one site');
  return site;
}

/** The page for a path with its query, as in the request line. robots.txt belongs to the origin. */
export function pageAt(view: SiteView, target: string): SitePage {
  if (target === '/robots.txt') return answer('robots', 'text/plain', robotsText(view), 0);
  return ownPageAt(view, target);
}

function ownPageAt(view: SiteView, target: string): SitePage {
  const { owner, style } = view;
  if (!URL.canParse(target, owner.home)) return missing(view);
  const url = new URL(target, owner.home);
  const isTracked = dropTracking(url);
  const article = view.content.at(url.href);
  if (article !== undefined) return answerArticle(view, article, isTracked);
  if (!url.href.startsWith(owner.home)) return missing(view);
  const path = url.pathname.slice(new URL(owner.home).pathname.length);
  if (path === style.feedPath && style.feed !== null) return answerFeed(view);
  if (path === style.oldFeedPath && style.feed !== null) {
    return redirect(301, owner.home + style.feedPath, 'feed');
  }
  return answerPath(view, path, pageNumber(url), url.href);
}

function answerPath(view: SiteView, path: string, number: number, href: string): SitePage {
  const page = fixedPage(view, path, number) ?? namedPage(view, path) ?? topicAt(view, href);
  if (page !== null) return page;
  const sitemap = sitemapAt(view, path);
  return sitemap === null ? missing(view) : answer('sitemap', XML, sitemap, newestMs(view));
}

function fixedPage(view: SiteView, path: string, number: number): SitePage | null {
  const { owner, style } = view;
  const words = wordsOf(owner.language);
  switch (path) {
    case '':
      return answer('list', HTML, homePage(view), null);
    case 'list':
      return answer('list', HTML, newestPage(view, number), null);
    case 'topics':
    case 'features': {
      if (!style.portal) return null;
      const kind = path === 'topics' ? 'topic' : 'feature';
      return answer('portal', HTML, topicList(view, kind, number), null);
    }
    case 'favicon.ico':
      return { ...answer('other', 'image/x-icon', '', 0), content: iconOf(owner.key) };
    case 'about':
    case 'contact':
      return answer('other', HTML, notePage(view, words[path]), null);
    default:
      return null;
  }
}

function namedPage(view: SiteView, path: string): SitePage | null {
  const [kind, name, ...more] = path.split('/');
  if ((kind === 'section' || kind === 'tag') && name !== undefined && more.length === 0) {
    const plain = decoded(name);
    const page = kind === 'section' ? sectionPage(view, plain) : tagPage(view, plain);
    return answer('list', HTML, page, null);
  }
  return PICTURE.test(path) ? answer('other', 'image/svg+xml', placeholderOf(path), 0) : null;
}

function topicAt(view: SiteView, href: string): SitePage | null {
  if (!view.style.portal) return null;
  const topic = view.content.topics().find(({ url }) => url === href);
  return topic === undefined ? null : answer('portal', HTML, topicPage(view, topic), null);
}

function answerArticle(view: SiteView, article: SiteArticle, isTracked: boolean): SitePage {
  if (article.publisher !== null) return redirect(302, article.publisher.url, 'article');
  if (isTracked && view.style.tracking === 'redirect') {
    return redirect(302, article.url, 'article');
  }
  return answer('article', HTML, articlePage(view, article), article.changedMs);
}

function answerFeed(view: SiteView): SitePage {
  const feed = feedOf(view);
  return answer('feed', feed.contentType, feed.text, newestMs(view));
}

function answer(
  kind: PageKind,
  contentType: string,
  content: string,
  changedMs: number | null,
): SitePage {
  return { kind, status: 200, contentType, content, location: null, changedMs };
}

function redirect(status: 301 | 302, location: string, kind: PageKind): SitePage {
  return { kind, status, contentType: HTML, content: '', location, changedMs: null };
}

function missing(view: SiteView): SitePage {
  const page = notePage(view, wordsOf(view.owner.language).missing);
  return { ...answer('other', HTML, page, null), status: 404 };
}

/** The last change of any article in feeds and sitemaps. */
function newestMs({ content }: SiteView): number {
  let newest = 0;
  for (const { changedMs } of content.newest(CHANGES_POOL)) newest = Math.max(newest, changedMs);
  return newest;
}

/** The newest articles, among which changes count: older ones are in no feed. */
const CHANGES_POOL = 20;

function dropTracking(url: URL): boolean {
  const names = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  // Only if there are any: calling `delete` would rewrite the query in any case.
  for (const name of names) url.searchParams.delete(name);
  return names.length > 0;
}

function pageNumber(url: URL): number {
  const number = Number(url.searchParams.get('page') ?? 1);
  return Number.isInteger(number) && number >= 1 && number <= PAGE_MAX ? number : 1;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
