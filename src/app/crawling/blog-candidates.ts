/**
 * Turns listed blogs into records of unverified candidates with codes of their own.
 *
 * Invariants: a code follows from the address of the site alone, so a list that is imported again
 * gives the same codes; what is registered already, under whatever code, is left as it is. Two
 * sites whose addresses give the same code are told apart by a hash.
 */
import type { BlogRecord } from '../../kernel/model/records.js';
import { siteKey, slugOf, withHash } from '../../kernel/text/slug.js';
import type { ListedBlog } from './blog-lists.js';

/** A record as `tagwire ingest` takes it. */
export interface CandidateRecord {
  kind: 'blog';
  slug: string;
  name: string;
  sourceUrl: string;
  category: string;
  feeds: { url: string; type: 'rss' | 'atom' }[];
  verified: false;
}

export interface Candidates {
  records: CandidateRecord[];
  /** Listed blogs that are registered, or stand in the list twice. */
  known: number;
}

/** Candidates among listed blogs that are not registered yet. */
export function candidatesOf(
  listed: readonly ListedBlog[],
  registered: readonly BlogRecord[],
): Candidates {
  const sites = new Set<string>();
  const slugs = new Set<string>();
  for (const { slug, sourceUrl, aliases } of registered) {
    slugs.add(slug);
    for (const address of [sourceUrl, ...aliases]) sites.add(siteKey(address));
  }
  const records: CandidateRecord[] = [];
  for (const blog of listed) {
    const site = siteKey(blog.siteUrl);
    if (sites.has(site)) continue;
    const plain = slugOf(site);
    const slug = slugs.has(plain) ? withHash(plain, site) : plain;
    if (slugs.has(slug)) continue;
    sites.add(site);
    slugs.add(slug);
    records.push(recordOf(blog, slug));
  }
  return { records, known: listed.length - records.length };
}

function recordOf({ name, siteUrl, feedUrl, category }: ListedBlog, slug: string): CandidateRecord {
  const type = feedUrl !== null && /atom/i.test(feedUrl) ? 'atom' : 'rss';
  const feeds = feedUrl === null ? [] : [{ url: feedUrl, type } as const];
  return { kind: 'blog', slug, name, sourceUrl: siteUrl, category, feeds, verified: false };
}
