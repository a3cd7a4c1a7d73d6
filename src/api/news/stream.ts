/**
 * `/api/v1/stream` of the news service: articles, media, rankings and events.
 */
import Type from 'typebox';
import { invalidQuery } from '../../http/errors.js';
import type { Reply } from '../../http/reply.js';
import type { Route } from '../../http/route.js';
import { NEWS } from '../../kernel/limits.js';
import type { Computed } from '../../streams/stream-hub.js';
import { ChangeTokens } from '../changes.js';
import { openStream, StreamQuery, streamHub, streamRouteOf, tagOf } from '../stream.js';
import type { NewsSources } from './sources.js';

const KINDS = ['article', 'media', 'ranking', 'events'] as const;

const Query = {
  ...StreamQuery,
  kind: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: KINDS.length,
      description: `Kinds, separated by commas, of ${KINDS.join(', ')}; all by default. Where \`ranking\` or \`events\` is named, the newest comes first`,
    }),
  ),
  tag: Type.Optional(Type.String({ description: 'A tag that the article carries exactly' })),
  media: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: NEWS.searchMediaMax,
      description: 'Media codes, separated by commas',
    }),
  ),
  category: Type.Optional(
    Type.String({ description: 'Ranking category, see `/api/v1/categories`' }),
  ),
};

/** Answers of other routes, whole, whenever they are computed anew. */
export function newsStreamRoute(sources: NewsSources, ranking: Route, events: Route): Route {
  const { catalog } = sources;
  const tokens = new ChangeTokens(sources.cursors, 'media');
  const computed: Computed[] = [
    {
      kind: 'ranking',
      generation: () => sources.tags.tickMs ?? 0,
      json: () =>
        bodyOf(ranking, 'limit=20', {
          ...{ category: 'all', order: 'burst', limit: 20, trend: '0', related: '0' },
        }),
    },
    {
      kind: 'events',
      generation: () => sources.events.tickMs ?? 0,
      json: () => bodyOf(events, 'limit=10', { limit: 10 }),
    },
  ];
  const hub = streamHub(sources, tokens, computed);
  sources.onClose(() => hub.stop());
  const isIn = (media: string, category: string): boolean => {
    const mask = catalog.directory.categoryMask(category);
    const mine = catalog.directory.mediaMask([media]);
    return mask !== null && !('unknown' in mine) && mine.some((bit, at) => bit & mask[at]!);
  };
  return streamRouteOf({
    tag: 'service',
    query: Query,
    also: ' Rankings (20 tags) and events (10) come whole when they are computed.',
    handle: ({ query, raw }) => {
      const { since, kind, q, tag, media, category } = query as Type.Static<
        Type.TObject<typeof Query>
      >;
      const unknown = kind?.find((one) => !(KINDS as readonly string[]).includes(one));
      if (unknown !== undefined) throw invalidQuery(`kind must be some of ${KINDS.join(', ')}`);
      if (category !== undefined && catalog.directory.categoryMask(category) === null) {
        throw invalidQuery(`category: there is no category "${category}"`);
      }
      const mask = media === undefined ? null : catalog.directory.mediaMask(media);
      if (mask !== null && 'unknown' in mask) {
        throw invalidQuery(`media: there is no media "${mask.unknown}"`);
      }
      const question = {
        kinds: kind ?? null,
        q: q || null,
        tag: tagOf(tag),
        owners: media ?? null,
        category: category ?? null,
      };
      return openStream(sources, hub, tokens, question, raw, since, isIn);
    },
  });
}

/** The body of another route's answer; null where it has none. */
async function bodyOf(one: Route, rawQuery: string, query: object): Promise<Uint8Array | null> {
  const raw = {
    query: rawQuery,
    path: one.path,
    ...{ ifNoneMatch: '', acceptEncoding: '', accept: '', lastEventId: '', client: '' },
  };
  const reply: Reply = await one.handle({ query, params: {}, raw } as Parameters<
    Route['handle']
  >[0]);
  return reply.body.slice();
}
