/**
 * Addresses in the forms that feeds have: relative, with spaces around them, with bases of their own. Also decides
 * whether addresses belong to the same site.
 */
import { getDomain } from 'tldts';
import { INGEST } from '../kernel/limits.js';
import { httpUrl } from '../kernel/text/url.js';

/** A relative address of this length or more is other data in the wrong field. */
const ADDRESS_UNITS_MAX = 4 * INGEST.urlMax;

/** The absolute address of `href` in a document with the base `base`; null for other schemes. */
export function addressOn(href: string, base: string): string | null {
  const trimmed = href.trim();
  if (trimmed === '' || trimmed.length > ADDRESS_UNITS_MAX) return null;
  const absolute = hostFirst(trimmed, base);
  if (absolute !== null) return httpUrl(absolute);
  return URL.canParse(trimmed, base) ? httpUrl(new URL(trimmed, base).href) : null;
}

/** An address without its scheme, which begins with the base's own host; null for a relative path. */
function hostFirst(href: string, base: string): string | null {
  const [first = ''] = href.split('/', 1);
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(first) || !URL.canParse(base)) return null;
  const { host, protocol } = new URL(base);
  const bare = (name: string): string => name.toLowerCase().replace(/^www\./, '');
  return bare(first) === bare(host) && URL.canParse(`${protocol}//${href}`)
    ? new URL(`${protocol}//${href}`).href
    : null;
}

/** The new base of `href`; the old base for an empty one. */
export function resolvedBase(href: string, base: string): string | null {
  return addressOn(href, base) ?? (href.trim() === '' ? base : null);
}

/** Tags of HTML with their attributes; the bound limits repeated searches in an unclosed tag. */
const TAG = /<[a-z][^<>]{0,4000}>/gi;
const ADDRESS_ATTRIBUTE = /(\s(?:href|src)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/gi;

/** HTML with absolute addresses of links and pictures. */
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
 * The base of relative addresses where a feed names none: its own address, unless another host than its site's
 * serves the feed, as feed services do.
 */
export function documentBase({ url, siteUrl }: { url: string; siteUrl: string | null }): string {
  if (siteUrl === null || !URL.canParse(url)) return siteUrl ?? url;
  return new URL(siteUrl).host === new URL(url).host ? url : siteUrl;
}

/** A refresh after at most this many seconds counts as a redirect. */
const IMMEDIATE_SECONDS = 5;
const REFRESH = /^\s*(\d{1,5})(?:\.\d*)?\s*(?:[;,]\s*)?(?:url\s*=\s*)?["']?([^"'\s]*)/i;

/** Target of an immediate refresh in the syntax of `meta` elements and headers; null where there is none. */
export function refreshTarget(text: string): string | null {
  const [, seconds, target] = REFRESH.exec(text) ?? [];
  return Number(seconds) <= IMMEDIATE_SECONDS && target ? target : null;
}

/**
 * The site of an http address; null for other texts. A site is a registrable domain by the public suffix list. A host
 * without one (an IP address, a name of the local network) is a site together with its port, because such hosts
 * serve several sites.
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
