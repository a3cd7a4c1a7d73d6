/**
 * The course of a story: `/api/v1/events/threads/{id}/series`, the hourly trend of its main tags,
 * and `/propagation`: the first outlet, outlets with near copies, and citations.
 *
 * Scores of the trend are those of the news basis as of the last ranking tick; articles are counted
 * over all media.
 */

import { HOUR_MS, isoOf, MINUTE_MS, utcHourOf } from '../../../../kernel/clock.js';
import { CAMPS, type Camp } from '../../../../kernel/model/records.js';
import { EVENTS_CATEGORY } from '../../../../news/events/codec.js';
import { majorTagsOf } from '../../../../news/events/state/thread.js';
import type {
  CitationsQuestion,
  MatchesAnswer,
  MatchesQuestion,
} from '../../../../news/similarity/codec.js';
import type { Route } from '../../../http/route.js';
import { cachedRoute, quantised } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { listEndMs } from '../articles/catalog-list.js';
import { RANKING_MS } from '../rankings/ranking.js';
import { Basis, pointsOfTags } from '../rankings/ranking-history.js';
import { ARTICLE_NAME, Attribution } from '../schemas.js';
import { kindOf, PairKind, Passage, Score, Threshold } from '../similarity/similarity-pairs.js';
import type { NewsSources } from '../sources.js';
import { threadOf } from './event-history.js';
import { THREAD_ERRORS, ThreadIdParameter } from './event-json.js';
import {
  articlesOfTags,
  STORY_MS_MAX,
  storyPeriod,
  type ThreadArticle,
} from './thread-articles.js';

/** Hours of the series before and after the thread. From the contract. */
const PADDING_MS = 12 * HOUR_MS;

const SeriesResponse = Type.named('EventThreadSeries', {
  threadId: Type.Integer(),
  basis: Basis,
  tags: Type.arrayOf(Type.String(), 'The main tags', 6),
  from: Type.DateTime,
  to: Type.DateTime,
  points: Type.listed('Completed hours, oldest first', {
    t: Type.DateTime,
    ...Object.fromEntries(
      CAMPS.map((camp) => [camp, Type.integer(`Articles of that hour by media of \`${camp}\``)]),
    ),
    tags: Type.nullable(
      Type.byName(
        Type.Object({
          score: Type.decimalOrNull('Normalized score of the 24 hours that end with it'),
          rank: Type.integerOrNull('Always null: no ranking has a thread', 'Always null'),
        }),
        'Null where the history does not suffice',
      ),
      'Score of each main tag in that hour; null before that is known',
    ),
  }),
});
export type ThreadSeriesAnswer = Type.Static<typeof SeriesResponse>;

export function threadSeriesRoute(sources: NewsSources): Route {
  const { events, catalog, tags, clock } = sources;
  return cachedRoute(sources, {
    path: '/api/v1/events/threads/{id}/series',
    summary: 'Hourly trend of a thread',
    description:
      'The main tags of the thread on the basis of the news, from twelve hours before it to twelve hours after; of a story longer than 31 days the last 31.',
    tag: 'events',
    params: ThreadIdParameter,
    needs: ['events', 'tags'],
    response: SeriesResponse,
    errors: THREAD_ERRORS,
    ask: ({ params: { id } }) => id,
    now: () => quantised(clock.nowMs(), RANKING_MS),
    state: () => [events, catalog, tags].map(({ generation }) => generation),
    answer: (id) =>
      seriesOf(sources, id, utcHourOf(Math.min(clock.nowMs(), tags.tickMs ?? clock.nowMs()))),
  });
}

/** @param untilMs end of the last completed hour. */
async function seriesOf(
  sources: NewsSources,
  id: number,
  untilMs: number,
): Promise<Type.Static<typeof SeriesResponse>> {
  const thread = await threadOf(sources, id);
  const majors = majorTagsOf(thread);
  const firstHourMs = thread.hoursMs[0]!;
  const endMs = Math.min(thread.hoursMs.at(-1)! + PADDING_MS + HOUR_MS, untilMs);
  const fromMs = Math.min(Math.max(firstHourMs - PADDING_MS, endMs - STORY_MS_MAX), endMs);
  const count = (endMs - fromMs) / HOUR_MS;
  const found = await pointsOfTags(sources, EVENTS_CATEGORY, majors, fromMs, count, untilMs);
  const scores = found.points.map((one) => one.scores);
  const camps = await campsOf(sources, majors, fromMs, count);
  const points = camps.map((byCamp, at) => {
    const isKnown = scores.some((mine) => !Number.isNaN(mine[at]!));
    const entries = majors.map((tag, major): [string, { score: number | null; rank: null }] => {
      const score = scores[major]![at]!;
      return [tag, { score: Number.isNaN(score) ? null : score, rank: null }];
    });
    const tags = isKnown ? Object.fromEntries(entries) : null;
    return { t: isoOf(fromMs + at * HOUR_MS), ...byCamp, tags };
  });
  const to = isoOf(Math.max(fromMs, endMs - HOUR_MS));
  return { threadId: id, basis: found.basis, tags: majors, from: isoOf(fromMs), to, points };
}

/** Articles with a main tag by hour and camp, over all media. */
async function campsOf(
  sources: NewsSources,
  majors: readonly string[],
  fromMs: number,
  count: number,
): Promise<Record<Camp, number>[]> {
  const hours = Array.from({ length: count }, () =>
    Object.fromEntries(CAMPS.map((camp) => [camp, 0])),
  );
  const untilMs = fromMs + count * HOUR_MS;
  for (const { article, publishedMs } of await articlesOfTags(sources, majors, fromMs, untilMs)) {
    hours[Math.floor((publishedMs - fromMs) / HOUR_MS)]![article.camp]! += 1;
  }
  return hours;
}

/** Compared reports, earliest first: each costs a question to the index. */
const REPORTS_MAX = 96;

const Report = Type.named('PropagationReport', {
  ...ARTICLE_NAME,
  minutes: Type.integer('After the first report'),
});

const PropagationResponse = Type.named('EventThreadPropagation', {
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
export type PropagationAnswer = Type.Static<typeof PropagationResponse>;

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
    response: PropagationResponse,
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
  // Filtered again after the wait, because articles may have been hidden meanwhile.
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

/** For each report, the most similar earlier report of another outlet within the thread. */
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
