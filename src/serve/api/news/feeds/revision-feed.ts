/**
 * `/feeds/revisions.xml` and `.json`, with the parameters of `/api/v1/revisions`.
 */

import { isoOf } from '../../../../kernel/clock.js';
import type { Route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { FEED_LIMIT, type FeedEntry, feedRoutes } from '../../article-feeds.js';
import { REVALIDATE } from '../../caching.js';
import { toldOf } from '../revisions/revision-schemas.js';
import {
  type RevisedPair,
  RevisionsQuery,
  revisionFilter,
  revisionPage,
} from '../revisions/revisions.js';
import type { NewsSources } from '../sources.js';

const DECLARED = {
  summary: 'What was changed after publication, as a feed',
  tag: 'feeds',
  query: {
    ...RevisionsQuery,
    limit: Type.Integer({ minimum: 1, maximum: 200, default: FEED_LIMIT }),
  },
  errors: { 400: 'As `/api/v1/revisions`' },
};

export function revisionFeedRoutes(sources: NewsSources): Route[] {
  const host = { ...sources, cacheControl: REVALIDATE };
  return feedRoutes(host, 'revisions', DECLARED, async ({ query }) => {
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
