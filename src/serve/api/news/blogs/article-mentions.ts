/**
 * `/api/v1/articles/{id}/mentions`: which verified blogs wrote about an article, by links in their bodies.
 */
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { articlesJson } from '../../caching.js';
import { integer, named, text } from '../../schema.js';
import { shownArticle } from '../articles/shown-article.js';
import { DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { BlogPost, blogPostOf, Limited, postsLinkingTo } from './blog-posts.js';

const Response = named('ArticleMentions', {
  article: named('MentionedArticle', {
    id: Type.Integer(),
    media: text('Media code'),
    mediaTitle: Type.String(),
    title: Type.String(),
    url: text('Address of the original'),
    publishedAt: DateTime,
  }),
  count: integer('Posts that are told'),
  blogs: integer('Blogs that they are of'),
  limited: Limited,
  mentions: Type.Array(
    named('ArticleMention', {
      post: BlogPost,
      targetUrl: text('The first link to the article, without tracking parameters'),
      anchor: text('Text of that link; empty for a picture or a bare address'),
    }),
    { description: 'Newest first' },
  ),
});

/** The answer, for those who show it. */
export type ArticleMentionsAnswer = Type.Static<typeof Response>;

/** The route of an article's mentions by blogs. */
export function articleMentionsRoute(sources: NewsSources): Route {
  return route({
    path: '/api/v1/articles/{id}/mentions',
    summary: 'Which verified blogs link to one article',
    description:
      'From links in bodies of posts, whether the post or the article was known first. Addresses are the same that differ in scheme, `www.`, `m.`, `mobile.`, `amp.`, a final slash, fragment or tracking parameters. A link is no endorsement.',
    tag: 'articles',
    params: { id: Type.Integer({ minimum: 1, description: 'Article id' }) },
    response: Response,
    errors: { 400: 'The id is not a positive integer', 404: 'There is no such article' },
    handle: async ({ params: { id } }) => {
      const article = await shownArticle(sources, id);
      const { found, limited } = await postsLinkingTo(sources, [article.url]);
      const { media, mediaTitle, title, url, publishedAt } = article;
      return articlesJson({
        article: { id, media, mediaTitle, title, url, publishedAt },
        count: found.length,
        blogs: new Set(found.map(({ post }) => post.blogSlug)).size,
        limited,
        mentions: found.map(({ post, targetUrl, anchor }) => ({
          post: blogPostOf(sources, post),
          targetUrl,
          anchor,
        })),
      } satisfies ArticleMentionsAnswer);
    },
  });
}
