/**
 * Articles of one media from the newest id down, optionally those with a keyword, read from the
 * store in batches.
 *
 * Whether an article has the keyword is asked where that is cheapest: the catalog knows all
 * matches in memory, whatever else the list holds is read and compared. So a rare keyword over a
 * long history reads that history, but never more than a batch at a time, and only a few such
 * searches run at once; the others wait.
 * Invariant: everything in an answer may be shown when the answer is made.
 */
import { setImmediate as frontsTurn } from 'node:timers/promises';
import { NEWS } from '../../../../kernel/limits.js';
import type { NewsRecord } from '../../../../kernel/model/records.js';
import { normalTag, searchForm, tagKey } from '../../../../kernel/text/tag.js';
import type { ListedArticle, ListQuery } from '../../../../news/media/reader.js';
import type { NewsSources, StoredArticle } from '../sources.js';

/** Articles looked at between two turns of the front, and read at most by one call. */
const BATCH_MAX = 256;
/** Matches in memory that are worth listing: a more frequent keyword soon fills a page anyway. */
const MATCHES_MAX = 2000;

/** A keyword as articles are compared with it. */
interface Keyword {
  text: string;
  form: string;
  tagKey: string;
}

export interface HistorySearchPage {
  articles: StoredArticle[];
  /** Id after which the next page goes on; null when there is none. */
  nextBeforeId: number | null;
}

/** The first `limit` articles of a list that have the keyword `q`, when there is one. */
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
  // One more than asked for tells whether another page follows.
  for (let batch = Math.min(limit + 1, BATCH_MAX); ; batch = BATCH_MAX) {
    const listed = sources.media.list({ ...query, beforeId }, batch);
    const wanted =
      keyword === null ? listed : listed.filter((one) => mayHave(sources, query, matching, one));
    if (wanted.length === 0) await frontsTurn();
    else found.push(...(await read(sources, query, wanted, keyword, matching)));
    // Articles that were hidden during the reading are left out.
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
  return form === '' ? null : { text: q, form, tagKey: tagKey(normalTag(q) ?? q) };
}

/** Ids of the matches in memory; null when they are too many to be worth a list. */
function matchesInMemory(
  { catalog }: NewsSources,
  { media, role, nowMs }: ListQuery,
  q: string,
): Set<number> | null {
  const mask = role === 'published' ? catalog.directory.mediaMask([media]) : null;
  if (mask !== null && 'unknown' in mask) return null;
  const filter = {
    sinceMs: Number.NEGATIVE_INFINITY,
    untilMs: Number.POSITIVE_INFINITY,
    nowMs,
    media: mask,
    tagKeys: null,
    needle: catalog.needleOf(q),
  };
  return catalog.idsOf(filter, MATCHES_MAX);
}

/** False for an article in memory that is known not to have the keyword. */
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
 * The articles of a batch from the store, without those that prove not to have the keyword. Most
 * of a long search is thrown away, so it is asked at the end whose text is still there.
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
    (one) => one !== null && (matching?.has(one.record.id) || hasKeyword(one.record, keyword)),
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

function hasKeyword({ title, description, tags }: NewsRecord, keyword: Keyword): boolean {
  const isInside = (text: string): boolean => searchForm(text).includes(keyword.form);
  return (
    isInside(title) ||
    (description !== null && isInside(description)) ||
    tags.some((tag) => tagKey(tag) === keyword.tagKey)
  );
}

function isShown({ catalog, media }: NewsSources, record: NewsRecord, nowMs: number): boolean {
  return (
    catalog.directory.mediaOf(record.media) !== null && media.sightOf(record.id, nowMs) !== null
  );
}
