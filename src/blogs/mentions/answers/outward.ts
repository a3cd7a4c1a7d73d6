/**
 * Links from posts to other pages than blogs: the posts that link to addresses, and the links of posts.
 *
 * No state is folded for this: the texts of posts contain every body link (state/links.ts), and the lists
 * of families name the posts to read. So a link counts whether its target was known before it or later.
 * Addresses are compared without tracking parameters, fragment, scheme, `www.`, phone labels and final
 * slash; the rest of a query counts, because some outlets identify articles by it.
 * Invariant: a post that is hidden, or of a blog that is not shown, is in no answer.
 */
import { canonicalUrl } from '../../../kernel/text/url.js';
import type { LinkingAnswer, LinkingPost, LinkingQuestion, OutwardLink } from '../codec.js';
import { isPlainRest, pathOf, splitUrl } from '../state/address.js';
import type { GraphParts } from '../state/graph.js';
import { LinkCursor } from '../state/links.js';
import { POST } from '../state/posts.js';
import { ANY_SEGMENT, type Families, segmentMark } from '../state/registry.js';

/** Links that one question compares: some 30 ms of the thread. Lists are read from the newest entry on. */
const LOOKED_MAX = 20_000;

interface Place {
  family: number;
  mark: number;
}

/** The form in which addresses of links are compared; null for an address that is not of the web. */
function comparedUrl(url: string): string | null {
  const canonical = canonicalUrl(url);
  const split = canonical === null ? null : splitUrl(canonical);
  if (canonical === null || split === null) return null;
  const queryAt = canonical.indexOf('?');
  const query = queryAt < 0 ? '' : canonical.slice(queryAt);
  return `${split.family}${pathOf(split.code, split.rest)}${query}`;
}

/** The posts that link to one of the addresses, the newest first. */
export function linkingOf(parts: GraphParts, { urls, postsMax }: LinkingQuestion): LinkingAnswer {
  const { families, posts } = parts;
  const wanted = new Map<string, number>();
  urls.forEach((url, at) => {
    const compared = comparedUrl(url);
    if (compared !== null && !wanted.has(compared)) wanted.set(compared, at);
  });
  const cursor = new LinkCursor();
  const found = new Map<number, LinkingPost>();
  let left = LOOKED_MAX;
  for (const { family, mark } of placesOf(families, urls)) {
    const met = new Set<number>();
    for (const row of families.rowsOf(family, mark)) {
      if (left <= 0) break;
      if (met.has(row) || !isShown(parts, row)) continue;
      met.add(row);
      cursor.open(posts.bytesOf(row), posts.textAt(row));
      while (cursor.next()) {
        if (cursor.family !== family || !isBelow(cursor.mark, mark)) continue;
        left -= 1;
        const targetUrl = cursor.targetUrl(families);
        const target = wanted.get(comparedUrl(targetUrl) ?? '');
        if (target !== undefined) note(found, parts, row, target, targetUrl, cursor.anchor);
      }
    }
  }
  const sorted = [...found.values()].sort((a, b) => b.sortMs - a.sortMs || b.id - a.id);
  return { posts: sorted.slice(0, postsMax), limited: left <= 0 || sorted.length > postsMax };
}

/** The body links of posts, in order, without posts that are not shown. */
export function linksOf(parts: GraphParts, ids: readonly number[]): OutwardLink[] {
  const { posts, families } = parts;
  const cursor = new LinkCursor();
  return ids.flatMap((id) => {
    const row = posts.rowOf(id);
    if (row < 0 || !isShown(parts, row)) return [];
    const links: OutwardLink[] = [];
    cursor.open(posts.bytesOf(row), posts.textAt(row));
    while (cursor.next()) {
      links.push({ id, targetUrl: cursor.targetUrl(families), anchor: cursor.anchor });
    }
    return links;
  });
}

function isShown({ posts, blogs }: GraphParts, row: number): boolean {
  const flags = posts.flags[row]!;
  const isHere = (flags & POST.alive) !== 0 && (flags & POST.hidden) === 0;
  return isHere && posts.textBytes[row]! > 0 && blogs.shown[posts.blogs[row]!] === 1;
}

function isBelow(own: number, mark: number): boolean {
  return mark === ANY_SEGMENT || own === mark || own === ANY_SEGMENT;
}

/** Families and marks in whose lists posts that link to the addresses are; none for hosts without links. */
function placesOf(families: Families, urls: readonly string[]): Place[] {
  const places = new Map<string, Place>();
  for (const url of urls) {
    const split = splitUrl(canonicalUrl(url) ?? '');
    const family = split === null ? undefined : families.find(split.family);
    if (split === null || family === undefined) continue;
    const bytes = Buffer.from(split.rest);
    const mark = isPlainRest(split.code) ? segmentMark(bytes, 0, bytes.length) : ANY_SEGMENT;
    places.set(`${family} ${mark}`, { family, mark });
  }
  return [...places.values()];
}

function note(
  found: Map<number, LinkingPost>,
  { posts }: GraphParts,
  row: number,
  target: number,
  targetUrl: string,
  anchor: string,
): void {
  const known = found.get(row);
  if (known === undefined) {
    const [id, sortMs] = [posts.ids[row]!, posts.times[row]!];
    found.set(row, { id, sortMs, targets: [target], targetUrl, anchor });
  } else if (!known.targets.includes(target)) known.targets.push(target);
}
