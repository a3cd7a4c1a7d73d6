/** Records of an invented world of news tags and blogs, whole as the log writes them. */
import { hash64, hexOf } from '../../../src/kernel/hash.js';
import type {
  BlogRecord,
  MaskRecord,
  NewsRecord,
  PostRecord,
  RevokeRecord,
  TickRecord,
} from '../../../src/model/records.js';

export function newsOf(
  id: number,
  sortMs: number,
  tags: string[],
  fields: Partial<NewsRecord> = {},
): NewsRecord {
  return {
    kind: 'news',
    id,
    media: 'paper',
    url: `https://paper.example/${id}`,
    title: `News ${id}`,
    description: null,
    publishedMs: sortMs,
    precision: 'second',
    observedMs: sortMs,
    section: null,
    image: null,
    authors: [],
    tags,
    bodyStatus: 'ok',
    bodyChars: 0,
    bodyHash: '',
    bodySource: null,
    fetchedMs: null,
    discoveries: [],
    sortMs,
    datePending: false,
    previousSortMs: null,
    ownTags: null,
    tagMethod: null,
    ...fields,
  };
}

export function blogOf(id: number, fields: Partial<BlogRecord> = {}): BlogRecord {
  return {
    kind: 'blog',
    id,
    slug: `blog-${id}`,
    name: `Blog ${id}`,
    sourceUrl: `https://blog-${id}.example/`,
    category: '',
    description: '',
    feeds: [],
    verified: true,
    iconUrl: null,
    aliases: [],
    discoveredMs: null,
    expectedIntervalHours: null,
    canonicalSlug: null,
    iconHash: null,
    ...fields,
  };
}

/** What an entry of the log holds of a post. */
export interface PostEntry {
  record: PostRecord;
  body: string | null;
}

export function postOf(
  id: number,
  blog: number,
  sortMs: number,
  title: string,
  body: string,
  fields: Partial<PostRecord> = {},
): PostEntry {
  const bytes = new TextEncoder().encode(body);
  const record: PostRecord = {
    kind: 'post',
    id,
    blog: `blog-${blog}`,
    url: `https://blog-${blog}.example/${id}`,
    title,
    author: null,
    publishedMs: sortMs,
    updatedMs: null,
    observedMs: sortMs,
    summary: null,
    imageUrl: null,
    labels: [],
    bodyChars: body.length,
    bodyHash: body === '' ? '' : hexOf(hash64(bytes)),
    links: [],
    linksTruncated: false,
    sortMs,
    previousSortMs: null,
    ...fields,
  };
  return { record, body: body === '' ? null : body };
}

export function maskOf(
  kind: MaskRecord['kind'],
  target: MaskRecord['target'],
  key: string,
  id: number | null = null,
  sortMs: number | null = null,
): MaskRecord {
  return { kind, target, key, id, sortMs };
}

export function revokeTopic(topic: string): RevokeRecord {
  return { kind: 'revoke', topic, post: null, postId: null };
}

export function revokePost(id: number): RevokeRecord {
  return { kind: 'revoke', topic: null, post: `https://blog.example/${id}`, postId: id };
}

export function tickAt(atMs: number): TickRecord {
  return { kind: 'tick', atMs, runs: ['ranking'] };
}
