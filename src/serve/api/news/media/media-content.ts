/**
 * `/api/v1/media/{media}/content`: the content library of a media, by descending id.
 *
 * A discovery source has no articles of its own: its list has the articles that it found, each with
 * its publisher. Only status and length of texts are listed; another route returns a text.
 */

import { setImmediate as frontsTurn } from 'node:timers/promises';
import { HOUR_MS, isoOrNull } from '../../../../kernel/clock.js';
import { NEWS } from '../../../../kernel/limits.js';
import type { MediaRecord, NewsRecord } from '../../../../kernel/model/records.js';
import { normalTag, searchForm, tagKey } from '../../../../kernel/text/tag.js';
import { Turns } from '../../../../kernel/turns.js';
import type { ListedArticle, ListQuery } from '../../../../news/media/reader.js';
import { tooManyWait } from '../../../http/errors.js';
import { type Route, route } from '../../../http/route.js';
import { articlesJson, quantised } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { EVERYTHING, listEndMs } from '../articles/catalog-list.js';
import { ARTICLE_FIELDS, articleOf, publisherOf, textStateOf } from '../articles/content.js';
import { holdsText, type QueryNode } from '../articles/query-language.js';
import { knownMedia, roleOf } from '../parameters.js';
import { ContentStatus, Publisher, SourceKind } from '../schemas.js';
import type { NewsSources, StoredArticle } from '../sources.js';

/** Searches that may read history at once: each uses half of the log thread's time. */
const SEARCHES_MAX = 4;
const SEARCHES_WAITING_MAX = 64;

const Query = {
  limit: Type.within(1, 100, 40),
  cursor: Type.cursorWith('`q` and `hours`'),
  q: Type.freeText(
    NEWS.searchQueryMax,
    'Text that the title or summary contains, or a tag that the article carries exactly',
  ),
  hours: Type.optionalWithin(1, 168, 'Only articles published in the last hours; all when absent'),
};

type ContentQuery = Type.Static<Type.TObject<typeof Query>>;

const Response = Type.named('MediaContent', {
  media: Type.text('Media code'),
  title: Type.text('Name of the outlet'),
  sourceKind: SourceKind,
  publisher: Type.nullable(Publisher, 'The outlet; null for a discovery source'),
  limit: Type.Integer(),
  count: Type.integer('Articles on this page'),
  nextCursor: Type.textOrNull('Null on the last page'),
  articles: Type.listed('By descending id', {
    ...ARTICLE_FIELDS,
    bodyStatus: ContentStatus,
    bodyChars: Type.integer('Code points of the text; 0 once it expired'),
    contentFetchedAt: Type.nullable(Type.DateTime, 'When the text was read; null when it was not'),
  }),
});

/** The start of a page and, with `hours`, the window of the first page. */
type Place = Pick<ListQuery, 'beforeId' | 'window'>;

