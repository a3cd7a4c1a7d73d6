/**
 * Which article a page is: its address in the log, and whether it is the one that was asked for.
 *
 * Invariants: a page that shows something else than an article never gives an address to one, and neither does a
 * redirect that leads to another site or to a page without the article's headline.
 * Not here: what is known of other articles (items.ts, page-twins.ts).
 */
import type { PageDocument } from '../documents/documents.js';
import { isSameSite } from '../documents/site.js';
import { canonicalUrl } from '../kernel/text/url.js';
import type { FetchOutcome } from './fetch/outcome.js';
import { bearsHeadline } from './headline.js';
import type { Candidate } from './state/channel-state.js';

/**
 * The canonical address where the page names one, otherwise where the link led. `isElsewhere`: the channel
 * is known to link to other sites.
 */
export function identityOf(
  candidate: Candidate,
  { url, hops }: Pick<FetchOutcome, 'url' | 'hops'>,
  page: PageDocument,
  isElsewhere: boolean,
): string {
  // What is not the article's names itself and not the article.
  const isArticles = page.body !== null || (page.bodyState !== 'blocked' && page.title !== null);
  if (!isArticles) return candidate.url;
  const { title } = candidate;
  const isBorne = title !== null && bearsHeadline(page.title, title);
  const isTrusted = isElsewhere || isBorne;
  if (!isTrusted && !isSameSite(url, candidate.url)) return candidate.url;
  const wasLedOn = hops.length > 1;
  if (wasLedOn && !isTrusted && title !== null && page.published === null) return candidate.url;
  const canonical = page.canonicalUrl === null ? null : canonicalUrl(page.canonicalUrl);
  if (canonical !== null) return canonical;
  return (wasLedOn && new URL(url).pathname !== '/' ? canonicalUrl(url) : null) ?? candidate.url;
}

/**
 * Whether a page is an article: by its place in a feed or news sitemap, its date or its markup. Sitemaps list
 * sections and "about" as well.
 */
export function isArticle(
  candidate: Pick<Candidate, 'title' | 'published'>,
  { title, published, isMarkedArticle }: PageDocument,
): boolean {
  if (candidate.title !== null) return true;
  const isDated = candidate.published !== null || published !== null;
  return title !== null && (isDated || isMarkedArticle === true);
}
