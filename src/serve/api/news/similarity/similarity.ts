/**
 * `/api/v1/similarity`: in a period, outlets with similar texts, the first of them, and citations.
 *
 * The actor with the pairs makes the graph as JSON; the main thread adds the question.
 */

import { DAY_MS, HOUR_MS, isoOf, localDateOf, parseDate } from '../../../../kernel/clock.js';
import { ZONE } from '../../../../kernel/current-place.js';
import type { DailyQuestion, GraphQuestion, Period } from '../../../../news/similarity/codec.js';
import { invalidQuery } from '../../../http/errors.js';
import { type Route, route } from '../../../http/route.js';
import { quantised } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { AtHour, Past, type PastHour, pastHourOf, pastOf } from '../parameters.js';
import type { NewsSources } from '../sources.js';
import { framed, SIMILARITY_METHOD, similarityReplies, Threshold } from './similarity-pairs.js';

const HOURS_DEFAULT = 48;
/** Maximum of days of a period, and of a range of daily numbers. From the contract. */
const PERIOD_DAYS_MAX = 31;
const RANGE_DAYS_MAX = 366;
/** A range without start begins this many days before its end. */
const RANGE_DAYS_BACK = 29;

export const PeriodQuery = {
  hours: Type.optionalWithin(
    1,
    168,
    'Hours back from now, 48 unless said otherwise; instead of `from` and `to`',
  ),
  from: Type.optionalDate(`First ${ZONE} date; with \`to\`, at most 31 days`),
  to: Type.optionalDate(`Last ${ZONE} date, inclusive`),
  at: AtHour,
};

const RangeQuery = {
  from: Type.optionalDate(`First ${ZONE} date; 29 days before \`to\` by default`),
  to: Type.optionalDate(`Last ${ZONE} date, inclusive; today by default`),
  at: AtHour,
};

interface Dates {
  from?: string | undefined;
  to?: string | undefined;
}

interface AskedPeriod {
  hours: number | null;
  days: { from: string; to: string } | null;
  /** Bounds as shown; the end may be in the future. */
  fromMs: number;
  toMs: number;
  /** The past part of the period. */
  period: Period;
}

/** "Now" of an answer: the start of the minute, or the full hour of `at`. */
export interface AskedNow {
  nowMs: number;
  past: PastHour | null;
}

/** @throws HttpError 404 when the articles known by `at` are not known. */
export function nowOf(
  sources: Pick<NewsSources, 'media' | 'clock'>,
  { at }: { at?: string | undefined },
): AskedNow {
  const past = pastHourOf(sources, at);
  return { nowMs: past?.hourMs ?? quantised(sources.clock.nowMs()), past };
}

/** A period without articles that did not exist by then. */
export function seenBy(period: Period, { past }: AskedNow): Period {
  return past === null ? period : { ...period, beforeId: past.nextId };
}

/**
 * Parses a period, which ends at `nowMs` unless it has dates.
 * @throws HttpError 400.
 */
export function periodOf(
  { hours, from, to }: Dates & { hours?: number | undefined },
  nowMs: number,
): AskedPeriod {
  if (from === undefined && to === undefined) {
    const back = hours ?? HOURS_DEFAULT;
    const fromMs = nowMs - back * HOUR_MS;
    const period = { fromMs, untilMs: nowMs };
    return { hours: back, days: null, fromMs, toMs: nowMs, period };
  }
  if (hours !== undefined)
    throw invalidQuery('hours must not be given with from and to', 'hours=48');
  if (from === undefined || to === undefined) {
    throw invalidQuery('from and to must be given together', 'from=2026-01-30&to=2026-01-31');
  }
  const { fromMs, toMs } = spanOf(from, to, PERIOD_DAYS_MAX);
  const untilMs = Math.max(fromMs, Math.min(toMs, nowMs));
  return { hours: null, days: { from, to }, fromMs, toMs, period: { fromMs, untilMs } };
}

/**
 * Parses a range of whole days with its defaults.
 * @throws HttpError 400.
 */
function rangeOf({ from, to }: Dates, nowMs: number): { from: string; to: string; period: Period } {
  const last = to ?? localDateOf(nowMs);
  const first = from ?? localDateOf(startOf(last) - RANGE_DAYS_BACK * DAY_MS);
  const { fromMs, toMs } = spanOf(first, last, RANGE_DAYS_MAX);
  return { from: first, to: last, period: { fromMs, untilMs: toMs } };
}

function spanOf(from: string, to: string, daysMax: number): { fromMs: number; toMs: number } {
  const fromMs = startOf(from);
  const toMs = startOf(to) + DAY_MS;
  if (fromMs >= toMs) throw invalidQuery(`from must not be after to, which is ${to}`, `from=${to}`);
  if (toMs - fromMs > daysMax * DAY_MS) {
    throw invalidQuery(`from and to must span at most ${daysMax} days`, `from=${to}&to=${to}`);
  }
  return { fromMs, toMs };
}

/** Start of a local date, already validated by the schema. */
function startOf(date: string): number {
  return parseDate(date)!;
}

