/**
 * `/api/v1`: what the news service offers, with an example of each endpoint to follow.
 */
import Type from 'typebox';
import { type Route, route } from '../../http/route.js';
import type { CatalogDirectory } from '../../news/catalog/directory.js';
import { listHandler } from './lists.js';
import type { NewsSources } from './sources.js';

const Response = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    docs: Type.String({ description: 'Documentation for people' }),
    openapi: Type.String({ description: 'The OpenAPI document' }),
    endpoints: Type.Array(
      Type.Object({
        method: Type.String(),
        path: Type.String(),
        summary: Type.String(),
        example: Type.String({ description: 'An address to try' }),
      }),
    ),
  },
  { $id: 'Index' },
);

/**
 * Paths of examples where the path itself is not one. `{media}` in them becomes the first media
 * code that there is.
 */
export type Examples = { readonly [path: string]: string };

/** The route of the index over `routes` (and itself). */
export function indexRoute(sources: NewsSources, routes: Route[], examples: Examples): Route {
  const self = { path: '/api/v1', summary: 'What this service offers' };
  const all = [self, ...routes];
  return route({
    ...self,
    tag: 'service',
    response: Response,
    errors: {},
    handle: listHandler(sources, (directory) => indexOf(sources, directory, all, examples)),
  });
}

function indexOf(
  { publicUrl, version }: NewsSources,
  directory: CatalogDirectory,
  routes: readonly Pick<Route, 'path' | 'summary'>[],
  examples: Examples,
): Type.Static<typeof Response> {
  const [media] = directory.media();
  const endpoints = routes.map(({ path, summary }) => {
    const example = examples[path] ?? path;
    const filled =
      media === undefined ? example : example.replace('{media}', encodeURIComponent(media.media));
    return { method: 'GET', path, summary, example: `${publicUrl}${filled}` };
  });
  return {
    name: 'Tagwire news service',
    version,
    docs: `${publicUrl}/docs`,
    openapi: `${publicUrl}/api/v1/openapi.json`,
    endpoints,
  };
}
