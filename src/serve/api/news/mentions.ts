/**
 * Posts of verified blogs on the news service: posts that link to its articles, and posts that are
 * about an event by the similarity measure of events.
 *
 * Invariant: posts are joined from the directory as shown now, so hidden and erased posts are not
 * shown here. Answers contain no texts: a post is its title, its address and its author.
 */

import { DAY_MS, HOUR_MS } from '../../../kernel/clock.js';
import { majorTagsOf } from '../../../news/events/state/thread.js';
import { type Route, route } from '../../http/route.js';
import { newestPosts, type Article as Post } from '../blog/schemas.js';
import { articlesJson, cachedRoute } from '../replies/replies.js';
import * as Type from '../schema.js';
import { listEndMs, shownArticle } from './articles/catalog-list.js';
import { threadOf } from './events/event-history.js';
import { THREAD_ERRORS, ThreadIdParameter } from './events/event-json.js';
import { articlesOfThread, storyPeriod } from './events/thread-articles.js';
import { ARTICLE_ERRORS, ArticleParameter } from './parameters.js';
import { ARTICLE_NAME } from './schemas.js';
import type { NewsSources } from './sources.js';

/** Maximum of posts in an answer. */
export const POSTS_MAX = 100;
/** Posts that are compared with an event: a few milliseconds of the events thread. */
const COMPARED_MAX = 10;
/** The events thread compares only texts of the last days. */
const COMPARED_MS = 3 * DAY_MS;

type ShownPost = Type.Static<typeof Post>;

const BlogPost = Type.named('BlogPost', {
  id: Type.integer('Of the post, at the blog service'),
  title: Type.String(),
  url: Type.text('Address of the original'),
  publishedAt: Type.nullable(
    Type.DateTime,
    'When the blog published it; null where that is not known',
  ),
  observedAt: Type.nullable(Type.DateTime, 'When it was first seen; null where that is not known'),
  blogSlug: Type.text('Blog code at the blog service'),
  blogName: Type.String(),
  blogUrl: Type.text("The blog service's own page of the blog"),
});

const LINK_FIELDS = {
  targetUrl: Type.textOrNull(
    'The link without tracking parameters; null where the post does not link',
  ),
  anchor: Type.textOrNull('Text of the link, which may be empty; null where there is no link'),
};

const Limited = Type.flag(
  'There are more posts than are named, or more links to the host than are looked at',
);

/** A shown post, with its links. */
interface LinkingShown {
  post: ShownPost;
  targets: readonly number[];
  targetUrl: string;
  anchor: string;
}

/** Shown posts with links to articles of these addresses, newest first. */
async function postsLinkingTo(
  { blogs }: NewsSources,
  urls: readonly string[],
): Promise<{ found: LinkingShown[]; limited: boolean }> {
  const question = { type: 'linking', urls, postsMax: POSTS_MAX } as const;
  const { posts, limited } = await blogs.ask('mentions', question);
  const found = posts.flatMap(({ id, sortMs, targets, targetUrl, anchor }) => {
    const post = blogs.directory.find(id, sortMs) as ShownPost | null;
    return post === null ? [] : [{ post, targets, targetUrl, anchor }];
  });
  return { found, limited };
}

function blogPostOf({ blogs }: NewsSources, post: ShownPost): Type.Static<typeof BlogPost> {
  const blogUrl = `${blogs.directory.publicUrl}/blogs/${encodeURIComponent(post.blogSlug)}/`;
  return Type.fieldsOf(BlogPost, post, { blogUrl });
}

/** The state that answers with posts depend on, besides the question. */
function blogState({ blogs: { directory, mentions } }: NewsSources): string {
  return `${directory.generation} ${mentions.generation}`;
}

