/** Records of an invented world of blogs, whole as the log writes them. */
import type {
  BlogRecord,
  CrawlRecord,
  MaskRecord,
  PostRecord,
} from '../../../src/model/records.js';

export function blogOf(id: number, fields: Partial<BlogRecord> = {}): BlogRecord {
  return {
    kind: 'blog',
    id,
    slug: `blog-${id}`,
    name: `Name of ${id}`,
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

export function postOf(
  id: number,
  blog: string,
  sortMs: number,
  fields: Partial<PostRecord> = {},
): PostRecord {
  return {
    kind: 'post',
    id,
    blog,
    url: `https://${blog}.example/${id}`,
    title: `Title ${id}`,
    author: null,
    publishedMs: sortMs,
    updatedMs: null,
    observedMs: sortMs,
    summary: null,
    imageUrl: null,
    labels: [],
    bodyChars: 0,
    bodyHash: '',
    links: [],
    linksTruncated: false,
    sortMs,
    previousSortMs: null,
    ...fields,
  };
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
