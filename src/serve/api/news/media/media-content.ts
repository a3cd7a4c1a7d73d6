/**
 * `/api/v1/media/{media}/content`: the content library of a media, from the newest id down.
 *
 * A discovery source has no articles of its own: its list is of those that it found, each with its
 * publisher. Texts are given one by one elsewhere; here only their state and length.
 */

import { HOUR_MS, isoOrNull } from '../../../../kernel/clock.js';
import { NEWS } from '../../../../kernel/limits.js';
import type { MediaRecord } from '../../../../kernel/model/records.js';
import { Turns } from '../../../../kernel/turns.js';
import type { ListQuery } from '../../../../news/media/reader.js';
import { tooManyWait } from '../../../http/errors.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { articlesJson, quantised } from '../../caching.js';
import { cursorWith, integer, listed, named, nullable, text } from '../../schema.js';
import { ARTICLE_FIELDS, articleOf, publisherOf, textStateOf } from '../articles/content.js';
import { searchHistory } from '../articles/history-search.js';
import { listEndMs } from '../articles/list-end.js';
import { ContentStatus, DateTime, Publisher, SourceKind } from '../schemas.js';
import type { NewsSources, StoredArticle } from '../sources.js';
import { knownMedia } from '../unknown-names.js';
import { roleOf } from './media-role.js';

/** Searches that may read history at once: each keeps the log's thread busy half of its time. */
const SEARCHES_MAX = 4;
const SEARCHES_WAITING_MAX = 64;

const Query = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 40 }),
  cursor: cursorWith('`q` and `hours`'),
  q: Type.Optional(
    Type.String({
      minLength: 0,
      maxLength: NEWS.searchQueryMax,
      description:
        'Text that the title or summary contains, or a tag that the article carries exactly',
    }),
  ),
  hours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 168,
      description: 'Only articles published in the last hours; all when absent',
    }),
  ),
};

type ContentQuery = Type.Static<Type.TObject<typeof Query>>;

const Response = named('MediaContent', {
  media: text('Media code'),
  title: Type.String(),
  sourceKind: SourceKind,
  publisher: nullable(Publisher),
  limit: Type.Integer(),
  count: integer('Articles on this page'),
  nextCursor: nullable(text('Null on the last page')),
  articles: listed('By descending id', {
    ...ARTICLE_FIELDS,
    bodyStatus: ContentStatus,
    bodyChars: integer('Code points of the text; 0 once it expired'),
    contentFetchedAt: nullable(DateTime),
  }),
});

/** Where a page begins and, with `hours`, the window of the first page. */
type Place = Pick<ListQuery, 'beforeId' | 'window'>;

/** The route of a media's content library. */
export function mediaContentRoute(sources: NewsSources): Route {
  const turns = new Turns(SEARCHES_MAX, SEARCHES_WAITING_MAX, tooManyWait);
  return route({
    path: '/api/v1/media/{media}/content',
    summary: 'Content library of a media',
    description:
      'Every article of a media, by descending id, with the state of its text. A discovery source lists the articles that it found, each attributed to its publisher. A cursor keeps the window of the first page.',
    tag: 'media',
    params: { media: text('Media code') },
    query: Query,
    response: Response,
    errors: {
      400: 'A parameter is malformed or the cursor is invalid',
      404: 'There is no such media',
    },
    handle: async ({ params: { media: code }, query }) => {
      const scope = `media-content ${JSON.stringify([code, query.q || null, query.hours])}`;
      const nowMs = listEndMs(sources);
      const place = placeOf(sources, query, scope, nowMs);
      const record = knownMedia(sources, code);
      const question: ListQuery = { media: code, role: roleOf(record), nowMs, ...place };
      const search = () => searchHistory(sources, question, query.q || null, query.limit);
      const page = await (query.q ? turns.take(search) : search());
      const next = page.nextBeforeId;
      return articlesJson({
        ...headOf(record),
        limit: query.limit,
        count: page.articles.length,
        nextCursor: next === null ? null : sealPlace(sources, next, place, scope),
        articles: page.articles.map((one) => rowOf(sources, one)),
      });
    },
  });
}

function headOf(record: MediaRecord): object {
  const { media, title, sourceKind } = record;
  const publisher = sourceKind === 'discovery' ? null : publisherOf(record);
  return { media, title, sourceKind, publisher };
}

function rowOf(sources: NewsSources, { record, hasBody }: StoredArticle): object {
  const { fetchedMs } = record;
  // Shown a moment ago, and nothing has happened since: its media is there.
  const media = sources.catalog.directory.mediaOf(record.media)!;
  const { status, chars } = textStateOf(record, hasBody, sources.clock.nowMs());
  return {
    ...articleOf(sources, record, media),
    bodyStatus: status,
    bodyChars: chars,
    contentFetchedAt: isoOrNull(fetchedMs),
  };
}

/** No time is as early: it stands in cursors for "no window". */
const NO_WINDOW = 0;

function placeOf(
  { cursors }: NewsSources,
  { cursor, hours }: ContentQuery,
  scope: string,
  nowMs: number,
): Place {
  if (cursor === undefined) {
    const window =
      hours === undefined ? null : { sinceMs: quantised(nowMs) - hours * HOUR_MS, untilMs: nowMs };
    return { beforeId: Number.POSITIVE_INFINITY, window };
  }
  const rule = 'cursor must be the nextCursor of a page with the same q and hours';
  const numbers = cursors.opened(cursor, 3, scope, rule);
  const [beforeId, sinceMs, untilMs] = numbers as [number, number, number];
  return { beforeId, window: untilMs === NO_WINDOW ? null : { sinceMs, untilMs } };
}

function sealPlace({ cursors }: NewsSources, beforeId: number, { window }: Place, scope: string) {
  const { sinceMs, untilMs } = window ?? { sinceMs: NO_WINDOW, untilMs: NO_WINDOW };
  return cursors.seal([beforeId, sinceMs, untilMs], scope);
}
