/**
 * Routes that a copy of another server does not answer itself: what they tell follows from texts, links,
 * portals or crawls, which are in no changes. They answer 307 with the address of the same question there,
 * which fits because ids of articles, posts and blogs are the same.
 */

import { assert } from '../../kernel/assert.js';
import { HttpError, notCopied, unavailable } from '../http/errors.js';
import { type RawRequest, type Route, targetOf } from '../http/route.js';

export const NEWS_PASSED_ON: readonly string[] = [
  '/api/v1/similarity',
  '/api/v1/similarity/daily',
  '/api/v1/similarity/evidence',
  '/api/v1/articles/{id}/similarity',
  '/api/v1/articles/{id}/content',
  '/api/v1/articles/{id}/revisions',
  '/api/v1/articles/{id}/mentions',
  '/api/v1/revisions',
  '/feeds/revisions.xml',
  '/feeds/revisions.json',
  '/api/v1/match',
  '/api/v1/journalists',
  '/api/v1/journalists/{name}',
  '/api/v1/topics',
  '/api/v1/media/{media}/content',
  '/api/v1/media-stats',
  '/api/v1/media-traffic-comparison',
  '/api/v1/dumps/{kind}/{day}.ndjson.gz',
  '/api/v1/dumps/{kind}/{day}.csv.gz',
  '/api/v1/dumps/{kind}/{day}.parquet',
];

/** Threads have ids of the copy's own, so the same question there would be about something else. */
export const NEWS_NOT_THERE: readonly string[] = [
  '/api/v1/events/threads/{id}/propagation',
  '/api/v1/events/threads/{id}/blogs',
];

export const BLOG_PASSED_ON: readonly string[] = [
  '/api/v1/relations',
  '/api/v1/blogs/{slug}/relations',
  '/api/v1/blogs/{slug}/reading',
  '/api/v1/topics',
  '/api/v1/topics.csv',
  '/api/v1/topics/{id}',
  '/api/v1/topics/{id}/news',
  '/api/v1/explain/topic/{id}',
  '/api/v1/explain/relation',
  '/feeds/topics.xml',
  '/feeds/topics.json',
  '/api/v1/dumps/{kind}/{day}.ndjson.gz',
  '/api/v1/dumps/{kind}/{day}.csv.gz',
  '/api/v1/dumps/{kind}/{day}.parquet',
];

/** Where a copy's service is copied from, without a slash at its end; null while that is not known. */
export type Original = () => string | null;

/** The routes of a service, some of which are passed on where it is a copy. */
export function passedOn(
  routes: readonly Route[],
  original: Original | undefined,
  paths: readonly string[],
  notThere: readonly string[] = [],
): Route[] {
  if (original === undefined) return [...routes];
  const unknown = [...paths, ...notThere].find((path) => !routes.some((one) => one.path === path));
  assert(unknown === undefined, `there is a route ${unknown}`);
  return routes.map((one) => {
    if (paths.includes(one.path)) return refusing(one, (raw) => elsewhere(original(), raw));
    return notThere.includes(one.path) ? refusing(one, () => missing(original())) : one;
  });
}

function refusing(one: Route, errorOf: (raw: RawRequest) => HttpError): Route {
  return {
    ...one,
    fast: undefined,
    handle: ({ raw }) => {
      throw errorOf(raw);
    },
  };
}

function elsewhere(url: string | null, raw: RawRequest): HttpError {
  if (url === null) return unavailable('the server that this one copies has not answered yet', 5);
  const target = `${url}${targetOf(raw)}`;
  return notCopied(target, `this copy does not have what the answer is made of; ask ${target}`);
}

function missing(url: string | null): HttpError {
  const message = `this copy has no texts, from which the answer is made; ${url ?? 'the server that it copies'} has it under an id of its own`;
  return new HttpError(404, 'not_copied', message);
}
