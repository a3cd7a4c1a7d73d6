/**
 * Which articles of the last 3 days cover which topics.
 *
 * An article covers a topic when it carries any of the topic's tags: those found in its name, or,
 * where the name holds none, those that the media's own articles on the topic's page have in
 * common. All topics that are asked for share one walk over the articles, newest first.
 */
import { tagKey } from '../../../kernel/text/tag.js';
import { compareCodePoints } from '../../shared/burst/order.js';
import { COVERAGE_LATEST_MAX, COVERAGE_MAX, COVERAGE_MS, type Coverage } from '../codec.js';
import type { ArticleWindow } from '../state/article-window.js';
import type { FoldedItem } from '../state/item-store.js';

/**
 * Articles have a tag in common when at least four in five carry it: of up to four articles that is
 * all of them, and on a long page one that was tagged badly does not silence the rest.
 */
const COMMON_SHARE = 0.8;
/** What a single article carries is common to nothing. */
const COMMON_ARTICLES_MIN = 2;
/** Tags of a page, the most common ones. */
const PAGE_TAGS_MAX = 5;

/** Counts of one topic, as far as its articles were read. */
interface Tally {
  coverage: Coverage;
  media: Set<number>;
  /** The last row that was counted: a row with two of the tags counts once. */
  lastRow: number;
}

/** Coverage of items before `nowMs`, in their order; null for those without tags. */
export function coverageOf(
  window: ArticleWindow,
  items: readonly (FoldedItem | undefined)[],
  isTerm: (key: string) => boolean,
  nowMs: number,
): (Coverage | null)[] {
  const tallies = items.map((stored) =>
    stored === undefined ? null : tallyOf(window, stored, isTerm),
  );
  const byTag = new Map<number, Tally[]>();
  let open = 0;
  for (const tally of tallies) {
    if (tally === null) continue;
    open += 1;
    for (const text of tally.coverage.tags) {
      const tag = window.inService(text);
      byTag.set(tag, [...(byTag.get(tag) ?? []), tally]);
    }
  }
  window.newestFirst(nowMs - COVERAGE_MS, nowMs, (row) => {
    for (const tag of window.tagsOf(row)) {
      for (const tally of byTag.get(tag) ?? []) if (count(window, tally, row)) open -= 1;
    }
    return open > 0;
  });
  return tallies.map((tally) => {
    if (tally === null) return null;
    return { ...tally.coverage, mediaCount: tally.media.size };
  });
}

function tallyOf(
  window: ArticleWindow,
  { item, stories }: FoldedItem,
  isTerm: (key: string) => boolean,
): Tally | null {
  const isNamed = item.tags.length > 0;
  const tags = isNamed ? [...item.tags] : pageTags(window, item.media, stories, isTerm);
  if (tags.length === 0) return null;
  const basis = isNamed ? 'title' : 'page';
  const coverage: Coverage = { tags, basis, count: 0, mediaCount: 0, latest: [] };
  return { coverage, media: new Set(), lastRow: -1 };
}

/** Counts a row once; true when the topic has now as many as are counted. */
function count({ rows }: ArticleWindow, tally: Tally, row: number): boolean {
  const { coverage, media } = tally;
  if (tally.lastRow === row || coverage.count === COVERAGE_MAX) return false;
  tally.lastRow = row;
  coverage.count += 1;
  media.add(rows.media[row]!);
  if (coverage.latest.length < COVERAGE_LATEST_MAX) {
    coverage.latest.push({ id: rows.ids[row]!, sortMs: rows.times[row]! });
  }
  return coverage.count === COVERAGE_MAX;
}

/** Tags that the media's own articles on a page have in common, the most common first. */
function pageTags(
  window: ArticleWindow,
  media: string,
  stories: readonly number[],
  isTerm: (key: string) => boolean,
): string[] {
  const counts = new Map<number, number>();
  let articles = 0;
  for (const urlHash of stories) {
    const row = window.rowOf(media, urlHash);
    // An article without tags says nothing about what the others share.
    if (row < 0 || window.rows.tagCounts[row] === 0) continue;
    articles += 1;
    for (const tag of window.tagsOf(row)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  if (articles < COMMON_ARTICLES_MIN) return [];
  return [...counts]
    .filter(([, uses]) => uses >= COMMON_SHARE * articles)
    .map(([tag, uses]) => ({ text: window.tags.shownOf(tag), uses }))
    .filter(({ text }) => isTerm(tagKey(text)))
    .sort((a, b) => b.uses - a.uses || compareCodePoints(a.text, b.text))
    .slice(0, PAGE_TAGS_MAX)
    .map(({ text }) => text);
}
