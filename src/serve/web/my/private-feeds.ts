/**
 * `/me/opml`, `/me/feed.xml` and `/me/feed.json`: a user's subscriptions and a digest of their new
 * articles, for feed readers; `/feeds/secret.xml` and `.json`: the digest, or articles of a
 * standing question, for any reader with the secret address.
 *
 * Invariants: the first three require a browser's session, and accept no key; the OPML omits blogs
 * without a feed that was read successfully; hidden items are in none, because each is made from
 * the API's answers at the time of the request.
 */
import { systemMonotonic } from '../../../kernel/clock.js';
import { TagwireError } from '../../../kernel/errors.js';
import { escapeText, xmlText } from '../../../kernel/markup.js';
import type { FeedAddress } from '../../../store/accounts/records.js';
import type { User } from '../../../store/accounts/roster-events.js';
import type { ArticlePageAnswer } from '../../api/blog/directory-lists.js';
import type { ArticleListAnswer } from '../../api/news/articles/articles.js';
import { NOT_READY, notFound, tooOften } from '../../http/errors.js';
import { RateLimiter } from '../../http/rate-limit.js';
import { PRIVATE_NO_STORE, type Reply, textReply } from '../../http/reply.js';
import { type InnerAnswer, jsonOf } from '../../http/service-options.js';
import type { SiteRequest, SiteRoute } from '../../http/site.js';
import { OPML_TYPE, opmlOf } from '../../reader/subscriptions.js';
import type { Backend, Question } from '../backend.js';
import { toSignIn } from '../visitors.js';
import { followedBlogs, hasMuted, mutedWords } from './followed.js';

/** Items of a digest: readers poll at least daily. */
const ITEMS_MAX = 50;
/** Items of one blog, so that a busy blog does not fill the digest. */
const ITEMS_PER_BLOG = 10;
const DIGEST_HOURS = 720;
const DESCRIPTION = 'New articles of the blogs that you follow';
/** Types for feed readers, which do not read sitemaps. */
const FEED_TYPES: readonly string[] = ['rss', 'atom'];

const CONTENT_TYPES = {
  xml: 'application/rss+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
} as const;
const NO_ROBOTS: [string, string][] = [['x-robots-tag', 'noindex']];
/** Per secret address: a reader polls a few times an hour, and several readers may share one. */
const ASKED_PER_MINUTE = 30;
const NEWS_PARAMETERS = ['q', 'tag', 'category', 'country', 'lang', 'mute', 'muteMedia', 'fold'];
const SERVICES = ['digest', 'news', 'blog', 'event'] as const;
/** The id in the address of an event's page. */
const THREAD = /^[1-9]\d{0,9}$/;

type Post = ArticlePageAnswer['items'][number];
type Article = ArticleListAnswer['articles'][number];

/** An article or a post in these feeds. */
export interface Entry {
  id: number;
  guid: string;
  title: string;
  url: string;
  summary: string;
  author: string;
  /** Name of the outlet or blog. */
  source: string;
  atMs: number;
}

export function privateFeedRoutes(backend: Backend): SiteRoute[] {
  const digest = (form: 'xml' | 'json') => async (of: Backend, user: User) =>
    FORMS[form](of, await digestOf(of, user));
  const files = {
    '/me/opml': opml,
    '/me/feed.xml': digest('xml'),
    '/me/feed.json': digest('json'),
  };
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

/** The feed of a secret address. All invalid addresses get the same answer. */
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
    throw tooOften('this feed was asked for too often', limiter.resetSeconds);
  }
  if (feed.service === 'digest' || feed.service === 'event') {
    const entries =
      feed.service === 'digest'
        ? await digestOf(
            backend,
            user,
            mutedWords(new URLSearchParams(feed.query).get('mute') ?? ''),
          )
        : await answersOf(backend, feed, ITEMS_MAX);
    return FORMS[form](backend, entries);
  }
  const answer = await askFeed(backend, backend.withoutMuted(feed), form);
  if (answer.status !== 200) throw answer.status === 503 ? NOT_READY : notFound(textOf(answer));
  return fileOf(new TextDecoder().decode(answer.body!), CONTENT_TYPES[form], NO_ROBOTS);
}

