/**
 * Which listed blogs a list of feeds names, as a reader of feeds exports it.
 *
 * An outline names the blog whose homepage is its site, or else the one whose homepage its feed lies
 * below; of several such the nearest. Blogs are those that the API lists, so none that is hidden.
 */
import { readOpml } from '../documents/opml.js';
import { siteKey } from '../kernel/text/url.js';
import { type InnerAnswer, jsonOf } from '../serve/http/service-options.js';

/** Outlines that are looked at: more than a person can follow. */
const OUTLINES_MAX = 2000;
/** Parts of an address that a homepage may have. */
const DEPTH_MAX = 8;
const PAGE = 200;

interface ListedBlogs {
  items: { slug: string; sourceUrl: string | null }[];
  nextCursor: string | null;
}

/** What a list came to. */
export interface FollowImport {
  /** Codes of blogs, in the order of the list, each once. */
  blogs: string[];
  /** Outlines whose blog is not listed here. */
  unknown: number;
}

/**
 * Finds the blogs of a list.
 * @param text OPML, or addresses of blogs or feeds, one on a line.
 * @param ask asks the API of the blog service.
 */
export async function blogsOfList(
  text: string,
  ask: (target: string) => Promise<InnerAnswer>,
): Promise<FollowImport> {
  const lists = outlinesOf(text).map(placesOf);
  const wanted = new Set(lists.flat());
  const slugs = new Map<string, string>();
  for (let cursor: string | null = ''; cursor !== null && wanted.size > 0; ) {
    const page: ListedBlogs | null = await pageOf(ask, cursor);
    for (const { slug, sourceUrl } of page?.items ?? []) {
      const key = siteKey(sourceUrl ?? '');
      if (wanted.has(key) && !slugs.has(key)) slugs.set(key, slug);
    }
    cursor = page?.nextCursor ?? null;
  }
  const found = lists.map((places) => slugs.get(places.find((place) => slugs.has(place)) ?? ''));
  const blogs = found.filter((slug) => slug !== undefined);
  return { blogs: [...new Set(blogs)], unknown: found.length - blogs.length };
}

/** Site and feed of each outline. */
function outlinesOf(text: string): (string | null)[][] {
  const outlines = text.includes('<')
    ? readOpml(text).map(({ siteUrl, feedUrl }) => [siteUrl, feedUrl])
    : text.split(/\s+/).flatMap((line) => (line === '' ? [] : [[line]]));
  return outlines.slice(0, OUTLINES_MAX);
}

/** Homepages that an outline may mean, the likeliest first. */
function placesOf(addresses: readonly (string | null)[]): string[] {
  return addresses.flatMap((address) => {
    const parts = siteKey(address ?? '')
      .split('/')
      .slice(0, DEPTH_MAX);
    return parts.map((_, at) => parts.slice(0, parts.length - at).join('/')).filter(Boolean);
  });
}

async function pageOf(
  ask: (target: string) => Promise<InnerAnswer>,
  cursor: string,
): Promise<ListedBlogs | null> {
  const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  return jsonOf<ListedBlogs>(await ask(`/api/v1/blogs?limit=${PAGE}${after}`));
}
