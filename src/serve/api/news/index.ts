/**
 * `/api/v1`: what the news service offers, with an example of each endpoint to follow.
 */

import { type Route, route } from '../../http/route.js';
import { REVALIDATE, taggedJson } from '../caching.js';
import * as Type from '../schema.js';
import { ExampleChooser, type Examples } from './examples.js';
import type { NewsSources } from './sources.js';

const Response = Type.named('Index', {
  name: Type.text('Name of this service'),
  version: Type.String(),
  docs: Type.text('Documentation for people'),
  openapi: Type.text('The OpenAPI document'),
  endpoints: Type.Array(
    Type.Object({
      method: Type.text('GET, or POST where there is a body to send'),
      path: Type.String(),
      summary: Type.String(),
      example: Type.text('An address to try'),
      body: Type.Optional(
        Type.byName(Type.Unknown(), 'What to post there as JSON, where the method is POST'),
      ),
    }),
  ),
});

/** The route of the index over `routes` (and itself); examples are asked of those that are `served`. */
export function indexRoute(
  sources: NewsSources,
  routes: readonly Route[],
  served: () => readonly Route[],
): Route {
  const self = { path: '/api/v1', summary: 'What this service offers' };
  const all = [{ ...self, post: null }, ...routes];
  const chooser = new ExampleChooser(sources, served);
  return route({
    ...self,
    description: 'Each example is chosen from what the service holds at the moment.',
    tag: 'service',
    response: Response,
    errors: {},
    handle: async () => {
      const examples = await chooser.examples();
      return taggedJson(indexOf(sources, all, examples), { cacheControl: REVALIDATE });
    },
  });
}

function indexOf(
  { publicUrl, version }: NewsSources,
  routes: readonly Pick<Route, 'path' | 'summary' | 'post'>[],
  examples: Examples,
): Type.Static<typeof Response> {
  const endpoints = routes.map(({ path, summary, post }) => {
    const example = `${publicUrl}${examples.addresses.get(path) ?? path}`;
    if (post === null) return { method: 'GET', path, summary, example };
    const body = examples.bodies.get(path) ?? post.bodyExample;
    return { method: 'POST', path, summary, example, body };
  });
  return {
    name: 'Tagwire news service',
    version,
    docs: `${publicUrl}/docs`,
    openapi: `${publicUrl}/api/v1/openapi.json`,
    endpoints,
  };
}
