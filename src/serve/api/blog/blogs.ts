/**
 * `/api/v1/blogs` and `/api/v1/blogs/{slug}`: the directory of verified blogs.
 *
 * Pages go by ascending id, and the cursor holds the last one, so blogs that come or go meanwhile
 * shift nothing.
 */

import type { FramedPage } from '../../../engine/columns/framed-page.js';
import { type Route, route } from '../../http/route.js';
import { PagePlans } from '../replies/replies.js';
import * as Type from '../schema.js';
import { Blog, BlogDetail, Cursor, Limit, NextCursor, noSuchBlog, Q, Slug } from './schemas.js';
import type { BlogSources } from './sources.js';
import { windowNowMs } from './sources.js';

const Query = { limit: Limit, cursor: Cursor, q: Q };

const BlogPage = Type.named('BlogPage', { items: Type.Array(Blog), nextCursor: NextCursor });
export type BlogPageAnswer = Type.Static<typeof BlogPage>;

const BlogResponse = Type.named('BlogResponse', { blog: BlogDetail });
export type BlogAnswer = Type.Static<typeof BlogResponse>;

const encoder = new TextEncoder();

export function blogsRoute(sources: BlogSources): Route {
  const { clock } = sources;
  const path = '/api/v1/blogs';
  const plans = new PagePlans(sources.cachePart(path), sources.directory);
  return route({
    path,
    summary: 'Directory of verified blogs, by id',
    tag: 'blogs',
    query: Query,
    response: BlogPage,
    errors: {
      400: '`invalid_query`: a malformed, unknown or repeated parameter. `invalid_cursor`: a cursor that was not handed out for this question.',
    },
    fast: (rawQuery) => plans.reply(rawQuery, windowNowMs(clock.nowMs())),
    handle: ({ query, raw }) =>
      plans.add(raw.query, directoryPage(sources, query), (body) => ({ status: 200, body })),
  });
}

export function blogRoute({ directory }: BlogSources): Route {
  return route({
    path: '/api/v1/blogs/{slug}',
    summary: 'One verified blog with its feeds',
    tag: 'blogs',
    params: { slug: Slug },
    response: BlogResponse,
    errors: { 404: '`not_found`: there is no such blog' },
    handle: ({ params: { slug } }) => {
      const detail = directory.blog(slug);
      if (detail === null) throw noSuchBlog();
      const after = Buffer.concat([
        encoder.encode(',"feeds":'),
        detail.feeds,
        encoder.encode('}}'),
      ]);
      const page = directory.frame(encoder.encode('{"blog":'), [detail.item], after);
      return { status: 200, body: page.render() };
    },
  });
}

function directoryPage(
  { directory, cursors }: BlogSources,
  { q, cursor, limit }: Type.Static<Type.TObject<typeof Query>>,
): FramedPage {
  const scope = `blogs ${JSON.stringify([q || null])}`;
  const [after] = cursor === undefined ? [0] : cursors.opened(cursor, 1, scope);
  const page = directory.blogs(q || null, after!, limit);
  const nextCursor = page.next === null ? null : cursors.seal([page.next], scope);
  return directory.frame(
    encoder.encode('{"items":['),
    page.slices,
    encoder.encode(`],"nextCursor":${JSON.stringify(nextCursor)}}`),
  );
}
