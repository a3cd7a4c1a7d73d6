/**
 * `/api/v1/blogs/{slug}/reading`: the outlets that a blog links to, and `/api/v1/topics/{id}/news`:
 * what the news write about a topic.
 *
 * Invariant: both join what the two services show now.
 */

import { familyOf, labelledUrls } from '../../../blogs/mentions/state/address.js';
import type { DetailQuestion } from '../../../blogs/topics/codec.js';
import { HOUR_MS } from '../../../kernel/clock.js';
import { canonicalUrl } from '../../../kernel/text/url.js';
import { jsonReply } from '../../http/reply.js';
import { type Route, route } from '../../http/route.js';
import type { Article, Article as NewsArticle } from '../news/articles/article-lookup.js';
import { newestArticles, taggedFilter } from '../news/articles/catalog-list.js';
import { ARTICLE_NAME } from '../news/schemas.js';
import { cachedRoute } from '../replies/replies.js';
import * as Type from '../schema.js';
import { RelationQuery } from './relations.js';
import { newestPosts, noSuchBlog, type Article as Post, Slug } from './schemas.js';
import { type BlogSources, windowNowMs } from './sources.js';
import { canonicalTopicId, foundTopic, settled, TOPIC_ERRORS } from './topics.js';
import { TopicId } from './topics-schemas.js';

/** Maximum of posts, newest first: more than most blogs write in 90 days. */
const POSTS_MAX = 200;
/** Maximum of distinct addresses, newest first; each has up to 28 forms. */
const ADDRESSES_MAX = 200;
const LATEST_MAX = 3;
const NEWS_MAX = 10;

type ShownPost = Type.Static<typeof Post>;

const ReadArticle = Type.named('NewsArticle', {
  ...ARTICLE_NAME,
  id: Type.integer('Of the article, at the news service'),
  newsUrl: Type.text("The news service's own page of the article"),
});

const Response = Type.named('BlogReading', {
  slug: Slug,
  hours: Type.Integer(),
  posts: Type.integer('Posts within the window that were looked at, the newest 200'),
  links: Type.integer('Distinct addresses on other hosts in their bodies, the newest 200'),
  unresolved: Type.integer('Those that lead to no article that the news service shows'),
  limited: Type.flag('There are more posts or addresses than were looked at'),
  outlets: Type.Array(
    Type.named('ReadOutlet', {
      media: Type.text('Media code'),
      mediaTitle: Type.text('Name of the outlet'),
      articles: Type.integer('Its articles that the blog links to'),
      posts: Type.integer('Posts that link to one of them'),
      latest: Type.Array(
        Type.named('ReadLink', {
          article: ReadArticle,
          postId: Type.Integer(),
          postTitle: Type.String(),
          postUrl: Type.text('Address of the original'),
          postPublishedAt: Type.nullable(
            Type.DateTime,
            'When the blog published the post; null where that is not known',
          ),
          anchor: Type.text('Text of the link'),
        }),
        { maxItems: LATEST_MAX, description: 'By the newest posts' },
      ),
    }),
    { description: 'From the most articles to the fewest, then by code' },
  ),
});

const TopicNews = Type.named('TopicNews', {
  id: Type.String(),
  label: Type.String(),
  count: Type.Integer(),
  articles: Type.arrayOf(ReadArticle, 'Newest first', NEWS_MAX),
});
export type ReadingAnswer = Type.Static<typeof Response>;
export type TopicNewsAnswer = Type.Static<typeof TopicNews>;

/** A link from a post to an article. */
interface Read {
  post: ShownPost;
  article: NewsArticle;
  anchor: string;
}

export function readingRoute(sources: BlogSources): Route {
  const { directory, mentions, news, clock } = sources;
  return cachedRoute(sources, {
    path: '/api/v1/blogs/{slug}/reading',
    summary: 'Which outlets a blog links to',
    description:
      'From links in bodies of its posts to articles that the news service knows, whichever of the two was known first.',
    tag: 'blogs',
    params: { slug: Slug },
    query: RelationQuery,
    needs: ['mentions'],
    response: Response,
    errors: {
      400: '`invalid_query`: `hours` is not 168, 720 or 2160',
      404: '`not_found`: there is no such blog',
    },
    ask: ({ params, query }) => ({ ...params, ...query }),
    now: () => windowNowMs(clock.nowMs()),
    state: () => [directory, mentions, news.catalog].map(({ generation }) => generation),
    answer: ({ slug, hours }, untilMs) => readingOf(sources, slug, hours, untilMs),
    send: jsonReply,
  });
}

async function readingOf(
  sources: BlogSources,
  slug: string,
  hours: number,
  untilMs: number,
): Promise<ReadingAnswer> {
  const { directory } = sources;
  const blog = directory.bySlug(slug);
  if (blog === null) throw noSuchBlog();
  const filter = { sinceMs: untilMs - hours * HOUR_MS, untilMs, blog: blog.id, needle: null };
  const { posts, isLast } = newestPosts(directory, filter, POSTS_MAX);
  const byId = new Map(posts.map((post) => [post.id, post]));
  const links = await sources.ask('mentions', { type: 'links', ids: [...byId.keys()] });
  const leaving = links.filter(
    ({ id, targetUrl }) => hostOf(targetUrl) !== hostOf(byId.get(id)!.url),
  );
  const all = [...new Set(leaving.map(({ targetUrl }) => targetUrl))];
  const addresses = all.slice(0, ADDRESSES_MAX);
  const articles = await articlesAt(sources, addresses);
  const articleOf = new Map(addresses.map((url, at) => [url, articles[at]!]));
  const read = leaving.flatMap(({ id, targetUrl, anchor }): Read[] => {
    const article = articleOf.get(targetUrl) ?? null;
    return article === null ? [] : [{ post: byId.get(id)!, article, anchor }];
  });
  return {
    slug,
    hours,
    posts: posts.length,
    links: addresses.length,
    unresolved: articles.filter((article) => article === null).length,
    limited: !isLast || all.length > addresses.length,
    outlets: outletsOf(sources, read),
  };
}