const Coverage = Type.named('SimilarityCoverage', {
  media: Type.text('Media code'),
  name: Type.String(),
  total: Type.integer('Articles of the period'),
  fetched: Type.integer('Articles with a text'),
  usable: Type.integer('Articles whose text came in time and is long enough'),
  indexed: Type.integer('Articles that were compared'),
  withAuthors: Type.integer('Articles with a byline'),
  missing: Type.integer('Articles whose page gave no text'),
  pending: Type.integer(
    'Usable articles that wait to be compared: none, each is compared as it arrives',
  ),
  enabled: Type.flag('Its articles are collected'),
  excludedFromStatistics: Type.flag(
    'True for sources of syndicated content, which are not compared',
  ),
});

const Node = Type.named('SimilarityNode', {
  id: Type.text('Media code'),
  name: Type.text('Name of the outlet'),
  country: Type.String(),
  countryCode: Type.text('`INT` international, `ZZ` unconfirmed'),
  articles: Type.integer('Articles that were compared'),
  external: Type.flag('Only cited; no text of it is collected'),
  similar: Type.integer('Articles in same-story groups'),
  earliest: Type.integer('Of those, the ones that nobody in the group preceded'),
  later: Type.integer('Of those, the ones that somebody in the group preceded'),
  outgoing: Type.integer('Articles that cite other media'),
  incoming: Type.integer('Articles of other media that cite this one'),
});

const Edge = Type.named('SimilarityEdge', {
  source: Type.text('Media of the later or citing articles'),
  target: Type.text('Media of the earliest articles, or the one that is cited'),
  kind: Type.Enum(['similarity', 'citation']),
  count: Type.integer('Articles of `source` behind the edge'),
  score: Type.decimalOrNull(
    'Mean similarity of those articles to the earliest one of their group; null where they are similar only through others, and for citations',
    'Average similarity; null for citations',
  ),
});

const Response = Type.named('SimilarityGraph', {
  generatedAt: Type.DateTime,
  past: Past,
  hours: Type.integerOrNull(
    'Null when dates were given',
    'Length of the window; null when dates were given',
  ),
  days: Type.nullable(
    Type.Object({
      from: Type.String({ format: 'date' }),
      to: Type.String({ format: 'date' }),
    }),
  ),
  from: Type.DateTime,
  to: Type.DateTime,
  threshold: Type.Number(),
  method: Type.text('How similarity is measured'),
  coverage: Type.arrayOf(Coverage, 'Most articles first'),
  index: Type.described('What the index holds of this window', {
    available: Type.integer('Usable texts, without syndicated content'),
    analyzed: Type.integer('Texts that were compared'),
    limited: Type.integer(
      'Of them, texts with more near copies than one text is compared with; only their nearest pairs are kept',
    ),
    pending: Type.integer('Texts that wait to be compared'),
    pairs: Type.integer('Pairs of the threshold or above, both ends in the period'),
    groups: Type.integer('Same-story groups: connected components of the pairs'),
    citations: Type.integer('Articles with a media that they name, counted by media'),
    windowDays: Type.integer('Days before and after that are compared'),
  }),
  nodes: Type.arrayOf(Node, 'Outlets, and sources that are only cited'),
  edges: Type.arrayOf(Edge, 'Who follows whom'),
});
export type SimilarityBody = Type.Static<typeof Response>;

export function similarityRoute(sources: NewsSources): Route {
  const path = '/api/v1/similarity';
  const replies = similarityReplies(sources, path);
  return route({
    path,
    summary: 'Similarity and citation graph',
    description:
      'Every usable text is compared with those of all other media in the seven days before and after. Similarity edges lead from the later media to the one that published first, which is not to say that it wrote the original; citation edges lead to the media that a text names as its source.',
    tag: 'similarity',
    query: { ...PeriodQuery, threshold: Threshold },
    needs: ['similarity', 'media'],
    response: Response,
    errors: {
      400: 'A parameter is malformed, out of range, or does not fit the others',
      404: 'It is not known what had come by `at`',
    },
    fast: (rawQuery) => replies.known(rawQuery),
    handle: async ({ query, raw }) => {
      const now = nowOf(sources, query);
      const asked = periodOf(query, now.nowMs);
      const { threshold } = query;
      const period = seenBy(asked.period, now);
      const question: GraphQuestion = { type: 'graph', period, threshold };
      const head = {
        generatedAt: isoOf(now.nowMs),
        past: pastOf(sources, now.past),
        hours: asked.hours,
        days: asked.days,
        from: isoOf(asked.fromMs),
        to: isoOf(asked.toMs),
        threshold,
        method: SIMILARITY_METHOD,
      };
      return replies.reply(raw.query, JSON.stringify(head), async () =>
        framed(head, await sources.ask('similarity', question)),
      );
    },
  });
}

const countsOf = (description: string) => Type.arrayOf(Type.Integer(), description);

const DailyResponse = Type.named('SimilarityDaily', {
  from: Type.String({ format: 'date' }),
  to: Type.String({ format: 'date' }),
  threshold: Type.Number(),
  past: Past,
  days: Type.arrayOf(
    Type.String({ format: 'date' }),
    `${ZONE} dates; every list of numbers has one for each`,
  ),
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

/** `/api/v1/similarity/daily`: compared articles, pairs and citations by local day. */
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
    response: DailyResponse,
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
