/**
 * `/api/v1/explain/relation`: the numbers between two blogs, with the articles that they count.
 *
 * As explain-topic.ts. Not here: what a mention is (blogs/mentions/graph).
 */

import {
  EDGE_ARTICLES_MAX,
  EDGE_MENTIONS_MAX,
} from '../../../../blogs/mentions/answers/edge-numbers.js';
import type { Direction, EdgeNumbers } from '../../../../blogs/mentions/codec.js';
import { isoOf, isoOrNull } from '../../../../kernel/clock.js';
import { notFound } from '../../../http/errors.js';
import { jsonReply } from '../../../http/reply.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { DateTime } from '../../news/schemas.js';
import { described, Formulas, flag, integer, listed, named, nullable, text } from '../../schema.js';
import { RelationNode, RelationQuery } from '../relations.js';
import { Slug } from '../schemas.js';
import type { BlogSources } from '../sources.js';
import { windowNowMs } from '../window-now.js';

const FORMULAS = {
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
  url: text('Address of the original'),
  publishedAt: nullable(DateTime),
  targetUrl: text("The article's first link to the other blog"),
  anchor: Type.String(),
});

const OneWay = named('ExplainedDirection', {
  count: Type.Integer({ minimum: 0, description: 'Articles that mention the other blog' }),
  share: nullable(Type.Number({ minimum: 0, maximum: 1 })),
  mentionsMade: Type.Integer({ minimum: 0, description: 'All mentions by the source' }),
  firstMentionAt: nullable(DateTime),
  lastMentionAt: nullable(DateTime),
  articles: Type.Array(Link, {
    maxItems: EDGE_ARTICLES_MAX,
    description: 'The articles that count, newest first',
  }),
});

const Response = named('ExplainedRelation', {
  source: RelationNode,
  target: RelationNode,
  hours: Type.Integer(),
  generatedAt: DateTime,
  formulas: Formulas,
  window: described('Articles count by their publication, both ends included', {
    since: DateTime,
    until: DateTime,
  }),
  mutual: flag('Each mentions the other within the window'),
  forward: Type.Object(OneWay.properties, {
    description: 'Mentions of the target by the source',
  }),
  reverse: Type.Object(OneWay.properties, {
    description: 'Mentions of the source by the target',
  }),
  mentions: listed('Everything that the source mentions: what forward.share is a part of', {
    blogId: integer('Number of the blog that is mentioned'),
    slug: Type.String(),
    count: integer('Articles of the source that mention it'),
    articleIds: Type.Array(Type.Integer(), { description: 'These articles, newest first' }),
  }),
  complete: flag(
    `False where there are more than ${EDGE_ARTICLES_MAX} articles one way, or more than ${EDGE_MENTIONS_MAX} mentions: the numbers count all, the newest are named`,
  ),
  aggregationTruncated: flag('The window reaches back to days that are no longer kept whole'),
});

type Explained = Type.Static<typeof Response>;

/** The route that explains the numbers between two blogs. */
export function explainRelationRoute(sources: BlogSources): Route {
  return route({
    path: '/api/v1/explain/relation',
    summary: 'How the numbers between two blogs come about',
    description:
      'The articles behind an edge of `/api/v1/relations`, both ways, and everything else that the source mentions, with the formulas: enough to compute every number again.',
    tag: 'blogs',
    query: { source: Slug, target: Slug, ...RelationQuery },
    response: Response,
    errors: {
      400: '`invalid_query`: a parameter is missing or malformed',
      404: '`not_found`: there is no such blog',
    },
    revalidates: false,
    handle: async ({ query: { source, target, hours } }) => {
      const nowMs = windowNowMs(sources.clock.nowMs());
      const question = { type: 'edge', source, target, hours, nowMs } as const;
      const numbers = await sources.ask('mentions', question);
      if (numbers === null) throw notFound('there is no such blog; /api/v1/blogs lists them');
      return jsonReply(explained(numbers, hours));
    },
  });
}

function explained(numbers: EdgeNumbers, hours: number): Explained {
  const { source, target, sinceMs, untilMs, forward, reverse, made, complete } = numbers;
  return {
    ...{ source, target, hours },
    generatedAt: isoOf(untilMs),
    formulas: FORMULAS,
    window: { since: isoOf(sinceMs), until: isoOf(untilMs) },
    mutual: forward.count > 0 && reverse.count > 0,
    forward: directionOf(forward),
    reverse: directionOf(reverse),
    mentions: made,
    complete,
    aggregationTruncated: numbers.reachesBack,
  };
}

function directionOf({ count, made, firstMs, lastMs, mentions }: Direction): Explained['forward'] {
  return {
    count,
    share: count === 0 ? null : count / made,
    mentionsMade: made,
    firstMentionAt: isoOrNull(firstMs),
    lastMentionAt: isoOrNull(lastMs),
    articles: mentions.map(({ articleId, articleTitle, articleUrl, ...rest }) => ({
      id: articleId,
      title: articleTitle,
      url: articleUrl,
      publishedAt: rest.publishedAt,
      targetUrl: rest.targetUrl,
      anchor: rest.anchor,
    })),
  };
}
