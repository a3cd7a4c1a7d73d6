/**
 * The feeds of the news service: new stories, the articles of one story, and the latest reports of one tag,
 * as RSS 2.0 and as JSON Feed 1.1.
 *
 * Titles are those of the publishers, joined when the feed is read; every feed says whose they are
 * and what is to be named as its source (decision 27g). They stand in no OpenAPI document.
 */

import type { generateRssFeed } from 'feedsmith';
import { DAY_MS } from '../../../../kernel/clock.js';
import { PLACE } from '../../../../kernel/current-place.js';
import { escapeQuoted } from '../../../../kernel/markup.js';
import { majorTagsOf, type ThreadRecord } from '../../../../news/events/thread.js';
import type { Reply } from '../../../http/reply.js';
import type { Route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { quantised, REVALIDATE, taggedReply } from '../../caching.js';
import { type CachedAnswers, cachedRoute } from '../../replies/replies.js';
import type { Article } from '../articles/article-lookup.js';
import { listEndMs, newestArticles, taggedFilter } from '../articles/catalog-list.js';
import { snapshotsOf, threadOf } from '../events/event-history.js';
import { THREAD_ERRORS, ThreadIdParameter } from '../events/event-json.js';
import { articlesOfThread } from '../events/thread-articles.js';
import { MALFORMED_TAG, normalTagOf, TagParameter } from '../parameters.js';
import type { NewsSources } from '../sources.js';
import { xmlText } from './xml-text.js';

/** Each feed comes in two forms. */
const FORMS = { xml: 'application/rss+xml', json: 'application/feed+json' } as const;
type Form = keyof typeof FORMS;
const JSON_FEED = 'https://jsonfeed.org/version/1.1';
/** What is in a feed at once: readers come at least daily. */
const ITEMS_MAX = 50;
/** Reports of a tag: what its page reaches back to. */
const REPORTS_MS = 14 * DAY_MS;
/** Minutes between two runs that make events, which readers may wait. */
const TTL_MINUTES = 30;
const LANGUAGE = PLACE.language;

type RssFeed = Parameters<typeof generateRssFeed>[0];
type RssItem = NonNullable<RssFeed['items']>[number];

/** Address of the page of a thread. From the contract. */
export function threadUrlOf(publicUrl: string, id: number): string {
  return `${publicUrl}/eve/${id}/`;
}

export function feedRoutes(sources: NewsSources): Route[] {
  const { events, catalog, clock } = sources;
  const ofEvents = {
    needs: ['events'],
    now: () => quantised(clock.nowMs()),
    state: () => [events.generation, catalog.generation],
  };
  return (['xml', 'json'] as const).flatMap((form) => [
    feedRoute(sources, form, {
      path: '/feeds/events',
      summary: 'Feed of new events',
      params: {},
      errors: {},
      ...ofEvents,
      ask: () => '',
      answer: async (_, nowMs) => ({
        title: 'Tagwire: new events',
        description: 'Stories as they break, each with headlines from all sides.',
        path: '/feeds/events',
        page: '/',
        builtMs: events.tickMs ?? nowMs,
        items: await eventItems(sources, events.newestThreads(nowMs).slice(0, ITEMS_MAX)),
      }),
    }),
    feedRoute(sources, form, {
      path: '/feeds/events/{id}',
      summary: 'Feed of the articles of an event',
      params: ThreadIdParameter,
      errors: THREAD_ERRORS,
      ...ofEvents,
      ask: ({ params: { id } }) => id,
      answer: async (id, nowMs) => {
        const thread = await threadOf(sources, id);
        const tags = majorTagsOf(thread).join(', ');
        const articles = (await articlesOfThread(sources, thread)).slice(0, ITEMS_MAX);
        return {
          title: `Tagwire: ${tags}`,
          description: `The articles of one event: ${tags}.`,
          path: `/feeds/events/${id}`,
          page: `/eve/${id}/`,
          ...reportsOf(articles, nowMs),
        };
      },
    }),
    feedRoute(sources, form, {
      path: '/feeds/tag/{tag}',
      summary: 'Feed of a tag',
      params: TagParameter,
      errors: { 400: MALFORMED_TAG },
      ask: ({ params }) => normalTagOf(params.tag),
      now: () => listEndMs(sources),
      state: () => [catalog.generation],
      answer: async (tag, nowMs) => {
        const filter = taggedFilter(tag, quantised(nowMs) - REPORTS_MS, nowMs, nowMs);
        const articles = await newestArticles(sources, filter, ITEMS_MAX);
        return {
          title: `Tagwire: ${tag}`,
          description: `The latest reports that carry the tag ${tag}.`,
          path: `/feeds/tag/${encodeURIComponent(tag)}`,
          page: `/tag/${encodeURIComponent(tag)}/`,
          ...reportsOf(articles, nowMs),
        };
      },
    }),
  ]);
}

/** What a feed says of itself; its path is without the form. */
type FeedDeclaration<P extends Type.TProperties, A> = Pick<
  CachedAnswers<Record<never, never>, P, A, number, Omit<Channel, 'form'>>,
  'ask' | 'now' | 'state' | 'answer'
> &
  Pick<Route, 'path' | 'summary' | 'errors'> & { params: P; needs?: readonly string[] };

function feedRoute<P extends Type.TProperties, A>(
  sources: NewsSources,
  form: Form,
  { path, answer, ...declared }: FeedDeclaration<P, A>,
): Route {
  return cachedRoute(sources, {
    ...declared,
    path: `${path}.${form}`,
    tag: 'feeds',
    response: Type.String(),
    produces: FORMS[form],
    documented: false,
    answer: async (question: A, nowMs: number) => {
      const channel = await answer(question, nowMs);
      return feedReply(sources, { ...channel, form, path: `${channel.path}.${form}` });
    },
    send: (reply: Reply) => reply,
  });
}

interface Channel {
  title: string;
  description: string;
  path: string;
  form: Form;
  /** Path of the page that shows the same. */
  page: string;
  builtMs: number;
  items: RssItem[];
}

async function feedReply(sources: NewsSources, channel: Channel): Promise<Reply> {
  const text =
    channel.form === 'xml' ? await rssOf(sources, channel) : jsonFeedOf(sources, channel);
  const contentType = `${FORMS[channel.form]}; charset=utf-8`;
  const { headers } = sources.hubLinks.of(channel.path);
  return taggedReply(Buffer.from(text), { contentType, cacheControl: REVALIDATE, headers });
}

async function rssOf(sources: NewsSources, { title, description, path, builtMs, items }: Channel) {
  const { publicUrl, hubLinks, version } = sources;
  const feed: RssFeed = {
    title: xmlText(title),
    link: `${publicUrl}/docs`,
    description: `${xmlText(description)} ${attributionOf(sources)}`,
    copyright: 'Titles, images and texts belong to their publishers.',
    language: LANGUAGE,
    generator: `Tagwire ${version}`,
    lastBuildDate: new Date(builtMs),
    ttl: TTL_MINUTES,
    atom: {
      links: [
        { href: `${publicUrl}${path}`, rel: 'self', type: FORMS.xml },
        ...hubLinks.of(path).rss,
      ],
    },
    items,
  };
  // Loaded with the first feed: many servers are never asked for one.
  const library = await import('feedsmith');
  return library.generateRssFeed(feed);
}

function jsonFeedOf(sources: NewsSources, { title, description, path, page, items }: Channel) {
  const { publicUrl, hubLinks } = sources;
  return JSON.stringify({
    version: JSON_FEED,
    title,
    home_page_url: `${publicUrl}${page}`,
    feed_url: `${publicUrl}${path}`,
    ...hubLinks.of(path).json,
    description: `${description} ${attributionOf(sources)}`,
    language: LANGUAGE,
    items: items.map((item) => ({
      id: item.guid?.value,
      url: item.link,
      title: item.title,
      content_html: item.description ?? '',
      date_published: item.pubDate && new Date(item.pubDate).toISOString(),
      tags: item.categories?.map(({ name }) => name),
      authors: item.dc?.creators?.map((name) => ({ name })),
    })),
  });
}

function attributionOf({ publicUrl }: NewsSources): string {
  return `Titles, images and texts belong to their publishers; name ${publicUrl} as the source of the data.`;
}

/** Threads as items, each with the headlines of the last hour in which it was on the ranking. */
async function eventItems(
  sources: NewsSources,
  threads: readonly ThreadRecord[],
): Promise<RssItem[]> {
  const hours = [...new Set(threads.map(({ hoursMs }) => hoursMs.at(-1)!))].sort((a, b) => a - b);
  const snapshots = await snapshotsOf(sources, hours);
  const places = threads.map(({ id, hoursMs }) => {
    const snapshot = snapshots[hours.indexOf(hoursMs.at(-1)!)]!;
    return snapshot.events.find(({ thread }) => thread === id)?.news ?? [];
  });
  const found = await sources.articles(places.flat());
  let at = 0;
  return threads.map((thread, number) => {
    const mine = found.slice(at, at + places[number]!.length);
    at += places[number]!.length;
    const articles = mine.filter((article) => article !== null);
    return eventItem(sources, thread, articles);
  });
}

function eventItem(
  { publicUrl }: NewsSources,
  thread: ThreadRecord,
  articles: readonly Article[],
): RssItem {
  const tags = majorTagsOf(thread);
  const url = threadUrlOf(publicUrl, thread.id);
  const rows = articles.map(
    ({ url: at, title, mediaTitle }) =>
      `<li><a href="${escapeQuoted(at)}">${escapeQuoted(title)}</a> (${escapeQuoted(mediaTitle)})</li>`,
  );
  return {
    title: xmlText(articles[0]?.title ?? tags.join(', ')),
    link: url,
    guid: { value: url, isPermaLink: true },
    pubDate: new Date(thread.hoursMs[0]!),
    description: xmlText(
      `<p>${escapeQuoted(tags.join(', '))}</p>${rows.length === 0 ? '' : `<ul>${rows.join('')}</ul>`}`,
    ),
    categories: tags.map((tag) => ({ name: xmlText(tag) })),
  };
}

/** The articles of a feed, and when it last changed. */
function reportsOf(articles: readonly Article[], nowMs: number) {
  const [newest] = articles;
  const builtMs = newest === undefined ? nowMs : Date.parse(newest.publishedAt);
  return { builtMs, items: articles.map(reportItem) };
}

function reportItem({ title, url, description, publishedAt, mediaTitle, tags }: Article): RssItem {
  return {
    title: xmlText(title),
    link: xmlText(url),
    guid: { value: xmlText(url), isPermaLink: true },
    pubDate: new Date(publishedAt),
    ...(description === null ? {} : { description: escapeQuoted(xmlText(description)) }),
    categories: tags.map((tag) => ({ name: xmlText(tag) })),
    dc: { creators: [xmlText(mediaTitle)] },
  };
}