/** Posts with a tag of an event in the title that match it by its measure, newest first. */
async function postsAbout(
  sources: NewsSources,
  thread: number,
  tags: readonly string[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<{ post: ShownPost; likeness: number }[]> {
  if (toMs < sources.clock.nowMs() - COMPARED_MS) return [];
  const { directory } = sources.blogs;
  const candidates = new Map<number, ShownPost>();
  for (const tag of tags) {
    const needle = directory.needleOf(tag);
    if (needle === null) continue;
    const filter = { sinceMs: fromMs, untilMs: toMs + HOUR_MS, blog: null, needle };
    const { posts } = newestPosts(directory, filter, COMPARED_MAX);
    for (const post of posts) candidates.set(post.id, post);
  }
  const newest = [...candidates.values()].sort(laterFirst).slice(0, COMPARED_MAX);
  const compared = await Promise.all(
    newest.map(async (post) => {
      const words = `${post.title}\n${post.summary}`;
      const question = { type: 'belonging', text: words, articleId: null } as const;
      const belonging = await sources.ask('events', question);
      return { post, likeness: belonging.find((one) => one.thread === thread)?.likeness ?? null };
    }),
  );
  return compared.flatMap(({ post, likeness }) => (likeness === null ? [] : [{ post, likeness }]));
}

/** The time of publication, or of the first observation. */
function postMs({ publishedAt, observedAt }: Pick<ShownPost, 'publishedAt' | 'observedAt'>) {
  return Date.parse(publishedAt ?? observedAt ?? '') || 0;
}

function laterFirst(a: ShownPost, b: ShownPost): number {
  return postMs(b) - postMs(a) || b.id - a.id;
}

const MentionedArticle = Type.named('MentionedArticle', ARTICLE_NAME);

const ArticleMentionsResponse = Type.named('ArticleMentions', {
  article: MentionedArticle,
  count: Type.integer('Posts that are told'),
  blogs: Type.integer('Blogs that they are of'),
  limited: Limited,
  mentions: Type.Array(
    Type.named('ArticleMention', {
      post: BlogPost,
      targetUrl: Type.text('The first link to the article, without tracking parameters'),
      anchor: Type.text('Text of that link; empty for a picture or a bare address'),
    }),
    { description: 'Newest first' },
  ),
});
export type ArticleMentionsAnswer = Type.Static<typeof ArticleMentionsResponse>;

/** `/api/v1/articles/{id}/mentions`: posts of verified blogs with links to an article. */
export function articleMentionsRoute(sources: NewsSources): Route {
  return route({
    path: '/api/v1/articles/{id}/mentions',
    summary: 'Which verified blogs link to one article',
    description:
      'From links in bodies of posts, whether the post or the article was known first. Addresses are the same that differ in scheme, `www.`, `m.`, `mobile.`, `amp.`, a final slash, fragment or tracking parameters. A link is no endorsement.',
    tag: 'articles',
    params: ArticleParameter,
    needs: ['mentions'],
    response: ArticleMentionsResponse,
    errors: ARTICLE_ERRORS,
    handle: async ({ params: { id } }) => {
      const article = await shownArticle(sources, id);
      const { found, limited } = await postsLinkingTo(sources, [article.url]);
      return articlesJson({
        article: Type.fieldsOf(MentionedArticle, article),
        count: found.length,
        blogs: new Set(found.map(({ post }) => post.blogSlug)).size,
        limited,
        mentions: found.map(({ post, targetUrl, anchor }) => ({
          post: blogPostOf(sources, post),
          targetUrl,
          anchor,
        })),
      } satisfies ArticleMentionsAnswer);
    },
  });
}

/** Addresses that are looked up: those of the newest articles of a large event. */
const URLS_MAX = 500;

const ThreadPost = Type.named('EventBlogPost', {
  post: BlogPost,
  articleIds: Type.Array(Type.Integer(), {
    description: 'Articles of the event that it links to; empty where it is about it by likeness',
  }),
  ...LINK_FIELDS,
  likeness: Type.decimalOrNull(
    'Likeness to the event ÷ the least of one story, as `/match` tells it; null where it was not compared or is not alike',
  ),
  beforeFirst: Type.flag('It was published before the first report of the event'),
});

const FirstReport = Type.Omit(MentionedArticle, ['url'], { $id: 'EventFirstReport' });

const ThreadBlogsResponse = Type.named('EventBlogs', {
  threadId: Type.Integer(),
  first: Type.nullable(FirstReport, "The event's first report; null where none is shown"),
  count: Type.integer('Posts that are told'),
  blogs: Type.integer('Blogs that they are of'),
  earlier: Type.integer('Posts that were published before the first report'),
  limited: Limited,
  posts: Type.arrayOf(ThreadPost, 'Newest first', POSTS_MAX),
});
export type ThreadBlogsAnswer = Type.Static<typeof ThreadBlogsResponse>;
type Told = ThreadBlogsAnswer['posts'][number];

/**
 * `/api/v1/events/threads/{id}/blogs`: posts of verified blogs that link to an event's articles, or
 * match the event by its similarity measure, with a mark for posts older than the first report.
 */
export function threadBlogsRoute(sources: NewsSources): Route {
  const { events, catalog } = sources;
  return cachedRoute(sources, {
    path: '/api/v1/events/threads/{id}/blogs',
    summary: 'Which verified blogs write about a thread',
    description:
      'Posts that link to one of its newest 500 articles; and, while its texts are compared (three days), the newest ten posts whose title names a main tag, where title and summary are of it by the likeness that makes events.',
    tag: 'events',
    params: ThreadIdParameter,
    needs: ['events', 'mentions'],
    onCopy: 'missing',
    response: ThreadBlogsResponse,
    errors: THREAD_ERRORS,
    ask: ({ params: { id } }) => id,
    now: () => listEndMs(sources),
    state: () => [events.generation, catalog.generation, blogState(sources)],
    answer: (id, endMs) => answerOf(sources, id, endMs),
  });
}

async function answerOf(
  sources: NewsSources,
  id: number,
  endMs: number,
): Promise<ThreadBlogsAnswer> {
  const thread = await threadOf(sources, id);
  const articles = await articlesOfThread(sources, thread);
  const first = articles.at(-1) ?? null;
  const firstMs = first === null ? Number.NEGATIVE_INFINITY : Date.parse(first.publishedAt);
  const asked = articles.slice(0, URLS_MAX);
  const linking = await postsLinkingTo(
    sources,
    asked.map(({ url }) => url),
  );
  const about = await postsAbout(sources, id, majorTagsOf(thread), storyPeriod(thread, endMs));
  const likenesses = new Map(about.map(({ post, likeness }) => [post.id, likeness]));
  const linked = new Set(linking.found.map(({ post }) => post.id));
  const rest = about
    .filter(({ post }) => !linked.has(post.id))
    .map(({ post }) => ({ post, targets: [], targetUrl: null, anchor: null }));
  const posts = [...linking.found, ...rest]
    .sort((a, b) => laterFirst(a.post, b.post))
    .map(({ post, targets, targetUrl, anchor }): Told => {
      return {
        post: blogPostOf(sources, post),
        articleIds: targets.map((at) => asked[at]!.id),
        targetUrl,
        anchor,
        likeness: likenesses.get(post.id) ?? null,
        beforeFirst: post.publishedAt !== null && postMs(post) < firstMs,
      };
    });
  const told = posts.slice(0, POSTS_MAX);
  return {
    threadId: id,
    first: first && Type.fieldsOf(FirstReport, first),
    count: told.length,
    blogs: new Set(told.map(({ post }) => post.blogSlug)).size,
    earlier: told.filter(({ beforeFirst }) => beforeFirst).length,
    limited: linking.limited || posts.length > told.length || articles.length > asked.length,
    posts: told,
  };
}
