/**
 * The head of a page: title, feeds, and the metadata of an article.
 *
 * Invariants: a date without a time stays a date. A `bare` site has no metadata; its pages have author
 * and time in their text alone (byline.ts).
 */
import type { SiteArticle, SiteOwner, SiteView } from './content.js';
import { html, scriptJson } from './markup.js';
import { dateText, isoTime } from './stamps.js';
import { seedOf } from './style.js';
import { wordsOf } from './words.js';

const FEED_TYPES = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
} as const;

/** The start of a document, up to and including the opening tag of its body. */
export function documentHead(view: SiteView, title: string, more: readonly string[]): string {
  const { owner, style } = view;
  const language = owner.language === 'zh' ? 'zh-Hant-TW' : 'en';
  const charset =
    style.theme === 'tables'
      ? `<meta http-equiv="Content-Type" content="text/html; charset=${style.charset}">`
      : `<meta charset="${style.charset}">`;
  const lines = [
    charset,
    `<title>${html(title)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<link rel="icon" href="${html(owner.home)}favicon.ico">`,
    feedLink(view),
    '<style>body{font-family:sans-serif;max-width:60rem;margin:auto;line-height:1.7}aside,nav,footer{font-size:.85em;color:#555}img{max-width:100%}</style>',
    ...more,
  ];
  const head = lines.filter((line) => line !== '').join('\n');
  return `<!doctype html>\n<html lang="${language}">\n<head>\n${head}\n</head>\n<body>\n`;
}

function feedLink({ owner, style }: SiteView): string {
  if (style.feed === null) return '';
  const url = html(owner.home + style.feedPath);
  return `<link rel="alternate" type="${FEED_TYPES[style.feed]}" title="${html(owner.title)}" href="${url}">`;
}

export function articleHead(view: SiteView, article: SiteArticle): string {
  const canonical = `<link rel="canonical" href="${html(article.url)}">`;
  const title = `${article.title} | ${view.owner.title}`;
  return documentHead(view, title, [canonical, ...metadataOf(view, article)]);
}

function metadataOf(view: SiteView, article: SiteArticle): string[] {
  const description = meta('name', 'description', article.description);
  switch (view.style.metadata) {
    case 'json-ld':
      return [description, meta('property', 'og:title', article.title), ...jsonLd(view, article)];
    case 'open-graph':
      return [description, ...openGraph(view, article)];
    case 'microdata':
      return [description, keywordsOf(article)];
    case 'bare':
      return [keywordsOf(article)];
  }
}

function meta(attribute: 'name' | 'property', key: string, value: string | null): string {
  return value === null ? '' : `<meta ${attribute}="${key}" content="${html(value)}">`;
}

function keywordsOf({ tags }: SiteArticle): string {
  return tags.length === 0 ? '' : meta('name', 'keywords', tags.join(','));
}

/** The time of publication in machine-readable form. */
export function machineTime(view: SiteView, article: SiteArticle): string | null {
  const { publishedMs, precision } = article;
  const { zoneOffsetMs } = view.owner;
  if (publishedMs === null) return null;
  return precision === 'day'
    ? dateText(publishedMs, zoneOffsetMs)
    : isoTime(publishedMs, zoneOffsetMs);
}

function openGraph(view: SiteView, article: SiteArticle): string[] {
  return [
    meta('property', 'og:type', 'article'),
    meta('property', 'og:site_name', view.owner.title),
    meta('property', 'og:title', article.title),
    meta('property', 'og:url', article.url),
    meta('property', 'og:description', article.description),
    meta('property', 'og:image', article.image),
    meta('property', 'article:published_time', machineTime(view, article)),
    meta('property', 'article:section', article.section),
    meta('name', 'author', article.authors.length === 0 ? null : article.authors.join(', ')),
    meta('name', 'news_keywords', article.tags.length === 0 ? null : article.tags.join(',')),
    ...article.tags.map((tag) => meta('property', 'article:tag', tag)),
  ];
}

function jsonLd(view: SiteView, article: SiteArticle): string[] {
  const published = machineTime(view, article);
  const about = {
    '@type': view.owner.kind === 'blog' ? 'BlogPosting' : 'NewsArticle',
    mainEntityOfPage: { '@type': 'WebPage', '@id': article.url },
    headline: article.title,
    ...(published === null ? {} : { datePublished: published, dateModified: published }),
    ...(article.description === null ? {} : { description: article.description }),
    ...(article.image === null ? {} : { image: [article.image] }),
    ...(article.section === null ? {} : { articleSection: article.section }),
    author: article.authors.map((name) => ({ '@type': 'Person', name })),
    publisher: { '@type': 'Organization', name: view.owner.title, url: view.owner.home },
    keywords: article.tags,
  };
  const crumbs = { '@type': 'BreadcrumbList', itemListElement: crumbsOf(view, article) };
  const context = 'https://schema.org';
  const isGraph = seedOf(view.owner.key) % 3 === 0;
  const documents = isGraph
    ? [{ '@context': context, '@graph': [about, crumbs] }]
    : [crumbs, about].map((part) => ({ '@context': context, ...part }));
  return documents.map(
    (document) => `<script type="application/ld+json">${scriptJson(document)}</script>`,
  );
}

/** Home page, section, article. */
function crumbsOf(view: SiteView, article: SiteArticle): Record<string, unknown>[] {
  const { owner } = view;
  const { section, title, url } = article;
  const steps = [{ name: wordsOf(owner.language).home, item: owner.home }];
  if (section !== null) steps.push({ name: section, item: listUrl(owner, 'section', section) });
  steps.push({ name: title, item: url });
  return steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step }));
}

export function listUrl(owner: SiteOwner, kind: 'section' | 'tag', name: string): string {
  return `${owner.home}${kind}/${encodeURIComponent(name)}`;
}
