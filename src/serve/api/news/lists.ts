/**
 * Small lists of the catalog: `/api/v1/categories` and `/api/v1/media`.
 *
 * Each is serialised once per state of the catalog's tables.
 */

import { FIRST_POLE, SECOND_POLE } from '../../../kernel/current-place.js';
import type { CatalogDirectory } from '../../../news/catalog/directory.js';
import type { Reply } from '../../http/reply.js';
import { type Route, route } from '../../http/route.js';
import { cacheUntilRefresh, etagOf } from '../caching.js';
import * as Type from '../schema.js';
import { Camp } from './schemas.js';
import type { NewsSources } from './sources.js';

const Categories = Type.Array(
  Type.Object({
    key: Type.text('Category code'),
    label: Type.text('Name of the category'),
    media: Type.integer('Media in it'),
  }),
  { $id: 'Categories' },
);

const MediaMap = Type.Record(
  Type.String(),
  Type.Object({
    title: Type.nullable(Type.String(), 'Name of the outlet; null when it has none'),
    icon: Type.textOrNull('Address of an icon'),
    camp: Camp,
  }),
  { $id: 'MediaMap', description: 'By media code' },
);

export type MediaList = Type.Static<typeof MediaMap>;

export function categoriesRoute(sources: NewsSources): Route {
  return route({
    path: '/api/v1/categories',
    summary: 'Ranking categories',
    description: `Keys for the \`category\` parameter, the camps \`${FIRST_POLE}\` and \`${SECOND_POLE}\` included.`,
    tag: 'media',
    response: Categories,
    errors: {},
    handle: listHandler(sources, (directory) => directory.categories),
  });
}

export function mediaRoute(sources: NewsSources): Route {
  return route({
    path: '/api/v1/media',
    summary: 'Media by code',
    description: 'Every media code that appears in answers, with its title, icon and camp.',
    tag: 'media',
    response: MediaMap,
    errors: {},
    handle: listHandler(sources, (directory) =>
      Object.fromEntries(
        [...directory.media()].map(({ media, title, icon, camp }) => [
          media,
          { title, icon, camp },
        ]),
      ),
    ),
  });
}

/** Answers with a list, or another value, that changes only when the catalog's tables do. */
export function listHandler(
  { catalog, clock }: NewsSources,
  list: (directory: CatalogDirectory) => unknown,
): () => Reply {
  let known: { directory: CatalogDirectory; body: Uint8Array; etag: string } | null = null;
  return () => {
    const { directory } = catalog;
    if (known?.directory !== directory) {
      const body = new TextEncoder().encode(JSON.stringify(list(directory)));
      known = { directory, body, etag: etagOf(body) };
    }
    return {
      status: 200,
      body: known.body,
      cacheControl: cacheUntilRefresh(clock.nowMs()),
      etag: known.etag,
    };
  };
}
