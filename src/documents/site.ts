/**
 * Tells which addresses belong to the same site.
 *
 * A site is a registrable domain by the public suffix list; a host without one (an IP address, a
 * name of the local network) is a site together with its port, because such hosts serve many.
 */
import { getDomain } from 'tldts';

/** The site of an http address, or null for what is none. */
export function siteOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, host } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  return getDomain(hostname, { allowPrivateDomains: true }) ?? host;
}

/** Whether both addresses are of one site. */
export function isSameSite(one: string, other: string): boolean {
  const site = siteOf(one);
  return site !== null && site === siteOf(other);
}
