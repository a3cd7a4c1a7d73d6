/**
 * What posts and blogs are in the directory: their JSON as the API sends it.
 *
 * There are no readable addresses of posts, so `canonicalPath` and `blogCanonicalPath` are absent.
 */

import type { ColumnPart, Row, RowBuffer } from '../../engine/runs/row-buffer.js';
import { isoOf, isoOrNull } from '../../kernel/clock.js';
import { iconUrlOf } from '../../kernel/model/icon.js';
import type { BlogRecord, PostRecord } from '../../kernel/model/records.js';
import { FLAG } from './codec.js';
import type { Pace } from './timeline.js';
import { uriOf } from './uri.js';

const NO_KEYS: readonly number[] = [];

/** The row of a post of `blog`, whose text and item go into `buffer`. */
export function rowOf(
  post: PostRecord,
  blog: BlogRecord,
  { summary, hidden, publicUrl }: { summary: string; hidden: boolean; publicUrl: string },
  buffer: RowBuffer,
): Row {
  const item = buffer.putItem({
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
    owner: blog.id,
    flags: hidden ? FLAG.hidden : 0,
    text: buffer.putFields(post.title),
    keys: NO_KEYS,
    item,
  };
}

/** The same item for a blog that now has another name or icon. */
export function withBlog(
  item: ColumnPart,
  blog: BlogRecord,
  publicUrl: string,
  buffer: RowBuffer,
): ColumnPart {
  const facts = { blogName: blog.name, iconUrl: iconOf(blog, publicUrl) };
  return buffer.putItem({ ...(buffer.valueAt(item) as object), ...facts });
}

/** Whether an item, without its comma, says of its blog what `withBlog` would. */
export function saysBlog(item: Uint8Array, blog: BlogRecord, publicUrl: string): boolean {
  const said = JSON.parse(Buffer.from(item).toString()) as { blogName: string; iconUrl: unknown };
  return said.blogName === blog.name && said.iconUrl === iconOf(blog, publicUrl);
}

function iconOf({ iconHash }: BlogRecord, publicUrl: string): string | null {
  return iconHash == null ? null : iconUrlOf(publicUrl, iconHash);
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
