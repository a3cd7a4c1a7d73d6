/**
 * Turns listed blogs into records of unverified candidates with codes of their own.
 *
 * Invariants: a code follows from the address of the site alone, so a list that is imported again
 * gives the same codes; what is registered already, under whatever code, is left as it is. Two
 * sites whose addresses give the same code are told apart by a hash.
 */
import { hash64, hexOf } from '../kernel/hash.js';
import { INGEST } from '../kernel/limits.js';
import type { BlogRecord } from '../model/records.js';
import type { ListedBlog } from './blog-lists.js';

/** Hex digits that tell two codes apart. */
const HASH_CHARS = 8;

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

/** An address without what does not tell sites apart: scheme, www., case of the host, last slash. */
function siteKey(address: string): string {
  const bare = address.replace(/^https?:\/\//i, '').replace(/^www\./i, '');
  const slashAt = bare.indexOf('/');
  const host = slashAt < 0 ? bare : bare.slice(0, slashAt);
  const path = slashAt < 0 ? '' : bare.slice(slashAt).replace(/\/+$/, '');
  return host.toLowerCase() + path;
}

/** `example.com/~ann` gives `example-com-ann`. */
function slugOf(site: string): string {
  const slug = site
    .toLowerCase()
    .replace(/%[0-9a-f]{2}|[^a-z0-9]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');
  return slug.length > INGEST.codeMax || slug === '' ? withHash(slug, site) : slug;
}

function withHash(slug: string, site: string): string {
  const hash = hexOf(hash64(Buffer.from(site))).slice(0, HASH_CHARS);
  const room = INGEST.codeMax - HASH_CHARS - 1;
  return `${slug.slice(0, room).replace(/-$/, '')}-${hash}`.replace(/^-/, '');
}
