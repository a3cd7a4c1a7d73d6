/**
 * `/api/v1/events/threads/{id}/blogs`: posts of verified blogs that link to an event's articles, or are about it
 * by the likeness that makes events, and which of them were there before the first report.
 */
import { majorTagsOf } from '../../../../news/events/thread.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { RouteReplies } from '../../replies/route-replies.js';
import { decimal, flag, integer, named, nullable, text } from '../../schema.js';
import { listEndMs } from '../articles/list-end.js';
import { threadOf } from '../events/event-history.js';
import { THREAD_ERRORS, ThreadIdParameter } from '../events/event-schemas.js';
import { storyPeriod } from '../events/thread-articles.js';
import { articlesOfThread } from '../events/thread-list.js';
import { DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import {
  BlogPost,
  blogPostOf,
  blogState,
  firstOf,
  LINK_FIELDS,
  Limited,
  laterFirst,
  POSTS_MAX,
  postMs,
  postsAbout,
  postsLinkingTo,
} from './blog-posts.js';

/** Addresses whose links are looked for: those of the newest articles of a large event. */
const URLS_MAX = 500;

const ThreadPost = named('EventBlogPost', {
  post: BlogPost,
  articleIds: Type.Array(Type.Integer(), {
    description: 'Articles of the event that it links to; empty where it is about it by likeness',
  }),
  ...LINK_FIELDS,
  likeness: nullable(
    decimal(
      'Likeness to the event ÷ the least of one story, as `/match` tells it; null where it was not compared or is not alike',
    ),
  ),
  beforeFirst: flag('It was published before the first report of the event'),
});

const Response = named('EventBlogs', {
  threadId: Type.Integer(),
  first: nullable(
    named('EventFirstReport', {
      id: Type.Integer(),
      media: text('Media code'),
      mediaTitle: Type.String(),
      title: Type.String(),
      publishedAt: DateTime,
    }),
  ),
  count: integer('Posts that are told'),
  blogs: integer('Blogs that they are of'),
  earlier: integer('Posts that were published before the first report'),
  limited: Limited,
  posts: Type.Array(ThreadPost, { maxItems: POSTS_MAX, description: 'Newest first' }),
});

/** The answer, for those who show it. */
export type ThreadBlogsAnswer = Type.Static<typeof Response>;
type Told = ThreadBlogsAnswer['posts'][number];

/** The route of an event's blogs. */
export function threadBlogsRoute(sources: NewsSources): Route {
  const { events, catalog } = sources;
  const path = '/api/v1/events/threads/{id}/blogs';
  const replies = new RouteReplies(sources.cachePart(path));
  return route({
    path,
    summary: 'Which verified blogs write about a thread',
    description:
      'Posts that link to one of its newest 500 articles; and, while its texts are compared (three days), the newest ten posts whose title names a main tag, where title and summary are of it by the likeness that makes events.',
    tag: 'events',
    params: ThreadIdParameter,
    response: Response,
    errors: THREAD_ERRORS,
    handle: ({ params: { id } }) => {
      const endMs = listEndMs(sources);
      const state = `${events.generation} ${catalog.generation} ${blogState(sources)} ${endMs}`;
      return replies.articles(state, String(id), () => answerOf(sources, id, endMs));
    },
  });
}

async function answerOf(
  sources: NewsSources,
  id: number,
  endMs: number,
): Promise<ThreadBlogsAnswer> {
  const thread = await threadOf(sources, id);
  const articles = await articlesOfThread(sources, thread);
  const first = firstOf(articles);
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
    first: first === null ? null : firstReport(first),
    count: told.length,
    blogs: new Set(told.map(({ post }) => post.blogSlug)).size,
    earlier: told.filter(({ beforeFirst }) => beforeFirst).length,
    limited: linking.limited || posts.length > told.length || articles.length > asked.length,
    posts: told,
  };
}

function firstReport({
  id,
  media,
  mediaTitle,
  title,
  publishedAt,
}: NonNullable<ThreadBlogsAnswer['first']>) {
  return { id, media, mediaTitle, title, publishedAt };
}
