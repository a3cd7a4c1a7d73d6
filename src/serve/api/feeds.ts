/**
 * Feeds of both services, RSS 2.0 and JSON Feed 1.1: writing of feeds, lists as feeds, and the
 * WebSub hub that feeds name.
 *
 * A list as a feed has the parameters and the entries of the list. Titles are those of the
 * publishers, joined when the feed is read; every feed says so. OpenAPI documents contain no feeds.
 */

import { PLACE } from '../../kernel/current-place.js';
import { escapeText, xmlText } from '../../kernel/markup.js';
import type { HeaderPairs } from '../http/errors.js';
import type { Reply } from '../http/reply.js';
import { type Route, type RouteRequest, route, targetOf } from '../http/route.js';
import * as Type from '../http/type.js';
import { REVALIDATE, taggedReply } from './replies/replies.js';

/** Articles of a feed without `limit`. */
export const FEED_LIMIT = 50;
/** The two forms of each feed, with their media types. */
export const FEED_TYPES_OF = { xml: 'application/rss+xml', json: 'application/feed+json' } as const;
export type FeedForm = keyof typeof FEED_TYPES_OF;
export const FEED_FORMS = ['xml', 'json'] as const;
const JSON_FEED = 'https://jsonfeed.org/version/1.1';

const COPYRIGHT = 'Titles, images and texts belong to their publishers.';

/** Feeds that are published to a hub: those without parameters, whose number is limited. */
const ANNOUNCED = {
  news: ['articles', 'events', 'tags'],
  blog: ['articles', 'topics', 'blogs'],
} as const;

/** Paths of the feeds of a service that are published to a hub. */
export function announcedPaths(service: keyof typeof ANNOUNCED): string[] {
  return ANNOUNCED[service].flatMap((name) => FEED_FORMS.map((form) => `/feeds/${name}.${form}`));
}

/** Links of a feed to its hub; empty where no hub gets the feed, so that readers go on polling. */
interface HubLink {
  headers: HeaderPairs;
  /** For the Atom links of RSS. */
  rss: { href: string; rel: 'hub' }[];
  /** For the fields of a JSON Feed. */
  json: { hubs?: { type: string; url: string }[] };
}

const NO_HUB: HubLink = { headers: [], rss: [], json: {} };

/** Hub links of a service's feeds, by path with query. @param hub its address, '' for none. */
export function hubLinksOf(
  service: keyof typeof ANNOUNCED,
  hub: string,
  publicUrl: string,
): (path: string) => HubLink {
  const rss = [{ href: hub, rel: 'hub' as const }];
  const json = { hubs: [{ type: 'WebSub', url: hub }] };
  const links = new Map(
    (hub === '' ? [] : announcedPaths(service)).map((path): [string, HubLink] => {
      const link = `<${hub}>; rel="hub", <${publicUrl}${path}>; rel="self"`;
      return [path, { headers: [['link', link]], rss, json }];
    }),
  );
  return (path) => links.get(path) ?? NO_HUB;
}

type Library = typeof import('feedsmith');
export type RssItem = NonNullable<Parameters<Library['generateRssFeed']>[0]['items']>[number];

interface FeedChannel {
  title: string;
  /** Content of the feed, and owners of its texts. */
  description: string;
  /** Paths of the feed itself and of the page with the same content. */
  path: string;
  page: string;
  built: Date | undefined;
  /** Minutes between two polls of a reader. */
  ttl?: number;
  rssItems(): RssItem[];
  jsonItems(): object[];
}

/** The parts of a service that feeds need. */
export interface FeedHost {
  publicUrl: string;
  hubLinks: (path: string) => HubLink;
  version: string;
  /** For all feeds, in place of the default. */
  cacheControl?: string;
}

