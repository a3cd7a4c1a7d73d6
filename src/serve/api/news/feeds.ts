/**
 * The feeds of the news service: new stories, the articles of one story, the latest reports of one
 * tag, articles of a search, changes after publication and the tags of a ranking, as RSS 2.0 and as
 * JSON Feed 1.1.
 *
 * Titles are those of the publishers, joined when the feed is read; every feed names the publishers
 * as owners and the source that users must name (decision 27g).
 */

import { DAY_MS, isoOf } from '../../../kernel/clock.js';
import { escapeQuoted, xmlText } from '../../../kernel/markup.js';
import { Turns } from '../../../kernel/turns.js';
import { majorTagsOf, type ThreadRecord } from '../../../news/events/state/thread.js';
import { tooManyWait } from '../../http/errors.js';
import type { Reply } from '../../http/reply.js';
import type { Route } from '../../http/route.js';
import {
  FEED_FORMS,
  FEED_LIMIT,
  FEED_TYPES_OF,
  type FeedEntry,
  type FeedForm,
  feedReply,
  feedRoutes,
  listFeedRoutes,
  type RssItem,
} from '../feeds.js';
import { type CachedAnswers, cachedRoute, quantised } from '../replies/replies.js';
import * as Type from '../schema.js';
import { FilterQuery, filterOf, matcherOf } from './articles/article-filter.js';
import type { Article } from './articles/article-lookup.js';
import { WindowQuery, windowOf } from './articles/articles.js';
import {
  FoldQuery,
  listEndMs,
  newestArticles,
  scannedPage,
  taggedFilter,
} from './articles/catalog-list.js';
import { snapshotsOf, threadOf } from './events/event-history.js';
import { THREAD_ERRORS, ThreadIdParameter } from './events/event-json.js';
import { articlesOfThread } from './events/thread-articles.js';
import { MALFORMED_TAG, normalTagOf, TagParameter } from './parameters.js';
import type { RankingAnswer } from './rankings/ranking.js';
import {
  type RevisedPair,
  RevisionsQuery,
  revisionFilter,
  revisionPage,
  toldOf,
} from './revisions/revisions.js';
import type { NewsSources } from './sources.js';

/** Items of a feed: readers poll at least daily. */
const ITEMS_MAX = 50;
/** Time span of a tag's reports, as on the tag's page. */
const REPORTS_MS = 14 * DAY_MS;
/** Minutes between two events runs, and so between two polls of a reader. */
const TTL_MINUTES = 30;

/** Address of the page of a thread. From the contract. */
export function threadUrlOf(publicUrl: string, id: number): string {
  return `${publicUrl}/eve/${id}/`;
}

