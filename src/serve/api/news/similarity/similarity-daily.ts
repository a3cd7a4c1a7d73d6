/**
 * `/api/v1/similarity/daily`: compared articles, pairs and citations by local day.
 */

import { ZONE } from '../../../../kernel/current-place.js';
import type { DailyQuestion } from '../../../../news/similarity/codec.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../schema.js';
import { Past, pastOf } from '../past.js';
import type { NewsSources } from '../sources.js';
import { framed, similarityReplies, Threshold } from './similarity-pairs.js';
import { nowOf, RangeQuery, rangeOf, seenBy } from './similarity-period.js';

function countsOf(description: string): Type.TArray<Type.TInteger> {
  return Type.Array(Type.Integer(), { description });
}

const Response = Type.named('SimilarityDaily', {
  from: Type.String({ format: 'date' }),
  to: Type.String({ format: 'date' }),
  threshold: Type.Number(),
  past: Past,
  days: Type.Array(Type.String({ format: 'date' }), {
    description: `${ZONE} dates; every list of numbers has one for each`,
  }),
  totals: Type.Object({
    articles: countsOf('Articles that were compared'),
    pairs: countsOf('Pairs, on the date of the later article'),
    identical: countsOf('Of those, pairs of texts that are equal once normalised'),
    citations: countsOf('Citations'),
  }),
  media: Type.listed('Media with anything to count, by code', {
    media: Type.text('Media code'),
    name: Type.String(),
    articles: countsOf('Articles that were compared'),
    pairs: countsOf('Pairs with this media at one end'),
    copied: countsOf('Articles that another media published something similar to later'),
    copying: countsOf('Articles that another media had published something similar to'),
    citing: countsOf('Citations of other media'),
    cited: countsOf('Citations by other media'),
  }),
});

export function similarityDailyRoute(sources: NewsSources): Route {
  const path = '/api/v1/similarity/daily';
  const replies = similarityReplies(sources, path);
  return route({
    path,
    summary: 'Similarity by day',
    description:
      'At most 366 days. Pairs whose articles were published at the same time count as neither copied nor copying.',
    tag: 'similarity',
    query: { ...RangeQuery, threshold: Threshold },
    needs: ['similarity', 'media'],
    onCopy: 'passed on',
    response: Response,
    errors: {
      400: 'A parameter is malformed or out of range, or there are more than 366 days',
      404: 'It is not known what had come by `at`',
    },
    fast: (rawQuery) => replies.known(rawQuery),
    handle: async ({ query, raw }) => {
      const now = nowOf(sources, query);
      const { threshold } = query;
      const { from, to, period } = rangeOf(query, now.nowMs);
      const question: DailyQuestion = {
        type: 'daily',
        period: seenBy(period, now),
        threshold,
        nowMs: now.nowMs,
      };
      const head = { from, to, threshold, past: pastOf(sources, now.past) };
      return replies.reply(raw.query, JSON.stringify(head), async () =>
        framed(head, await sources.ask('similarity', question)),
      );
    },
  });
}
