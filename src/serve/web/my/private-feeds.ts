/**
 * `/me/opml`, `/me/feed.xml` and `/me/feed.json`: what a person follows, for readers of feeds, and what is new there;
 * `/feeds/secret.xml` and `.json`: the same digest, or articles of a standing question, for any reader that
 * has the secret address.
 *
 * Invariants: the first three need the session of a browser, and no key opens them; a blog without a feed that
 * was read successfully is left out of the list; what is hidden is in none of them, because they are made
 * of the API's answers when they are asked for.
 */

import { systemMonotonic } from '../../../kernel/clock.js';
import { TagwireError } from '../../../kernel/errors.js';
import { escapeQuoted, escapeText } from '../../../kernel/markup.js';
import { searchForm } from '../../../kernel/text/tag.js';
import type { FeedAddress } from '../../../store/accounts/feed-records.js';
import type { User } from '../../../store/accounts/roster-events.js';
import type { ArticlePageAnswer } from '../../api/blog/articles.js';
import { HttpError, NOT_READY, notFound } from '../../http/errors.js';
import { RateLimiter } from '../../http/rate-limit.js';
import { PRIVATE_NO_STORE, type Reply, textReply } from '../../http/reply.js';
import { type InnerAnswer, jsonOf } from '../../http/service-options.js';
import type { SiteRequest, SiteRoute } from '../../http/site.js';
import type { Backend } from '../backend.js';
import { xmlText } from '../blog/feeds.js';
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

const CONTENT_TYPES = {
  xml: 'application/rss+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
} as const;
const NO_ROBOTS: [string, string][] = [['x-robots-tag', 'noindex']];
/** Of one secret address: a reader asks a few times an hour, and one address may be in several. */
const ASKED_PER_MINUTE = 30;
/** What a feed of news can be narrowed by. */
const NEWS_PARAMETERS = ['q', 'tag', 'category', 'country', 'mute', 'muteMedia', 'fold'];
const SERVICES = ['digest', 'news', 'blog'] as const;

type Article = ArticlePageAnswer['items'][number];

export function privateFeedRoutes(backend: Backend): SiteRoute[] {
  const files = { '/me/opml': opml, '/me/feed.xml': rss, '/me/feed.json': jsonFeed };
  const own = Object.entries(files).map(([path, make]) => ({
    path,
    get: (request: SiteRequest) => {
      const { signedIn } = backend.visitors.visitOf(request);
      return signedIn === null ? toSignIn(path) : make(backend, signedIn.user);
    },
  }));
  const limiter = new RateLimiter({ limit: ASKED_PER_MINUTE });
  const secret = (['xml', 'json'] as const).map((form) => ({
    path: `/feeds/secret.${form}`,
    get: (request: SiteRequest) => secretFeed(backend, request, form, limiter),
  }));
  return [...own, ...secret];
}

/** The feed of a secret address. What is wrong with an address that opens nothing is not told. */
async function secretFeed(
  backend: Backend,
  { query }: SiteRequest,
  form: 'xml' | 'json',
  limiter: RateLimiter,
): Promise<Reply> {
  const { accounts } = backend;
  if (!accounts.isCurrent) throw NOT_READY;
  const feed = accounts.feeds.byText(query.get('token') ?? '');
  const user = feed === null ? null : accounts.userById(feed.user);
  if (feed === null || user === null) throw notFound('there is no feed at this address');
  if (!limiter.take(String(feed.id), systemMonotonic.nowMs())) {
    const seconds = String(limiter.resetSeconds);
    const message = `this feed was asked for too often; wait ${seconds} seconds`;
    throw new HttpError(429, 'rate_limit_exceeded', message, [['retry-after', seconds]]);
  }
  if (feed.service === 'digest')
    return (form === 'xml' ? rss : jsonFeed)(backend, user, mutedIn(feed));
  const answer = await askFeed(backend, feed, form);
  if (answer.status !== 200) throw answer.status === 503 ? NOT_READY : notFound(textOf(answer));
  return fileOf(new TextDecoder().decode(answer.body!), CONTENT_TYPES[form], NO_ROBOTS);
}

/** Asks a service for articles as a feed. */
function askFeed(
  { ask, askNews }: Backend,
  { service, query }: Pick<FeedAddress, 'service' | 'query'>,
  form: 'xml' | 'json',
): Promise<InnerAnswer> {
  return (service === 'news' ? askNews : ask)(`/feeds/articles.${form}?${query}`);
}