/** Requests articles of a service as a feed. */
function askFeed(
  { ask, askNews }: Backend,
  { service, query }: Pick<FeedAddress, 'service' | 'query'>,
  form: 'xml' | 'json',
): Promise<InnerAnswer> {
  return (service === 'news' ? askNews : ask)(`/feeds/articles.${form}?${query}`);
}

/**
 * Makes a secret address for a form; returns it without its extension.
 * @throws TagwireError INPUT_INVALID for an invalid question.
 */
export async function newSecretFeed(
  backend: Backend,
  user: User,
  form: URLSearchParams,
): Promise<string> {
  const label = (form.get('label') ?? '').trim();
  const facts = { ...(await questionIn(backend, form)), label };
  const secret = await backend.accounts.feeds.add(user, facts);
  return `${backend.publicUrl}/feeds/secret.xml?token=${secret}`;
}

/** The question of a form. @throws TagwireError INPUT_INVALID for an invalid question. */
export async function questionIn(backend: Backend, form: URLSearchParams): Promise<Question> {
  const text = (name: string): string => (form.get(name) ?? '').trim();
  const service = SERVICES.find((one) => one === text('service')) ?? 'digest';
  const query = new URLSearchParams();
  if (service === 'event') {
    if (!THREAD.test(text('thread'))) {
      throw new TagwireError('INPUT_INVALID', 'an event is named by the number of its page');
    }
    query.set('thread', text('thread'));
  } else if (service === 'digest') {
    // The digest is made here, so its muted words are applied here.
    if (text('mute') !== '') query.set('mute', text('mute'));
  } else {
    const owner = service === 'news' ? 'media' : 'blog';
    const names = service === 'news' ? NEWS_PARAMETERS : ['q'];
    for (const name of names) if (text(name) !== '') query.set(name, text(name));
    if (text('owner') !== '') query.set(owner, text('owner'));
  }
  const question = { service, query: query.toString() };
  if (service !== 'digest') {
    const isEvent = service === 'event';
    const answer = await (isEvent ? ask(backend, question, 1) : askFeed(backend, question, 'json'));
    if (answer.status !== 200) throw new TagwireError('INPUT_INVALID', textOf(answer));
  }
  return question;
}

type Asking = Pick<Backend, 'ask' | 'askNews' | 'publicUrl'>;

/** Requests the newest articles that match a question. */
function ask(backend: Asking, { service, query }: Question, limit: number): Promise<InnerAnswer> {
  if (service === 'event') {
    const thread = new URLSearchParams(query).get('thread');
    return backend.askNews(`/api/v1/events/threads/${thread}/articles?limit=${limit}`);
  }
  const path = `/api/v1/articles?${query}&hours=${DIGEST_HOURS}&limit=${limit}`;
  return service === 'news' ? backend.askNews(path) : backend.ask(path.replace('?&', '?'));
}

/** The newest articles that match a question; none for a question that is no longer valid. */
export async function answersOf(
  backend: Asking,
  question: Question,
  limit: number,
): Promise<Entry[]> {
  const answer = await ask(backend, question, limit);
  if (question.service === 'blog') {
    const posts = jsonOf<{ items: Post[] }>(answer)?.items ?? [];
    return posts.map((post) => entryOfPost(backend, post));
  }
  return (jsonOf<{ articles: Article[] }>(answer)?.articles ?? []).map((article) => ({
    ...{ id: article.id, guid: article.url, title: article.title, url: article.url },
    ...{ summary: article.description ?? '', author: article.mediaTitle },
    ...{ source: article.mediaTitle, atMs: Date.parse(article.publishedAt) },
  }));
}

function entryOfPost({ publicUrl }: Pick<Backend, 'publicUrl'>, post: Post): Entry {
  const { id, title, url, summary, author, blogName, publishedAt, observedAt } = post;
  return {
    ...{ id, guid: `${publicUrl}/articles/${id}`, title, url, summary },
    ...{ author: author ?? blogName, source: blogName },
    atMs: Date.parse(publishedAt ?? observedAt ?? '') || 0,
  };
}

