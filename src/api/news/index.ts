/**
 * `/api/v1`: what the news service offers, with an example of each endpoint to follow.
 */
import Type from 'typebox';
import { createCompressedForms } from '../../http/compressed.js';
import { type Route, route } from '../../http/route.js';
import { cacheUntilRefresh, etagOf } from '../caching.js';
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

/** Paths of examples where the path itself is not one. */
export type Examples = { readonly [path: string]: string };

/** The route of the index over `routes` (and itself). */
export function indexRoute(sources: NewsSources, routes: Route[], examples: Examples): Route {
  const { publicUrl, version, clock } = sources;
  const self = { path: '/api/v1', summary: 'What this service offers' };
  const endpoints = [self, ...routes].map(({ path, summary }) => ({
    method: 'GET',
    path,
    summary,
    example: `${publicUrl}${examples[path] ?? path}`,
  }));
  const text = JSON.stringify({
    name: 'Tagwire news service',
    version,
    docs: `${publicUrl}/docs`,
    openapi: `${publicUrl}/api/v1/openapi.json`,
    endpoints,
  });
  const forms = createCompressedForms(new TextEncoder().encode(text));
  const etag = etagOf(text);
  return route({
    ...self,
    tag: 'service',
    response: Response,
    errors: {},
    handle: () => ({
      status: 200,
      body: forms.identity,
      cacheControl: cacheUntilRefresh(clock.nowMs()),
      etag,
      compressible: forms,
    }),
  });
}
