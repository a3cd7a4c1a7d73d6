/**
 * `/api/v1/stream` of the blog service: articles and blogs.
 */
import Type from 'typebox';
import { invalidQuery } from '../../http/errors.js';
import type { Route } from '../../http/route.js';
import { NEWS } from '../../kernel/limits.js';
import { ChangeTokens } from '../changes.js';
import { openStream, StreamQuery, streamHub, streamRouteOf } from '../stream.js';
import type { BlogSources } from './sources.js';

const KINDS = ['article', 'blog'] as const;

const Query = {
  ...StreamQuery,
  kind: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: KINDS.length,
      description: `Kinds, separated by commas, of ${KINDS.join(', ')}; all by default`,
    }),
  ),
  blog: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: NEWS.searchMediaMax,
      description: 'Blog codes, separated by commas: only articles of these blogs',
    }),
  ),
};

export function blogStreamRoute(sources: BlogSources): Route {
  const tokens = new ChangeTokens(sources.cursors, 'blog');
  const hub = streamHub(sources, tokens, []);
  sources.onClose(() => hub.stop());
  return streamRouteOf({
    tag: 'service',
    query: Query,
    also: '',
    handle: ({ query, raw }) => {
      const { since, kind, q, blog } = query as Type.Static<Type.TObject<typeof Query>>;
      const unknown = kind?.find((one) => !(KINDS as readonly string[]).includes(one));
      if (unknown !== undefined) throw invalidQuery(`kind must be some of ${KINDS.join(', ')}`);
      const question = {
        ...{ kinds: kind ?? null, q: q || null, owners: blog ?? null },
        ...{ tag: null, category: null },
      };
      return openStream(sources, hub, tokens, question, raw, since, () => false);
    },
  });
}
