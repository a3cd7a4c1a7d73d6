/**
 * Revisions as they are listed, newest first, and counted by outlet.
 *
 * Not here: where they come from (revision-table.ts), whose articles may be shown (reader.ts).
 */
import { DAY_MS, MINUTE_MS } from '../../kernel/clock.js';
import { getOrInsert } from '../../kernel/get-or-insert.js';
import { searchForm } from '../../kernel/text/tag.js';
import {
  bitOf,
  type Revision,
  type RevisionTable,
  type RevisionTexts,
  textsOf,
} from './revision-table.js';

/** What is known of an article whose revision is listed; null where it may not be shown. */
export type ArticleSight = (articleId: number) => { media: string; sortMs: number } | null;

export interface RevisionQuery {
  /** Seen since, and before. */
  sinceMs: number;
  untilMs: number;
  /** Bits of which one has to be there. */
  kinds: number;
  media: ReadonlySet<string> | null;
  /** In the title or summary before or after; null for any. */
  q: string | null;
}

/** The last revision of a page. */
export interface RevisionPlace {
  timeMs: number;
  id: number;
}

export interface ListedRevision extends Omit<Revision, 'texts'>, RevisionTexts {
  media: string;
  sortMs: number;
}

export interface RevisionPage {
  found: ListedRevision[];
  /** Where the page ended; null where there are no more. */
  next: RevisionPlace | null;
}

/** Rows looked at by one call: a millisecond where a text is looked for. */
const ROWS_AT_ONCE = 500;

/** At most `limit` revisions after a place; it may end early, with a `next`. */
export function listRevisions(
  table: RevisionTable,
  sightOf: ArticleSight,
  query: RevisionQuery,
  after: RevisionPlace | null,
  limit: number,
): RevisionPage {
  const needle = query.q === null ? null : searchForm(query.q);
  const found: ListedRevision[] = [];
  const end = after === null ? table.placeOf(query.untilMs) : table.placeOf(after.timeMs, after.id);
  let last: RevisionPlace | null = null;
  let looked = 0;
  for (let row = end - 1; row >= 0 && table.seenMs[row]! >= query.sinceMs; row--) {
    if (found.length === limit || looked === ROWS_AT_ONCE) return { found, next: last };
    last = { timeMs: table.seenMs[row]!, id: table.sequences[row]! };
    if ((table.kinds[row]! & query.kinds) === 0) continue;
    looked += 1;
    const article = sightOf(table.articleIds[row]!);
    if (article === null || query.media?.has(article.media) === false) continue;
    const listed = listedOf(table.at(row), article);
    if (needle === null || holds(listed, needle)) found.push(listed);
  }
  return { found, next: null };
}

/** Every revision of an article, newest first. */
export function revisionsOfArticle(
  table: RevisionTable,
  sightOf: ArticleSight,
  articleId: number,
): ListedRevision[] {
  const article = sightOf(articleId);
  if (article === null) return [];
  return Array.from(table.rowsOf(articleId), (row) => listedOf(table.at(row), article)).reverse();
}

/** Articles of a window of publication whose title was changed, with the minutes until it was. */
export function retitledSince(
  table: RevisionTable,
  sightOf: ArticleSight,
  sinceMs: number,
  nowMs: number,
): Map<string, number[]> {
  const minutes = new Map<string, number[]>();
  const seen = new Set<number>();
  const end = table.placeOf(nowMs);
  // One that waits for its time may be changed before it comes.
  for (let row = table.placeOf(sinceMs - DAY_MS); row < end; row++) {
    const id = table.articleIds[row]!;
    if ((table.kinds[row]! & bitOf('title')) === 0 || seen.has(id)) continue;
    const article = sightOf(id);
    if (article === null || article.sortMs < sinceMs || article.sortMs >= nowMs) continue;
    seen.add(id);
    getOrInsert(minutes, article.media, () => []).push(
      minutesAfter(table.seenMs[row]!, article.sortMs),
    );
  }
  return minutes;
}

/** Whole minutes from publication until a change was seen. */
export function minutesAfter(seenMs: number, sortMs: number): number {
  return Math.max(0, Math.floor((seenMs - sortMs) / MINUTE_MS));
}

function listedOf({ texts, ...revision }: Revision, article: object): ListedRevision {
  return { ...revision, ...textsOf({ texts }), ...article } as ListedRevision;
}

function holds({ title, summary }: RevisionTexts, needle: string): boolean {
  return [...title, ...(summary ?? [])].some((text) => searchForm(text).includes(needle));
}
