/**
 * Reads the page of an article, with those that follow where the source's rules say how they are found.
 *
 * Not here: what becomes of it (page-visit.ts).
 */
import type { DocumentFault, PageDocument } from '../documents/documents.js';
import type { FetchOutcome } from './fetch/outcome.js';
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
