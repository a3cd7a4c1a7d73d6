/**
 * The address under which a page wants to be known, and the one that it sends its readers to.
 */
import { canonicalUrl } from '../../kernel/text/url.js';
import { isSameSite } from '../site.js';
import { absoluteUrl, type PageFacts } from './facts.js';
import { metaValue } from './metas.js';

/** Seconds of a refresh that readers do not wait for. */
const IMMEDIATE_SECONDS = 5;
const REFRESH = /^\s*(\d{1,5})(?:\.\d*)?\s*(?:[;,]\s*)?(?:url\s*=\s*)?["']?([^"'\s]*)/i;
/** The last word of a path that names a list of pages. */
const LISTING =
  /^\/(?:index|default|home)?(?:\.\w+)?\/?$|\/(?:tag|tags|category|categories|author|authors|page|search|archives?)\/[^/]*\/?$/i;

/** rel=canonical, else og:url, where it is a page of the same site and not its front or a list. */
export function canonicalOf({ head, url, baseUrl }: PageFacts): string | null {
  const link = head.links.find(({ rel }) => rel?.toLowerCase().split(/\s+/).includes('canonical'));
  const candidates = [link?.href ?? null, metaValue(head.metas, 'og:url')];
  for (const candidate of candidates) {
    const absolute = absoluteUrl(candidate, baseUrl);
    const canonical = absolute === null ? null : canonicalUrl(absolute);
    if (canonical !== null && isSameSite(canonical, url) && isPage(canonical, url)) {
      return canonical;
    }
  }
  return null;
}

/** A front page is no other page's address, nor is a list. */
function isPage(canonical: string, url: string): boolean {
  const { pathname, search } = new URL(canonical);
  const own = new URL(url);
  if (pathname === own.pathname && search === own.search) return true;
  if (search !== '' && pathname === own.pathname) return true;
  return !LISTING.test(pathname) || LISTING.test(own.pathname + own.search);
}

/** Where an immediate `meta refresh` leads, unless it leads to the page itself. */
export function refreshOf({ head, url, baseUrl }: PageFacts): string | null {
  for (const meta of head.metas) {
    if (meta['http-equiv']?.trim().toLowerCase() !== 'refresh') continue;
    const [, seconds, target] = REFRESH.exec(meta.content ?? '') ?? [];
    if (seconds === undefined || Number(seconds) > IMMEDIATE_SECONDS || !target) continue;
    const absolute = absoluteUrl(target, baseUrl);
    if (absolute !== null && absolute !== url) return absolute;
  }
  return null;
}
