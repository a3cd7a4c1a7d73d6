/**
 * Addresses to try: those that a person may mean, and those where sites keep feeds and sitemaps.
 */

import { httpUrl, withoutFeedScheme } from '../../kernel/text/url.js';
import { wordsOf } from '../../kernel/words.js';

/** The usual ones first: what the common programs for sites do. */
const FEED_PATHS = wordsOf(`
  feed rss.xml feed.xml atom.xml index.xml rss feed/ feeds/posts/default feed.json
`);
/** Sections in which sites keep a blog that is only a part of them. */
const SECTION_PATHS = ['blog/feed', 'blog/rss.xml', 'blog/atom.xml', 'blog/index.xml', 'news/rss'];
const SITEMAP_PATHS = [
  'news-sitemap.xml',
  'sitemap_news.xml',
  'sitemap-news.xml',
  'sitemap.xml',
  'sitemap_index.xml',
];
const SITEMAPS_MAX = 8;
/** Longest address that a person types. */
const INPUT_UNITS_MAX = 4096;

/** What somebody may mean who writes `input`; empty for what is no address of the web. */
export function addressesOf(input: string): string[] {
  const text = input.trim();
  if (text === '' || text.length > INPUT_UNITS_MAX || /\s/.test(text)) return [];
  const plain = withoutFeedScheme(text);
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d+(?:\/|$))/i.test(plain);
  const tried = hasScheme ? [plain] : [`https://${plain}`, `http://${plain}`];
  return tried.flatMap((one) => httpUrl(one) ?? []);
}

/** Where a site of this address may keep its feed: below the given path, then at the root. */
export function feedPlaces(pageUrl: string): string[] {
  const bases = [...new Set([folderOf(pageUrl), homeOf(pageUrl)])];
  const places = bases.flatMap((base) => FEED_PATHS.map((path) => base + path));
  places.push(...SECTION_PATHS.map((path) => homeOf(pageUrl) + path));
  return [...new Set(places)];
}

/** Sitemaps, those for news first; `named` are those of robots.txt. */
export function sitemapPlaces(pageUrl: string, named: readonly string[]): string[] {
  const isNews = (url: string): boolean => /news/i.test(url);
  const own = named.flatMap((url) => httpUrl(url) ?? []);
  const places = [...own.filter(isNews), ...own.filter((url) => !isNews(url))];
  const usual = SITEMAP_PATHS.map((path) => homeOf(pageUrl) + path);
  return [...new Set([...places.slice(0, SITEMAPS_MAX), ...usual])].slice(0, SITEMAPS_MAX);
}

/** The root of the site, with a slash at its end. */
export function homeOf(url: string): string {
  return `${new URL(url).origin}/`;
}

/** The folder that a path names: `/blog/` and `/blog` as well. */
function folderOf(url: string): string {
  const { origin, pathname } = new URL(url);
  const isFile = /\.[a-z0-9]{2,5}$/i.test(pathname);
  const folder = isFile ? pathname.slice(0, pathname.lastIndexOf('/')) : pathname;
  return `${origin}${folder.replace(/\/+$/, '')}/`;
}
