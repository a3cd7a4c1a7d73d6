/**
 * Finds the articles of the last 3 days that cover topics.
 *
 * An article covers a topic when it has one of the topic's tags: tags in the topic's name, or, for
 * a name without tags, those that the media's own articles on the topic's page have in common. One
 * pass over the articles, newest first, serves all topics of a question.
 */
import { tagKey } from '../../../kernel/text/tag.js';
import { compareCodePoints } from '../../shared/burst/order.js';
import { COVERAGE_LATEST_MAX, COVERAGE_MAX, COVERAGE_MS, type Coverage } from '../codec.js';
import type { ArticleWindow } from '../state/article-window.js';
import type { FoldedItem } from '../state/item-store.js';

/**
 * Part of the articles that have a common tag: of up to four articles all, and on a longer page all
 * but a few, so that one badly tagged article does not prevent a common tag.
 */
const COMMON_SHARE = 0.8;
/** Tags of a single article are not common. */
const COMMON_ARTICLES_MIN = 2;
/** Maximum of tags of a page, most common first. */
const PAGE_TAGS_MAX = 5;

interface Tally {
  coverage: Coverage;
  media: Set<number>;
  /** The last counted row: a row with several of the tags counts once. */
  lastRow: number;
}

/** Coverage of items before `nowMs`, in their order; null for an item without tags. */
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

/** Counts a row once; true when the topic has just reached `COVERAGE_MAX`. */
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

/** Tags that the media's own articles on a page have in common, most common first. */
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
    // Articles without tags are left out of the comparison.
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