/**
 * Makes a secret address of what a form asks for; gives the address without its ending.
 * @throws TagwireError INPUT_INVALID for a question that the service does not understand.
 */
export async function newSecretFeed(
  backend: Backend,
  user: User,
  form: URLSearchParams,
): Promise<string> {
  const text = (name: string): string => (form.get(name) ?? '').trim();
  const service = SERVICES.find((one) => one === text('service')) ?? 'digest';
  const query = new URLSearchParams();
  if (service !== 'digest') {
    const owner = service === 'news' ? 'media' : 'blog';
    const names = service === 'news' ? NEWS_PARAMETERS : ['q'];
    for (const name of names) if (text(name) !== '') query.set(name, text(name));
    if (text('owner') !== '') query.set(owner, text('owner'));
    const answer = await askFeed(backend, { service, query: query.toString() }, 'json');
    if (answer.status !== 200) throw new TagwireError('INPUT_INVALID', textOf(answer));
  }
  // The digest is made here, so what is muted in it is left out here.
  if (service === 'digest' && text('mute') !== '') query.set('mute', text('mute'));
  const facts = { service, query: query.toString(), label: text('label') };
  const secret = await backend.accounts.feeds.add(user, facts);
  return `${backend.publicUrl}/feeds/secret.xml?token=${secret}`;
}

function textOf({ body }: InnerAnswer): string {
  const text = new TextDecoder().decode(body ?? undefined) || '{}';
  const { error, detail } = JSON.parse(text) as { error?: string; detail?: string };
  return detail ?? error ?? 'the service does not answer';
}

async function opml(backend: Backend, user: User): Promise<Reply> {
  const blogs = await followedBlogs(backend, user);
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

/** Muted words of a digest, in search form. */
function mutedIn({ query }: FeedAddress): string[] {
  const words = new URLSearchParams(query).get('mute') ?? '';
  return words
    .split(',')
    .map((word) => searchForm(word.trim()))
    .filter((word) => word !== '');
}

/** The newest articles of the blogs that somebody follows, without those with a muted word. */
async function digestOf(
  backend: Backend,
  user: User,
  muted: readonly string[],
): Promise<Article[]> {
  const articles: Article[] = [];
  for (const { blog } of backend.accounts.follows.of(user)) {
    const path = `/api/v1/blogs/${encodeURIComponent(blog)}/articles`;
    const answer = await backend.ask(`${path}?limit=${ITEMS_PER_BLOG}&hours=${DIGEST_HOURS}`);
    const items = jsonOf<{ items: Article[] }>(answer)?.items ?? [];
    const isMuted = ({ title, summary }: Article): boolean => {
      const text = searchForm(`${title}\n${summary}`);
      return muted.some((word) => text.includes(word));
    };
    articles.push(...items.filter((item) => !isMuted(item)));
  }
  articles.sort((a, b) => timeOf(b) - timeOf(a) || b.id - a.id);
  return articles.slice(0, ITEMS_MAX);
}

async function rss(backend: Backend, user: User, muted: readonly string[] = []): Promise<Reply> {
  const { generateRssFeed } = await import('feedsmith');
  const text = generateRssFeed({
    title: 'Tagwire',
    link: `${backend.publicUrl}/my/`,
    description: DESCRIPTION,
    items: (await digestOf(backend, user, muted)).map((article) => ({
      title: xmlText(article.title),
      link: article.url,
      // Readers take it for HTML, and it is a text.
      description: escapeText(xmlText(article.summary)),
      guid: { value: idOf(backend, article), isPermaLink: false },
      pubDate: new Date(timeOf(article)),
      categories: [{ name: xmlText(article.blogName) }],
    })),
  });
  return fileOf(text, CONTENT_TYPES.xml, NO_ROBOTS);
}

async function jsonFeed(
  backend: Backend,
  user: User,
  muted: readonly string[] = [],
): Promise<Reply> {
  const { generateJsonFeed } = await import('feedsmith');
  const feed = generateJsonFeed({
    title: 'Tagwire',
    home_page_url: `${backend.publicUrl}/my/`,
    description: DESCRIPTION,
    items: (await digestOf(backend, user, muted)).map((article) => ({
      id: idOf(backend, article),
      url: article.url,
      title: article.title,
      content_text: article.summary,
      date_published: new Date(timeOf(article)),
      authors: [{ name: article.author ?? article.blogName }],
      tags: [article.blogName],
    })),
  });
  return fileOf(JSON.stringify(feed), CONTENT_TYPES.json, NO_ROBOTS);
}

function idOf({ publicUrl }: Backend, { id }: Article): string {
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
