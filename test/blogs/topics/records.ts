/** Records of an invented world of news tags and blogs, whole as the log writes them. */
import { hash64, hexOf } from '../../../src/kernel/hash.js';
import type {
  MaskRecord,
  NewsRecord,
  PostRecord,
  RevokeRecord,
  TickRecord,
} from '../../../src/kernel/model/records.js';
import { plainNews, plainPost } from '../../kernel/model/plain-records.js';

export function newsOf(
  id: number,
  sortMs: number,
  tags: string[],
  fields: Partial<NewsRecord> = {},
): NewsRecord {
  return plainNews(id, 'paper', sortMs, { title: `News ${id}`, tags, ...fields });
}

export { plainBlog as blogOf } from '../../kernel/model/plain-records.js';

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
  const record = plainPost(id, `blog-${blog}`, sortMs, {
    title,
    bodyChars: body.length,
    bodyHash: body === '' ? '' : hexOf(hash64(bytes)),
    ...fields,
  });
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
