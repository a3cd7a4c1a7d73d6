/**
 * The route of a service's own OpenAPI document.
 */

import type { JsonObject } from './openapi-schema.js';
import { contentTagOf, type Reply } from './reply.js';
import { type Route, route } from './route.js';
import type { ServiceOptions } from './service-options.js';
import * as Type from './type.js';

const DOCUMENT_CACHE = 'public, max-age=300';

/** The bytes are made when they are first asked for. */
export function documentRoute(options: ServiceOptions, document: () => JsonObject): Route {
  const isCacheable = options.noStore !== true;
  let reply: Reply | null = null;
  return route({
    path: options.openApiPath ?? '/api/v1/openapi.json',
    summary: 'OpenAPI document',
    tag: options.info.tags?.[0]?.name ?? 'meta',
    operationId: 'getOpenApi',
    response: Type.Object({
      openapi: Type.String(),
      info: Type.Object({}),
      paths: Type.Object({}),
      components: Type.Object({}),
    }),
    errors: {},
    revalidates: isCacheable,
    handle: () => {
      if (reply === null) {
        const body = new TextEncoder().encode(JSON.stringify(document()));
        const caching = isCacheable
          ? { etag: contentTagOf(body), cacheControl: DOCUMENT_CACHE }
          : {};
        reply = { status: 200, body, ...caching };
      }
      return reply;
    },
  });
}
