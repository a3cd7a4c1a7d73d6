/**
 * Posts of verified blogs as the news service tells of them: which link to its articles, and which are about an
 * event by the likeness that makes events.
 *
 * Invariant: posts are joined from the directory as they are shown now, so what is hidden or erased there is not
 * told here. No texts: a post is its title, its address and who wrote it.
 */
import { DAY_MS, HOUR_MS } from '../../../../kernel/clock.js';
import * as Type from '../../../http/type.js';
import type { Article as Post } from '../../blog/schemas.js';
import { flag, integer, named, nullable, text } from '../../schema.js';
import type { Article } from '../articles/article-lookup.js';
import { DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';

/** Posts of one answer. */
export const POSTS_MAX = 100;
/** Posts that are compared with an event: a few milliseconds of its index. */
const COMPARED_MAX = 10;
/** The event's index compares with texts of the last days only. */
const COMPARED_MS = 3 * DAY_MS;

const OPEN = new TextEncoder().encode('[');
const CLOSE = new TextEncoder().encode(']');

type ShownPost = Type.Static<typeof Post>;

export const BlogPost = named('BlogPost', {
  id: integer('Of the post, at the blog service'),
  title: Type.String(),
  url: text('Address of the original'),
  publishedAt: nullable(DateTime),
  observedAt: nullable(DateTime),
  blogSlug: text('Blog code at the blog service'),
  blogName: Type.String(),
  blogUrl: text("The blog service's own page of the blog"),
});

export const LINK_FIELDS = {
  targetUrl: nullable(
    text('The link without tracking parameters; null where the post does not link'),
  ),
  anchor: nullable(text('Text of the link, which may be empty; null where there is no link')),
};

export const Limited = flag(
  'There are more posts than are named, or more links to the host than are looked at',
);

/** A post that is shown, with what it links to. */
export interface LinkingShown {
  post: ShownPost;
  targets: readonly number[];
  targetUrl: string;
  anchor: string;
}

/** The posts that link to articles with these addresses, as far as they are shown, newest first. */
export async function postsLinkingTo(
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

/** A post as answers name it. */
export function blogPostOf(
  { blogs }: NewsSources,
  { id, title, url, publishedAt, observedAt, blogSlug, blogName }: ShownPost,
): Type.Static<typeof BlogPost> {
  const blogUrl = `${blogs.directory.publicUrl}/blogs/${encodeURIComponent(blogSlug)}/`;
  return { id, title, url, publishedAt, observedAt, blogSlug, blogName, blogUrl };
}

/** All that what is told of posts depends on, besides the question. */
export function blogState({ blogs: { directory, mentions } }: NewsSources): string {
  return `${directory.generation} ${mentions.generation}`;
}

/** Posts whose title names a tag of an event and that are of it by its likeness, newest first. */
export async function postsAbout(
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
    const { slices } = directory.posts(filter, null, COMPARED_MAX);
    const bytes = directory.frame(OPEN, slices, CLOSE).render();
    for (const post of JSON.parse(Buffer.from(bytes).toString()) as ShownPost[]) {
      candidates.set(post.id, post);
    }
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

/** When a post became public as far as is known. */
export function postMs({ publishedAt, observedAt }: Pick<ShownPost, 'publishedAt' | 'observedAt'>) {
  return Date.parse(publishedAt ?? observedAt ?? '') || 0;
}

export function laterFirst(a: ShownPost, b: ShownPost): number {
  return postMs(b) - postMs(a) || b.id - a.id;
}

/** The earliest of articles that are newest first; null where there is none. */
export function firstOf(articles: readonly Article[]): Article | null {
  return articles.at(-1) ?? null;
}
