/**
 * What posts and blogs are in the directory: their JSON as the API sends it.
 *
 * There are no readable addresses of posts, so `canonicalPath` and `blogCanonicalPath` are absent.
 */
import { isoOf } from '../../kernel/clock.js';
import { iconUrlOf } from '../../model/icon.js';
import type { BlogRecord, PostRecord } from '../../model/records.js';
import { searchForm } from '../../text/tag.js';
import { FLAG, TEXT_END } from './codec.js';
import type { Row } from './runs.js';
import type { Pace } from './timeline.js';
import { uriOf } from './uri.js';

/** The row of a post of `blog`. */
export function rowOf(
  post: PostRecord,
  blog: BlogRecord,
  { summary, hidden, publicUrl }: { summary: string; hidden: boolean; publicUrl: string },
): Row {
  const item = JSON.stringify({
    id: post.id,
    title: post.title,
    url: uriOf(post.url),
    author: post.author,
    publishedAt: isoOrNull(post.publishedMs),
    updatedAt: isoOrNull(post.updatedMs),
    imageUrl: post.imageUrl === null ? null : uriOf(post.imageUrl),
    blogSlug: blog.slug,
    blogName: blog.name,
    summary,
    observedAt: isoOf(post.observedMs),
    iconUrl: iconOf(blog, publicUrl),
  });
  return {
    id: post.id,
    timeMs: post.sortMs,
    blog: blog.id,
    flags: hidden ? FLAG.hidden : 0,
    text: searchForm(post.title) + TEXT_END,
    item: Buffer.from(`${item},`),
  };
}

/** The summary that an item holds. */
export function summaryIn(item: Uint8Array): string {
  return (JSON.parse(textOf(item)) as { summary: string }).summary;
}

/** The same item for a blog that now has another name or icon. */
export function withBlog(item: Uint8Array, blog: BlogRecord, publicUrl: string): Buffer {
  const value = JSON.parse(textOf(item)) as object;
  const facts = { blogName: blog.name, iconUrl: iconOf(blog, publicUrl) };
  return Buffer.from(`${JSON.stringify({ ...value, ...facts })},`);
}

/** Whether an item says of its blog what `withBlog` would. */
export function saysBlog(item: Uint8Array, blog: BlogRecord, publicUrl: string): boolean {
  const { blogName, iconUrl } = JSON.parse(textOf(item)) as { blogName: string; iconUrl: unknown };
  return blogName === blog.name && iconUrl === iconOf(blog, publicUrl);
}

function iconOf({ iconHash }: BlogRecord, publicUrl: string): string | null {
  return iconHash == null ? null : iconUrlOf(publicUrl, iconHash);
}

function textOf(item: Uint8Array): string {
  return Buffer.from(item).toString('utf8', 0, item.length - 1);
}

/** JSON of a blog in the directory, with its comma. */
export function blogItemOf(
  blog: BlogRecord,
  pace: Pace,
  lastCrawlSuccessMs: number | null,
  publicUrl: string,
): Buffer {
  const given = blog.expectedIntervalHours;
  const item = JSON.stringify({
    id: blog.id,
    slug: blog.slug,
    name: blog.name,
    url: `${publicUrl}/blogs/${encodeURIComponent(blog.slug)}/`,
    sourceUrl: uriOf(blog.sourceUrl),
    category: blog.category,
    description: blog.description,
    iconUrl: iconOf(blog, publicUrl),
    discoveredAt: isoOrNull(blog.discoveredMs),
    lastCrawlSuccessAt: isoOrNull(lastCrawlSuccessMs),
    lastPublishedAt: isoOrNull(pace.lastPublishedMs),
    expectedIntervalHours: given === null ? pace.intervalHours : Math.max(1, Math.round(given)),
  });
  return Buffer.from(`${item},`);
}

/** JSON of a blog's feeds. */
export function feedsOf({ feeds }: BlogRecord): Buffer {
  return Buffer.from(JSON.stringify(feeds.map(({ url, type }) => ({ url, type }))));
}

function isoOrNull(atMs: number | null): string | null {
  return atMs === null ? null : isoOf(atMs);
}
