/**
 * The subscriptions of a user: blogs, and standing questions about news, blogs and events; and their
 * export as OPML.
 *
 * Invariants: a subscription shows what the same list of the API shows now; a subscription to a
 * hidden blog stays, and is empty. Its name never changes: `feed/blog:` and the blog's code,
 * `feed/question:` and the question's number.
 */

import { escapeQuoted, xmlText } from '../../kernel/markup.js';
import type { FeedAddress } from '../../store/accounts/records.js';
import type { User } from '../../store/accounts/roster-events.js';
import { decodeStrictly } from '../http/query.js';
import { jsonOf } from '../http/service-options.js';
import type { ReaderSources } from './sources.js';

export interface Subscription {
  /** The name of its stream. */
  id: string;
  /** The blog's code, or the question. */
  of: { blog: string } | { question: FeedAddress };
  title: string;
  labels: readonly string[];
  /** The feed with the same entries. */
  url: string;
  htmlUrl: string;
  iconUrl: string | null;
}

/** The used fields of a blog in the directory. */
interface BlogItem {
  name: string;
  url: string;
  sourceUrl: string | null;
  iconUrl: string | null;
}

export const blogStream = (blog: string): string => `feed/blog:${blog}`;
export const questionStream = (id: number): string => `feed/question:${id}`;

/** Blogs, then questions, each in the order of their creation. */
export function subscriptionsOf(sources: ReaderSources, user: User): Subscription[] {
  const { accounts } = sources;
  const blogs = accounts.follows.of(user).map(({ blog }) => ofBlog(sources, blog));
  const questions = accounts.feeds
    .of(user)
    .filter(({ service }) => service !== 'digest')
    .map((question) => ofQuestion(sources, question));
  const { shelves } = accounts.reading.of(user);
  return [...blogs, ...questions].map((one) => {
    const { title, labels = [] } = shelves.get(one.id) ?? {};
    return { ...one, title: title ?? one.title, labels: labels.length > 0 ? labels : one.labels };
  });
}

function ofBlog({ blogs, publicUrl }: ReaderSources, blog: string): Subscription {
  const item = blogs.directory.blogItem(blog) as BlogItem | null;
  return {
    id: blogStream(blog),
    of: { blog },
    title: item?.name ?? blog,
    labels: [FEED_LABELS.blog],
    url: `${publicUrl}/feeds/articles.xml?blog=${encodeURIComponent(blog)}`,
    htmlUrl: item?.sourceUrl ?? item?.url ?? `${publicUrl}/blogs/`,
    iconUrl: item?.iconUrl ?? null,
  };
}

function ofQuestion(sources: ReaderSources, question: FeedAddress): Subscription {
  const { publicUrl, newsUrl } = sources;
  const { id, service, query, label } = question;
  const base = service === 'blog' ? publicUrl : newsUrl;
  const thread = new URLSearchParams(query).get('thread');
  const pages = { news: '/', blog: '/', event: `/eve/${thread}/`, digest: '/' };
  return {
    id: questionStream(id),
    of: { question: withoutMuted(sources, question) },
    title: label === '' ? titleOf(question) : label,
    labels: [FEED_LABELS[service === 'blog' ? 'blog' : service === 'event' ? 'event' : 'news']],
    url:
      service === 'event'
        ? `${base}/api/v1/events/threads/${thread}/articles`
        : `${base}/feeds/articles.xml${query === '' ? '' : `?${query}`}`,
    htmlUrl: base + pages[service],
    iconUrl: null,
  };
}

/** A question without its owner's muted items. Unknown and hidden outlets are left out. */
export function withoutMuted<Q extends Pick<FeedAddress, 'service' | 'query' | 'user'>>(
  { accounts, news }: Pick<ReaderSources, 'accounts' | 'news'>,
  question: Q,
): Q {
  const { directory } = news.catalog;
  return accounts.muted.narrowed(question, (code) => directory.mediaOf(code) !== null);
}

/** A short title of a question. */
export function titleOf({ query }: Pick<FeedAddress, 'query'>): string {
  return [...new URLSearchParams(query).values()].join(', ') || 'Tagwire';
}

/** The subscription for an address; null for an unknown one. */
export async function followableOf(
  { ask, publicUrl, newsUrl, blogsOfList }: ReaderSources,
  address: string,
): Promise<{ blog: string } | Pick<FeedAddress, 'service' | 'query'> | null> {
  const url = URL.canParse(address) ? new URL(address) : null;
  for (const [service, base] of [
    ['news', newsUrl],
    ['blog', publicUrl],
  ] as const) {
    if (url === null || url.origin !== new URL(base).origin) continue;
    const query = new URLSearchParams(url.search);
    const blog = service === 'blog' ? query.get('blog') : null;
    const onPage = /^\/(blogs|tag|eve)\/([^/]+)\//.exec(`${url.pathname}/`);
    const name = onPage === null ? '' : (decodeStrictly(onPage[2]!) ?? onPage[2]!);
    if (/^\/feeds\/articles\.(xml|json)$/.test(url.pathname)) {
      if (blog !== null && !query.has('q')) return { blog };
      for (const one of ['limit', 'hours', 'since', 'until']) query.delete(one);
      return { service, query: query.toString() };
    }
    if (service === 'blog' && onPage?.[1] === 'blogs') return { blog: name };
    if (service === 'news' && onPage?.[1] === 'tag') {
      return { service, query: new URLSearchParams({ tag: name }).toString() };
    }
    if (service === 'news' && onPage?.[1] === 'eve' && /^\d+$/.test(name)) {
      return { service: 'event', query: `thread=${name}` };
    }
  }
  const [found] = (await blogsOfList(address)).blogs;
  if (found !== undefined) return { blog: found };
  // A code of a blog, as in the addresses of this service.
  const answer = await ask(`/api/v1/blogs/${encodeURIComponent(address)}`);
  return jsonOf(answer) === null ? null : { blog: address };
}

/** Default labels, for subscriptions without a label of the user. */
export const FEED_LABELS = { blog: 'Blogs', news: 'News', event: 'Events' } as const;

export const OPML_TYPE = 'text/x-opml; charset=utf-8';

type Outline = Pick<Subscription, 'title' | 'url' | 'htmlUrl'>;

/** Subscriptions as OPML, one folder for each label; `folders` by name, in their order. */
export function opmlOf(
  folders: readonly { label: string | null; feeds: readonly Outline[] }[],
): string {
  const lines = folders.flatMap(({ label, feeds }) => {
    const outlines = feeds.map(outlineOf);
    if (label === null) return outlines.map((line) => `    ${line}`);
    const name = attribute(label);
    return [
      `    <outline text="${name}" title="${name}">`,
      ...outlines.map((line) => `      ${line}`),
      '    </outline>',
    ];
  });
  const head =
    '<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n  <head><title>Tagwire</title></head>';
  return `${[head, '  <body>', ...lines, '  </body>', '</opml>'].join('\n')}\n`;
}

/** Subscriptions by label; a subscription with several labels is in each. */
export function foldersOf(subscriptions: readonly Subscription[]) {
  const labels = [...new Set(subscriptions.flatMap((one) => one.labels))];
  return labels.map((label) => ({
    label,
    feeds: subscriptions.filter((one) => one.labels.includes(label)),
  }));
}

function outlineOf({ title, url, htmlUrl }: Outline): string {
  const text = attribute(title);
  return `<outline type="rss" text="${text}" title="${text}" xmlUrl="${attribute(url)}" htmlUrl="${attribute(htmlUrl)}"/>`;
}

function attribute(text: string): string {
  return escapeQuoted(xmlText(text)).replace(/\s+/g, ' ');
}
