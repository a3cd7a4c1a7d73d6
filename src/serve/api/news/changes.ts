/**
 * `/api/v1/changes` of the news service: articles and media.
 */

import type { Route } from '../../http/route.js';
import * as Type from '../../http/type.js';
import { type ChangesTexts, changesRoute } from '../changes.js';
import { flag, named, nullable, text } from '../schema.js';
import { ArticleItem, Camp } from './schemas.js';
import type { NewsSources } from './sources.js';

const ChangedMedia = named('ChangedMedia', {
  media: text('Media code'),
  title: nullable(Type.String()),
  icon: nullable(text('Address of an icon')),
  camp: Camp,
  categories: Type.Array(Type.String(), {
    description: 'Keys of the categories that it belongs to; `all` and the camps are implied',
  }),
  sourceKind: Type.Enum(['publisher', 'discovery'], {
    description: '`discovery`: it finds articles of others',
  }),
  country: text('Name of its country; may be empty'),
  countryCode: Type.String(),
  enabled: flag('False: nothing is collected from it any more'),
  external: flag('True: it is only cited'),
  syndicated: flag('True: it repeats the articles of others'),
});

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
