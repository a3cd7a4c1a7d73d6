/**
 * `/api/v1/media/{media}`: one media with its newest articles and most frequent tags; `/keywords`:
 * tags and words of its titles; and `/docs/media/{media}`, the page with the rules of its
 * collection. `crawler.links` and `rulesUrl` name that page when the media's record names no other.
 */

import { HOUR_MS, isoOf } from '../../../../kernel/clock.js';
import { TagwireError } from '../../../../kernel/errors.js';
import { escapeQuoted } from '../../../../kernel/markup.js';
import type { MediaRecord } from '../../../../kernel/model/records.js';
import { tagKey } from '../../../../kernel/text/tag.js';
import type { TagsQuestion } from '../../../../news/tags/codec.js';
import { HTML_TYPE } from '../../../http/reply.js';
import { type Route, route } from '../../../http/route.js';
import { cachedRoute, cacheUntilRefresh, quantised, taggedReply } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import type { Article } from '../articles/article-lookup.js';
import { EVERYTHING, listEndMs, newestArticles } from '../articles/catalog-list.js';
import { knownMedia } from '../parameters.js';
import { ArticleItem } from '../schemas.js';
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

export function rulesUrlOf(publicUrl: string, media: string): string {
  return `${publicUrl}${PAGE.replace('{media}', encodeURIComponent(media))}`;
}

/** The route of the page; OpenAPI documents omit it. */
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
      return taggedReply(new TextEncoder().encode(rulesPageOf(record)), {
        contentType: HTML_TYPE,
        cacheControl: cacheUntilRefresh(sources.clock.nowMs()),
        headers: HEADERS,
      });
    },
  });
}

