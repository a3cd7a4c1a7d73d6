/**
 * `/api/v1/stream` of the news service: articles, media, rankings and events.
 */
import type { CatalogReader } from '../../../news/catalog/reader.js';
import { invalidQuery } from '../../http/errors.js';
import type { Reply } from '../../http/reply.js';
import type { Route } from '../../http/route.js';
import type { StreamQuestion } from '../../streams/stream-filter.js';
import type { Computed } from '../../streams/stream-hub.js';
import {
  type ChangeFilters,
  type ChangesTexts,
  checkKinds,
  StreamQuery,
  standingQuestion,
  streamRoute,
  tagOf,
} from '../changes.js';
import * as Type from '../schema.js';
import { FilterQuery } from './articles/article-filter.js';
import { ArticleItem, Camp } from './schemas.js';
import type { NewsSources } from './sources.js';

const KINDS = ['article', 'media', 'ranking', 'events'] as const;

const Query = {
  ...StreamQuery,
  kind: Type.codes(
    KINDS.length,
    `Kinds, separated by commas, of ${KINDS.join(', ')}; all by default. Where \`ranking\` or \`events\` is named, the newest comes first`,
  ),
  tag: FilterQuery.tag,
  media: FilterQuery.media,
  category: Type.optionalText('Ranking category, see `/api/v1/categories`'),
};

type Asked = Type.Static<Type.TObject<typeof Query>>;

/** Streams also whole answers of other routes, whenever they are computed. */
export function newsStreamRoute(sources: NewsSources, ranking: Route, events: Route): Route {
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
  return streamRoute(sources, {
    ownerKind: 'media',
    query: Query,
    filters: newsFilters(sources.catalog),
    computed,
    also: ' Rankings (20 tags) and events (10) come whole when they are computed.',
  });
}

export function newsFilters(catalog: CatalogReader): ChangeFilters {
  return {
    questionOf: (query) => {
      const { kind = null, q, tag, media: owners = null, category = null } = query as Asked;
      checkKinds(kind, KINDS);
      if (category !== null && catalog.directory.categoryMask(category) === null) {
        throw invalidQuery(`category: there is no category "${category}"`);
      }
      const mask = owners && catalog.directory.mediaMask(owners);
      if (mask !== null && 'unknown' in mask) {
        throw invalidQuery(`media: there is no media "${mask.unknown}"`);
      }
      return { kinds: kind, q: q || null, tag: tagOf(tag), owners, category };
    },
    isIn: (media, category) => {
      const mask = catalog.directory.categoryMask(category);
      const mine = catalog.directory.mediaMask([media]);
      return mask !== null && !('unknown' in mine) && mine.some((bit, at) => bit & mask[at]!);
    },
  };
}

/** Parses the standing question of a webhook. */
export function newsQuestion(filters: ChangeFilters): (rawQuery: string) => StreamQuestion {
  return standingQuestion(filters, Query, ['article', 'media']);
}

/** The body of another route's answer; null for an error. */
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

/** `/api/v1/changes` of the news service: articles and media. */
const ChangedMedia = Type.named('ChangedMedia', {
  media: Type.text('Media code'),
  title: Type.nullable(Type.String()),
  icon: Type.textOrNull('Address of an icon'),
  camp: Camp,
  categories: Type.Array(Type.String(), {
    description: 'Keys of the categories that it belongs to; `all` and the camps are implied',
  }),
  sourceKind: Type.oneOf(['publisher', 'discovery'], '`discovery`: it finds articles of others'),
  country: Type.text('Name of its country; may be empty'),
  countryCode: Type.String(),
  enabled: Type.flag('False: nothing is collected from it any more'),
  external: Type.flag('True: it is only cited'),
  syndicated: Type.flag('True: it repeats the articles of others'),
});

export const NEWS_CHANGES: ChangesTexts = {
  item: ArticleItem,
  owner: ChangedMedia,
  ownerKind: 'media',
  what: 'articles as lists show them, without texts, and media',
};
