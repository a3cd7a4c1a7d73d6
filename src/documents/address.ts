/**
 * Addresses as feeds write them: relative, with spaces round them, on a base of their own. And which of them
 * belong to the same site.
 */
import { getDomain } from 'tldts';
import { INGEST } from '../kernel/limits.js';
import { httpUrl } from '../kernel/text/url.js';

/** Relative addresses of this length or more are data that stands in the wrong place. */
const ADDRESS_UNITS_MAX = 4 * INGEST.urlMax;

/** The address that `href` means on the document at `base`; null for other schemes. */
export function addressOn(href: string, base: string): string | null {
  const trimmed = href.trim();
  if (trimmed === '' || trimmed.length > ADDRESS_UNITS_MAX) return null;
  const absolute = hostFirst(trimmed, base);
  if (absolute !== null) return httpUrl(absolute);
  return URL.canParse(trimmed, base) ? httpUrl(new URL(trimmed, base).href) : null;
}

/** An address without its scheme: the base's own host stands first, which is no folder. */
function hostFirst(href: string, base: string): string | null {
  const [first = ''] = href.split('/', 1);
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(first) || !URL.canParse(base)) return null;
  const { host, protocol } = new URL(base);
  const bare = (name: string): string => name.toLowerCase().replace(/^www\./, '');
  return bare(first) === bare(host) && URL.canParse(`${protocol}//${href}`)
    ? new URL(`${protocol}//${href}`).href
    : null;
}

/** A new base; an address that leads nowhere new, too. */
export function resolvedBase(href: string, base: string): string | null {
  return addressOn(href, base) ?? (href.trim() === '' ? base : null);
}

/** Tags of HTML with their attributes; the bound keeps a tag without end from being searched again. */
const TAG = /<[a-z][^<>]{0,4000}>/gi;
const ADDRESS_ATTRIBUTE = /(\s(?:href|src)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/gi;

/** HTML whose links and pictures are absolute. */
export function rebasedHtml(html: string, base: string): string {
  return html.replace(TAG, (tag) =>
    tag.replace(ADDRESS_ATTRIBUTE, (_, name: string, value: string) => {
      const quote = value[0] === '"' || value[0] === "'" ? value[0] : '';
      const href = quote === '' ? value : value.slice(1, -1);
      const whole = addressOn(href.replaceAll('&amp;', '&'), base);
      return whole === null
        ? `${name}${value}`
        : `${name}${quote || '"'}${whole.replaceAll('&', '&amp;')}${quote || '"'}`;
    }),
  );
}

/**
 * The base of relative addresses where a feed names none: its own address, unless it is served from another host
 * than its site, as feed services do.
 */
export function documentBase({ url, siteUrl }: { url: string; siteUrl: string | null }): string {
  if (siteUrl === null || !URL.canParse(url)) return siteUrl ?? url;
  return new URL(siteUrl).host === new URL(url).host ? url : siteUrl;
}

/** Seconds of a refresh that readers do not wait for. */
const IMMEDIATE_SECONDS = 5;
const REFRESH = /^\s*(\d{1,5})(?:\.\d*)?\s*(?:[;,]\s*)?(?:url\s*=\s*)?["']?([^"'\s]*)/i;

/** Where an immediate refresh leads, as `meta` elements and headers write it; null where to nothing else. */
export function refreshTarget(text: string): string | null {
  const [, seconds, target] = REFRESH.exec(text) ?? [];
  return Number(seconds) <= IMMEDIATE_SECONDS && target ? target : null;
}

/**
 * A site is a registrable domain by the public suffix list; a host without one (an IP address, a
 * name of the local network) is a site together with its port, because such hosts serve many.
 *
 * The site of an http address, or null for what is none.
 */
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