export async function feedReply(
  form: FeedForm,
  { publicUrl, hubLinks, version, cacheControl = REVALIDATE }: FeedHost,
  channel: FeedChannel,
): Promise<Reply> {
  const { title, description, path, page, built, ttl } = channel;
  const { language } = PLACE;
  const link = hubLinks(path);
  let text: string;
  if (form === 'json') {
    text = JSON.stringify({
      version: JSON_FEED,
      title,
      home_page_url: `${publicUrl}${page}`,
      feed_url: `${publicUrl}${path}`,
      ...link.json,
      ...{ description, language, items: channel.jsonItems() },
    });
  } else {
    // Loaded on demand: many servers never serve a feed.
    const { generateRssFeed } = await import('feedsmith');
    const self = { href: `${publicUrl}${path}`, rel: 'self', type: FEED_TYPES_OF.xml };
    text = generateRssFeed({
      title: xmlText(title),
      link: `${publicUrl}/docs`,
      description: xmlText(description),
      copyright: COPYRIGHT,
      language,
      generator: `Tagwire ${version}`,
      ...(built && { lastBuildDate: built }),
      ...(ttl && { ttl }),
      atom: { links: [self, ...link.rss] },
      items: channel.rssItems(),
    });
  }
  const contentType = `${FEED_TYPES_OF[form]}; charset=utf-8`;
  const { headers } = link;
  return taggedReply(Buffer.from(text), { contentType, cacheControl, headers });
}

export interface FeedEntry {
  title: string;
  url: string;
  /** ISO 8601; null where the source has no time. */
  publishedAt: string | null;
  summary: string | null;
  image: string | null;
  author: string | null;
  tags: readonly string[];
}

type Declared = Pick<Route, 'tag' | 'summary' | 'errors'> &
  Partial<Pick<Route, 'needs' | 'onCopy'>>;

/** The two routes of a feed of entries, `/feeds/{name}.xml` and `.json`. */
export function feedRoutes<Q extends Type.TProperties>(
  host: FeedHost,
  name: string,
  { query, ...declared }: Declared & { query: Q },
  read: (
    request: RouteRequest<Q, Record<never, never>>,
  ) => Promise<{ title: string; entries: readonly FeedEntry[] }>,
): Route[] {
  return FEED_FORMS.map((form) =>
    route({
      ...declared,
      query,
      path: `/feeds/${name}.${form}`,
      response: Type.String(),
      produces: FEED_TYPES_OF[form],
      documented: false,
      handle: async (request: RouteRequest<Q, Record<never, never>>) => {
        const { title, entries } = await read(request);
        const newest = entries.find(({ publishedAt }) => publishedAt !== null)?.publishedAt;
        return feedReply(form, host, {
          title,
          description: `${COPYRIGHT} Name ${host.publicUrl} as the source of the data.`,
          path: targetOf(request.raw),
          page: '/docs',
          built: newest == null ? undefined : new Date(newest),
          rssItems: () => entries.map(rssItemOf),
          jsonItems: () => entries.map(jsonItemOf),
        });
      },
    }),
  );
}

function rssItemOf({ title, url, publishedAt, summary, author, tags }: FeedEntry): RssItem {
  return {
    title: xmlText(title),
    link: xmlText(url),
    guid: { value: xmlText(url), isPermaLink: true },
    ...(publishedAt === null ? {} : { pubDate: new Date(publishedAt) }),
    ...(summary === null ? {} : { description: escapeText(xmlText(summary)) }),
    categories: tags.map((tag) => ({ name: xmlText(tag) })),
    ...(author === null ? {} : { dc: { creators: [xmlText(author)] } }),
  };
}

function jsonItemOf({ title, url, publishedAt, summary, image, author, tags }: FeedEntry): object {
  return {
    id: url,
    url,
    title,
    // An item must have a text: without a summary, the title.
    content_text: summary ?? title,
    image: image ?? undefined,
    date_published: publishedAt ?? undefined,
    authors: author === null ? undefined : [{ name: author }],
    tags,
  };
}

interface ListFeed {
  name: string;
  title: string;
  list: Route;
  entries(answer: never): FeedEntry[];
}

/**
 * A list of the API as a feed, with the parameters and the entries of the list.
 *
 * Invariant: a feed shows what its list shows at that moment.
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
