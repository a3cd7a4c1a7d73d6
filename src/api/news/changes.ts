/**
 * `/api/v1/changes` of the news service: articles and media.
 */
import Type from 'typebox';
import type { Route } from '../../http/route.js';
import { type ChangesTexts, changesRoute } from '../changes.js';
import { ArticleItem, Camp, nullable } from './schemas.js';
import type { NewsSources } from './sources.js';

const ChangedMedia = Type.Object(
  {
    media: Type.String({ description: 'Media code' }),
    title: nullable(Type.String()),
    icon: nullable(Type.String({ description: 'Address of an icon' })),
    camp: Camp,
    categories: Type.Array(Type.String(), {
      description: 'Keys of the categories that it belongs to; `all` and the camps are implied',
    }),
    sourceKind: Type.Enum(['publisher', 'discovery'], {
      description: '`discovery`: it finds articles of others',
    }),
    country: Type.String({ description: 'Name of its country; may be empty' }),
    countryCode: Type.String(),
    enabled: Type.Boolean({ description: 'False: nothing is collected from it any more' }),
    external: Type.Boolean({ description: 'True: it is only cited' }),
    syndicated: Type.Boolean({ description: 'True: it repeats the articles of others' }),
  },
  { $id: 'ChangedMedia' },
);

export const NEWS_CHANGES: ChangesTexts = {
  tag: 'service',
  item: ArticleItem,
  owner: ChangedMedia,
  ownerKind: 'media',
  what: 'articles as lists show them, without texts, and media',
};

export function newsChangesRoute(sources: NewsSources): Route {
  return changesRoute(sources, NEWS_CHANGES);
}
