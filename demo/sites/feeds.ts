/**
 * Writes the feed of a site: RSS 2.0, Atom 1.0 or JSON Feed 1.1.
 *
 * Invariants: a feed has the newest `FEED_ITEMS` articles; a date without a time stays a date (`dc:date`
 * in RSS; Atom and JSON Feed have no form for it, so they omit it).
 */
import { wholeHtml } from './article-text.js';
import type { SiteArticle, SiteView } from './content.js';
import { cdata, element, xml } from './markup.js';
import { dateText, isoTime, mailTime } from './stamps.js';

/** Articles of a feed, as most publishers have. */
export const FEED_ITEMS = 20;
const TRACKING = 'utm_source=feed&utm_medium=rss';

export interface Feed {
  contentType: string;
  text: string;
}

export function feedOf(view: SiteView): Feed {
  switch (view.style.feed) {
    case 'atom':
      return { contentType: 'application/atom+xml', text: atom(view) };
    case 'json':
      return { contentType: 'application/feed+json', text: jsonFeed(view) };
    default:
      return { contentType: 'application/rss+xml', text: rss(view) };
  }
}

export function feedAddress({ style }: SiteView, { url }: SiteArticle): string {
  if (style.tracking === 'none') return url;
  return `${url}${url.includes('?') ? '&' : '?'}${TRACKING}`;
}

function feedUrl({ owner, style }: SiteView): string {
  return owner.home + style.feedPath;
}

function declaration(view: SiteView): string {
  return `<?xml version="1.0" encoding="${view.style.charset === 'big5' ? 'Big5' : 'UTF-8'}"?>\n`;
}

function rss(view: SiteView): string {
  const { owner, content, nowMs } = view;
  const items = content.newest(FEED_ITEMS).map((article) => rssItem(view, article));
  const spaces =
    'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
    'xmlns:content="http://purl.org/rss/1.0/modules/content/" ' +
    'xmlns:media="http://search.yahoo.com/mrss/"';
  return `${declaration(view)}<rss version="2.0" ${spaces}><channel>
${element('title', owner.title)}${element('link', owner.home)}
<description>${xml(owner.description)}</description>
<language>${owner.language === 'zh' ? 'zh-TW' : 'en'}</language>
<atom:link href="${xml(feedUrl(view))}" rel="self" type="application/rss+xml"/>
${element('lastBuildDate', mailTime(newestMs(view) ?? nowMs, owner.zoneOffsetMs))}<ttl>15</ttl>
${items.join('\n')}
</channel></rss>
`;
}

function rssItem(view: SiteView, article: SiteArticle): string {
  const { style } = view;
  const authors = article.authors.map((name) => element('dc:creator', name));
  const tags = [...new Set([article.section, ...article.tags])].map((tag) =>
    element('category', tag),
  );
  return [
    '<item>',
    element('title', article.title),
    element('link', feedAddress(view, article)),
    element('guid', article.url, ' isPermaLink="false"'),
    element('description', article.description),
    style.feedText === 'whole' ? contentOf(view, article) : '',
    rssDate(view, article),
    ...authors,
    ...tags,
    article.image === null ? '' : `<media:content url="${xml(article.image)}" medium="image"/>`,
    publisherOf(article),
    '</item>',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Not in CDATA for Big5: characters that Big5 lacks need numeric references, which CDATA does not allow. */
function contentOf({ style }: SiteView, article: SiteArticle): string {
  const whole = wholeHtml(article);
  if (style.charset === 'big5') return element('content:encoded', whole);
  return `<content:encoded>${cdata(whole)}</content:encoded>`;
}

function publisherOf({ publisher }: SiteArticle): string {
  if (publisher === null) return '';
  return `<source url="${xml(publisher.home)}">${xml(publisher.title)}</source>`;
}

function rssDate({ owner }: SiteView, { publishedMs, precision }: SiteArticle): string {
  if (publishedMs === null) return '';
  if (precision === 'day') return element('dc:date', dateText(publishedMs, owner.zoneOffsetMs));
  return element('pubDate', mailTime(publishedMs, owner.zoneOffsetMs));
}

function atom(view: SiteView): string {
  const { owner, content, nowMs } = view;
  const entries = content.newest(FEED_ITEMS).map((article) => atomEntry(view, article));
  return `${declaration(view)}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${owner.language}">
${element('title', owner.title)}${element('subtitle', owner.description)}
<link href="${xml(owner.home)}"/><link rel="self" href="${xml(feedUrl(view))}"/>
${element('id', owner.home)}${element('updated', isoTime(newestMs(view) ?? nowMs, 0))}
${entries.join('\n')}
</feed>
`;
}

function atomEntry(view: SiteView, article: SiteArticle): string {
  const { publishedMs, precision, changedMs } = article;
  const published =
    publishedMs === null || precision === 'day'
      ? ''
      : element('published', isoTime(publishedMs, view.owner.zoneOffsetMs));
  const authors = article.authors.map((name) => `<author>${element('name', name)}</author>`);
  const tags = article.tags.map((tag) => `<category term="${xml(tag)}"/>`);
  const whole = view.style.feedText === 'whole';
  return [
    '<entry>',
    element('title', article.title),
    `<link rel="alternate" type="text/html" href="${xml(feedAddress(view, article))}"/>`,
    element('id', article.url),
    published,
    element('updated', isoTime(changedMs, view.owner.zoneOffsetMs)),
    element('summary', article.description),
    whole ? element('content', wholeHtml(article), ' type="html"') : '',
    ...authors,
    ...tags,
    '</entry>',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function jsonFeed(view: SiteView): string {
  const { owner, content } = view;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: owner.title,
    description: owner.description,
    home_page_url: owner.home,
    feed_url: feedUrl(view),
    language: owner.language,
    items: content.newest(FEED_ITEMS).map((article) => jsonItem(view, article)),
  });
}

function jsonItem(view: SiteView, article: SiteArticle): Record<string, unknown> {
  const { publishedMs, precision } = article;
  const isTimed = publishedMs !== null && precision === 'second';
  const whole = view.style.feedText === 'whole';
  return {
    id: article.url,
    url: feedAddress(view, article),
    title: article.title,
    ...(article.description === null ? {} : { summary: article.description }),
    ...(whole ? { content_html: wholeHtml(article) } : {}),
    ...(isTimed ? { date_published: isoTime(publishedMs, view.owner.zoneOffsetMs) } : {}),
    ...(article.image === null ? {} : { image: article.image }),
    authors: article.authors.map((name) => ({ name })),
    tags: article.tags,
  };
}

function newestMs({ content }: SiteView): number | null {
  return content.newest(1)[0]?.visibleMs ?? null;
}
