/**
 * Which threads are related (decision 20): those that share a main tag, or a fifth of the articles.
 *
 * How strongly is the part of main tags that they share plus the part of articles, each of the
 * thread that has fewer.
 */

/** Part of the articles that makes threads related. */
const ARTICLES_MIN = 0.2;

export interface Relative {
  /** Keys of main tags. */
  majors: ReadonlySet<string>;
  /** Ids, ascending. */
  articles: Uint32Array;
}

/** From above 0 to 2; 0 for threads that are not related. */
export function strengthOf(one: Relative, other: Relative): number {
  let majors = 0;
  for (const major of one.majors) if (other.majors.has(major)) majors += 1;
  const articles = partOf(
    sharedBy(one.articles, other.articles),
    one.articles.length,
    other.articles.length,
  );
  if (majors === 0 && articles < ARTICLES_MIN) return 0;
  return partOf(majors, one.majors.size, other.majors.size) + articles;
}

function partOf(shared: number, one: number, other: number): number {
  return shared === 0 ? 0 : shared / Math.min(one, other);
}

/** How many values two ascending lists share. */
export function sharedBy(one: Uint32Array, other: Uint32Array): number {
  const isApart = one[0]! > other.at(-1)! || other[0]! > one.at(-1)!;
  if (isApart) return 0;
  let shared = 0;
  let at = 0;
  for (const value of one) {
    while (at < other.length && other[at]! < value) at += 1;
    if (other[at] === value) shared += 1;
  }
  return shared;
}
