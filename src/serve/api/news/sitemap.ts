/**
 * `/sitemap.xml`: addresses of the news service for search engines, in the format of sitemaps.org.
 * OpenAPI documents omit it.
 */

import { isoOf, MINUTE_MS } from '../../../kernel/clock.js';
import { escapeText, xmlText } from '../../../kernel/markup.js';
import type { Route } from '../../http/route.js';
import * as Type from '../../http/type.js';
import { cachedRoute, quantised, taggedReply } from '../replies/replies.js';
import { threadUrlOf } from './feeds.js';
import { rulesUrlOf } from './media/media-page.js';
import type { NewsSources } from './sources.js';

const XML_TYPE = 'application/xml; charset=utf-8';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** Maximum of a sitemap; threads are last, so they are cut. */
const ADDRESSES_MAX = 50_000;

/** Pages that always exist. */
const PAGES = [
  '/',
  '/tags/',
  '/articles/',
  '/similarity/',
  '/journalists/',
  '/topics/',
  '/media/',
  '/stats/',
];

interface Address {
  url: string;
  changedMs: number | null;
}

export function sitemapRoute(sources: NewsSources): Route {
  const { events, catalog, clock } = sources;
  return cachedRoute(sources, {
    path: '/sitemap.xml',
    summary: 'Sitemap',
    tag: 'feeds',
    needs: ['events'],
    response: Type.String(),
    errors: {},
    produces: 'application/xml',
    documented: false,
    ask: () => '',
    now: () => quantised(clock.nowMs()),
    state: () => [events.generation, catalog.generation],
    answer: (_, nowMs) => sitemapOf(addressesOf(sources, nowMs)),
    send: (text) => taggedReply(Buffer.from(text), { contentType: XML_TYPE }),
    refreshMs: MINUTE_MS,
  });
}

function addressesOf({ events, catalog, publicUrl }: NewsSources, nowMs: number): Address[] {
  const pages = PAGES.map((path) => ({ url: `${publicUrl}${path}`, changedMs: null }));
  const media = [...catalog.directory.media()].flatMap(({ media: code }) => [
    { url: `${publicUrl}/media/${encodeURIComponent(code)}/`, changedMs: null },
    { url: rulesUrlOf(publicUrl, code), changedMs: null },
  ]);
  const threads = events.newestThreads(nowMs).map(({ id, hoursMs }) => ({
    url: threadUrlOf(publicUrl, id),
    changedMs: hoursMs.at(-1)!,
  }));
  const docs = { url: `${publicUrl}/docs`, changedMs: null };
  return [...pages, docs, ...media, ...threads].slice(0, ADDRESSES_MAX);
}

function sitemapOf(addresses: readonly Address[]): string {
  const entries = addresses.map(({ url, changedMs }) => {
    const changed = changedMs === null ? '' : `<lastmod>${isoOf(changedMs)}</lastmod>`;
    return `<url><loc>${escapeText(xmlText(url))}</loc>${changed}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${NAMESPACE}">\n${entries.join('')}</urlset>\n`;
}