export function storyFeedRoutes(sources: NewsSources): Route[] {
  const { events, catalog, clock } = sources;
  const ofEvents = {
    needs: ['events'],
    now: () => quantised(clock.nowMs()),
    state: () => [events.generation, catalog.generation],
  };
  return FEED_FORMS.flatMap((form) => [
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

/** A feed's description of itself; paths are without the format. */
interface Channel {
  title: string;
  description: string;
  path: string;
  /** Path of the page with the same content. */
  page: string;
  builtMs: number;
  items: RssItem[];
}

type FeedDeclaration<P extends Type.TProperties, A> = Pick<
  CachedAnswers<Record<never, never>, P, A, number, Channel>,
  'ask' | 'now' | 'state' | 'answer'
> &
  Pick<Route, 'path' | 'summary' | 'errors'> & { params: P; needs?: readonly string[] };

function feedRoute<P extends Type.TProperties, A>(
  sources: NewsSources,
  form: FeedForm,
  { path, answer, ...declared }: FeedDeclaration<P, A>,
): Route {
  return cachedRoute(sources, {
    ...declared,
    path: `${path}.${form}`,
    tag: 'feeds',
    response: Type.String(),
    produces: FEED_TYPES_OF[form],
    documented: false,
    answer: async (question: A, nowMs: number) => {
      const channel = await answer(question, nowMs);
      const { description, builtMs, items } = channel;
      return feedReply(form, sources, {
        ...channel,
        description: `${description} Titles, images and texts belong to their publishers; name ${sources.publicUrl} as the source of the data.`,
        path: `${channel.path}.${form}`,
        built: new Date(builtMs),
        ttl: TTL_MINUTES,
        rssItems: () => items,
        jsonItems: () => items.map(jsonItemOf),
      });
    },
    send: (reply: Reply) => reply,
  });
}

function jsonItemOf(item: RssItem): object {
  return {
    id: item.guid?.value,
    url: item.link,
    title: item.title,
    content_html: item.description ?? '',
    date_published: item.pubDate && new Date(item.pubDate).toISOString(),
    tags: item.categories?.map(({ name }) => name),
    authors: item.dc?.creators?.map((name) => ({ name })),
  };
}

/** Threads as items, each with the headlines of its last hour on the ranking. */
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

/** The articles of a feed, and the time of its last change. */
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

const ARTICLE_FEEDS_DECLARED = {
  summary: 'Articles of a search as a feed',
  tag: 'feeds',
  query: {
    ...FilterQuery,
    ...WindowQuery,
    ...FoldQuery,
    limit: Type.within(1, 200, FEED_LIMIT),
  },
  errors: { 400: 'As `/api/v1/articles`' },
};

/** Folded feeds that are made at once, and those that wait. */
const FOLDING_MAX = 1;
const WAITING_MAX = 32;

export function articleFeedRoutes(sources: NewsSources): Route[] {
  const turns = new Turns(FOLDING_MAX, WAITING_MAX, tooManyWait);
  return feedRoutes(sources, 'articles', ARTICLE_FEEDS_DECLARED, async ({ query }) => {
    const nowMs = listEndMs(sources);
    const filter = filterOf(sources, query, windowOf(query, nowMs), nowMs);
    const list = { filter, matches: matcherOf(query), isFolded: true };
    const articles =
      query.fold === undefined
        ? await newestArticles(sources, filter, query.limit)
        : (await turns.take(() => scannedPage(sources, list, null, query.limit))).articles;
    const entries = articles.map((article) => ({
      ...article,
      summary: summaryOf(article),
      author: article.mediaTitle,
    }));
    return { title: 'Tagwire: articles', entries };
  });
}

/** The summary, and other outlets with nearly the same text. */
function summaryOf({ description, similar, mediaTitle }: Article): string | null {
  if (similar === undefined) return description;
  const names = new Set(similar.named.map((one) => one.mediaTitle));
  names.delete(mediaTitle);
  const also =
    similar.outlets === 0
      ? `+${similar.articles} similar`
      : `+${similar.outlets}: ${[...names].join(', ')}`;
  return description === null ? also : `${description}\n\n${also}`;
}

/** `/feeds/revisions.xml` and `.json`, with the parameters of `/api/v1/revisions`. */
const REVISION_FEED_DECLARED = {
  summary: 'What was changed after publication, as a feed',
  tag: 'feeds',
  query: {
    ...RevisionsQuery,
    limit: Type.within(1, 200, FEED_LIMIT),
  },
  errors: { 400: 'As `/api/v1/revisions`' },
  needs: ['media'],
  onCopy: 'passed on' as const,
};

export function revisionFeedRoutes(sources: NewsSources): Route[] {
  return feedRoutes(sources, 'revisions', REVISION_FEED_DECLARED, async ({ query }) => {
    const filter = revisionFilter(sources, query);
    const { found } = await revisionPage(sources, filter, null, query.limit);
    const entries = found.map((pair) => entryOf(sources.publicUrl, pair));
    return { title: 'Tagwire: changed after publication', entries };
  });
}

/** One entry for each change, with a link to the history on the article's page. */
function entryOf(publicUrl: string, { revision, article }: RevisedPair): FeedEntry {
  const { id, changed, title, body } = toldOf(revision);
  const titles = title === null ? [] : [`${title.before} → ${title.after}`];
  const lengths = body === null ? [] : [`${body.before} → ${body.after}`];
  return {
    title: title?.after ?? article.title,
    url: `${publicUrl}/articles/${article.id}/#change-${id}`,
    publishedAt: isoOf(revision.seenMs),
    summary: [`${article.mediaTitle}: ${changed.join(', ')}`, ...titles, ...lengths].join('\n'),
    image: null,
    author: article.mediaTitle,
    tags: changed,
  };
}

/**
 * `/feeds/tags.xml` and `.json`: the tags of a ranking as a feed, with the parameters of the
 * ranking. A reader gets each tag once, when it enters the ranking.
 */
export function tagFeedRoutes(sources: NewsSources, ranking: Route): Route[] {
  return listFeedRoutes(sources, {
    name: 'tags',
    title: 'Tagwire: tags',
    list: ranking,
    entries: ({ snapshot, entries }: RankingAnswer) =>
      entries.map(({ tag, count, media, position }) => ({
        title: tag,
        url: `${sources.publicUrl}/tag/${encodeURIComponent(tag)}/`,
        publishedAt: snapshot.hourStart,
        summary: `No. ${position}: ${count} articles of ${Object.keys(media).length} media in 24 hours`,
        ...{ image: null, author: null, tags: [tag] },
      })),
  });
}
