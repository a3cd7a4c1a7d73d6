/**
 * `/api/v1/explain/relation`: the numbers between two blogs, with the articles that they count.
 *
 * Not here: the definition of a mention (blogs/mentions/state/graph.ts).
 */

import {
  EDGE_ARTICLES_MAX,
  EDGE_MENTIONS_MAX,
} from '../../../blogs/mentions/answers/edge-numbers.js';
import type { Direction, EdgeNumbers } from '../../../blogs/mentions/codec.js';
import { LIMIT_MAX } from '../../../blogs/topics/answers/answers.js';
import { NUMBERS_ARTICLES_MAX } from '../../../blogs/topics/answers/numbers.js';
import {
  BACKGROUND,
  BODY_WEIGHT,
  DOCUMENT_FREQUENCY,
  GATE,
  MINIMUM_BLOGS,
  SAME_BLOG_DECAY,
  TITLE_WEIGHT,
} from '../../../blogs/topics/answers/policy.js';
import type { TopicNumbers, TopicNumbersQuestion } from '../../../blogs/topics/codec.js';
import { isoOf, isoOrNull } from '../../../kernel/clock.js';
import { jsonReply } from '../../http/reply.js';
import { type Route, route } from '../../http/route.js';
import * as Type from '../schema.js';
import { RelationNode, RelationQuery } from './relations.js';
import { noSuchBlog, Slug } from './schemas.js';
import { type BlogSources, windowNowMs } from './sources.js';
import { canonicalTopicId, foundTopic, settled, shownArticles, TOPIC_ERRORS } from './topics.js';
import {
  articleFields,
  Count,
  MatchingRule,
  Share,
  TopicHours,
  TopicId,
} from './topics-schemas.js';

const EXPLAIN_RELATION_FORMULAS = {
  mention:
    'An article mentions a blog if a link in its body leads to an address of it: the blog is the one with the longest registered host and path that the address begins with, and not the own one. Both blogs are verified and shown.',
  count:
    'count = number of articles of the window that mention the other blog, each once however often it links there',
  share: 'share = count / mentionsMade; null where there is no mention',
  mentionsMade:
    'mentionsMade = sum over all blogs that the source mentions of the number of its articles that mention them',
  firstMentionAt: 'Publication of the oldest of these articles, lastMentionAt that of the newest.',
  mutual: 'mutual = forward.count > 0 and reverse.count > 0',
} as const;

const Link = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  url: Type.text('Address of the original'),
  publishedAt: Type.nullable(Type.DateTime),
  targetUrl: Type.text("The article's first link to the other blog"),
  anchor: Type.String(),
});

const OneWay = Type.named('ExplainedDirection', {
  count: Type.howMany('Articles that mention the other blog'),
  share: Type.nullable(Type.Number({ minimum: 0, maximum: 1 })),
  mentionsMade: Type.howMany('All mentions by the source'),
  firstMentionAt: Type.nullable(Type.DateTime),
  lastMentionAt: Type.nullable(Type.DateTime),
  articles: Type.arrayOf(Link, 'The articles that count, newest first', EDGE_ARTICLES_MAX),
});

const ExplainRelationResponse = Type.named('ExplainedRelation', {
  source: RelationNode,
  target: RelationNode,
  hours: Type.Integer(),
  generatedAt: Type.DateTime,
  formulas: Type.Formulas,
  window: Type.described('Articles count by their publication, both ends included', {
    since: Type.DateTime,
    until: Type.DateTime,
  }),
  mutual: Type.flag('Each mentions the other within the window'),
  forward: Type.described('Mentions of the target by the source', OneWay.properties),
  reverse: Type.described('Mentions of the source by the target', OneWay.properties),
  mentions: Type.listed('Everything that the source mentions: what forward.share is a part of', {
    blogId: Type.integer('Number of the blog that is mentioned'),
    slug: Type.String(),
    count: Type.integer('Articles of the source that mention it'),
    articleIds: Type.arrayOf(Type.Integer(), 'These articles, newest first'),
  }),
  complete: Type.flag(
    `False where there are more than ${EDGE_ARTICLES_MAX} articles one way, or more than ${EDGE_MENTIONS_MAX} mentions: the numbers count all, the newest are named`,
  ),
  aggregationTruncated: Type.flag('The window reaches back to days that are no longer kept whole'),
});

type ExplainRelationExplained = Type.Static<typeof ExplainRelationResponse>;

