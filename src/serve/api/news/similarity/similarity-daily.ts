/**
 * `/api/v1/similarity/daily`: compared articles, pairs and citations by local day.
 */

import { ZONE } from '../../../../kernel/current-place.js';
import type { DailyQuestion } from '../../../../news/similarity/codec.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { quantised } from '../../caching.js';
import { listed, named, text } from '../../schema.js';
import type { NewsSources } from '../sources.js';
import { RangeQuery, rangeOf } from './similarity-period.js';
import { framed, similarityReplies } from './similarity-replies.js';
import { Threshold } from './similarity-terms.js';

function countsOf(description: string): Type.TArray<Type.TInteger> {
  return Type.Array(Type.Integer(), { description });
}

const Response = named('SimilarityDaily', {
  from: Type.String({ format: 'date' }),
  to: Type.String({ format: 'date' }),
  threshold: Type.Number(),
  days: Type.Array(Type.String({ format: 'date' }), {
    description: `${ZONE} dates; every list of numbers has one for each`,
  }),
  totals: Type.Object({
    articles: countsOf('Articles that were compared'),
    pairs: countsOf('Pairs, on the date of the later article'),
    identical: countsOf('Of those, pairs of texts that are equal once normalised'),
    citations: countsOf('Citations'),
  }),
  media: listed('Media with anything to count, by code', {
    media: text('Media code'),
    name: Type.String(),
    articles: countsOf('Articles that were compared'),
    pairs: countsOf('Pairs with this media at one end'),
    copied: countsOf('Articles that another media published something similar to later'),
    copying: countsOf('Articles that another media had published something similar to'),
    citing: countsOf('Citations of other media'),
    cited: countsOf('Citations by other media'),
  }),
});

/** The route of the daily numbers. */
export function similarityDailyRoute(sources: NewsSources): Route {
  const { clock } = sources;
  const path = '/api/v1/similarity/daily';
  const replies = similarityReplies(sources, path);
  return route({
    path,
    summary: 'Similarity by day',
    description:
      'At most 366 days. Pairs whose articles were published at the same time count as neither copied nor copying.',
    tag: 'similarity',
    query: { ...RangeQuery, threshold: Threshold },
    response: Response,
    errors: { 400: 'A parameter is malformed or out of range, or there are more than 366 days' },
    fast: (rawQuery) => replies.known(rawQuery),
    handle: async ({ query, raw }) => {
      const nowMs = quantised(clock.nowMs());
      const { threshold } = query;
      const { from, to, period } = rangeOf(query, nowMs);
      const question: DailyQuestion = { type: 'daily', period, threshold, nowMs };
      const head = { from, to, threshold };
      return replies.reply(raw.query, JSON.stringify(head), async () =>
        framed(head, await sources.ask('similarity', question)),
      );
    },
  });
}
