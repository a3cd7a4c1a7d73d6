/**
 * Files for programs that visit like people do: `robots.txt` and `llms.txt`.
 */

import { escapeQuoted } from '../../kernel/markup.js';
import { HTML_TYPE, NO_STORE, type Reply, textReply } from '../http/reply.js';
import type { SiteRoute } from '../http/site.js';
import type { ServiceFacts } from './page.js';

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
