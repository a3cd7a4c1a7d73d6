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

/**
 * Addresses as RFC 3986 writes them.
 *
 * Canonical addresses follow the WHATWG standard, which leaves a few characters alone that the RFC
 * does not allow; readers that check `format: uri` would refuse them. Here they are escaped, which
 * servers undo, so the page meant stays the same.
 */
const SOUND = /^[A-Za-z0-9\-._~:/?@!$&'()*+,;=]*$/;
const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/g;
const STRANGER = /[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]/g;

/** An absolute http or https address, escaped where it has to be. */
export function uriOf(address: string): string {
  if (SOUND.test(address)) return address;
  const pathAt = address.indexOf('/', address.indexOf('//') + 2);
  if (pathAt < 0) return address;
  const origin = address.slice(0, pathAt);
  // Brackets are allowed in the host alone, around an IPv6 address.
  const host = origin.includes('[') ? origin : origin.replace(STRANGER, escaped);
  const rest = address.slice(pathAt).replace(STRAY_PERCENT, '%25').replace(STRANGER, escaped);
  const fragmentAt = rest.indexOf('#') + 1;
  if (fragmentAt === 0) return host + rest;
  const fragment = rest.slice(fragmentAt).replaceAll('#', '%23');
  return host + rest.slice(0, fragmentAt) + fragment;
}

function escaped(character: string): string {
  return encodeURIComponent(character);
}