export function explainRelationRoute(sources: BlogSources): Route {
  return route({
    path: '/api/v1/explain/relation',
    summary: 'How the numbers between two blogs come about',
    description:
      'The articles behind an edge of `/api/v1/relations`, both ways, and everything else that the source mentions, with the formulas: enough to compute every number again.',
    tag: 'blogs',
    query: { source: Slug, target: Slug, ...RelationQuery },
    needs: ['mentions'],
    response: ExplainRelationResponse,
    errors: {
      400: '`invalid_query`: a parameter is missing or malformed',
      404: '`not_found`: there is no such blog',
    },
    handle: async ({ query: { source, target, hours } }) => {
      const nowMs = windowNowMs(sources.clock.nowMs());
      const question = { type: 'edge', source, target, hours, nowMs } as const;
      const numbers = await sources.ask('mentions', question);
      if (numbers === null) throw noSuchBlog();
      return jsonReply(explainRelationExplained(numbers, hours));
    },
  });
}

function explainRelationExplained(numbers: EdgeNumbers, hours: number): ExplainRelationExplained {
  const { source, target, sinceMs, untilMs, forward, reverse, made, complete } = numbers;
  return {
    ...{ source, target, hours },
    generatedAt: isoOf(untilMs),
    formulas: EXPLAIN_RELATION_FORMULAS,
    window: { since: isoOf(sinceMs), until: isoOf(untilMs) },
    mutual: forward.count > 0 && reverse.count > 0,
    forward: directionOf(forward),
    reverse: directionOf(reverse),
    mentions: made,
    complete,
    aggregationTruncated: numbers.reachesBack,
  };
}

function directionOf({
  count,
  made,
  firstMs,
  lastMs,
  mentions,
}: Direction): ExplainRelationExplained['forward'] {
  return {
    count,
    share: count === 0 ? null : count / made,
    mentionsMade: made,
    firstMentionAt: isoOrNull(firstMs),
    lastMentionAt: isoOrNull(lastMs),
    articles: mentions.map((one) => {
      const named = { id: one.articleId, title: one.articleTitle, url: one.articleUrl };
      return Type.fieldsOf(Link, one, named);
    }),
  };
}

const EXPLAIN_TOPIC_FORMULAS = {
  titlePosts:
    'titlePosts = number of articles of the window that have the term in the title; all titleArticleIds together',
  blogs:
    'blogs of the ranking = number of blogs with an article that counts for posts; those that have a term in texts only under the rule title-only are named in bodyBlogs',
  bodyPosts:
    'bodyPosts = number of articles of the window that have it in the text and not in the title; all bodyArticleIds of blogs and bodyBlogs together',
  documentFrequency: 'documentFrequency = (titlePosts + bodyPosts) / window.articles',
  matchingRule: `title-only if documentFrequency > ${DOCUMENT_FREQUENCY}: then texts count neither for posts nor for any score`,
  posts: 'posts = titlePosts + bodyPosts; titlePosts alone where the rule is title-only',
  contribution: `contribution of a blog = sum over its articles, titles first, of weight * ${SAME_BLOG_DECAY} ^ k, where k is 0, 1, 2 … and weight is ${TITLE_WEIGHT} for a title and ${BODY_WEIGHT} for a text`,
  score: 'score = sum of all contributions',
  recentShare: 'recentShare = posts / window.articles',
  baselineShare:
    'baselineShare = articles of the baseline that match, under the same rule, / baseline.articles; null without a baseline',
  lift: 'lift = recentShare / baselineShare; null where that is null or 0',
  tooFewBlogs: `too-few-blogs if fewer than ${MINIMUM_BLOGS} blogs have an article that counts`,
  broadGate: `broad-gate unless gateBlogs >= ${GATE.sources}, twiceBlogs >= ${GATE.twiceSources} and peakPosts >= ${GATE.peakPosts}, where gateBlogs = blogs and bodyBlogs together, twiceBlogs those of them with two articles or more, and peakPosts the most of one blog, titles and texts under either rule`,
  background: `background if there is a baseline, at least ${BACKGROUND.baselinePosts} of its articles match, fewer than a third of them in the title, and fewer than ${BACKGROUND.nativeBlogs} blogs are native`,
  native:
    'A blog is native if its category is the term, or one of its articles has the term as a label.',
  rank: 'Listed topics are ordered by score, then blogs, then posts, then by the bytes of the term.',
} as const;

const ArticleIds = Type.arrayOf(Type.Integer(), 'Articles by id, newest first');

const Period = {
  since: Type.DateTime,
  until: Type.DateTime,
  articles: Type.howMany('Public articles of it, matched or not'),
};

const BlogFields = {
  id: Type.Integer(),
  slug: Type.String(),
  name: Type.String(),
  titleArticleIds: ArticleIds,
  bodyArticleIds: ArticleIds,
  contribution: Type.decimal('To the score'),
};

const Baseline = Type.described(
  'The time before the window, without its end; null if under seven days',
  {
    ...Period,
    titleArticleIds: ArticleIds,
    bodyArticleIds: ArticleIds,
  },
);

