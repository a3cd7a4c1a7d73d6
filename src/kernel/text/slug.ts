/**
 * Codes of sites, made from their addresses.
 *
 * Invariants: a code follows from the address alone, so that a site that is named again gets the
 * same code; it is at most `INGEST.codeMax` long and never empty.
 */
import { hash64, hexOf } from '../hash.js';
import { INGEST } from '../limits.js';

/** Hex digits that tell two codes apart. */
const HASH_CHARS = 8;

/** An address without what does not tell sites apart: scheme, www., case of the host, last slash. */
export function siteKey(address: string): string {
  const bare = address.replace(/^https?:\/\//i, '').replace(/^www\./i, '');
  const slashAt = bare.indexOf('/');
  const host = slashAt < 0 ? bare : bare.slice(0, slashAt);
  const path = slashAt < 0 ? '' : bare.slice(slashAt).replace(/\/+$/, '');
  return host.toLowerCase() + path;
}

/** `example.com/~ann` gives `example-com-ann`. */
export function slugOf(site: string): string {
  const slug = site
    .toLowerCase()
    .replace(/%[0-9a-f]{2}|[^a-z0-9]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');
  return slug.length > INGEST.codeMax || slug === '' ? withHash(slug, site) : slug;
}

/** The code of a site, made different from others by a hash of its address. */
export function withHash(slug: string, site: string): string {
  const hash = hexOf(hash64(Buffer.from(site))).slice(0, HASH_CHARS);
  const slugMax = INGEST.codeMax - HASH_CHARS - 1;
  return `${slug.slice(0, slugMax).replace(/-$/, '')}-${hash}`.replace(/^-/, '');
}
