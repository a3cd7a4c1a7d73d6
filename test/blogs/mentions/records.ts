/** Records of an invented world of blogs, whole as the log writes them. */
import type {
  LinkLocation,
  MaskRecord,
  PostLink,
  PostRecord,
  TickRecord,
} from '../../../src/kernel/model/records.js';
import { plainPost } from '../../kernel/model/plain-records.js';

export const START_MS = Date.UTC(2026, 0, 1);

export { plainBlog as blogOf } from '../../kernel/model/plain-records.js';

export function linkOf(url: string, location: LinkLocation = 'body', anchor = 'a link'): PostLink {
  return { url, anchor, location };
}

/** A post of `blog-N`, published at `atMs`, with body links to some addresses. */
export function postOf(
  id: number,
  blog: number,
  atMs: number | null,
  targets: readonly string[] = [],
  fields: Partial<PostRecord> = {},
): PostRecord {
  const observedMs = fields.observedMs ?? (atMs ?? START_MS) + 60_000;
  return plainPost(id, `blog-${blog}`, atMs ?? observedMs, {
    url: `https://blog-${blog}.example/posts/${id}`,
    title: `Post ${id}`,
    publishedMs: atMs,
    observedMs,
    bodyChars: 100,
    bodyHash: '0123456789abcdef',
    links: targets.map((url) => linkOf(url)),
    ...fields,
  });
}

export function postMaskOf(kind: MaskRecord['kind'], id: number): MaskRecord {
  return { kind, target: 'post', key: `https://x.example/${id}`, id, sortMs: START_MS };
}

export function blogMaskOf(kind: MaskRecord['kind'], blog: number): MaskRecord {
  return { kind, target: 'blog', key: `blog-${blog}`, id: null, sortMs: null };
}

export function tickOf(atMs: number, ...runs: TickRecord['runs']): TickRecord {
  return { kind: 'tick', atMs, runs };
}
