/**
 * `/api/v1/explain/ranking`: the numbers of a tag in a ranking, with the articles that they count.
 *
 * Every number can be computed again from what stands in the same answer, by the formulas that stand
 * there too. The articles are those that are shown now: what was hidden or corrected since makes a
 * difference, which `agrees` tells.
 * Not here: the formulas themselves (news/burst/formulas.ts).
 */

import { isoOf } from '../../../../kernel/clock.js';
import type { RankingEntry, RankingList } from '../../../../news/tags/reader.js';
import { notFound, quoted } from '../../../http/errors.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { articlesJson } from '../../caching.js';
import {
  decimal,
  described,
  Formulas,
  flag,
  integer,
  named,
  nullable,
  text,
} from '../../schema.js';
import type { Article } from '../articles/article-lookup.js';
import { Basis, basisOf } from '../rankings/basis.js';
import { placeOf, RankingQuery } from '../rankings/ranking.js';
import { listOf } from '../rankings/ranking-history.js';
import { DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { checkCategory, normalTagOf } from '../tags/tag-parameter.js';
import {
  ARTICLES_MAX,
  CountedArticles,
  computedFrom,
  LateArticles,
  RANKING_FORMULAS,
  tagArticlesBefore,
  WindowProperties,
} from './windows.js';

const RankedWindow = named('ExplainedRankingWindow', {
  ...WindowProperties,
  ranked: nullable(decimal('The normalized score in the ranking itself')),
});

const Response = named('ExplainedRanking', {
  tag: text('As the ranking shows it'),
  category: Type.String(),
  computedAt: DateTime,
  basis: Basis,
  ranked: described('What the ranking says', {
    rank: integer('Rank by score'),
    score: Type.Number(),
    count: Type.Integer(),
    normalized: Type.Number(),
    burst: nullable(Type.Number()),
  }),
  formulas: Formulas,
  windows: Type.Array(RankedWindow, { description: 'Now, then 3, 6, 12, 24 and 48 hours ago' }),
  burst: nullable(decimal('Computed from these windows')),
  agrees: flag(
    'The computed numbers are those of the ranking. False where articles were hidden or corrected after it was computed',
  ),
  complete: flag(`False where there are more than ${ARTICLES_MAX} articles`),
  articles: CountedArticles,
  cameLater: LateArticles,
});

type Explained = Type.Static<typeof Response>;

/** The route that explains a tag's numbers. */
export function explainRankingRoute(sources: NewsSources): Route {
  return route({
    path: '/api/v1/explain/ranking',
    summary: 'How the numbers of a tag come about',
    description:
      'The articles behind a tag in one ranking, by window and media, with the formulas: enough to compute every number again.',
    tag: 'tags',
    query: {
      tag: text('Tag; case and width make no difference'),
      category: RankingQuery.category,
      at: RankingQuery.at,
    },
    response: Response,
    errors: {
      400: 'A parameter is malformed',
      404: 'There is no such category, no such snapshot, or the tag is not in it',
    },
    handle: async ({ query }) => {
      const tag = normalTagOf(query.tag);
      checkCategory(sources.catalog, query.category);
      const place = placeOf(sources, query);
      const list = await listOf(sources, place, false);
      const at = list.find(tag);
      if (at < 0) {
        throw notFound(`tag: ${quoted(tag)} is not in the ranking of ${isoOf(place.hourMs)}`);
      }
      const { computedMs } = list.columns;
      const found = await tagArticlesBefore(sources, tag, computedMs);
      return articlesJson(explained(list, list.entry(at), query.category, found));
    },
  });
}

function explained(
  list: RankingList,
  entry: RankingEntry,
  category: string,
  found: readonly Article[],
): Explained {
  const { basis, computedMs } = list.columns;
  const computed = computedFrom(basis, computedMs, found, entry.count);
  const windows = computed.windows.map((window, at) => ({
    ...window,
    ranked: at === 0 ? entry.normalized : entry.history[at - 1]!,
  }));
  const now = windows[0]!;
  const { burst } = computed;
  const { tag, rank, score, count, normalized } = entry;
  return {
    tag,
    category,
    computedAt: isoOf(computedMs),
    basis: basisOf(basis),
    ranked: { rank, score, count, normalized, burst: entry.burst },
    formulas: RANKING_FORMULAS,
    windows,
    burst,
    agrees:
      now.score === score &&
      burst === entry.burst &&
      windows.every(({ available, ranked, normalized: own }) => !available || ranked === own),
    complete: found.length <= ARTICLES_MAX,
    articles: computed.articles,
    cameLater: computed.cameLater,
  };
}
