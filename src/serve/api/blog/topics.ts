/**
 * `/api/v1/topics` and `/api/v1/topics/{id}`: the topics of the blogs.
 *
 * The topics actor counts and writes the answers; the fields of articles are joined here from the
 * directory, after the actor has answered, so that items hidden in between are not shown. If an
 * item was hidden while the actor answered, the question is repeated.
 */
import type Type from 'typebox';
import type {
  DetailQuestion,
  HistoryPlace,
  PostPlace,
  TopicHistory,
} from '../../../blogs/topics/codec.js';
import { canonicalIdOf } from '../../../blogs/topics/state/vocabulary/term-table.js';
import { isoOf, isoOrNull, parseInstant, utcHourOf } from '../../../kernel/clock.js';
import { gone, type HttpError, notFound } from '../../http/errors.js';
import { type Route, route } from '../../http/route.js';
import { cachedRoute } from '../replies/replies.js';
import type { Article } from './schemas.js';
import { type BlogSources, windowNowMs } from './sources.js';
import { DetailQuery, RankingQuery, TopicDetail, TopicId, Topics } from './topics-schemas.js';

/** Attempts at an answer while items are being hidden; the last answer is sent in any case. */
const TRIES_MAX = 3;

const INVALID_QUERY = '`invalid_query`: a malformed, unknown or repeated parameter';

export const TOPIC_ERRORS = {
  400: INVALID_QUERY,
  404: '`not_found`: there is no such topic, or it cannot be public for now',
  410: '`gone`: all accumulated evidence was withdrawn',
} as const;

const encoder = new TextEncoder();

export function topicsRoute(sources: BlogSources): Route {
  const { clock, publicUrl, topics } = sources;
  return cachedRoute(sources, {
    path: '/api/v1/topics',
    summary: 'What the blogs write about',
    description:
      'Terms of the news, ranked by how many blogs write about them and how often; one blog counts less with each further article. There are no pages: `truncated` tells that there are more.',
    tag: 'topics',
    query: RankingQuery,
    needs: ['topics'],
    response: Topics,
    errors: { 400: INVALID_QUERY, 404: '`not_found`: nothing had been seen by that time' },
    ask: ({ query: { hours, limit, at } }) => {
      const atMs = at === undefined ? Number.POSITIVE_INFINITY : parseInstant(at)!;
      return { hours, limit, pastMs: atMs < clock.nowMs() ? utcHourOf(atMs) : null };
    },
    now: () => windowNowMs(clock.nowMs()),
    state: () => [topics.generation],
    answer: async ({ hours, limit, pastMs }, endMs) => {
      const past = { nowMs: pastMs ?? endMs, isPast: pastMs !== null };
      const question = { type: 'ranking', hours, limit, ...past, publicUrl } as const;
      const body = await settled(sources, () => sources.ask('topics', question));
      if (body.length === 0) throw notFound(`at: nothing had been seen by ${isoOf(past.nowMs)}`);
      return body;
    },
    send: (body) => ({ status: 200, body }),
  });
}

export function topicRoute(sources: BlogSources): Route {
  return route({
    path: '/api/v1/topics/{id}',
    summary: 'One topic, with all evidence that was ever found',
    description:
      'Who writes about it now, and its history, which is independent of `hours` and outlives the vocabulary. Older ids (`tag:<term>`, `rss:<term>`) are resolved.',
    tag: 'topics',
    params: { id: TopicId },
    query: DetailQuery,
    needs: ['topics'],
    response: TopicDetail,
    errors: {
      ...TOPIC_ERRORS,
      400: `${INVALID_QUERY}. \`invalid_cursor\`: a history cursor that was not handed out for this topic`,
    },
    handle: async ({ params: { id }, query: { hours, historyCursor } }) => {
      const canonicalId = canonicalTopicId(id);
      const after = historyCursor === undefined ? null : open(sources, historyCursor, canonicalId);
      const question: DetailQuestion = {
        type: 'detail',
        id: canonicalId,
        hours,
        nowMs: windowNowMs(sources.clock.nowMs()),
        publicUrl: sources.publicUrl,
        after,
      };
      const answer = foundTopic(await settled(sources, () => sources.ask('topics', question)));
      const articles = JSON.stringify(shownArticles(sources, answer.articles, () => ({})));
      const history = JSON.stringify(historyOf(sources, answer.history, canonicalId));
      const text = `${answer.frame.slice(0, -1)},"articles":${articles},"history":${history}}`;
      return { status: 200, body: encoder.encode(text) };
    },
  });
}

/** @throws HttpError 404 for a text that is no id of a topic. */
export function canonicalTopicId(id: string): string {
  const canonicalId = canonicalIdOf(id);
  if (canonicalId === null) throw noSuchTopic();
  return canonicalId;
}

/** The answer for a known topic. @throws HttpError 404, 410. */
export function foundTopic<A extends { found: string }>(answer: A): Extract<A, { found: 'topic' }> {
  if (answer.found === 'gone') throw gone('all evidence of this topic was withdrawn');
  if (answer.found !== 'topic') throw noSuchTopic();
  return answer as Extract<A, { found: 'topic' }>;
}

function noSuchTopic(): HttpError {
  return notFound('there is no such topic; /api/v1/topics lists them');
}

/** The actor's answer from a time in which no item was hidden. */
export async function settled<A>({ topics }: BlogSources, ask: () => Promise<A>): Promise<A> {
  for (let tries = 1; ; tries++) {
    const { masks } = topics;
    const answer = await ask();
    if (topics.masks === masks || tries === TRIES_MAX) return answer;
  }
}

/** Articles as topics show them, without those that may no longer be shown. */
export function shownArticles<T extends PostPlace>(
  { directory }: BlogSources,
  places: readonly T[],
  rest: (place: T) => object,
): object[] {
  return places.flatMap((place) => {
    const item = directory.find(place.id, place.sortMs) as Type.Static<typeof Article> | null;
    if (item === null) return [];
    const { id, title, url, publishedAt, blogSlug, blogName } = item;
    return [{ id, title, url, publishedAt, blogSlug, blogName, ...rest(place) }];
  });
}

function historyOf(sources: BlogSources, history: TopicHistory, id: string): object {
  const { entries, next, confirmed, pending, lastObservedMs, total } = history;
  const articles = shownArticles(sources, entries, ({ evidenceState, observedMs }) => ({
    evidenceState,
    observedAt: isoOf(observedMs),
  }));
  return {
    articles,
    nextCursor: next === null ? null : sources.cursors.seal([next.timeMs, next.id], scopeOf(id)),
    confirmed,
    pending,
    lastObservedAt: isoOrNull(lastObservedMs),
    total,
  };
}

function open({ cursors }: BlogSources, cursor: string, id: string): HistoryPlace {
  const rule = 'historyCursor must be the history.nextCursor of this topic';
  const numbers = cursors.opened(cursor, 2, scopeOf(id), rule);
  return { timeMs: numbers[0]!, id: numbers[1]! };
}

function scopeOf(id: string): string {
  return `topic history ${id}`;
}
