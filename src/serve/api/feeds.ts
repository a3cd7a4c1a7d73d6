/**
 * Lists as feeds, RSS 2.0 and JSON Feed 1.1, on both services.
 *
 * The same parameters and the same entries as the list. Titles are those of the publishers, joined when
 * the feed is read; every feed says whose they are.
 */
import { PLACE } from '../../kernel/current-place.js';
import { escapeText } from '../../kernel/markup.js';
import type { Reply } from '../http/reply.js';
import { type Route, type RouteRequest, route, targetOf } from '../http/route.js';
import * as Type from '../http/type.js';
import { REVALIDATE, taggedReply } from './caching.js';
import type { HubLink, HubLinks } from './hub-links.js';
import { xmlText } from './news/feeds/xml-text.js';

/** Articles of a feed unless `limit` says otherwise. */
export const FEED_LIMIT = 50;
const FEED_TYPES_OF = { xml: 'application/rss+xml', json: 'application/feed+json' } as const;
type FeedForm = keyof typeof FEED_TYPES_OF;

const COPYRIGHT = 'Titles, images and texts belong to their publishers.';

interface FeedChannel {
  title: string;
  publicUrl: string;
  /** Address of the feed itself, without the public address. */
  path: string;
  version: string;
  language: string;
  link: HubLink;
}

export interface FeedEntry {
  title: string;
  url: string;
  /** ISO 8601; null where the source gave no time. */
  publishedAt: string | null;
  summary: string | null;
  image: string | null;
  author: string | null;
  tags: readonly string[];
}

type Library = typeof import('feedsmith');

/** What both services have. */
interface FeedHost {
  publicUrl: string;
  hubLinks: HubLinks;
  version: string;
  /** Of all answers. */
  cacheControl: string;
}

type Declared = Pick<Route, 'tag' | 'summary' | 'errors'> &
  Partial<Pick<Route, 'needs' | 'onCopy'>>;

/** The two routes of a feed, `/feeds/{name}.xml` and `.json`. They stand in no OpenAPI document. */
export function feedRoutes<Q extends Type.TProperties>(
  { publicUrl, hubLinks, version, cacheControl }: FeedHost,
  name: string,
  { query, ...declared }: Declared & { query: Q },
  read: (
    request: RouteRequest<Q, Record<never, never>>,
  ) => Promise<{ title: string; entries: readonly FeedEntry[] }>,
): Route[] {
  return (['xml', 'json'] as const).map((form) =>
    route({
      ...declared,
      query,
      path: `/feeds/${name}.${form}`,
      response: Type.String(),
      produces: FEED_TYPES_OF[form],
      documented: false,
      handle: async (request: RouteRequest<Q, Record<never, never>>) => {
        const { title, entries } = await read(request);
        const path = targetOf(request.raw);
        const { language } = PLACE;
        const channel = { title, publicUrl, path, version, language, link: hubLinks.of(path) };
        return { ...(await feedOf(form, channel, entries)), cacheControl };
      },
    }),
  );
}

/** A feed as an answer, with its entity tag. */
async function feedOf(
  form: FeedForm,
  channel: FeedChannel,
  entries: readonly FeedEntry[],
): Promise<Reply> {
  // Loaded with the first feed: many servers are never asked for one.
  const library = await import('feedsmith');
  const make = form === 'xml' ? rssOf : jsonOf;
  const body = make(library, channel, entries);
  const contentType = `${FEED_TYPES_OF[form]}; charset=utf-8`;
  const { headers } = channel.link;
  return taggedReply(Buffer.from(body), { contentType, cacheControl: REVALIDATE, headers });
}

function rssOf(
  { generateRssFeed }: Library,
  channel: FeedChannel,
  entries: readonly FeedEntry[],
): string {
  const { title, publicUrl, path, version, language, link } = channel;
  const newest = entries.find(({ publishedAt }) => publishedAt !== null)?.publishedAt;
  return generateRssFeed({
    title: xmlText(title),
    link: `${publicUrl}/docs`,
    description: `${COPYRIGHT} Name ${publicUrl} as the source of the data.`,
    copyright: COPYRIGHT,
    language,
    generator: `Tagwire ${version}`,
    ...(newest == null ? {} : { lastBuildDate: new Date(newest) }),
    atom: {
      links: [{ href: `${publicUrl}${path}`, rel: 'self', type: FEED_TYPES_OF.xml }, ...link.rss],
    },
    items: entries.map((entry) => ({
      title: xmlText(entry.title),
      link: xmlText(entry.url),
      guid: { value: xmlText(entry.url), isPermaLink: true },
      ...(entry.publishedAt === null ? {} : { pubDate: new Date(entry.publishedAt) }),
      ...(entry.summary === null ? {} : { description: escapeText(xmlText(entry.summary)) }),
      categories: entry.tags.map((tag) => ({ name: xmlText(tag) })),
      ...(entry.author === null ? {} : { dc: { creators: [xmlText(entry.author)] } }),
    })),
  });
}

function jsonOf(
  { generateJsonFeed }: Library,
  channel: FeedChannel,
  entries: readonly FeedEntry[],
): string {
  const { title, publicUrl, path, language, link } = channel;
  const feed = generateJsonFeed({
    title,
    home_page_url: `${publicUrl}/docs`,
    feed_url: `${publicUrl}${path}`,
    ...link.json,
    description: `${COPYRIGHT} Name ${publicUrl} as the source of the data.`,
    language,
    items: entries.map((entry) => ({
      id: entry.url,
      url: entry.url,
      title: entry.title,
      // An item has text: of a headline without a summary it is the headline.
      content_text: entry.summary ?? entry.title,
      ...(entry.image === null ? {} : { image: entry.image }),
      ...(entry.publishedAt === null ? {} : { date_published: new Date(entry.publishedAt) }),
      ...(entry.author === null ? {} : { authors: [{ name: entry.author }] }),
      tags: [...entry.tags],
    })),
  });
  return JSON.stringify(feed);
}

interface ListFeed {
  /** `/feeds/{name}.xml` and `.json`. */
  name: string;
  title: string;
  /** The route of the list. */
  list: Route;
  /** Entries of an answer of the list. */
  entries(answer: never): FeedEntry[];
}

/**
 * A list of the API as a feed: with the parameters of the list, and what it answers.
 *
 * Invariant: what a feed shows is what its list shows at that moment.
 */
export function listFeedRoutes(host: FeedHost, { name, title, list, entries }: ListFeed): Route[] {
  const { tag, query, errors, needs, onCopy } = list;
  const summary = `${list.summary} as a feed`;
  const declared = { summary, tag, query, errors, needs, onCopy };
  return feedRoutes(host, name, declared, async (request) => {
    const { body } = await list.handle(request);
    return { title, entries: entries(JSON.parse(Buffer.from(body).toString()) as never) };
  });
}