function rulesPageOf(record: MediaRecord): string {
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

/** From the contract: articles counted, articles shown, tags shown. */
const COUNTED_MAX = 200;
const SHOWN_MAX = 60;
const TAGS_MAX = 50;

const ShownArticle = Type.Object(
  Type.some(ArticleItem, 'id', 'title', 'url', 'image', 'publishedAt', 'tags'),
);

const MediaPageResponse = Type.named('MediaPage', {
  media: Type.text('Media code'),
  title: Type.text('Name of the outlet'),
  icon: Type.nullable(Type.String()),
  hours: Type.Integer(),
  articleCount: Type.Integer({
    maximum: COUNTED_MAX,
    description: 'Articles of the period; counting ends at 200',
  }),
  topTags: Type.listedUpTo(TAGS_MAX, 'Most frequent tags of the articles that were counted', {
    tag: Type.String(),
    count: Type.integer('Articles that carry it'),
  }),
  articles: Type.arrayOf(ShownArticle, 'The newest 60, newest first', SHOWN_MAX),
});
export type MediaPageAnswer = Type.Static<typeof MediaPageResponse>;

/** `/api/v1/media/{media}`: one media with its newest articles and most frequent tags. */
export function mediaPageRoute(sources: NewsSources): Route {
  return cachedRoute(sources, {
    path: '/api/v1/media/{media}',
    summary: 'One media: newest articles and top tags',
    description:
      'Articles that the media published; for what a discovery source found, see `/content`.',
    tag: 'media',
    params: { media: Type.text('Media code') },
    query: {
      hours: Type.within(1, 168, 24, 'Hours back'),
    },
    response: MediaPageResponse,
    errors: { 404: 'There is no such media' },
    ask: ({ params: { media }, query: { hours } }) => {
      knownMedia(sources, media);
      return { media, hours };
    },
    now: () => listEndMs(sources),
    state: () => [sources.catalog.generation],
    answer: ({ media, hours }, untilMs) =>
      pageOf(sources, knownMedia(sources, media), hours, untilMs),
  });
}

async function pageOf(
  sources: NewsSources,
  { media, title, icon }: MediaRecord,
  hours: number,
  untilMs: number,
): Promise<Type.Static<typeof MediaPageResponse>> {
  const mask = sources.catalog.directory.mediaMask([media]);
  const sinceMs = quantised(untilMs) - hours * HOUR_MS;
  const own = 'unknown' in mask ? new Uint8Array(0) : mask;
  const filter = { ...EVERYTHING, sinceMs, untilMs, nowMs: untilMs, media: own };
  const counted = await newestArticles(sources, filter, COUNTED_MAX);
  return {
    media,
    title,
    icon,
    hours,
    articleCount: counted.length,
    topTags: topTags(counted),
    articles: counted.slice(0, SHOWN_MAX).map((article) => Type.fieldsOf(ShownArticle, article)),
  };
}

/** Tags by number of articles, in the most frequent spelling. */
function topTags(articles: readonly Article[]): { tag: string; count: number }[] {
  const spellings = new Map<string, Map<string, number>>();
  for (const { tags } of articles) {
    for (const tag of tags) {
      const key = tagKey(tag);
      const known = spellings.get(key) ?? new Map<string, number>();
      known.set(tag, (known.get(tag) ?? 0) + 1);
      spellings.set(key, known);
    }
  }
  const counts = [...spellings.values()].map((known) => {
    const [first] = [...known].sort(byCount);
    return { tag: first![0], count: [...known.values()].reduce((sum, count) => sum + count, 0) };
  });
  return counts.sort((a, b) => byCount([a.tag, a.count], [b.tag, b.count])).slice(0, TAGS_MAX);
}

/** Highest count first; of equal counts, by code units. */
function byCount(a: [string, number], b: [string, number]): number {
  return b[1] - a[1] || (a[0] < b[0] ? -1 : 1);
}

const HOURS_MAX = 168;

const KeywordsResponse = Type.named('MediaKeywords', {
  media: Type.String(),
  hours: Type.Integer(),
  from: Type.DateTime,
  to: Type.DateTime,
  sampledArticles: Type.integer('Articles looked at, the newest ones'),
  capped: Type.flag('The period had more than 2,000 articles'),
  terms: Type.listed('From the most articles to the fewest', {
    label: Type.text('The word'),
    count: Type.integer('Articles with the term'),
  }),
});
export type KeywordsAnswer = Type.Static<typeof KeywordsResponse>;

export function keywordsRoute(sources: NewsSources): Route {
  const { tags, clock, rules } = sources;
  return cachedRoute(sources, {
    path: '/api/v1/media/{media}/keywords',
    summary: 'Keywords of a media',
    description:
      'Tags of its newest articles, and tags of the whole press in their titles, each once for an article. Names of news categories and generic words are left out. Of terms at the same place of a title, the longest counts.',
    tag: 'media',
    params: { media: Type.text('Media code') },
    query: {
      hours: Type.within(1, HOURS_MAX, HOURS_MAX),
    },
    needs: ['tags'],
    response: KeywordsResponse,
    errors: { 400: 'A parameter is malformed', 404: 'There is no such media' },
    ask: ({ params: { media }, query: { hours } }) => {
      knownMedia(sources, media);
      return { media, hours };
    },
    now: () => quantised(clock.nowMs()),
    state: () => [tags.entry],
    answer: async ({ media, hours }, toMs) => {
      const fromMs = toMs - hours * HOUR_MS;
      const asked: TagsQuestion = { type: 'keywords', media, fromMs, toMs };
      const { sampledArticles, capped, terms: found } = await sources.ask('tags', asked);
      const terms = found.filter(({ label }) => !rules.keywordNoise.has(tagKey(label)));
      const period = { from: isoOf(fromMs), to: isoOf(toMs) };
      return { media, hours, ...period, sampledArticles, capped, terms };
    },
  });
}

/**
 * Parses the rules of `data/keyword-noise.json`: keys of words that are no keywords.
 * @throws TagwireError CONFIG_INVALID for rules that are no lists of words.
 */
export function keywordNoiseOf(rules: unknown): Set<string> {
  const { categories, generic } = (rules ?? {}) as { categories?: unknown; generic?: unknown };
  if (!isWords(categories) || !isWords(generic)) {
    const reason = 'data/keyword-noise.json: categories and generic must be lists of words';
    throw new TagwireError('CONFIG_INVALID', reason);
  }
  return new Set([...categories, ...generic].map(tagKey));
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}