const ExplainTopicResponse = Type.named('ExplainedTopic', {
  id: Type.text('Id of the topic'),
  label: Type.text('The term, as it is shown'),
  hours: TopicHours,
  generatedAt: Type.DateTime,
  matchingStatus: Type.Enum(['active', 'inactive', 'excluded']),
  formulas: Type.Formulas,
  window: Type.described('Where articles count, both ends included', Period),
  baseline: Type.nullable(Baseline),
  blogs: Type.listed(
    'Blogs with articles of the window that count, the one that contributes most first',
    BlogFields,
  ),
  bodyBlogs: Type.listed(
    'Blogs that have a term in texts only, where only titles count: they count for the frequency and for the gate',
    BlogFields,
  ),
  nativeBlogs: Type.listed('Blogs that use the term as a label or category of their own', {
    id: Type.Integer(),
    slug: Type.String(),
    articleId: Type.integerOrNull('One with the label; null if the category is the term'),
  }),
  titlePosts: Count,
  bodyPosts: Type.howMany('Articles with it in the text alone'),
  documentFrequency: Type.decimalOrNull('Null without any article'),
  matchingRule: MatchingRule,
  posts: Count,
  score: Type.decimal('Sum of the contributions'),
  gateBlogs: Type.howMany('Blogs that match in titles or texts'),
  twiceBlogs: Type.howMany('Blogs with two articles or more'),
  peakPosts: Type.howMany('The most articles of one blog'),
  recentShare: Share,
  baselineShare: Share,
  lift: Type.nullable(
    Type.Number(),
    'Recent share divided by the earlier one; null when it cannot be said',
  ),
  refusal: Type.nullable(
    Type.oneOf(
      ['not-matched', 'too-few-blogs', 'broad-gate', 'background'],
      'The first rule that keeps it from being listed; null when it is listed',
    ),
  ),
  rank: Type.integerOrNull(`Place in the ranking; null beyond ${LIMIT_MAX} or unlisted`),
  complete: Type.flag(
    `False where there are more than ${NUMBERS_ARTICLES_MAX} articles of the window or the baseline: the numbers count all, the newest are named`,
  ),
  articles: Type.Array(Type.Object(articleFields), {
    description: 'Every article of the window that is named above, newest first',
  }),
});

type ExplainTopicExplained = Type.Static<typeof ExplainTopicResponse>;

/**
 * `/api/v1/explain/topic/{id}`: the numbers of a topic, with the articles that they count.
 *
 * A reader can compute every number from the values and formulas of the same answer. The articles
 * are those that are shown now, as in the ranking. Not here: the rules (blogs/topics/answers).
 */
export function explainTopicRoute(sources: BlogSources): Route {
  return route({
    path: '/api/v1/explain/topic/{id}',
    summary: 'How the numbers of a topic come about',
    description:
      'The articles behind a topic, by blog, with the formulas and the rules that it was judged by: enough to compute every number again. Articles of the baseline: `/api/v1/lookup?id=`.',
    tag: 'topics',
    params: { id: TopicId },
    query: { hours: TopicHours },
    needs: ['topics'],
    response: ExplainTopicResponse,
    errors: TOPIC_ERRORS,
    handle: async ({ params: { id }, query: { hours } }) => {
      const question: TopicNumbersQuestion = {
        type: 'numbers',
        id: canonicalTopicId(id),
        hours,
        nowMs: windowNowMs(sources.clock.nowMs()),
      };
      const numbers = await settled(sources, async () => {
        const answer = await sources.ask('topics', question);
        return foundTopic(answer).numbers;
      });
      return jsonReply(explainTopicExplained(sources, numbers, hours));
    },
  });
}

function explainTopicExplained(
  sources: BlogSources,
  numbers: TopicNumbers,
  hours: number,
): ExplainTopicExplained {
  const { id, label, matchingStatus, window, baseline, judgement } = numbers;
  const { titlePosts, bodyPosts, isFrequent } = judgement;
  const told = Type.fieldsOf(ExplainTopicResponse, {
    ...judgement,
    ...numbers,
    hours: hours as ExplainTopicExplained['hours'],
    generatedAt: isoOf(window.untilMs),
    formulas: EXPLAIN_TOPIC_FORMULAS,
    window: periodOf(window),
    baseline: baseline && Type.fieldsOf(Baseline, baseline, periodOf(baseline)),
    nativeBlogs: numbers.natives,
    documentFrequency: window.articles === 0 ? null : (titlePosts + bodyPosts) / window.articles,
    matchingRule: isFrequent ? 'title-only' : 'title-and-body',
    articles: shownArticles(sources, numbers.articles, () => ({})) as never,
  });
  // Other order than in the schema: the status comes before the time.
  return { ...{ id, label, hours: told.hours, matchingStatus }, ...told };
}

function periodOf(period: { sinceMs: number; untilMs: number; articles: number }) {
  const { sinceMs, untilMs, articles } = period;
  return { since: isoOf(sinceMs), until: isoOf(untilMs), articles };
}
