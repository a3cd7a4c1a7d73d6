/**
 * Writes sitemaps, their index, and robots.txt.
 *
 * Invariants: a news sitemap has the last two days, as its definition requires; a plain sitemap has at
 * most `SITEMAP_ENTRIES`, and an index names as many sitemaps as are needed.
 */
import { DAY_MS } from '../../src/kernel/clock.js';
import type { SiteArticle, SiteView } from './content.js';
import { element, xml } from './markup.js';
import { dateText, isoTime } from './stamps.js';

/** Far below the format's 50,000, so that a busy site needs several. */
const SITEMAP_ENTRIES = 500;
const NEWS_SITEMAP_MS = 2 * DAY_MS;
const NEWS_ENTRIES_MAX = 1000;

const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const NEWS_SPACE = 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"';
const IMAGE_SPACE = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';

/** The sitemap at a path below the home page; null when the site has none there. */
export function sitemapAt(view: SiteView, path: string): string | null {
  const { sitemap } = view.style;
  const page = /^sitemap-(\d{1,4})\.xml$/.exec(path);
  if (sitemap === 'none') return null;
  if (path === 'sitemap-news.xml') return sitemap === 'plain' ? null : newsSitemap(view);
  if (path === 'sitemap.xml') return sitemap === 'plain' ? plainSitemap(view, 0) : index(view);
  if (page === null || sitemap === 'plain') return null;
  const number = Number(page[1]);
  return number * SITEMAP_ENTRIES < view.content.count ? plainSitemap(view, number) : null;
}

export function robotsText({ owner, style }: SiteView): string {
  const delay = style.crawlDelayS === null ? '' : `Crawl-delay: ${style.crawlDelayS}\n`;
  const map = style.sitemap === 'none' ? '' : `\nSitemap: ${owner.home}sitemap.xml\n`;
  return `User-agent: *\nDisallow: /search\nDisallow: /admin/\n${delay}${map}`;
}

function framed(view: SiteView, root: string, spaces: string, parts: readonly string[]): string {
  const charset = view.style.charset === 'big5' ? 'Big5' : 'UTF-8';
  return `<?xml version="1.0" encoding="${charset}"?>\n<${root} ${spaces}>\n${parts.join('\n')}\n</${root}>\n`;
}

function index(view: SiteView): string {
  const { owner, content } = view;
  const pages = Math.max(1, Math.ceil(content.count / SITEMAP_ENTRIES));
  const paths = [
    'sitemap-news.xml',
    ...Array.from({ length: pages }, (_, n) => `sitemap-${n}.xml`),
  ];
  const parts = paths.map((path) => `<sitemap>${element('loc', owner.home + path)}</sitemap>`);
  return framed(view, 'sitemapindex', SPACE, parts);
}

function plainSitemap(view: SiteView, page: number): string {
  const articles = view.content.newest(SITEMAP_ENTRIES, page * SITEMAP_ENTRIES);
  const parts = articles.map((article) => {
    const modified = element('lastmod', modifiedText(view, article));
    return `<url>${element('loc', article.url)}${modified}</url>`;
  });
  return framed(view, 'urlset', SPACE, parts);
}

function modifiedText({ owner }: SiteView, article: SiteArticle): string {
  if (article.precision === 'day') return dateText(article.visibleMs, owner.zoneOffsetMs);
  return isoTime(article.changedMs, owner.zoneOffsetMs);
}

function newsSitemap(view: SiteView): string {
  const { content, nowMs } = view;
  const articles = content
    .newest(NEWS_ENTRIES_MAX)
    .filter(({ visibleMs }) => visibleMs > nowMs - NEWS_SITEMAP_MS);
  const parts = articles.map((article) => newsEntry(view, article));
  return framed(view, 'urlset', `${SPACE} ${NEWS_SPACE} ${IMAGE_SPACE}`, parts);
}

function newsEntry(view: SiteView, article: SiteArticle): string {
  const { owner } = view;
  const language = owner.language === 'zh' ? 'zh-tw' : 'en';
  const publication = `<news:publication>${element('news:name', owner.title)}${element('news:language', language)}</news:publication>`;
  const keywords = article.tags.length === 0 ? null : article.tags.join(', ');
  const image =
    article.image === null
      ? ''
      : `<image:image><image:loc>${xml(article.image)}</image:loc></image:image>`;
  const news = [
    publication,
    element('news:publication_date', publishedText(view, article)),
    element('news:title', article.title),
    element('news:keywords', keywords),
  ].join('');
  return `<url>${element('loc', article.url)}<news:news>${news}</news:news>${image}</url>`;
}

function publishedText({ owner }: SiteView, article: SiteArticle): string | null {
  const { publishedMs, precision } = article;
  if (publishedMs === null) return null;
  return precision === 'day'
    ? dateText(publishedMs, owner.zoneOffsetMs)
    : isoTime(publishedMs, owner.zoneOffsetMs);
}
