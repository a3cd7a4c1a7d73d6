/**
 * The sitemap of the blog service, made of the API's answers for each request: nothing is kept.
 */

import { escapeText } from '../../../kernel/markup.js';
import type { BlogPageAnswer } from '../../api/blog/blogs.js';
import type { TopicsBody } from '../../api/blog/topics-schemas.js';
import { type Reply, textReply } from '../../http/reply.js';
import { jsonOf } from '../../http/service-options.js';
import type { SiteRoute } from '../../http/site.js';
import type { Backend } from '../backend.js';
import { pathTo } from '../parts/address.js';

/** What a sitemap may name. From its protocol. */
const ADDRESSES_MAX = 50_000;
const PAGE = 200;

export function blogFileRoutes(backend: Backend): SiteRoute[] {
  return [{ path: '/sitemap.xml', get: () => sitemap(backend) }];
}

async function sitemap(backend: Backend): Promise<Reply> {
  const paths = ['/', '/blogs/', '/topics/', '/relations/'];
  for (let cursor: string | null = ''; cursor !== null && paths.length < ADDRESSES_MAX; ) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await backend.ask(`/api/v1/blogs?limit=${PAGE}${after}`);
    const page = jsonOf<BlogPageAnswer>(answer);
    paths.push(...(page?.items ?? []).map(({ slug }) => pathTo.blog(slug)));
    cursor = page?.nextCursor ?? null;
  }
  const topics = jsonOf<TopicsBody>(await backend.ask(`/api/v1/topics?limit=${PAGE}`));
  paths.push(...(topics?.items ?? []).map(({ id }) => pathTo.topic(id)));
  const lines = paths
    .slice(0, ADDRESSES_MAX)
    .map((path) => `<url><loc>${escapeText(backend.publicUrl + path)}</loc></url>`);
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</urlset>\n`;
  return textReply(text, 'application/xml; charset=utf-8');
}

/** What XML cannot hold, escaped or not, is left out. */
export function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}
