/**
 * `/api/v1/events/threads/{id}/propagation`: who had a story first, whose text turned up elsewhere, and
 * who names whom as a source.
 */

import { MINUTE_MS } from '../../../../kernel/clock.js';
import { majorTagsOf } from '../../../../news/events/thread.js';
import type {
  CitationsQuestion,
  MatchesAnswer,
  MatchesQuestion,
} from '../../../../news/similarity/codec.js';
import type { Route } from '../../../http/route.js';
import { cachedRoute } from '../../replies/cached-route.js';
import * as Type from '../../schema.js';
import { listEndMs } from '../articles/catalog-list.js';
import { ARTICLE_NAME, Attribution } from '../schemas.js';
import { kindOf, PairKind, Passage, Score, Threshold } from '../similarity/similarity-pairs.js';
import type { NewsSources } from '../sources.js';
import { threadOf } from './event-history.js';
import { THREAD_ERRORS, ThreadIdParameter } from './event-schemas.js';
import { articlesOfTags, storyPeriod, type ThreadArticle } from './thread-articles.js';

/** Reports that are compared, the earliest: a question to the index for each. */
const REPORTS_MAX = 96;

const Report = Type.named('PropagationReport', {
  ...ARTICLE_NAME,
  minutes: Type.integer('After the first report'),
});

const Response = Type.named('EventThreadPropagation', {
  threadId: Type.Integer(),
  threshold: Type.Number(),
  reports: Type.Array(Report, {
    maxItems: REPORTS_MAX,
    description:
      'Reports that carry two main tags (one where there is no other), the earliest first',
  }),
  copies: Type.listed(
    'Each report with the one that it is most similar to, the most similar first',
    {
      source: Type.integer('The earlier report'),
      copy: Type.integer('The later report of another outlet'),
      minutes: Type.integer('Between the two'),
      score: Score,
      kind: PairKind,
      evidence: Passage,
    },
  ),
  citations: Type.listed('Media that reports name as their source', {
    id: Type.Integer(),
    source: Attribution,
  }),
});
export type PropagationAnswer = Type.Static<typeof Response>;

export function threadPropagationRoute(sources: NewsSources): Route {
  const { events, catalog, similarity } = sources;
  return cachedRoute(sources, {
    path: '/api/v1/events/threads/{id}/propagation',
    summary: 'How a thread spread',
    description:
      'Similar texts are a clue for reading on, not a judgement: both may come from one press release.',
    tag: 'events',
    params: ThreadIdParameter,
    query: { threshold: Threshold },
    needs: ['events', 'similarity'],
    onCopy: 'missing',
    response: Response,
    errors: { ...THREAD_ERRORS, 400: 'The id or the threshold is malformed' },
    ask: ({ params, query }) => ({ ...params, ...query }),
    now: () => listEndMs(sources),
    state: () => [events, catalog, similarity].map(({ generation }) => generation),
    answer: ({ id, threshold }, nowMs) => propagationOf(sources, id, threshold, nowMs),
  });
}

async function propagationOf(
  sources: NewsSources,
  id: number,
  threshold: number,
  nowMs: number,
): Promise<PropagationAnswer> {
  const thread = await threadOf(sources, id);
  const majors = majorTagsOf(thread);
  const { fromMs, toMs } = storyPeriod(thread, nowMs);
  const all = await articlesOfTags(sources, majors, fromMs, toMs);
  const own = all.filter(({ hits }) => hits >= Math.min(2, majors.length));
  const reports = own.reverse().slice(0, REPORTS_MAX);
  const articleIds = reports.map(({ article }) => article.id);
  const cited: CitationsQuestion = { type: 'citations', articleIds };
  const matches = articleIds.map((articleId): MatchesQuestion => {
    return { type: 'matches', articleId, threshold, untilMs: nowMs };
  });
  const [citations, ...found] = await Promise.all([
    sources.ask('similarity', cited),
    ...matches.map((question) => sources.ask('similarity', question)),
  ]);
  // Asked again after the wait: what was hidden meanwhile is hidden.
  const shown = reports.filter(({ article, publishedMs }) =>
    sources.catalog.isShown(article.id, publishedMs, sources.clock.nowMs()),
  );
  return {
    threadId: id,
    threshold,
    reports: shown.map((report) => reportOf(report, shown[0]!.publishedMs)),
    copies: copiesOf(shown, found),
    citations: citations.articles.flatMap(({ id: articleId, citations: named }) =>
      shown.some(({ article }) => article.id === articleId)
        ? named.map((source) => ({
            id: articleId,
            source: { ...source, kind: 'explicit' as const },
          }))
        : [],
    ),
  };
}

function reportOf({ article, publishedMs }: ThreadArticle, firstMs: number) {
  const minutes = Math.round((publishedMs - firstMs) / MINUTE_MS);
  return Type.fieldsOf(Report, article, { minutes });
}

/** Of each report the earlier one of another outlet that is most like it, within the thread. */
function copiesOf(
  reports: readonly ThreadArticle[],
  found: readonly MatchesAnswer[],
): PropagationAnswer['copies'] {
  const byId = new Map(reports.map((report) => [report.article.id, report]));
  const best = new Map<number, PropagationAnswer['copies'][number]>();
  for (const pair of found.flatMap(({ pairs }) => pairs)) {
    const a = byId.get(pair.a);
    const b = byId.get(pair.b);
    if (a === undefined || b === undefined || a.article.media === b.article.media) continue;
    if (a.publishedMs === b.publishedMs) continue;
    const [first, later] = a.publishedMs < b.publishedMs ? [a, b] : [b, a];
    const known = best.get(later.article.id);
    if (known !== undefined && known.score >= pair.score) continue;
    best.set(later.article.id, {
      source: first.article.id,
      copy: later.article.id,
      minutes: Math.round((later.publishedMs - first.publishedMs) / MINUTE_MS),
      score: pair.score,
      kind: kindOf(pair),
      evidence: pair.evidence,
    });
  }
  return [...best.values()].sort((a, b) => b.score - a.score || a.copy - b.copy);
}
