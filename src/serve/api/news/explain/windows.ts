/**
 * The windows of a tag's articles and the numbers computed from them, for explanations.
 *
 * Articles are those that are shown now. Articles that were added after a ranking was computed are
 * found by the ranking's count, because ids ascend in the order of arrival. Not here: the formulas
 * (news/shared/burst/formulas.ts).
 */

import { isoOf } from '../../../../kernel/clock.js';
import {
  burstOf,
  contributionOf,
  HISTORY_HOURS,
  normalizedOf,
  REACH_MS,
  WEIGHTS,
  WINDOW_MS,
  WINDOW_SHIFTS_MS,
} from '../../../../news/shared/burst/formulas.js';
import type { RankingBasis } from '../../../../news/tags/codec.js';
import * as Type from '../../schema.js';
import type { Article } from '../articles/article-lookup.js';
import { newestArticles, taggedFilter } from '../articles/catalog-list.js';
import { ArticleItem } from '../schemas.js';
import type { NewsSources } from '../sources.js';

/** Maximum of an answer: articles of one tag in three days. */
export const ARTICLES_MAX = 10_000;

/** The formula of each number, in plain text. */
export const RANKING_FORMULAS = {
  window:
    'An article counts in a window if it carries the tag, is of a basis media, its time is known, and from <= publishedAt < until.',
  score:
    'score = sum over the basis media, in the order of basis.media, of 2 * (1 - 0.5 ^ n), where n is the number of articles of the media in the window: 1 for the first, 1/2 for the second, 1/4 for the third …',
  normalized: 'normalized = score / (number of basis media) * 50',
  burst:
    'burst = sum over the past windows of weight * (normalized now - normalized then), divided by 15; null where a past window is not available',
  available:
    'A past window is available if basis.validFrom <= its until: all basis media were collected for the 24 hours before.',
} as const;

export const WindowProperties = {
  hoursAgo: Type.integer('0 for now'),
  weight: Type.integerOrNull('Of this window in the burst; null for the one of now'),
  from: Type.DateTime,
  until: Type.DateTime,
  available: Type.flag('The window can be compared with'),
  articleIds: Type.byName(Type.Array(Type.Integer()), 'Articles that count, by media code'),
  count: Type.integer('Articles that count'),
  score: Type.decimal('Computed from these articles'),
  normalized: Type.decimal('Computed from these articles'),
};

const CountedArticle = Type.named(
  'CountedArticle',
  Type.some(ArticleItem, 'id', 'media', 'title', 'url', 'publishedAt'),
);

export const CountedArticles = Type.Array(CountedArticle, {
  description: 'Every article that is named above, newest first',
});

/** Articles that were added later, listed for each tag with a known count. */
export const LateArticles = Type.Array(CountedArticle, {
  description:
    'Articles of these windows that came in after the ranking was computed: it does not count them, and no number here does',
});

type CountedArticle = Type.Static<typeof CountedArticle>;

const Window = Type.Object(WindowProperties);
type ComputedWindow = Type.Static<typeof Window>;

/** Numbers computed from articles as of an instant. */
interface ComputedBurst {
  /** Now, then one for each of `HISTORY_HOURS`. */
  windows: ComputedWindow[];
  burst: number | null;
  /** Articles that count in a window. */
  articles: CountedArticle[];
  /** Articles that would count, but were added later. */
  cameLater: CountedArticle[];
}

/** Articles of a tag in the windows before an instant, at most one more than is listed. */
export function tagArticlesBefore(
  sources: NewsSources,
  tag: string,
  atMs: number,
): Promise<Article[]> {
  const filter = taggedFilter(tag, atMs - REACH_MS, atMs, sources.clock.nowMs());
  return newestArticles(sources, filter, ARTICLES_MAX + 1);
}

/**
 * The numbers of articles as of an instant.
 *
 * @param count articles that the ranking counts in its first window; null where not known. Of more
 *   articles, those with the highest ids were added later, as was every article with a higher id.
 */
export function computedFrom(
  basis: RankingBasis,
  atMs: number,
  found: readonly Article[],
  count: number | null,
): ComputedBurst {
  const inBasis = found.filter(
    ({ media, datePending }) => !datePending && basis.media.includes(media),
  );
  const isLate = laterThan(inBasis.filter(isWithin(atMs)), count);
  const counted = inBasis.filter((article) => !isLate(article));
  const windows = WINDOW_SHIFTS_MS.map((shiftMs, at): ComputedWindow => {
    const untilMs = atMs - shiftMs;
    const mine = counted.filter(isWithin(untilMs));
    const score = scoreOf(basis.media, mine);
    return {
      hoursAgo: at === 0 ? 0 : HISTORY_HOURS[at - 1]!,
      weight: at === 0 ? null : WEIGHTS[at - 1]!,
      from: isoOf(untilMs - WINDOW_MS),
      until: isoOf(untilMs),
      available: basis.validFromMs <= untilMs,
      articleIds: idsByMedia(basis.media, mine),
      count: mine.length,
      score,
      normalized: normalizedOf(score, basis.media.length),
    };
  });
  const [now, ...past] = windows as [ComputedWindow, ...ComputedWindow[]];
  const history = Float64Array.from(past, ({ normalized }) => normalized);
  const isWhole = past.every(({ available }) => available);
  const isInWindow = (article: Article): boolean =>
    WINDOW_SHIFTS_MS.some((shiftMs) => isWithin(atMs - shiftMs)(article));
  return {
    windows,
    burst: isWhole ? burstOf(now.normalized, history, 0) : null,
    articles: counted.filter(isInWindow).map(namedArticle),
    cameLater: inBasis
      .filter((article) => isLate(article) && isInWindow(article))
      .map(namedArticle),
  };
}

/** The fields that name an article in an explanation. */
export function namedArticle(article: Article): CountedArticle {
  return Type.fieldsOf(CountedArticle, article);
}

/** Whether an article was published in the window that ends at an instant. */
function isWithin(untilMs: number): (article: Article) => boolean {
  return ({ publishedAt }) => {
    const timeMs = Date.parse(publishedAt);
    return timeMs >= untilMs - WINDOW_MS && timeMs < untilMs;
  };
}

/** Whether an article was added after the first `count` of these. */
function laterThan(
  articles: readonly Article[],
  count: number | null,
): (article: Article) => boolean {
  if (count === null || articles.length <= count) return () => false;
  const ids = articles.map(({ id }) => id).sort((a, b) => a - b);
  const firstLate = ids[count]!;
  return ({ id }) => id >= firstLate;
}

function scoreOf(basis: readonly string[], articles: readonly Article[]): number {
  return basis.reduce((sum, code) => {
    const count = articles.filter(({ media }) => media === code).length;
    return sum + contributionOf(count);
  }, 0);
}

function idsByMedia(
  basis: readonly string[],
  articles: readonly Article[],
): ComputedWindow['articleIds'] {
  const ids: { [media: string]: number[] } = {};
  for (const code of basis) {
    const mine = articles.filter(({ media }) => media === code).map(({ id }) => id);
    if (mine.length > 0) ids[code] = mine;
  }
  return ids;
}
