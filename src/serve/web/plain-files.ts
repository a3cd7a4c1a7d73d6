/**
 * Files for programs that visit like people do: `robots.txt`, `llms.txt` and the sitemap of the blog
 * service.
 */
import { escapeQuoted, escapeText } from '../../kernel/markup.js';
import type { BlogPageAnswer } from '../api/blog/blogs.js';
import type { TopicsBody } from '../api/blog/topics-schemas.js';
import { HTML_TYPE, NO_STORE, type Reply, textReply } from '../http/reply.js';
import { jsonOf } from '../http/service-options.js';
import type { SiteRoute } from '../http/site.js';
import type { Backend } from './backend.js';
import type { ServiceFacts } from './page.js';
import { pathTo } from './parts/address.js';

const TEXT_TYPE = 'text/plain; charset=utf-8';
const CACHE = 'public, max-age=3600';

/** The files of a service. */
export function plainFiles(facts: Omit<ServiceFacts, 'assets'>): SiteRoute[] {
  return [
    { path: '/robots.txt', get: () => fileOf(robotsOf(facts)) },
    { path: '/llms.txt', get: () => fileOf(llmsOf(facts)) },
  ];
}

function fileOf(text: string): Reply {
  return textReply(text, TEXT_TYPE, { cacheControl: CACHE });
}

/** Pages of one person, and choices of language and scheme, are not for search engines. */
function robotsOf({ publicUrl }: Omit<ServiceFacts, 'assets'>): string {
  const rules = 'User-agent: *\nDisallow: /my/\nDisallow: /admin/\nDisallow: /*scheme=\n';
  return `${rules}\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

function llmsOf({ service, publicUrl, otherUrl, version }: Omit<ServiceFacts, 'assets'>): string {
  const about =
    service === 'news'
      ? 'What the media write about: bursting tags, stories with the headlines of every side, similar texts and citations.'
      : 'A directory of blogs: their articles, their topics, and which blog mentions which.';
  const pages =
    service === 'news'
      ? `## Pages

- [Stories now](${publicUrl}/): \`?at=\` with a time shows any hour before
- [Tags](${publicUrl}/tags/): a page for each at /tag/{tag}/
- [Articles](${publicUrl}/articles/): search with ?q=, media=, camp=, tag=, since=, until=
- [Similarity](${publicUrl}/similarity/): who copies and who cites whom, with evidence
- [Sitemap](${publicUrl}/sitemap.xml)

`
      : '';
  return `# Tagwire ${service} service

> ${about} Free to read; titles and texts belong to their publishers, and ${publicUrl} is to be named as the source of the data.

Programs ask the JSON API rather than read pages: every page names the paths that answer with the same data.

${pages}## API

- [OpenAPI 3.1](${publicUrl}/api/v1/openapi.json): every path with its parameters and answers
- [Documentation](${publicUrl}/docs)
- [The ${service === 'news' ? 'blog' : 'news'} service](${otherUrl}/)

Tagwire ${version}
`;
}

/** The page of a status with a sentence. */
export function plainErrorPage(status: number, message: string): Reply {
  const text = escapeQuoted(message);
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${status}</title><h1>${status}</h1><p>${text}</p><p><a href="/">/</a></p></html>\n`;
  return textReply(html, HTML_TYPE, { status, cacheControl: NO_STORE });
}

/** What a sitemap may name. From its protocol. */
const ADDRESSES_MAX = 50_000;
const PAGE = 200;

/**
 * The sitemap of the blog service, made of the API's answers for each request: nothing is kept.
 */
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
