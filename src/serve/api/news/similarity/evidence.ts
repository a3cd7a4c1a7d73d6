/**
 * The articles behind similarity: `/api/v1/similarity/evidence`, those of the edges of the graph,
 * page by page, and `/api/v1/articles/{id}/similarity`, those that are similar to one article.
 */

import { isoOf } from '../../../../kernel/clock.js';
import { NEWS } from '../../../../kernel/limits.js';
import type { NewsRecord } from '../../../../kernel/model/records.js';
import { searchForm } from '../../../../kernel/text/tag.js';
import type {
  EvidenceAnswer,
  EvidenceItem,
  EvidenceQuestion,
  GroupAnswer,
  MatchesQuestion,
} from '../../../../news/similarity/codec.js';
import { invalidQuery, notFound } from '../../../http/errors.js';
import { type Route, route } from '../../../http/route.js';
import { articlesJson, cachedRoute, quantised } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { ArticleRef } from '../articles/article-lookup.js';
import { ArticleParameter, Past, pastOf, unknownMedia } from '../parameters.js';
import { Attribution } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { type AskedNow, nowOf, PeriodQuery, periodOf, seenBy } from './similarity.js';
import {
  type ArticleRefBody,
  articleRefs,
  Containment,
  kindOf,
  Pair,
  PairKind,
  Passage,
  pairBodyOf,
  Score,
  Threshold,
  WINDOW_DAYS,
} from './similarity-pairs.js';

const PAGE_SIZE = 20;
const NEEDLE_MAX = 100;
const MEDIA_MAX = 200;

const Query = {
  ...PeriodQuery,
  threshold: Threshold,
  mode: Type.Enum(['all', 'similarity', 'citation'], { default: 'all' }),
  node: Type.optionalText('Only evidence of this media'),
  edgeKind: Type.Optional(
    Type.oneOf(['similarity', 'citation'], 'Only evidence of one edge; with `source` and `target`'),
  ),
  source: Type.optionalText('Media at which the edge starts'),
  target: Type.optionalText('Media at which the edge ends'),
  direction: Type.Enum(['all', 'outgoing', 'incoming'], {
    default: 'all',
    description:
      'With `node`: `outgoing` is where it cites others or is later, `incoming` where it is cited or was first',
  }),
  scope: Type.codes(MEDIA_MAX, 'Media codes, separated by commas; both ends must be among them'),
  focus: Type.codes(
    MEDIA_MAX,
    'Media codes, separated by commas; at least one end must be among them',
  ),
  q: Type.freeText(NEEDLE_MAX, 'Text that a title, media, byline or shared passage contains'),
  page: Type.Integer({ minimum: 0, default: 0, description: 'Pages from 0' }),
};
type EvidenceQuery = Type.Static<Type.TObject<typeof Query>>;

const common = { key: Type.String(), publishedAt: Type.DateTime, articleId: Type.Integer() };

const Origin = Type.named(
  'OriginEvidence',
  'An article that is later than the first of its group',
  {
    kind: Type.Literal('origin'),
    ...common,
    sourceId: Type.integer('The earliest article of the group'),
    groupId: Type.text('Names the group of articles with one text'),
    directPair: Type.nullable(Pair),
  },
);

const Citation = Type.named('CitationEvidence', 'An article that names a media as its source', {
  kind: Type.Literal('citation'),
  ...common,
  source: Attribution,
});

const Group = Type.named('SimilarityGroup', {
  id: Type.text('Names the group'),
  sourceId: Type.integerOrNull('The earliest article; null when nobody was later'),
  articleIds: Type.arrayOf(
    Type.Integer(),
    'By publication time; the first ones of a group of hundreds',
  ),
  articleCount: Type.integer('All articles of the group'),
  tiedFirst: Type.integer('Articles that nobody in the group preceded'),
  pairCount: Type.integer('Pairs in the group'),
  pairs: Type.arrayOf(Pair, 'The highest scores', 100),
});

