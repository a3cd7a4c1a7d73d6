/**
 * `/me/opml`, `/me/feed.xml` and `/me/feed.json`: what a person follows, for readers of feeds, and what is new there.
 *
 * Invariants: all need the session of a browser, and no key opens them; a blog without a feed that
 * was read successfully is left out of the list; what is hidden is in none of them, because they are made
 * of the API's answers when they are asked for.
 */
import type { ArticlePageAnswer } from '../../api/blog/articles.js';
import { PRIVATE_NO_STORE, type Reply, textReply } from '../../http/reply.js';
import type { SiteRequest, SiteRoute } from '../../http/site.js';
import { escapeQuoted, escapeText } from '../../kernel/markup.js';
import { xmlText } from '../blog/feeds.js';
import type { Desk } from '../desk.js';
import { toSignIn } from '../visitors.js';
import { followedBlogs } from './followed.js';

/** What is in the digest at once: readers come at least daily. */
const ITEMS_MAX = 50;
/** Of one blog, so that a busy one does not fill it. */
const ITEMS_PER_BLOG = 10;
const DIGEST_HOURS = 720;
const DESCRIPTION = 'New articles of the blogs that you follow';
/** Readable types; sitemaps are read by no reader of feeds. */
const FEED_TYPES: readonly string[] = ['rss', 'atom'];

type Article = ArticlePageAnswer['items'][number];

export function privateFeedRoutes(desk: Desk): SiteRoute[] {
  const files = { '/me/opml': opml, '/me/feed.xml': rss, '/me/feed.json': jsonFeed };
  return Object.entries(files).map(([path, make]) => ({
    path,
    get: (request) =>
      desk.visitors.visitOf(request).signedIn === null ? toSignIn(path) : make(desk, request),
  }));
}

async function opml(desk: Desk, request: SiteRequest): Promise<Reply> {
  const { user } = desk.visitors.visitOf(request).signedIn!;
  const blogs = await followedBlogs(desk, user);
  const outlines = blogs.flatMap(({ name, detail }) => {
    const feed = detail?.feeds.find(({ type }) => FEED_TYPES.includes(type));
    if (detail === null || feed === undefined || detail.lastCrawlSuccessAt === null) return [];
    const text = attribute(name);
    const siteUrl = attribute(detail.sourceUrl ?? detail.url);
    return [
      `    <outline type="rss" text="${text}" title="${text}" xmlUrl="${attribute(feed.url)}" htmlUrl="${siteUrl}"/>`,
    ];
  });
  const head =
    '<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n  <head><title>Tagwire</title></head>';
  const text = `${[head, '  <body>', ...outlines, '  </body>', '</opml>'].join('\n')}\n`;
  return fileOf(text, 'text/x-opml; charset=utf-8', [
    ['content-disposition', 'attachment; filename="tagwire.opml"'],
  ]);
}

/** The newest articles of the blogs that somebody follows. */
async function digestOf(desk: Desk, request: SiteRequest): Promise<Article[]> {
  const { user } = desk.visitors.visitOf(request).signedIn!;
  const articles: Article[] = [];
  for (const { blog } of desk.accounts.follows.of(user)) {
    const path = `/api/v1/blogs/${encodeURIComponent(blog)}/articles`;
    const answer = await desk.ask(`${path}?limit=${ITEMS_PER_BLOG}&hours=${DIGEST_HOURS}`);
    if (answer.status !== 200) continue;
    const { items } = JSON.parse(new TextDecoder().decode(answer.body!)) as { items: Article[] };
    articles.push(...items);
  }
  articles.sort((a, b) => timeOf(b) - timeOf(a) || b.id - a.id);
  return articles.slice(0, ITEMS_MAX);
}

async function rss(desk: Desk, request: SiteRequest): Promise<Reply> {
  const { generateRssFeed } = await import('feedsmith');
  const text = generateRssFeed({
    title: 'Tagwire',
    link: `${desk.publicUrl}/my/`,
    description: DESCRIPTION,
    items: (await digestOf(desk, request)).map((article) => ({
      title: xmlText(article.title),
      link: article.url,
      // Readers take it for HTML, and it is a text.
      description: escapeText(xmlText(article.summary)),
      guid: { value: idOf(desk, article), isPermaLink: false },
      pubDate: new Date(timeOf(article)),
      categories: [{ name: xmlText(article.blogName) }],
    })),
  });
  return fileOf(text, 'application/rss+xml; charset=utf-8');
}

async function jsonFeed(desk: Desk, request: SiteRequest): Promise<Reply> {
  const { generateJsonFeed } = await import('feedsmith');
  const feed = generateJsonFeed({
    title: 'Tagwire',
    home_page_url: `${desk.publicUrl}/my/`,
    feed_url: `${desk.publicUrl}/me/feed.json`,
    description: DESCRIPTION,
    items: (await digestOf(desk, request)).map((article) => ({
      id: idOf(desk, article),
      url: article.url,
      title: article.title,
      content_text: article.summary,
      date_published: new Date(timeOf(article)),
      authors: [{ name: article.author ?? article.blogName }],
      tags: [article.blogName],
    })),
  });
  return fileOf(JSON.stringify(feed), 'application/feed+json; charset=utf-8');
}

function idOf({ publicUrl }: Desk, { id }: Article): string {
  return `${publicUrl}/articles/${id}`;
}

function timeOf({ publishedAt, observedAt }: Article): number {
  return Date.parse(publishedAt ?? observedAt ?? '') || 0;
}

function fileOf(text: string, contentType: string, headers: [string, string][] = []): Reply {
  return textReply(text, contentType, { cacheControl: PRIVATE_NO_STORE, headers });
}

function attribute(text: string): string {
  return escapeQuoted(xmlText(text)).replace(/\s+/g, ' ');
}
