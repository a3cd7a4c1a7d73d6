/**
 * Reads the page of an article, with those that follow where the source's rules say how they are found; what the
 * failures of a visit mean for the article; and articles whose pages have gone: 404 or 410 at two looks a day apart.
 *
 *   there ──missing──► missing ──missing a day later──► gone ──there again──► there
 *
 * The record says that an article is gone, or leaves lists and searches where the source hides what is gone. The past
 * keeps both. Not here: what becomes of a page (page-visit.ts).
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

/** Pages of one article; longer ones are books, or go in circles. */
const PAGES_MAX = 20;

type Fetched = Extract<FetchOutcome, { kind: 'ok' }>;

/** The article of a page that was fetched; what of its further pages cannot be had is left out. */
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
    // Sites number their articles, too.
    if (!isSameTitle(article.title, page.title)) break;
    article.body += `\n${page.body}`;
    article.links.push(...page.links);
    nextUrl = page.nextUrl ?? null;
  }
  return article;
}

/** Whether one headline begins with the other: that of a further page may tell its number. */
function isSameTitle(one: string | null, other: string | null): boolean {
  const [a, b] = [one ?? '', other ?? ''].map((title) => title.toLowerCase().trim());
  return a!.startsWith(b!) || b!.startsWith(a!);
}

/** Failures that say something about the server and not about the page. */
export const OF_SERVER: ReadonlySet<FetchReason> = new Set([
  'dns',
  'connect',
  'tls',
  'timeout',
  'rate-limited',
  'server-error',
  'broken',
]);
/** Refusals: another try soon would not be welcome, and the headline is all that there is. */
export const REFUSALS: ReadonlySet<FetchReason> = new Set(['robots', 'blocked']);
/** Failures that no later try will mend. */
export const FINAL: ReadonlySet<FetchReason> = new Set(['private-address', 'bad-address', 'gone']);
/** Failures that say that there is no page. */
export const MISSING: ReadonlySet<FetchReason> = new Set(['not-found', 'gone']);
/** Pages that are set aside for good: reading them again would cost as much again. */
export const TOO_COSTLY: ReadonlySet<DocumentFault['reason']> = new Set([
  'too-deep',
  'too-many-elements',
  'too-large',
  'timeout',
  'memory',
]);

/** The state of a text that could not be read. */
export function statusOf(reason: FetchReason): BodyStatus {
  if (reason === 'robots') return 'not_fetched';
  return reason === 'blocked' || reason === 'rate-limited' ? 'blocked' : 'error';
}

/** Two looks so far apart are not of one accident. */
const GONE_MS = DAY_MS;

/**
 * Notes that the page of a stored article is missing; the item is to be put afterwards.
 * @returns when it is looked at again; null where it is gone for good.
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

/** Notes that the page of a stored article is there; the item is to be put afterwards. */
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

/** The records of an article that is gone, or (`goneMs` null) there again. */
function goneRecords(entry: SourceEntry, item: SeenItem, goneMs: number | null): IngestRecord[] {
  const isPost = entry.kind === 'blog';
  const { url, title } = item;
  if ((entry.gone ?? (isPost ? 'hide' : 'keep')) === 'hide') {
    const kind = goneMs === null ? 'show' : 'hide';
    return [{ kind, target: isPost ? 'post' : 'news', key: url }];
  }
  // Posts have no mark.
  if (isPost) return [];
  const goneAt = goneMs === null ? null : isoOf(goneMs);
  return [{ kind: 'news', media: item.publisher ?? entry.key, url, title, goneAt }];
}
