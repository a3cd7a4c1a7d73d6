/**
 * `/api/v1/media/{media}`: one media with its newest articles and most frequent tags.
 */

import { HOUR_MS } from '../../../../kernel/clock.js';
import type { MediaRecord } from '../../../../kernel/model/records.js';
import { tagKey } from '../../../../kernel/text/tag.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { quantised } from '../../caching.js';
import { RouteReplies } from '../../replies/route-replies.js';
import { named, nullable, text } from '../../schema.js';
import type { Article } from '../articles/article-lookup.js';
import { newestArticles } from '../articles/catalog-list.js';
import { listEndMs } from '../articles/list-end.js';
import { DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { knownMedia } from '../unknown-names.js';

/** From the contract: articles counted, articles shown, tags shown. */
const COUNTED_MAX = 200;
const SHOWN_MAX = 60;
const TAGS_MAX = 50;

const Response = named('MediaPage', {
  media: text('Media code'),
  title: Type.String(),
  icon: nullable(Type.String()),
  hours: Type.Integer(),
  articleCount: Type.Integer({
    maximum: COUNTED_MAX,
    description: 'Articles of the period; counting ends at 200',
  }),
  topTags: Type.Array(Type.Object({ tag: Type.String(), count: Type.Integer() }), {
    maxItems: TAGS_MAX,
    description: 'Most frequent tags of the articles that were counted',
  }),
  articles: Type.Array(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      url: Type.String(),
      image: nullable(Type.String()),
      publishedAt: DateTime,
      tags: Type.Array(Type.String()),
    }),
    { maxItems: SHOWN_MAX, description: 'The newest 60, newest first' },
  ),
});

/** The answer, for those who show it. */
export type MediaPageAnswer = Type.Static<typeof Response>;

/** The route of one media. */
export function mediaPageRoute(sources: NewsSources): Route {
  const { catalog } = sources;
  const path = '/api/v1/media/{media}';
  const replies = new RouteReplies(sources.cachePart(path));
  return route({
    path,
    summary: 'One media: newest articles and top tags',
    description:
      'Articles that the media published; for what a discovery source found, see `/content`.',
    tag: 'media',
    params: { media: text('Media code') },
    query: {
      hours: Type.Integer({ minimum: 1, maximum: 168, default: 24, description: 'Hours back' }),
    },
    response: Response,
    errors: { 404: 'There is no such media' },
    handle: async ({ params: { media: code }, query: { hours } }) => {
      const record = knownMedia(sources, code);
      const untilMs = listEndMs(sources);
      const state = `${catalog.generation} ${untilMs}`;
      return replies.articles(state, `${hours} ${code}`, () =>
        pageOf(sources, record, hours, untilMs),
      );
    },
  });
}

async function pageOf(
  sources: NewsSources,
  { media, title, icon }: MediaRecord,
  hours: number,
  untilMs: number,
): Promise<Type.Static<typeof Response>> {
  const mask = sources.catalog.directory.mediaMask([media]);
  const filter = {
    sinceMs: quantised(untilMs) - hours * HOUR_MS,
    untilMs,
    nowMs: untilMs,
    media: 'unknown' in mask ? new Uint8Array(0) : mask,
    tagKeys: null,
    needle: null,
  };
  const counted = await newestArticles(sources, filter, COUNTED_MAX);
  return {
    media,
    title,
    icon,
    hours,
    articleCount: counted.length,
    topTags: topTags(counted),
    articles: counted.slice(0, SHOWN_MAX).map(({ id, title, url, image, publishedAt, tags }) => ({
      id,
      title,
      url,
      image,
      publishedAt,
      tags,
    })),
  };
}

/** Tags by articles that carry them, in the spelling that most of these use. */
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

/** Most first; of equal counts, by code units. */
function byCount(a: [string, number], b: [string, number]): number {
  return b[1] - a[1] || (a[0] < b[0] ? -1 : 1);
}
