/**
 * `/api/v1/articles/{id}/content`: one article with its text, for seven days after publication.
 */

import { isoOf, isoOrNull, localDateOf } from '../../../../kernel/clock.js';
import { ZONE } from '../../../../kernel/current-place.js';
import { NEWS } from '../../../../kernel/limits.js';
import {
  langOf,
  type MediaRecord,
  type NewsRecord,
  tagSourceOf,
} from '../../../../kernel/model/records.js';
import type { CitationsQuestion } from '../../../../news/similarity/codec.js';
import { notFound } from '../../../http/errors.js';
import { type Route, route } from '../../../http/route.js';
import { articlesJson } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { ARTICLE_ERRORS, ArticleParameter } from '../parameters.js';
import {
  ArticleItem,
  Attribution,
  ContentStatus,
  DiscoverySource,
  Language,
  Publisher,
  TagSource,
} from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { attributionsOf } from './article-lookup.js';

const Content = Type.named('ArticleContent', {
  status: ContentStatus,
  body: Type.textOrNull('Text, until seven days after publication'),
  chars: Type.integer('Code points of the text that is given here'),
  source: Type.textOrNull(
    'How the text was extracted',
    'How the text was read; null while there is none',
  ),
  fetchedAt: Type.nullable(Type.DateTime, 'When the text was read; null when it was not'),
  expiresAt: Type.nullable(
    Type.DateTime,
    'When the text is no longer given; null while that is not known',
  ),
  goneAt: Type.nullable(
    Type.DateTime,
    'When the article was seen to be gone from its site; null while it is there',
  ),
  attributions: Type.Array(Attribution),
});

export const ARTICLE_FIELDS = {
  ...Type.some(ArticleItem, 'id', 'media', 'mediaTitle', 'title', 'url', 'image', 'publishedAt'),
  publishedDate: Type.optionalDate(`${ZONE} date, present when no more than the day is known`),
  publishedDatePrecision: Type.Optional(Type.Literal('day', { description: 'Always `day`' })),
  tags: Type.Array(Type.String()),
  tagSource: TagSource,
  lang: Language,
  description: Type.nullable(Type.String()),
  authors: Type.arrayOf(Type.String(), 'Bylines as the outlet gives them'),
  publisher: Publisher,
  discoverySources: Type.arrayOf(DiscoverySource, 'Where else it was found'),
};

const Response = Type.named('ArticleWithContent', {
  article: Type.Object(ARTICLE_FIELDS),
  content: Content,
});
export type ArticleContentAnswer = Type.Static<typeof Response>;

export function contentRoute(sources: NewsSources): Route {
  return route({
    path: '/api/v1/articles/{id}/content',
    summary: 'One article with its text',
    tag: 'articles',
    params: ArticleParameter,
    needs: ['similarity'],
    response: Response,
    errors: ARTICLE_ERRORS,
    handle: async ({ params }) => {
      const question: CitationsQuestion = { type: 'citations', articleIds: [params.id] };
      const [item, cited] = await Promise.all([
        sources.article(params.id),
        sources.ask('similarity', question),
      ]);
      // Read again after the wait, because the article may have been hidden meanwhile.
      const { catalog } = sources;
      const record = item?.record.kind === 'news' ? item.record : null;
      const media = record === null ? null : catalog.directory.mediaOf(record.media);
      const isShown =
        record !== null &&
        media !== null &&
        catalog.isShown(record.id, record.sortMs, nowOf(sources));
      if (!isShown) throw notFound(`there is no article ${params.id}`);
      return articlesJson({
        article: articleOf(sources, record, media),
        content: {
          ...contentOf(record, item?.body ?? null, nowOf(sources)),
          attributions: cited.articles.flatMap(({ citations }) => attributionsOf(citations)),
        },
      });
    },
  });
}

function nowOf({ clock }: NewsSources): number {
  return clock.nowMs();
}

/** `ARTICLE_FIELDS` of an article; `media` is its publisher. */
export function articleOf(
  { catalog }: NewsSources,
  record: NewsRecord,
  media: MediaRecord,
): object {
  return {
    id: record.id,
    media: record.media,
    mediaTitle: media.title,
    title: record.title,
    url: record.url,
    image: record.image,
    publishedAt: isoOf(record.sortMs),
    ...(record.precision === 'day' && record.publishedMs !== null
      ? { publishedDate: localDateOf(record.publishedMs), publishedDatePrecision: 'day' }
      : {}),
    tags: record.tags,
    ...tagSourceOf(record),
    ...langOf(record),
    description: record.description,
    authors: record.authors,
    publisher: publisherOf(media),
    discoverySources: record.discoveries.map(({ media: code, title, url, discoveredMs }) => ({
      media: code,
      title: title ?? catalog.directory.mediaOf(code)?.title ?? code,
      url,
      discoveredAt: isoOf(discoveredMs),
    })),
  };
}

/** An outlet as the publisher of an article. */
export function publisherOf(media: MediaRecord): Type.Static<typeof Publisher> {
  return Type.fieldsOf(Publisher, media, { name: media.title });
}

/**
 * The text as shown at `nowMs`. A text that the store has deleted is expired, also if the clock of
 * the main thread is behind.
 */
function contentOf(record: NewsRecord, body: string | null, nowMs: number): object {
  const { status, chars, expiresMs } = textStateOf(record, body !== null, nowMs);
  return {
    status,
    body: status === 'expired' ? null : body,
    chars,
    source: record.bodySource,
    fetchedAt: isoOrNull(record.fetchedMs),
    expiresAt: isoOrNull(expiresMs),
    goneAt: isoOrNull(record.goneMs),
  };
}

/** Status and length of an article's text at `nowMs`; `isStored`: the store still has the text. */
export function textStateOf(
  { bodyHash, bodyStatus, bodyChars, sortMs }: NewsRecord,
  isStored: boolean,
  nowMs: number,
): { status: string; chars: number; expiresMs: number | null } {
  if (bodyHash === '') return { status: bodyStatus, chars: 0, expiresMs: null };
  const expiresMs = sortMs + NEWS.bodyRetentionMs;
  const isExpired = nowMs >= expiresMs || !isStored;
  return isExpired
    ? { status: 'expired', chars: 0, expiresMs }
    : { status: bodyStatus, chars: bodyChars, expiresMs };
}