function outletsOf(sources: BlogSources, read: readonly Read[]): ReadingAnswer['outlets'] {
  const byMedia = new Map<string, Read[]>();
  for (const one of read) {
    const { media } = one.article;
    byMedia.set(media, [...(byMedia.get(media) ?? []), one]);
  }
  return [...byMedia]
    .map(([media, own]) => ({
      media,
      mediaTitle: own[0]!.article.mediaTitle,
      articles: new Set(own.map(({ article }) => article.id)).size,
      posts: new Set(own.map(({ post }) => post.id)).size,
      latest: own.slice(0, LATEST_MAX).map(({ post, article, anchor }) => ({
        article: toldOf(sources, article),
        postId: post.id,
        postTitle: post.title,
        postUrl: post.url,
        postPublishedAt: post.publishedAt,
        anchor,
      })),
    }))
    .sort((a, b) => b.articles - a.articles || (a.media < b.media ? -1 : 1));
}

export function topicNewsRoute(sources: BlogSources): Route {
  return route({
    path: '/api/v1/topics/{id}/news',
    summary: 'What the news write about a topic',
    description: 'The newest articles of the last 31 days that carry its term as a tag.',
    tag: 'topics',
    params: { id: TopicId },
    needs: ['topics'],
    response: TopicNews,
    errors: TOPIC_ERRORS,
    handle: async ({ params: { id } }) => {
      const { publicUrl, clock } = sources;
      const question: DetailQuestion = {
        type: 'detail',
        id: canonicalTopicId(id),
        hours: 720,
        nowMs: windowNowMs(clock.nowMs()),
        publicUrl,
        after: null,
      };
      const { frame } = foundTopic(await settled(sources, () => sources.ask('topics', question)));
      const { topic } = JSON.parse(frame) as { topic: { id: string; label: string } };
      const articles = await newestTagged(sources, topic.label, NEWS_MAX);
      return jsonReply({
        id: topic.id,
        label: topic.label,
        count: articles.length,
        articles: articles.map((article) => toldOf(sources, article)),
      } satisfies TopicNewsAnswer);
    },
  });
}

function toldOf({ news }: BlogSources, article: NewsArticle): Type.Static<typeof ReadArticle> {
  const newsUrl = `${news.catalog.publicUrl}/articles/${article.id}/`;
  return Type.fieldsOf(ReadArticle, article, { newsUrl });
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** Time in which articles of a tag are searched: the widest window of the news' lists. */
const TAG_MS = 744 * HOUR_MS;

/**
 * Articles by address as in links; null for those that the news service does not show now, so
 * hidden articles are not shown here either.
 */
async function articlesAt(
  sources: BlogSources,
  urls: readonly string[],
): Promise<(Article | null)[]> {
  const hosts = new Set<string>();
  for (const { homepage } of sources.news.catalog.directory.media()) {
    if (homepage !== null && URL.canParse(homepage)) hosts.add(familyOf(new URL(homepage).host));
  }
  const forms = urls.map((url) => formsOf(url, hosts));
  const asked = [...new Set(forms.flat())];
  const places = await sources.newsPlaces(asked);
  const placeOf = new Map(asked.map((url, at) => [url, places[at] ?? null]));
  const chosen = forms.map((own) => own.map((url) => placeOf.get(url)).find((one) => one != null));
  const known = chosen.filter((place) => place !== undefined && place !== null);
  const articles = await sources.news.articles(known);
  const byId = new Map(known.map(({ id }, at) => [id, articles[at] ?? null]));
  return chosen.map((place) => (place == null ? null : (byId.get(place.id) ?? null)));
}

function newestTagged(sources: BlogSources, tag: string, limit: number): Promise<Article[]> {
  const nowMs = sources.clock.nowMs();
  const filter = taggedFilter(tag, nowMs - TAG_MS, nowMs, nowMs);
  return newestArticles(sources.news, filter, limit);
}

/** The canonical address, and on a host of an outlet other addresses of the same page. */
function formsOf(url: string, hosts: ReadonlySet<string>): string[] {
  const canonical = canonicalUrl(url);
  if (canonical === null) return [];
  const parsed = new URL(canonical);
  const bare = familyOf(parsed.host);
  if (!isOfOutlet(bare, hosts)) return [canonical];
  const path = parsed.pathname;
  const paths = [path, path.endsWith('/') ? path.slice(0, -1) : `${path}/`];
  const others = paths
    .flatMap((one) => labelledUrls(bare, `${one}${parsed.search}`))
    .map(canonicalUrl);
  return [...new Set([canonical, ...others.filter((one) => one !== null)])];
}

/** True for a host of an outlet and its subdomains. */
function isOfOutlet(host: string, hosts: ReadonlySet<string>): boolean {
  for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
    if (hosts.has(rest)) return true;
  }
  return false;
}
