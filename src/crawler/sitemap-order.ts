/**
 * Which sitemaps of an index are read in one poll.
 *
 * Those with dates: the newest. Those without: half of them the newest-looking (the highest number in the
 * address, then the last place), half those that were never read, so that all are read in the end.
 */
import type { SitemapDocument } from '../documents/documents.js';
import { CRAWL } from '../kernel/limits.js';
import type { ChildState } from './state/channel-state.js';

/** Sitemaps of an index that are remembered; the rest is archive. */
const CHILDREN_MAX = 500;

/** Addresses of an index's sitemaps that are worth reading at some time, newest first. */
export function childrenOf({ sitemaps }: Pick<SitemapDocument, 'sitemaps'>): string[] {
  const dated = sitemaps.filter(({ modified }) => modified !== null);
  const newest = dated.toSorted((a, b) => b.modified!.atMs - a.modified!.atMs);
  const undated = sitemaps
    .filter(({ modified }) => modified === null)
    .map(({ url }, place) => ({ url, place, number: numberOf(url) }))
    .toSorted((a, b) => b.number - a.number || b.place - a.place);
  const urls = [...newest.slice(0, CRAWL.sitemapsMax), ...undated].map(({ url }) => url);
  return [...new Set(urls)].slice(0, CHILDREN_MAX);
}

/** Those of them that are read now. */
export function dueChildren(
  urls: readonly string[],
  known: { readonly [url: string]: ChildState },
): string[] {
  const newest = urls.slice(0, CRAWL.sitemapsMax / 2);
  const others = urls.slice(newest.length);
  const unread = others.filter((url) => (known[url]?.bytesHash ?? null) === null);
  const read = others.filter((url) => !unread.includes(url));
  return [...newest, ...unread, ...read].slice(0, CRAWL.sitemapsMax);
}

/** The last number in an address, as in `sitemap-posts-12.xml`; -1 where there is none. */
function numberOf(url: string): number {
  const [last] = (url.match(/\d{1,12}/g) ?? []).slice(-1);
  return last === undefined ? -1 : Number(last);
}
