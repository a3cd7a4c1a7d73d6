/**
 * `/feeds/articles.xml` and `.json` of the news service, with the parameters of `/api/v1/articles`.
 */

import { isoOf } from '../../../../kernel/clock.js';
import { Turns } from '../../../../kernel/turns.js';
import { tooManyWait } from '../../../http/errors.js';
import type { Route } from '../../../http/route.js';
import { REVALIDATE } from '../../caching.js';
import { FEED_LIMIT, type FeedEntry, feedRoutes, listFeedRoutes } from '../../feeds.js';
import * as Type from '../../schema.js';
import { FilterQuery, filterOf, matcherOf } from '../articles/article-filter.js';
import type { Article } from '../articles/article-lookup.js';
import { WindowQuery, windowOf } from '../articles/articles.js';
import { FoldQuery, listEndMs, newestArticles, scannedPage } from '../articles/catalog-list.js';
import type { RankingAnswer } from '../rankings/ranking.js';
import {
  type RevisedPair,
  RevisionsQuery,
  revisionFilter,
  revisionPage,
  toldOf,
} from '../revisions/revisions.js';
import type { NewsSources } from '../sources.js';

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

/** Folded feeds that are made at the same time, and those that wait. */
const FOLDING_MAX = 1;
const WAITING_MAX = 32;

export function articleFeedRoutes(sources: NewsSources): Route[] {
  const turns = new Turns(FOLDING_MAX, WAITING_MAX, tooManyWait);
  const host = { ...sources, cacheControl: REVALIDATE };
  return feedRoutes(host, 'articles', ARTICLE_FEEDS_DECLARED, async ({ query }) => {
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

/** The summary, and where else nearly the same stands. */
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
  const host = { ...sources, cacheControl: REVALIDATE };
  return feedRoutes(host, 'revisions', REVISION_FEED_DECLARED, async ({ query }) => {
    const filter = revisionFilter(sources, query);
    const { found } = await revisionPage(sources, filter, null, query.limit);
    const entries = found.map((pair) => entryOf(sources.publicUrl, pair));
    return { title: 'Tagwire: changed after publication', entries };
  });
}

/** An entry of its own for each change, which leads to the article's page with its history. */
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
 * `/feeds/tags.xml` and `.json`: the tags of a ranking as a feed, with the parameters of the ranking. A
 * reader meets each tag once, when it comes up.
 */
export function tagFeedRoutes(sources: NewsSources, ranking: Route): Route[] {
  const host = { ...sources, cacheControl: REVALIDATE };
  return listFeedRoutes(host, {
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
