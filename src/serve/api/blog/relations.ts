/**
 * `/api/v1/relations` and `/api/v1/blogs/{slug}/relations`: mentions between blogs.
 *
 * The mentions actor has the counts and writes the answer as JSON; the main thread passes the bytes
 * on. The main thread caches them until the end of the second, and drops them at every change of
 * the index, so hidden items vanish at once.
 */

import {
  EDGES_MAX,
  EVIDENCE_MAX,
  type ProfileQuestion,
  RANKING_MAX,
  RELATION_HOURS,
  type RelationsQuestion,
} from '../../../blogs/mentions/codec.js';
import type { Reply } from '../../http/reply.js';
import type { Route } from '../../http/route.js';
import { cachedRoute } from '../replies/replies.js';
import * as Type from '../schema.js';
import { CanonicalPath, noSuchBlog, Slug } from './schemas.js';
import { type BlogSources, windowNowMs } from './sources.js';

export const RelationQuery = {
  hours: Type.Enum([...RELATION_HOURS], {
    default: 720,
    description: 'Length of the window before now: 7, 30 or 90 days',
  }),
};

export const RelationNode = Type.named('RelationNode', {
  id: Type.Integer(),
  slug: Type.String(),
  name: Type.String(),
  iconUrl: Type.nullable(Type.String({ format: 'uri' })),
  canonicalPath: Type.Optional(CanonicalPath),
});

const Edge = Type.named('RelationEdge', {
  sourceBlogId: Type.Integer(),
  targetBlogId: Type.Integer(),
  count: Type.Integer({
    minimum: 1,
    description: 'Distinct articles of the source that mention the target',
  }),
  share: Type.Number({
    exclusiveMinimum: 0,
    maximum: 1,
    description:
      "`count` divided by all article-to-blog mentions of the source in the window; an article that mentions three blogs counts three. Not a share of the source's articles",
  }),
  firstMentionAt: Type.nullable(Type.DateTime),
  lastMentionAt: Type.nullable(Type.DateTime),
  mutual: Type.flag('The target mentions the source too, within the window'),
  sourceBlogCanonicalPath: Type.Optional(CanonicalPath),
  targetBlogCanonicalPath: Type.Optional(CanonicalPath),
});

const Coverage = Type.named('RelationCoverage', 'What was looked at; read it with every ranking', {
  observedPosts: Type.integer('Posts whose body was looked at'),
  totalPosts: Type.integer('Posts dated within the window: observed, failed and without body'),
  failedPosts: Type.integer(
    'Posts of which links around the body were read, but no body was found',
  ),
  noBodyPosts: Type.integer('Posts that came with neither text nor links'),
  unknownDatePosts: Type.integer(
    'Posts without a publication time that were first collected within the window; they count nowhere else',
  ),
  unresolvedLinks: Type.integer(
    'Body links to a known host, on a path that belongs to no registered blog',
  ),
  truncatedPosts: Type.integer('Posts with more links than are looked at'),
  graphTruncated: Type.flag('There are more edges than are listed'),
  aggregationTruncated: Type.flag(
    'A ranking is cut, or the window reaches back to days that are no longer kept whole',
  ),
  sampledAt: Type.instantOrNull(
    'When the newest counted post was first collected',
    'When this was counted; null while it was not',
  ),
  method: Type.text('How mentions are found and counted'),
  nonBodyLinks: Type.described('Links outside of bodies; they are never mentions', {
    sidebar: Type.integer('Links in side columns'),
    blogroll: Type.integer('Links in lists of blogs'),
    comment: Type.integer('Links in comments'),
  }),
});

