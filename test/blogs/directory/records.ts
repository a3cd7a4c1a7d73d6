/** Records of an invented world of blogs, whole as the log writes them. */
import type {
  BlogRecord,
  CrawlRecord,
  MaskRecord,
  PostRecord,
} from '../../../src/kernel/model/records.js';
import { plainBlog, plainPost } from '../../kernel/model/plain-records.js';

export function blogOf(id: number, fields: Partial<BlogRecord> = {}): BlogRecord {
  return plainBlog(id, { name: `Name of ${id}`, ...fields });
}

export function postOf(
  id: number,
  blog: string,
  sortMs: number,
  fields: Partial<PostRecord> = {},
): PostRecord {
  return plainPost(id, blog, sortMs, { title: `Title ${id}`, ...fields });
}

export function crawlOf(blog: string, atMs: number, ok = true): CrawlRecord {
  return { kind: 'crawl', media: null, blog, atMs, ok, method: null, error: null, items: null };
}

export function postMaskOf(
  kind: MaskRecord['kind'],
  { id, url, sortMs }: Pick<PostRecord, 'id' | 'url' | 'sortMs'>,
): MaskRecord {
  return { kind, target: 'post', key: url, id, sortMs };
}

export function blogMaskOf(kind: MaskRecord['kind'], key: string): MaskRecord {
  return { kind, target: 'blog', key, id: null, sortMs: null };
}
