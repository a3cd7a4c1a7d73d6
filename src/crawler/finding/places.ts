/**
 * Addresses to try: those that a person may mean, and the usual addresses of feeds and sitemaps. And the choice
 * among the feeds that a page names.
 */
import type { PageDocument } from '../../documents/documents.js';
import { httpUrl, withoutFeedScheme } from '../../kernel/text/url.js';
import { wordsOf } from '../../kernel/words.js';

/** Paths of feeds in common publishing systems, the most common first. */
const FEED_PATHS = wordsOf(`
  feed rss.xml feed.xml atom.xml index.xml rss feed/ feeds/posts/default feed.json
`);
/** Feeds of sections, on sites whose blog is only a part. */
const SECTION_PATHS = ['blog/feed', 'blog/rss.xml', 'blog/atom.xml', 'blog/index.xml', 'news/rss'];
const SITEMAP_PATHS = [
  'news-sitemap.xml',
  'sitemap_news.xml',
  'sitemap-news.xml',
  'sitemap.xml',
  'sitemap_index.xml',
];
const SITEMAPS_MAX = 8;
/** Longest address that is accepted from a person. */
const INPUT_UNITS_MAX = 4096;

/** Addresses that a person may mean by `input`; empty where it cannot be a web address. */
export function addressesOf(input: string): string[] {
  const text = input.trim();
  if (text === '' || text.length > INPUT_UNITS_MAX || /\s/.test(text)) return [];
  const plain = withoutFeedScheme(text);
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d+(?:\/|$))/i.test(plain);
  const tried = hasScheme ? [plain] : [`https://${plain}`, `http://${plain}`];
  return tried.flatMap((one) => httpUrl(one) ?? []);
}

/** Possible addresses of a site's feed: below the given path, then at the root. */
export function feedPlaces(pageUrl: string): string[] {
  const bases = [...new Set([folderOf(pageUrl), homeOf(pageUrl)])];
  const places = bases.flatMap((base) => FEED_PATHS.map((path) => base + path));
  places.push(...SECTION_PATHS.map((path) => homeOf(pageUrl) + path));
  return [...new Set(places)];
}

/** Possible sitemaps, those for news first; `named` are those of robots.txt. */
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

/** The folder of a path: `/blog/` for both `/blog/` and `/blog`. */
function folderOf(url: string): string {
  const { origin, pathname } = new URL(url);
  const isFile = /\.[a-z0-9]{2,5}$/i.test(pathname);
  const folder = isFile ? pathname.slice(0, pathname.lastIndexOf('/')) : pathname;
  return `${origin}${folder.replace(/\/+$/, '')}/`;
}

type NamedFeed = PageDocument['feeds'][number];

/** Feeds that are opened before another kind of address is tried. */
const CHOICES_MAX = 6;

const COMMENTS =
  /comments?(?:[/_.?=-]|$)|\bcomments? (?:for|on|feed)\b|comentario|kommentar|commentaire|commenti|комментари|留言|回應|迴響|評論|评论|コメント|댓글/i;
const PODCAST = /podcast|itunes|\baudio\b/i;
const SUMMARY = /summary|excerpt|摘要/i;
const FULL = /\bfull\b|fulltext|全文/i;
/** Paths of a part of a site. */
const PART = /\/(?:categor(?:y|ies)|tags?|topics?|labels?|authors?|sections?|series)\//i;
/** Feeds in the head of the page have a type; links that look like feeds have none. */
const NAMED_SCORE = 4;
const PENALTY = { comments: -100, podcast: -8, summary: -3, part: -5, odd: -1 } as const;
const REWARD = { full: 2, givenPart: 8 } as const;

export interface FeedChoice {
  url: string;
  score: number;
}

/**
 * Chooses among the feeds that a page names: the best first, and no feeds of comments. The main feed of the site
 * comes before those of its parts, unless the page is such a part; whole texts come before summaries.
 */
export function feedChoices(feeds: readonly NamedFeed[], pageUrl: string): FeedChoice[] {
  const seen = new Set<string>([pageUrl]);
  const choices: FeedChoice[] = [];
  for (const feed of feeds) {
    if (seen.has(feed.url)) continue;
    seen.add(feed.url);
    const score = scoreOf(feed, pageUrl);
    if (score > PENALTY.comments / 2) choices.push({ url: feed.url, score });
  }
  return choices.sort((a, b) => b.score - a.score).slice(0, CHOICES_MAX);
}

function scoreOf({ url, title, type }: NamedFeed, pageUrl: string): number {
  const { pathname, search } = new URL(url);
  const address = pathname + search;
  const words = `${address} ${title}`;
  let score = type === '' ? 0 : NAMED_SCORE;
  if (COMMENTS.test(words)) score += PENALTY.comments;
  if (PODCAST.test(words)) score += PENALTY.podcast;
  if (SUMMARY.test(words)) score += PENALTY.summary;
  if (FULL.test(words)) score += REWARD.full;
  if (/json/i.test(type)) score += PENALTY.odd;
  const part = PART.test(pathname);
  if (part) score += isWithin(pathname, pageUrl) ? REWARD.givenPart : PENALTY.part;
  return score;
}

/** Whether the feed belongs to the part of the site that the page shows. */
function isWithin(feedPath: string, pageUrl: string): boolean {
  const path = new URL(pageUrl).pathname.replace(/\/+$/, '');
  return PART.test(`${path}/`) && feedPath.startsWith(`${path}/`);
}
