/**
 * Which article a page shows: whether it shows one, whether that is the one that was listed, and the
 * address that is its identity. Pure.
 *
 * Invariant: a wall, or a page that tells of an error, gives an article no address.
 * Not here: what is known of other articles (items.ts).
 */
import type { PageDocument } from '../extract/documents.js';
import { canonicalUrl } from '../text/url.js';
import type { FetchOutcome } from './fetch/outcome.js';
import type { Candidate } from './state/channel-state.js';

/** The canonical address where the page names one, otherwise where the link led. */
export function identityOf(
  candidate: Candidate,
  { url, hops }: Pick<FetchOutcome, 'url' | 'hops'>,
  page: PageDocument,
): string {
  // What is not the article's names itself and not the article.
  const isArticles = page.body !== null || (page.bodyState !== 'blocked' && page.title !== null);
  if (!isArticles) return candidate.url;
  const canonical = page.canonicalUrl === null ? null : canonicalUrl(page.canonicalUrl);
  if (canonical !== null) return canonical;
  const wasLedOn = hops.length > 1 && new URL(url).pathname !== '/';
  return (wasLedOn ? canonicalUrl(url) : null) ?? candidate.url;
}

/** Whether a page shows the headline that the channel gave. */
export function bearsTitle({ title }: PageDocument, headline: string): boolean {
  if (title === null) return false;
  const [shown, listed] = [title, headline].map((text) =>
    text.normalize('NFKC').toLowerCase().trim(),
  );
  return shown!.includes(listed!) || listed!.includes(shown!);
}

/** A page that no channel gave a title for must look like an article to be one. */
export function isArticle({ title, bodyState, published }: PageDocument): boolean {
  return title !== null && (bodyState === 'ok' || published !== null);
}