export function mediaContentRoute(sources: NewsSources): Route {
  const turns = new Turns(SEARCHES_MAX, SEARCHES_WAITING_MAX, tooManyWait);
  return route({
    path: '/api/v1/media/{media}/content',
    summary: 'Content library of a media',
    description:
      'Every article of a media, by descending id, with the state of its text. A discovery source lists the articles that it found, each attributed to its publisher. A cursor keeps the window of the first page.',
    tag: 'media',
    params: { media: Type.text('Media code') },
    query: Query,
    needs: ['media'],
    onCopy: 'passed on',
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
  // The article was shown in this turn, so its media exists.
  const media = sources.catalog.directory.mediaOf(record.media)!;
  const { status, chars } = textStateOf(record, hasBody, sources.clock.nowMs());
  return {
    ...articleOf(sources, record, media),
    bodyStatus: status,
    bodyChars: chars,
    contentFetchedAt: isoOrNull(fetchedMs),
  };
}

/** Stands for "no window" in cursors: no window ends so early. */
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

/** Articles checked between two turns of the main thread, and maximum of one read. */
const BATCH_MAX = 256;
/** Maximum of matches that are listed: a more frequent keyword soon fills a page anyway. */
const MATCHES_MAX = 2000;

/** A keyword in the form that is compared with articles. */
type Keyword = QueryNode & { what: 'text' };

interface HistorySearchPage {
  articles: StoredArticle[];
  /** Id before which the next page begins; null on the last page. */
  nextBeforeId: number | null;
}

/**
 * The first `limit` articles of a list, with the keyword `q` if given.
 *
 * The catalog finds the keyword in all articles in memory; the other articles of the list are read
 * and compared. So a rare keyword over a long history reads that history, but at most a batch at a
 * time, and only a few such searches run at once; the others wait. Invariant: every article of an
 * answer may be shown when the answer is made.
 */
export async function searchHistory(
  sources: NewsSources,
  query: ListQuery,
  q: string | null,
  limit: number,
): Promise<HistorySearchPage> {
  const keyword = q === null ? null : keywordOf(q);
  const matching = keyword === null ? null : matchesInMemory(sources, query, keyword.text);
  let found: StoredArticle[] = [];
  let { beforeId } = query;
  // One article more than requested shows whether another page follows.
  for (let batch = Math.min(limit + 1, BATCH_MAX); ; batch = BATCH_MAX) {
    const listed = sources.media.list({ ...query, beforeId }, batch);
    const wanted =
      keyword === null ? listed : listed.filter((one) => mayHave(sources, query, matching, one));
    if (wanted.length === 0) await frontsTurn();
    else found.push(...(await read(sources, query, wanted, keyword, matching)));
    // Articles may have been hidden during the reading.
    found = found.filter(({ record }) => isShown(sources, record, query.nowMs));
    const last = listed.at(-1);
    if (found.length > limit || last === undefined || listed.length < batch) break;
    beforeId = last.id;
  }
  const articles = found.slice(0, limit);
  const hasMore = found.length > limit;
  return { articles, nextBeforeId: hasMore ? articles.at(-1)!.record.id : null };
}

function keywordOf(q: string): Keyword | null {
  const form = searchForm(q);
  const key = tagKey(normalTag(q) ?? q);
  return form === '' ? null : { what: 'text', text: q, form, tagKey: key };
}

/** Ids of the matches in memory; null when there are more than MATCHES_MAX. */
function matchesInMemory(
  { catalog }: NewsSources,
  { media, role, nowMs }: ListQuery,
  q: string,
): Set<number> | null {
  const mask = role === 'published' ? catalog.directory.mediaMask([media]) : null;
  if (mask !== null && 'unknown' in mask) return null;
  const [sinceMs, untilMs] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const needle = catalog.needleOf(q);
  const filter = { ...EVERYTHING, sinceMs, untilMs, nowMs, media: mask, needle };
  return catalog.idsOf(filter, MATCHES_MAX);
}

/** False for an article in memory without the keyword. */
function mayHave(
  { catalog }: NewsSources,
  { nowMs }: ListQuery,
  matching: Set<number> | null,
  { id, sortMs }: ListedArticle,
): boolean {
  if (matching === null || matching.has(id)) return true;
  return catalog.find(id, sortMs, nowMs) === null;
}

/**
 * The articles of a batch from the store, without those that lack the keyword. Most articles of a
 * long search are dropped, so the state of texts is read last.
 */
async function read(
  { articlesById }: NewsSources,
  { nowMs }: ListQuery,
  listed: readonly ListedArticle[],
  keyword: Keyword | null,
  matching: Set<number> | null,
): Promise<StoredArticle[]> {
  const ids = listed.map(({ id }) => id);
  if (keyword === null) return (await articlesById(ids, true)).filter((one) => one !== null);
  const having = (await articlesById(ids, false)).filter(
    (one) => one !== null && (matching?.has(one.record.id) || holdsText(keyword, one.record)),
  ) as StoredArticle[];
  const withText = having.filter(
    ({ record: { bodyHash, sortMs } }) => bodyHash !== '' && nowMs < sortMs + NEWS.bodyRetentionMs,
  );
  if (withText.length === 0) return having;
  const told = await articlesById(
    withText.map(({ record }) => record.id),
    true,
  );
  const byId = new Map(told.flatMap((one) => (one === null ? [] : [[one.record.id, one]])));
  return having.map((one) => byId.get(one.record.id) ?? one);
}

function isShown({ catalog, media }: NewsSources, record: NewsRecord, nowMs: number): boolean {
  return (
    catalog.directory.mediaOf(record.media) !== null && media.sightOf(record.id, nowMs) !== null
  );
}
