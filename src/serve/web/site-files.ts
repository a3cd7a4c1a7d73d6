/**
 * Files besides the pages: for programs (`robots.txt`, `llms.txt`, the sitemap of the blog
 * service), hosted icons, and static files of the pages, which are read once at the start and named
 * by a hash of their content, so that browsers cache them for a year and never use an outdated one.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { ByteCache } from '../../kernel/byte-cache.js';
import { escapeQuoted, escapeText } from '../../kernel/markup.js';
import { iconFileOf, isIconHash } from '../../kernel/model/icon.js';
import type { BlogPageAnswer } from '../api/blog/directory-lists.js';
import type { TopicsBody } from '../api/blog/topics-schemas.js';
import { notFound } from '../http/errors.js';
import { createCompressedForms } from '../http/packing.js';
import { HTML_TYPE, NO_STORE, type Reply, TEXT_TYPE, textReply } from '../http/reply.js';
import { jsonOf } from '../http/service-options.js';
import type { SiteRoute } from '../http/site.js';
import type { Backend } from './backend.js';
import type { ServiceFacts } from './page.js';
import { pathTo } from './parts/address.js';

const CACHE = 'public, max-age=3600';

export function plainFiles(facts: Omit<ServiceFacts, 'assets'>): SiteRoute[] {
  return [
    { path: '/robots.txt', get: () => fileOf(robotsOf(facts)) },
    { path: '/llms.txt', get: () => fileOf(llmsOf(facts)) },
  ];
}

function fileOf(text: string): Reply {
  return textReply(text, TEXT_TYPE, { cacheControl: CACHE });
}

/** Search engines must not index private pages, nor each choice of language and scheme. */
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

export function plainErrorPage(status: number, message: string): Reply {
  const text = escapeQuoted(message);
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${status}</title><h1>${status}</h1><p>${text}</p><p><a href="/">/</a></p></html>\n`;
  return textReply(html, HTML_TYPE, { status, cacheControl: NO_STORE });
}

/** Maximum of a sitemap, by its protocol. */
const ADDRESSES_MAX = 50_000;
const PAGE = 200;

/**
 * The sitemap of the blog service, made from the API's answers for each request, without a cache.
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

/** Files of `data/web`. */
const OWN = ['style.css', 'page.js', 'chart.js', 'my.js', 'icon.svg'] as const;
/** Files of packages, by their names here. */
const BORROWED: { readonly [name: string]: readonly [packageName: string, path: string] } = {
  'uplot.js': ['uplot', 'dist/uPlot.iife.min.js'],
  'uplot.css': ['uplot', 'dist/uPlot.min.css'],
};

const TYPES: { readonly [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

const FOREVER = 'public, max-age=31536000, immutable';
const HASH_LENGTH = 10;
/** Prefix that no other path has. */
const BASE = '/assets/';

export interface Assets {
  /** Paths by name. */
  paths: { readonly [name: string]: string };
  routes: readonly SiteRoute[];
}

/** Reads the files. @param folder the project's `data/web`. */
export function readAssets(folder: string): Assets {
  const paths: { [name: string]: string } = {};
  const routes: SiteRoute[] = [];
  const add = (name: string, bytes: Uint8Array): void => {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);
    const extension = extname(name);
    const path = `${BASE}${name.slice(0, -extension.length)}.${hash}${extension}`;
    const reply: Reply = {
      status: 200,
      body: bytes,
      contentType: TYPES[extension]!,
      cacheControl: FOREVER,
      etag: hash,
      compressible: createCompressedForms(bytes),
    };
    paths[name] = path;
    routes.push({ path, counted: false, get: () => reply });
  };
  for (const name of OWN) add(name, readFileSync(join(folder, name)));
  for (const [name, [packageName, path]] of Object.entries(BORROWED)) {
    const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
    add(name, readFileSync(join(dirname(manifest), path)));
  }
  return { paths, routes };
}

/** About a thousand icons of some kilobytes. */
const CACHED_BYTES_MAX = 4 * 1024 * 1024;
const NO_ICON = notFound('there is no icon at this address');

/** Hosted icons: files of the crawler, whose names are hashes of their bytes. */
export function iconRoute(folder: string): SiteRoute {
  const cached = new ByteCache<Uint8Array>(CACHED_BYTES_MAX, ({ length }) => length);
  return {
    path: '/icons/{hash}.png',
    counted: false,
    get: async ({ params }) => {
      const hash = params.hash!;
      if (!isIconHash(hash)) throw NO_ICON;
      let body = cached.get(hash);
      if (body === undefined) {
        body = await readFile(join(folder, iconFileOf(hash))).catch(() => undefined);
        if (body === undefined) throw NO_ICON;
        cached.set(hash, body);
      }
      return replyOf(hash, body);
    },
  };
}

function replyOf(etag: string, body: Uint8Array): Reply {
  return { status: 200, body, contentType: 'image/png', cacheControl: FOREVER, etag };
}