const EvidenceResponse = Type.named('SimilarityEvidence', {
  total: Type.integer('All that there are'),
  page: Type.integer('Number of the page, from 1'),
  pageSize: Type.integer('Entries of a page'),
  past: Past,
  hiddenSources: Type.integer('Evidence whose first article is of a media outside `scope`'),
  items: Type.arrayOf(Type.Union([Origin, Citation]), 'Newest first'),
  articles: Type.byName(ArticleRef, 'By article id'),
  groups: Type.byName(Group, 'By group id'),
});
export type EvidenceBody = Type.Static<typeof EvidenceResponse>;

export function evidenceRoute(sources: NewsSources): Route {
  const { catalog, similarity, clock } = sources;
  return cachedRoute(sources, {
    path: '/api/v1/similarity/evidence',
    summary: 'Evidence behind the similarity graph',
    description:
      'Each article that is later than the first of its group, and each media that an article names as its source: what the edges of `/api/v1/similarity` count.',
    tag: 'similarity',
    query: Query,
    needs: ['similarity', 'media'],
    response: EvidenceResponse,
    errors: {
      400: 'A parameter is malformed, out of range, or does not fit the others',
      404: 'It is not known what had come by `at`',
    },
    ask: ({ query }) => {
      const now = nowOf(sources, query);
      return { question: questionOf(sources, query, now), now };
    },
    now: () => quantised(clock.nowMs()),
    state: () => [similarity.generation, catalog.generation],
    answer: async ({ question, now }) => {
      const answer = await sources.ask('similarity', question);
      const refs = await articleRefs(sources, answer.articles);
      return { ...bodyOf(answer, refs, question.page), past: pastOf(sources, now.past) };
    },
  });
}

function questionOf(sources: NewsSources, query: EvidenceQuery, now: AskedNow): EvidenceQuestion {
  const { mode, node, direction, scope, focus, q, page, threshold } = query;
  const { directory } = sources.catalog;
  const edge = edgeOf(query);
  const ends = edge === null ? [] : [edge.source, edge.target];
  for (const [name, codes] of Object.entries({
    node: node ? [node] : [],
    edge: ends,
    scope,
    focus,
  })) {
    const unknown = codes?.find((code) => directory.mediaOf(code) === null);
    if (unknown !== undefined) throw unknownMedia(name, unknown);
  }
  return {
    type: 'evidence',
    period: seenBy(periodOf(query, now.nowMs).period, now),
    threshold,
    mode: mode as EvidenceQuestion['mode'],
    node: node ?? null,
    edge,
    direction: direction as EvidenceQuestion['direction'],
    scope: scope ?? null,
    focus: focus ?? null,
    needle: searchForm(q ?? '').trim(),
    page,
  };
}

function edgeOf({ edgeKind, source, target }: EvidenceQuery): EvidenceQuestion['edge'] {
  if (edgeKind === undefined && source === undefined && target === undefined) return null;
  if (edgeKind === undefined || source === undefined || target === undefined) {
    throw invalidQuery(
      'edgeKind, source and target must be given together',
      'edgeKind=citation&source=CODE&target=CODE',
    );
  }
  return { kind: edgeKind as 'similarity' | 'citation', source, target };
}

type Refs = ReadonlyMap<number, ArticleRefBody>;

/** Articles may have been hidden during the look-up. */
function bodyOf(
  answer: EvidenceAnswer,
  refs: Refs,
  page: number,
): Omit<Type.Static<typeof EvidenceResponse>, 'past'> {
  const { total, hiddenSources, items, groups } = answer;
  return {
    total,
    page,
    pageSize: PAGE_SIZE,
    hiddenSources,
    items: items.flatMap((item) => itemOf(item, refs)),
    articles: Object.fromEntries(refs),
    groups: Object.fromEntries(groups.map((group) => [group.id, groupOf(group, refs)])),
  };
}

