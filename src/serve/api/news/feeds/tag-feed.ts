/**
 * `/feeds/tags.xml` and `.json`: the tags of a ranking as a feed, with the parameters of the ranking. A
 * reader meets each tag once, when it comes up.
 */
import type { Route } from '../../../http/route.js';
import { REVALIDATE } from '../../caching.js';
import { listFeedRoutes } from '../../list-feeds.js';
import type { RankingAnswer } from '../rankings/ranking.js';
import type { NewsSources } from '../sources.js';

export function tagFeedRoutes(
  { publicUrl, hubLinks, version }: NewsSources,
  ranking: Route,
): Route[] {
  return listFeedRoutes(
    { publicUrl, hubLinks, version, cacheControl: REVALIDATE },
    {
      name: 'tags',
      title: 'Tagwire: tags',
      list: ranking,
      entries: ({ snapshot, entries }: RankingAnswer) =>
        entries.map(({ tag, count, media, position }) => ({
          title: tag,
          url: `${publicUrl}/tag/${encodeURIComponent(tag)}/`,
          publishedAt: snapshot.hourStart,
          summary: `No. ${position}: ${count} articles of ${Object.keys(media).length} media in 24 hours`,
          ...{ image: null, author: null, tags: [tag] },
        })),
    },
  );
}
