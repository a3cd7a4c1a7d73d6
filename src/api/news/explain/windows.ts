/**
 * The windows of a tag's articles and the numbers that follow from them, as explanations show them.
 *
 * Articles are those that are shown now. Not here: the formulas (news/burst/formulas.ts).
 */
import Type from 'typebox';
import { isoOf } from '../../../kernel/clock.js';
import {
  burstOf,
  contributionOf,
  HISTORY_HOURS,
  normalizedOf,
  REACH_MS,
  WEIGHTS,
  WINDOW_MS,
  WINDOW_SHIFTS_MS,
} from '../../../news/burst/formulas.js';
import { columnKeyOfTag } from '../../../news/catalog/codec.js';
import type { SheetBasis } from '../../../news/tags/codec.js';
import type { Article } from '../articles/article-lookup.js';
import { newestArticles } from '../articles/catalog-list.js';
import { DateTime, nullable } from '../schemas.js';
import type { NewsSources } from '../sources.js';

/** Articles of one tag in three days; the most that an answer counts. */
export const ARTICLES_MAX = 10_000;

/** How each number comes about, in plain text. */
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
  hoursAgo: Type.Integer({ description: '0 for now' }),
  weight: nullable(
    Type.Integer({ description: 'Of this window in the burst; null for the one of now' }),
  ),
  from: DateTime,
  until: DateTime,
  available: Type.Boolean({ description: 'The window can be compared with' }),
  articleIds: Type.Record(Type.String(), Type.Array(Type.Integer()), {
    description: 'Articles that count, by media code',
  }),
  count: Type.Integer({ description: 'Articles that count' }),
  score: Type.Number({ description: 'Computed from these articles' }),
  normalized: Type.Number({ description: 'Computed from these articles' }),
};

export const CountedArticles = Type.Array(
  Type.Object(
    {
      id: Type.Integer(),
      media: Type.String({ description: 'Media code' }),
      title: Type.String(),
      url: Type.String({ description: 'Address of the original' }),
      publishedAt: DateTime,
    },
    { $id: 'CountedArticle' },
  ),
  { description: 'Every article that is named above, newest first' },
);

const Window = Type.Object(WindowProperties);
export type ComputedWindow = Type.Static<typeof Window>;

/** What follows from articles at an instant. */
export interface Computed {
  /** Now, then one for each of `HISTORY_HOURS`. */
  windows: ComputedWindow[];
  burst: number | null;
  /** Those that count in a window. */
  articles: Type.Static<typeof CountedArticles>;
}

/** Articles of a tag that the windows before an instant may count, one more than is listed. */
export function tagArticlesBefore(
  sources: NewsSources,
  tag: string,
  atMs: number,
): Promise<Article[]> {
  const filter = {
    sinceMs: atMs - REACH_MS,
    untilMs: atMs,
    nowMs: sources.clock.nowMs(),
    media: null,
    tagKey: columnKeyOfTag(tag),
    needle: null,
  };
  return newestArticles(sources, filter, ARTICLES_MAX + 1);
}

/** The numbers of articles at an instant. */
export function computedFrom(basis: SheetBasis, atMs: number, found: readonly Article[]): Computed {
  const counted = found.filter(
    ({ media, datePending }) => !datePending && basis.media.includes(media),
  );
  const windows = WINDOW_SHIFTS_MS.map((shiftMs, at): ComputedWindow => {
    const untilMs = atMs - shiftMs;
    const mine = counted.filter(({ publishedAt }) => {
      const timeMs = Date.parse(publishedAt);
      return timeMs >= untilMs - WINDOW_MS && timeMs < untilMs;
    });
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
  const named = new Set(windows.flatMap(({ articleIds }) => Object.values(articleIds).flat()));
  return {
    windows,
    burst: isWhole ? burstOf(now.normalized, history, 0) : null,
    articles: counted
      .filter(({ id }) => named.has(id))
      .map(({ id, media, title, url, publishedAt }) => ({ id, media, title, url, publishedAt })),
  };
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
