/**
 * Reads the page of an article, with those that follow where the source's rules say how they are found; and
 * what the failures of a visit mean for the article.
 *
 * Not here: what becomes of it (page-visit.ts).
 */
import type { DocumentFault, PageDocument } from '../documents/documents.js';
import type { BodyStatus } from '../kernel/model/records.js';
import type { FetchOutcome, FetchReason } from './fetch/outcome.js';
import type { CrawlParts } from './parts.js';
import type { SourceEntry } from './sources/model.js';
import { readingOf, requestOf } from './sources/read-manner.js';

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