function itemOf(
  item: EvidenceItem,
  refs: Refs,
): (Type.Static<typeof Origin> | Type.Static<typeof Citation>)[] {
  const { articleId, sortMs, sourceId, groupId, directPair, source } = item;
  if (!refs.has(articleId)) return [];
  const publishedAt = isoOf(sortMs);
  if (source !== null) {
    const key = `citation-${articleId}-${source.media}`;
    return [
      { kind: 'citation', key, publishedAt, articleId, source: { ...source, kind: 'explicit' } },
    ];
  }
  if (sourceId === null || groupId === null || !refs.has(sourceId)) return [];
  const pair = directPair === null ? null : pairBodyOf(directPair, refs);
  const key = `origin-${articleId}`;
  return [{ kind: 'origin', key, publishedAt, articleId, sourceId, groupId, directPair: pair }];
}

function groupOf(group: GroupAnswer, refs: Refs): Type.Static<typeof Group> {
  const { sourceId, articleIds, pairs } = group;
  return Type.fieldsOf(Group, group, {
    sourceId: sourceId !== null && refs.has(sourceId) ? sourceId : null,
    articleIds: articleIds.filter((articleId) => refs.has(articleId)),
    pairs: pairs.flatMap((pair) => pairBodyOf(pair, refs) ?? []),
  });
}

const ArticleSimilarityResponse = Type.named('ArticleSimilarity', {
  articleId: Type.Integer(),
  threshold: Type.Number(),
  indexedAt: Type.nullable(Type.DateTime, 'When its text was compared; null while it was not'),
  chars: Type.integerOrNull(
    'Characters of the normalised text; null when it is too short to be compared',
  ),
  limited: Type.flag(
    'True when the text has more near copies than one text is compared with: only the nearest are listed',
  ),
  windowDays: Type.integer('Days before and after that are compared'),
  matches: Type.listed('Higher similarity first', {
    article: ArticleRef,
    score: Score,
    containment: Containment,
    kind: PairKind,
    evidence: Passage,
  }),
});
export type ArticleSimilarityAnswer = Type.Static<typeof ArticleSimilarityResponse>;

export function articleSimilarityRoute(sources: NewsSources): Route {
  const { clock } = sources;
  return route({
    path: '/api/v1/articles/{id}/similarity',
    summary: 'Similar reports of an article',
    description: 'Pairs stay when the texts have expired.',
    tag: 'similarity',
    params: ArticleParameter,
    query: { threshold: Threshold },
    needs: ['similarity'],
    response: ArticleSimilarityResponse,
    errors: { 400: 'A parameter is malformed or out of range', 404: 'There is no such article' },
    handle: async ({ params: { id }, query: { threshold } }) => {
      const [stored] = await sources.articlesById([id], false);
      const record = stored?.record ?? null;
      const nowMs = clock.nowMs();
      const question: MatchesQuestion = {
        type: 'matches',
        articleId: id,
        threshold,
        untilMs: nowMs + NEWS.futureSlackMs,
      };
      const answer = await sources.ask('similarity', question);
      if (record === null || !answer.isShown || isWaiting(record, nowMs)) {
        throw notFound(`there is no article ${id}`);
      }
      const refs = await articleRefs(sources, answer.articles);
      return articlesJson({
        articleId: id,
        threshold,
        indexedAt: answer.isIndexed ? isoOf(record.fetchedMs ?? record.observedMs) : null,
        chars: answer.letters,
        limited: answer.isLimited,
        windowDays: WINDOW_DAYS,
        matches: answer.pairs.flatMap((pair) => {
          const article = refs.get(pair.a === id ? pair.b : pair.a);
          if (article === undefined) return [];
          const { score, containment, evidence } = pair;
          return [{ article, score, containment, kind: kindOf(pair), evidence }];
        }),
      });
    },
  });
}

/** Decision 27b: the article was dated ahead when it was added, and its time has not come. */
function isWaiting({ sortMs, observedMs }: NewsRecord, nowMs: number): boolean {
  return sortMs > observedMs + NEWS.futureSlackMs && sortMs > nowMs;
}
