/**
 * Derived tags that half of all outlets use every day (a country, a government): they are tags of what
 * is reported, and tell of no day what it brought, so they have no rank. What outlets give as tags is ranked by
 * the contract's formula, however common it is.
 */
import type { ArticleRows } from './article-rows.js';
import { HISTORY_HOURS } from './formulas.js';
import type { Basis } from './media-table.js';
import type { PairCounts } from './pair-counts.js';
import type { TagTable } from './tag-table.js';

/** Of fewer outlets, half are too few to tell. */
const OUTLETS_MIN = 4;
const OUTLETS_PART = 0.5;
/** Of all articles, so many carry it: half of a handful of outlets may follow one story for days. */
const ARTICLES_PART = 0.1;
/** Of a tag's articles, those whose outlets gave no tags. */
const DERIVED_PART = 0.5;
/** The windows of now, and of one and two days ago. */
const DAYS = [0, 1 + HISTORY_HOURS.indexOf(24), 1 + HISTORY_HOURS.indexOf(48)];

type Pairs = Pick<PairCounts, 'mediaCount' | 'eachMedia'>;

/** What has been counted. */
interface Counted {
  rows: ArticleRows;
  tags: TagTable;
  pairs: Pairs;
  /** Articles in the window of now, by media number. */
  articles: Uint32Array;
  /** Visits these articles, of other outlets as well. */
  now(visit: (row: number) => void): void;
}

/**
 * The everyday words of a basis.
 * @param active tags that some article of the windows carries.
 */
export function everydayWords(counted: Counted, active: Int32Array, basis: Basis): Set<number> {
  const { rows, tags, pairs, articles, now } = counted;
  const publishing = new Set(basis.media.filter((media) => (articles[media] ?? 0) > 0));
  if (publishing.size < OUTLETS_MIN) return new Set();
  const least = Math.ceil(OUTLETS_PART * publishing.size);
  const all = [...publishing].reduce((sum, media) => sum + articles[media]!, 0);
  const common = new Set(
    active.filter((tag) => {
      if (pairs.mediaCount(tag) < least) return false;
      return DAYS.every((window) => {
        const { outlets, articles } = useOf(pairs, tag, window, publishing);
        return outlets >= least && articles >= ARTICLES_PART * all;
      });
    }),
  );
  if (common.size === 0) return common;
  const derived = new Map<number, number>();
  now((row) => {
    if (!publishing.has(rows.media[row]!)) return;
    const said = rows.derived[row] === 1 ? 1 - DERIVED_PART : -DERIVED_PART;
    for (const spelling of rows.spellingsOf(row)) {
      const tag = tags.tagOf(spelling);
      if (common.has(tag)) derived.set(tag, (derived.get(tag) ?? 0) + said);
    }
  });
  return new Set([...common].filter((tag) => (derived.get(tag) ?? 0) > 0));
}

/** How many of some outlets carry a tag in a window, in how many articles. */
function useOf(
  pairs: Pairs,
  tag: number,
  window: number,
  among: ReadonlySet<number>,
): { outlets: number; articles: number } {
  const use = { outlets: 0, articles: 0 };
  pairs.eachMedia(tag, window, (media, articles) => {
    if (articles === 0 || !among.has(media)) return;
    use.outlets += 1;
    use.articles += articles;
  });
  return use;
}