function textOf({ body }: InnerAnswer): string {
  const text = new TextDecoder().decode(body ?? undefined) || '{}';
  const { error, detail } = JSON.parse(text) as { error?: string; detail?: string };
  return detail ?? error ?? 'the service does not answer';
}

async function opml(backend: Backend, user: User): Promise<Reply> {
  const blogs = await followedBlogs(backend, user);
  const feeds = blogs.flatMap(({ name, detail }) => {
    const feed = detail?.feeds.find(({ type }) => FEED_TYPES.includes(type));
    if (detail === null || feed === undefined || detail.lastCrawlSuccessAt === null) return [];
    return [{ title: name, url: feed.url, htmlUrl: detail.sourceUrl ?? detail.url }];
  });
  return fileOf(opmlOf([{ label: null, feeds }]), OPML_TYPE, [
    ['content-disposition', 'attachment; filename="tagwire.opml"'],
  ]);
}

/**
 * The newest articles of a user's blogs and of the questions in the user's digest, without those
 * with a word that the address or the user mutes.
 */
export async function digestOf(
  backend: Backend,
  user: User,
  muted: readonly string[] = [],
): Promise<Entry[]> {
  const found = new Map<string, Entry>();
  const left = [...muted, ...mutedWords(backend.accounts.muted.of(user).words.join())];
  const add = (entries: readonly Entry[]): void => {
    for (const entry of entries) {
      if (!hasMuted(left, `${entry.title}\n${entry.summary}`)) found.set(entry.guid, entry);
    }
  };
  for (const { blog } of backend.accounts.follows.of(user)) {
    const path = `/api/v1/blogs/${encodeURIComponent(blog)}/articles`;
    const answer = await backend.ask(`${path}?limit=${ITEMS_PER_BLOG}&hours=${DIGEST_HOURS}`);
    const posts = jsonOf<{ items: Post[] }>(answer)?.items ?? [];
    add(posts.map((post) => entryOfPost(backend, post)));
  }
  for (const question of backend.accounts.feeds.of(user)) {
    if (question.service === 'digest' || question.delivery?.inDigest !== true) continue;
    add(await answersOf(backend, backend.withoutMuted(question), ITEMS_PER_BLOG));
  }
  const entries = [...found.values()].sort((a, b) => b.atMs - a.atMs || (a.guid < b.guid ? 1 : -1));
  return entries.slice(0, ITEMS_MAX);
}

async function rssOf({ publicUrl }: Backend, entries: readonly Entry[]): Promise<Reply> {
  const { generateRssFeed } = await import('feedsmith');
  const text = generateRssFeed({
    title: 'Tagwire',
    link: `${publicUrl}/my/`,
    description: DESCRIPTION,
    items: entries.map(({ guid, title, url, summary, source, atMs }) => ({
      title: xmlText(title),
      link: url,
      // Escaped, because readers interpret it as HTML.
      description: escapeText(xmlText(summary)),
      guid: { value: guid, isPermaLink: false },
      pubDate: new Date(atMs),
      categories: [{ name: xmlText(source) }],
    })),
  });
  return fileOf(text, CONTENT_TYPES.xml, NO_ROBOTS);
}

async function jsonFeedOf({ publicUrl }: Backend, entries: readonly Entry[]): Promise<Reply> {
  const { generateJsonFeed } = await import('feedsmith');
  const feed = generateJsonFeed({
    title: 'Tagwire',
    home_page_url: `${publicUrl}/my/`,
    description: DESCRIPTION,
    items: entries.map(({ guid, title, url, summary, author, source, atMs }) => ({
      id: guid,
      url,
      title,
      content_text: summary,
      date_published: new Date(atMs),
      authors: [{ name: author }],
      tags: [source],
    })),
  });
  return fileOf(JSON.stringify(feed), CONTENT_TYPES.json, NO_ROBOTS);
}

const FORMS = { xml: rssOf, json: jsonFeedOf };

function fileOf(text: string, contentType: string, headers: [string, string][] = []): Reply {
  return textReply(text, contentType, { cacheControl: PRIVATE_NO_STORE, headers });
}
