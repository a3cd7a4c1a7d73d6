/**
 * `/docs/media/{media}`: the page that shows by which rules a media is collected. It is where
 * `crawler.links` and `rulesUrl` lead when the media's record names no better place.
 */

import { escapeQuoted } from '../../../../kernel/markup.js';
import type { MediaRecord } from '../../../../kernel/model/records.js';
import { HTML_TYPE } from '../../../http/reply.js';
import { type Route, route } from '../../../http/route.js';
import { cacheUntilRefresh, taggedReply } from '../../caching.js';
import * as Type from '../../schema.js';
import { knownMedia } from '../parameters.js';
import type { NewsSources } from '../sources.js';

const PAGE = '/docs/media/{media}';
const HEADERS = [
  [
    'content-security-policy',
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
] as const;

/** Address of the page of a media. */
export function rulesUrlOf(publicUrl: string, media: string): string {
  return `${publicUrl}${PAGE.replace('{media}', encodeURIComponent(media))}`;
}

/** The route of the page; it stands in no document. */
export function mediaRulesRoute(sources: NewsSources): Route {
  return route({
    path: PAGE,
    summary: 'Rules by which a media is collected',
    tag: 'docs',
    params: { media: Type.text('Media code') },
    response: Type.String(),
    errors: { 404: 'There is no such media' },
    produces: 'text/html',
    counted: false,
    documented: false,
    handle: ({ params }) => {
      const record = knownMedia(sources, params.media);
      return taggedReply(new TextEncoder().encode(pageOf(record)), {
        contentType: HTML_TYPE,
        cacheControl: cacheUntilRefresh(sources.clock.nowMs()),
        headers: HEADERS,
      });
    },
  });
}

function pageOf(record: MediaRecord): string {
  const { media, title, homepage, schedule, enabled, external, feeds, portal, crawler } = record;
  const rows: [string, string][] = [
    ['Code', media],
    ['Home page', homepage ?? '–'],
    ['Collected', external ? 'no, only cited' : enabled ? 'yes' : 'no'],
    ['Schedule', schedule ?? 'none: articles come by ingest'],
    ['Feeds', linesOf(feeds.map(({ url, type }) => `${type} ${url}`.trim()))],
    ['Methods', linesOf(crawler?.methods ?? [])],
    ['Transport', crawler?.transport ?? '–'],
    ['Texts', crawler?.body ?? '–'],
    ['Portal', portal?.link ?? '–'],
    ['Topic lists', linesOf((portal?.sources ?? []).map(({ kind, url }) => `${kind} ${url}`))],
  ];
  const cells = rows.map(([name, value]) => `<dt>${name}</dt>\n<dd>${htmlOf(value)}</dd>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${htmlOf(title)}</title>
</head>
<body>
<h1>${htmlOf(title)}</h1>
<p>The rules by which this media is collected.</p>
<dl>
${cells.join('\n')}
</dl>
</body>
</html>
`;
}

function linesOf(lines: readonly string[]): string {
  return lines.length === 0 ? '–' : lines.join('\n');
}

function htmlOf(text: string): string {
  return escapeQuoted(text).replaceAll('\n', '<br>');
}
