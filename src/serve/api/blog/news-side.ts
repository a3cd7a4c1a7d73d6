/**
 * What the blog service asks of the news: articles by the address of a link, and the newest with a tag.
 *
 * Invariant: articles come as the news service shows them now, so what is hidden there is not told here.
 */
import { familyOf, labelledUrls } from '../../../blogs/mentions/graph/address.js';
import { HOUR_MS } from '../../../kernel/clock.js';
import { canonicalUrl } from '../../../kernel/text/url.js';
import type { Article } from '../news/articles/article-lookup.js';
import { newestArticles, taggedFilter } from '../news/articles/catalog-list.js';
import type { BlogSources } from './sources.js';

/** How far back a tag is looked for: the widest window of the news' lists. */
const TAG_MS = 744 * HOUR_MS;

/** Articles by address as links write it; null for what the news does not show. */
export async function articlesAt(
  sources: BlogSources,
  urls: readonly string[],
): Promise<(Article | null)[]> {
  const hosts = new Set<string>();
  for (const { homepage } of sources.news.catalog.directory.media()) {
    if (homepage !== null && URL.canParse(homepage)) hosts.add(familyOf(new URL(homepage).host));
  }
  const forms = urls.map((url) => formsOf(url, hosts));
  const asked = [...new Set(forms.flat())];
  const places = await sources.newsPlaces(asked);
  const placeOf = new Map(asked.map((url, at) => [url, places[at] ?? null]));
  const chosen = forms.map((own) => own.map((url) => placeOf.get(url)).find((one) => one != null));
  const known = chosen.filter((place) => place !== undefined && place !== null);
  const articles = await sources.news.articles(known);
  const byId = new Map(known.map(({ id }, at) => [id, articles[at] ?? null]));
  return chosen.map((place) => (place == null ? null : (byId.get(place.id) ?? null)));
}

/** The newest articles that carry a tag. */
export function newestTagged(sources: BlogSources, tag: string, limit: number): Promise<Article[]> {
  const nowMs = sources.clock.nowMs();
  const filter = taggedFilter(tag, nowMs - TAG_MS, nowMs, nowMs);
  return newestArticles(sources.news, filter, limit);
}

/** The canonical address, and on a host of an outlet the others that lead to the same page. */
function formsOf(url: string, hosts: ReadonlySet<string>): string[] {
  const canonical = canonicalUrl(url);
  if (canonical === null) return [];
  const parsed = new URL(canonical);
  const bare = familyOf(parsed.host);
  if (!isOfOutlet(bare, hosts)) return [canonical];
  const path = parsed.pathname;
  const paths = [path, path.endsWith('/') ? path.slice(0, -1) : `${path}/`];
  const others = paths
    .flatMap((one) => labelledUrls(bare, `${one}${parsed.search}`))
    .map(canonicalUrl);
  return [...new Set([canonical, ...others.filter((one) => one !== null)])];
}

/** True for a host of an outlet, and for hosts below it. */
function isOfOutlet(host: string, hosts: ReadonlySet<string>): boolean {
  for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
    if (hosts.has(rest)) return true;
  }
  return false;
}
