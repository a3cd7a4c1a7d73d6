/**
 * Reads the page of an article, with its further pages where the source's rules say how to find them. Also decides
 * what failures of a visit mean for the article, and which articles are gone: 404 or 410 at two visits a day apart.
 *
 *   there ──missing──► missing ──missing a day later──► gone ──there again──► there
 *
 * The record of a gone article says so; where the source hides gone articles, the article leaves lists and searches.
 * Past rankings and events keep it. Not here: storing the article (page-visit.ts).
 */
import type { DocumentFault, PageDocument } from '../documents/documents.js';
import { DAY_MS, isoOf } from '../kernel/clock.js';
import type { BodyStatus } from '../kernel/model/records.js';
import type { FetchOutcome, FetchReason } from './fetch/outcome.js';
import type { CrawlParts, RecordSink } from './parts.js';
import type { IngestRecord } from './records/article-records.js';
import type { SourceEntry } from './sources/model.js';
import { readingOf, requestOf } from './sources/read-manner.js';
import type { Ledger, SeenItem } from './state/channel-state.js';

/** Pages of one article; longer articles are books, or their links go in circles. */
const PAGES_MAX = 20;

type Fetched = Extract<FetchOutcome, { kind: 'ok' }>;

/** The article of a fetched page; further pages that cannot be read are left out. */
export async function readArticle(
  { fetcher, extractor }: Pick<CrawlParts, 'fetcher' | 'extractor'>,
  entry: SourceEntry,
  first: Fetched,
): Promise<PageDocument | DocumentFault> {
  const genre = entry.kind === 'blog' ? 'post' : 'news';
  const read = ({ bytes, contentType, url }: Fetched) =>
    extractor.extract({ task: 'page', genre, bytes, contentType, url, ...readingOf(entry) });
  const article = await read(first);
  if (article.kind === 'fault') return article;
  const seen = new Set([first.url]);
  let nextUrl = article.nextUrl ?? null;
  while (article.body !== null && nextUrl !== null && seen.size < PAGES_MAX) {
    if (seen.has(nextUrl)) break;
    seen.add(nextUrl);
    const outcome = await fetcher.fetch({ url: nextUrl, purpose: 'page', ...requestOf(entry) });
    const page = outcome.kind === 'ok' ? await read(outcome) : null;
    if (page === null || page.kind === 'fault' || page.body === null) break;
    // Some sites link the next article in the same way as the next page.
    if (!isSameTitle(article.title, page.title)) break;
    article.body += `\n${page.body}`;
    article.links.push(...page.links);
    nextUrl = page.nextUrl ?? null;
  }
  return article;
}

/** Whether one headline begins with the other: the headline of a further page may end with its number. */
function isSameTitle(one: string | null, other: string | null): boolean {
  const [a, b] = [one ?? '', other ?? ''].map((title) => title.toLowerCase().trim());
  return a!.startsWith(b!) || b!.startsWith(a!);
}

/** Failures of the server, not of the page. */
export const OF_SERVER: ReadonlySet<FetchReason> = new Set([
  'dns',
  'connect',
  'tls',
  'timeout',
  'rate-limited',
  'server-error',
  'broken',
]);
/** Refusals: the site does not want another attempt soon, so only the headline is stored. */
export const REFUSALS: ReadonlySet<FetchReason> = new Set(['robots', 'blocked']);
/** Failures that no later attempt can mend. */
export const FINAL: ReadonlySet<FetchReason> = new Set(['private-address', 'bad-address', 'gone']);
/** Failures that mean that the page does not exist. */
export const MISSING: ReadonlySet<FetchReason> = new Set(['not-found', 'gone']);
/** Faults of pages that are never read again: another reading would cost as much. */
export const TOO_COSTLY: ReadonlySet<DocumentFault['reason']> = new Set([
  'too-deep',
  'too-many-elements',
  'too-large',
  'timeout',
  'memory',
]);

/** The status of a text that could not be read. */
export function statusOf(reason: FetchReason): BodyStatus {
  if (reason === 'robots') return 'not_fetched';
  return reason === 'blocked' || reason === 'rate-limited' ? 'blocked' : 'error';
}

/** Two failed visits this far apart have no common accident as their cause. */
const GONE_MS = DAY_MS;

/**
 * Notes that the page of a stored article is missing; the caller stores the item.
 * @returns when the page is due again; null where the article is gone for good.
 */
export async function noteMissing(
  sink: RecordSink,
  entry: SourceEntry,
  item: SeenItem,
  ledger: Ledger | null,
  nowMs: number,
): Promise<number | null> {
  item.missingMs ??= nowMs;
  if (item.goneMs != null) return null;
  if (nowMs < item.missingMs + GONE_MS) return item.missingMs + GONE_MS;
  await sink.send(goneRecords(entry, item, nowMs));
  item.goneMs = nowMs;
  if (ledger !== null) ledger.gone = (ledger.gone ?? 0) + 1;
  return null;
}

/** Notes that the page of a stored article exists; the caller stores the item. */
export async function noteThere(
  sink: RecordSink,
  entry: SourceEntry,
  item: SeenItem,
  ledger: Ledger | null,
): Promise<void> {
  if (item.missingMs == null) return;
  if (item.goneMs != null) {
    await sink.send(goneRecords(entry, item, null));
    if (ledger !== null) ledger.gone = Math.max(0, (ledger.gone ?? 0) - 1);
  }
  Object.assign(item, { missingMs: null, goneMs: null });
}

/** The records of an article that is gone, or (`goneMs` null) exists again. */
function goneRecords(entry: SourceEntry, item: SeenItem, goneMs: number | null): IngestRecord[] {
  const isPost = entry.kind === 'blog';
  const { url, title } = item;
  if ((entry.gone ?? (isPost ? 'hide' : 'keep')) === 'hide') {
    const kind = goneMs === null ? 'show' : 'hide';
    return [{ kind, target: isPost ? 'post' : 'news', key: url }];
  }
  // Records of posts have no field for it.
  if (isPost) return [];
  const goneAt = goneMs === null ? null : isoOf(goneMs);
  return [{ kind: 'news', media: item.publisher ?? entry.key, url, title, goneAt }];
}