const fields = {
  hours: Type.Integer(),
  days: Type.Integer(),
  generatedAt: Type.DateTime,
  nodes: Type.arrayOf(RelationNode, 'Every blog that the other lists name, by id'),
  edges: Type.Array(Edge, {
    maxItems: EDGES_MAX,
    description: 'From the most articles to the fewest, then by source and target id',
  }),
  mostMentioned: Type.listedUpTo(RANKING_MAX, 'Not bound by the cap on edges', {
    blogId: Type.Integer(),
    mentions: Type.integer('Article-to-blog mentions that the blog gets'),
    incomingBlogs: Type.integer('Blogs that mention it'),
  }),
  mutual: Type.listedUpTo(
    RANKING_MAX,
    'Each pair once, named from the side that mentions more. Not bound by the cap on edges',
    {
      sourceBlogId: Type.Integer(),
      targetBlogId: Type.Integer(),
      forwardCount: Type.integer('Mentions of the target by the source'),
      reverseCount: Type.integer('Mentions of the source by the target'),
    },
  ),
  coverage: Coverage,
};

const Relations = Type.named('Relations', fields);

const BlogRelations = Type.named('BlogRelations', {
  ...fields,
  blogId: Type.Integer(),
  outgoing: Type.arrayOf(Edge, 'The edges that begin at this blog'),
  incoming: Type.arrayOf(Edge, 'The edges that end at this blog'),
  evidence: Type.listedUpTo(EVIDENCE_MAX, 'The newest mentions to and from this blog', {
    postId: Type.Integer(),
    postTitle: Type.String(),
    postUrl: Type.text('Address of the article that mentions'),
    publishedAt: Type.nullable(Type.DateTime),
    sourceBlogId: Type.Integer(),
    targetBlogId: Type.Integer(),
    targetUrl: Type.text("The article's first link to the target blog"),
    anchor: Type.String(),
    location: Type.Literal('body', { description: 'Where in the article the link is' }),
  }),
  profileTruncated: Type.flag(
    'There are more edges or more mentions than `edges` and `evidence` show',
  ),
});
export type RelationsAnswer = Type.Static<typeof Relations>;
export type BlogRelationsAnswer = Type.Static<typeof BlogRelations>;

const INVALID = { 400: '`invalid_query`: `hours` is not 168, 720 or 2160' };

export function relationsRoute(sources: BlogSources): Route {
  return cachedRoute(sources, {
    path: '/api/v1/relations',
    summary: 'Which blogs mention which',
    description:
      'Counted from links in article bodies alone, between verified blogs. A mention is an exchange of signals: neither plagiarism nor endorsement is meant.',
    tag: 'blogs',
    query: RelationQuery,
    needs: ['mentions'],
    response: Relations,
    errors: INVALID,
    ...askedOf(sources),
    ask: ({ query: { hours } }): AskedRelations => ({ type: 'relations', hours }),
  });
}

export function blogRelationsRoute(sources: BlogSources): Route {
  return cachedRoute(sources, {
    path: '/api/v1/blogs/{slug}/relations',
    summary: 'Which blogs one blog mentions, and which mention it',
    description:
      "All lists are of this blog's own edges, the rankings with those beyond the cap; `coverage` is that of the whole site.",
    tag: 'blogs',
    params: { slug: Slug },
    query: RelationQuery,
    needs: ['mentions'],
    response: BlogRelations,
    errors: { ...INVALID, 404: '`not_found`: there is no such blog' },
    ...askedOf(sources),
    ask: ({ params: { slug }, query: { hours } }): AskedRelations => {
      return { type: 'profile', slug, hours };
    },
  });
}

type AskedRelations = Omit<RelationsQuestion, 'nowMs'> | Omit<ProfileQuestion, 'nowMs'>;

/** Asks the actor once for each state of the index. */
function askedOf(sources: BlogSources) {
  return {
    now: () => windowNowMs(sources.clock.nowMs()),
    state: () => [sources.mentions.generation],
    /** @throws HttpError 404 for an unknown blog. */
    answer: async (asked: AskedRelations, nowMs: number): Promise<Uint8Array> => {
      const body = await sources.ask('mentions', { ...asked, nowMs });
      if (body === null) throw noSuchBlog();
      return body;
    },
    send: (body: Uint8Array): Reply => ({ status: 200, body }),
  };
}
