/**
 * Decides which article a page is: its address in the log, whether the page is the requested article, and whether
 * two headlines are of one article.
 *
 * Invariants: a page that is no article never gives an article its address. Neither does a redirect to another
 * site or to a page without the article's headline.
 * Not here: known articles (items.ts, page-twins.ts).
 */

import { isSameSite } from '../documents/address.js';
import type { PageDocument } from '../documents/documents.js';
import { canonicalUrl } from '../kernel/text/url.js';
import type { FetchOutcome } from './fetch/outcome.js';
import type { Candidate } from './state/channel-state.js';

/**
 * The address of an article: the canonical address where the page names one, otherwise the address that was reached.
 * `isElsewhere`: the channel is known to link to other sites.
 */
export function identityOf(
  candidate: Candidate,
  { url, hops }: Pick<FetchOutcome, 'url' | 'hops'>,
  page: PageDocument,
  isElsewhere: boolean,
): string {
  // The canonical address of a page that is no article is not that of the article.
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
 * Whether a page is an article: by a news sitemap or feed that lists it, by its date, or by its markup. Sitemaps
 * also list sections and pages such as "about".
 */
export function isArticle(
  candidate: Pick<Candidate, 'title' | 'published'>,
  { title, published, isMarkedArticle }: PageDocument,
): boolean {
  if (candidate.title !== null) return true;
  const isDated = candidate.published !== null || published !== null;
  return title !== null && (isDated || isMarkedArticle === true);
}

const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+|[\p{L}\p{M}\p{N}]+/gu;
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Most particles of languages with spaces are shorter. */
const WORD_UNITS_MIN = 4;

/** A page title with fewer words may be the name of a section or site. */
const TITLE_WORDS_MIN = 3;

/**
 * Whether two headlines are of one article: one contains the other whole. Headlines of a series do not.
 *
 * Feeds, pages and later editions word a headline differently. Scripts without spaces between words are compared
 * by pairs of characters.
 */
export function isSameHeadline(one: string | null, other: string | null): boolean {
  const [a, b] = [wordsOf(one ?? ''), wordsOf(other ?? '')];
  return holds(a, b) || holds(b, a);
}

/** Whether the title of a page or item fits a headline: contains it, is contained in it, or has most of its words. */
export function bearsHeadline(shown: string | null, listed: string | null): boolean {
  const [whole, part] = [wordsOf(shown ?? ''), wordsOf(listed ?? '')];
  if (holds(whole, part)) return true;
  if (whole.length >= TITLE_WORDS_MIN && holds(part, whole)) return true;
  const known = new Set(whole);
  return 2 * part.filter((word) => known.has(word)).length > part.length;
}

function holds(whole: readonly string[], part: readonly string[]): boolean {
  return part.length > 0 && ` ${whole.join(' ')} `.includes(` ${part.join(' ')} `);
}

/** Whether two headlines have a word in common that is no particle. */
export function sharesWord(one: string | null, other: string | null): boolean {
  const words = new Set(wordsOf(one ?? ''));
  return wordsOf(other ?? '').some(
    (word) => words.has(word) && (SPACELESS.test(word) || word.length >= WORD_UNITS_MIN),
  );
}

function wordsOf(title: string): string[] {
  const runs = title.normalize('NFKC').toLowerCase().match(RUNS) ?? [];
  return runs.flatMap((run) =>
    SPACELESS.test(run) && run.length > 2
      ? Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2))
      : run,
  );
}
