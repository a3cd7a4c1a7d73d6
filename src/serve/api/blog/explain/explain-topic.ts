/**
 * `/api/v1/explain/topic/{id}`: the numbers of a topic, with the articles that they count.
 *
 * Every number can be computed again from what stands in the same answer, by the formulas that stand
 * there too. Articles are those that are shown now, as in the ranking.
 * Not here: the rules themselves (blogs/topics/answers).
 */

import { LIMIT_MAX } from '../../../../blogs/topics/answers/answers.js';
import { NUMBERS_ARTICLES_MAX } from '../../../../blogs/topics/answers/numbers.js';
import {
  BACKGROUND,
  BODY_WEIGHT,
  DOCUMENT_FREQUENCY,
  GATE,
  MINIMUM_BLOGS,
  SAME_BLOG_DECAY,
  TITLE_WEIGHT,
} from '../../../../blogs/topics/answers/policy.js';
import type { TopicNumbers, TopicNumbersQuestion } from '../../../../blogs/topics/codec.js';
import { isoOf } from '../../../../kernel/clock.js';
import { jsonReply } from '../../../http/reply.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { DateTime } from '../../news/schemas.js';
import {
  decimal,
  described,
  Formulas,
  flag,
  integer,
  listed,
  named,
  nullable,
  text,
} from '../../schema.js';
import type { BlogSources } from '../sources.js';
import { canonicalTopicId, foundTopic, settled, shownArticles, TOPIC_ERRORS } from '../topics.js';
import {
  articleFields,
  Count,
  MatchingRule,
  Share,
  TopicHours,
  TopicId,
} from '../topics-schemas.js';
import { windowNowMs } from '../window-now.js';

const FORMULAS = {
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

const ArticleIds = Type.Array(Type.Integer(), { description: 'Articles by id, newest first' });

const Period = {
  since: DateTime,
  until: DateTime,
  articles: Type.Integer({ minimum: 0, description: 'Public articles of it, matched or not' }),
};

const BlogFields = {
  id: Type.Integer(),
  slug: Type.String(),
  name: Type.String(),
  titleArticleIds: ArticleIds,
  bodyArticleIds: ArticleIds,
  contribution: decimal('To the score'),
};

const Response = named('ExplainedTopic', {
  id: text('Id of the topic'),
  label: text('The term, as it is shown'),
  hours: TopicHours,
  generatedAt: DateTime,
  matchingStatus: Type.Enum(['active', 'inactive', 'excluded']),
  formulas: Formulas,
  window: Type.Object(Period, { description: 'Where articles count, both ends included' }),
  baseline: nullable(
    described('The time before the window, without its end; null if under seven days', {
      ...Period,
      titleArticleIds: ArticleIds,
      bodyArticleIds: ArticleIds,
    }),
  ),
  blogs: listed(
    'Blogs with articles of the window that count, the one that contributes most first',
    BlogFields,
  ),
  bodyBlogs: listed(
    'Blogs that have a term in texts only, where only titles count: they count for the frequency and for the gate',
    BlogFields,
  ),
  nativeBlogs: listed('Blogs that use the term as a label or category of their own', {
    id: Type.Integer(),
    slug: Type.String(),
    articleId: nullable(integer('One with the label; null if the category is the term')),
  }),
  titlePosts: Count,
  bodyPosts: Type.Integer({ minimum: 0, description: 'Articles with it in the text alone' }),
  documentFrequency: nullable(decimal('Null without any article')),
  matchingRule: MatchingRule,
  posts: Count,
  score: decimal('Sum of the contributions'),
  gateBlogs: Type.Integer({ minimum: 0, description: 'Blogs that match in titles or texts' }),
  twiceBlogs: Type.Integer({ minimum: 0, description: 'Blogs with two articles or more' }),
  peakPosts: Type.Integer({ minimum: 0, description: 'The most articles of one blog' }),
  recentShare: Share,
  baselineShare: Share,
  lift: nullable(Type.Number()),
  refusal: nullable(
    Type.Enum(['not-matched', 'too-few-blogs', 'broad-gate', 'background'], {
      description: 'The first rule that keeps it from being listed; null when it is listed',
    }),
  ),
  rank: nullable(integer(`Place in the ranking; null beyond ${LIMIT_MAX} or unlisted`)),
  complete: flag(
    `False where there are more than ${NUMBERS_ARTICLES_MAX} articles of the window or the baseline: the numbers count all, the newest are named`,
  ),
  articles: Type.Array(Type.Object(articleFields), {
    description: 'Every article of the window that is named above, newest first',
  }),
});

type Explained = Type.Static<typeof Response>;

/** The route that explains a topic's numbers. */
export function explainTopicRoute(sources: BlogSources): Route {
  return route({
    path: '/api/v1/explain/topic/{id}',
    summary: 'How the numbers of a topic come about',
    description:
      'The articles behind a topic, by blog, with the formulas and the rules that it was judged by: enough to compute every number again. Articles of the baseline: `/api/v1/lookup?id=`.',
    tag: 'topics',
    params: { id: TopicId },
    query: { hours: TopicHours },
    response: Response,
    errors: TOPIC_ERRORS,
    revalidates: false,
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
      return jsonReply(explained(sources, numbers, hours));
    },
  });
}

function explained(sources: BlogSources, numbers: TopicNumbers, hours: number): Explained {
  const { id, label, matchingStatus, window, baseline, judgement, rank, complete } = numbers;
  const { titlePosts, bodyPosts, isFrequent, posts, score } = judgement;
  const { gateBlogs, twiceBlogs, peakPosts } = judgement;
  const { recentShare, baselineShare, lift, refusal } = judgement;
  return {
    ...{ id, label, hours: hours as Explained['hours'], matchingStatus },
    generatedAt: isoOf(window.untilMs),
    formulas: FORMULAS,
    window: periodOf(window),
    baseline:
      baseline === null
        ? null
        : {
            ...periodOf(baseline),
            titleArticleIds: baseline.titleArticleIds,
            bodyArticleIds: baseline.bodyArticleIds,
          },
    blogs: numbers.blogs,
    bodyBlogs: numbers.bodyBlogs,
    nativeBlogs: numbers.natives,
    ...{ titlePosts, bodyPosts },
    documentFrequency: window.articles === 0 ? null : (titlePosts + bodyPosts) / window.articles,
    matchingRule: isFrequent ? 'title-only' : 'title-and-body',
    ...{ posts, score, gateBlogs, twiceBlogs, peakPosts },
    ...{ recentShare, baselineShare, lift, refusal, rank, complete },
    articles: shownArticles(sources, numbers.articles, () => ({})) as Explained['articles'],
  };
}

function periodOf(period: { sinceMs: number; untilMs: number; articles: number }) {
  const { sinceMs, untilMs, articles } = period;
  return { since: isoOf(sinceMs), until: isoOf(untilMs), articles };
}
