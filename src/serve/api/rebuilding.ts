/**
 * Routes that need an index which is still being read answer 503 `rebuilding` until it is there; all
 * others answer from the start.
 *
 * Lists and searches need what every route needs: the service opens when that is there. Everything
 * else is declared here, by path. Not here: which index is there (app/pipeline.ts).
 */

import { assert } from '../../kernel/assert.js';
import { HttpError } from '../http/errors.js';
import type { Route } from '../http/route.js';

/** A guess where no rate is known: an index of a year is read in seconds. */
const RETRY_SECONDS = 5;
/** An index that is folded anew takes minutes, and an estimate may be wrong. */
const RETRY_SECONDS_MAX = 60;

/** How far the reading of indices is. */
export interface ReadingProgress {
  /** A line for each. */
  lines: readonly string[];
  /** Null while that is not known. */
  secondsLeft: number | null;
}

interface Presence {
  isThere(index: string): boolean;
  progress?(indices: readonly string[]): ReadingProgress;
}

/** What the routes of the news service need beyond the catalog. */
export const NEWS_NEEDS: Needs = {
  '/api/v1/ranking': ['tags'],
  '/api/v1/ranking.csv': ['tags'],
  '/api/v1/explain/ranking': ['tags'],
  '/api/v1/explain/event/{id}': ['events', 'tags'],
  '/api/v1/tags/{tag}/series': ['tags'],
  '/api/v1/tags/{tag}/stats': ['tags'],
  '/api/v1/tags/{tag}/status': ['tags', 'events'],
  '/api/v1/media/{media}/content': ['media'],
  '/api/v1/media/{media}/keywords': ['tags'],
  '/api/v1/media-stats': ['media', 'portals'],
  '/api/v1/media-traffic-comparison': ['media'],
  '/api/v1/topics': ['portals', 'media'],
  '/api/v1/similarity': ['similarity', 'media'],
  '/api/v1/similarity/daily': ['similarity', 'media'],
  '/api/v1/similarity/evidence': ['similarity', 'media'],
  '/api/v1/articles/{id}/similarity': ['similarity'],
  '/api/v1/articles/{id}/content': ['similarity'],
  '/api/v1/articles/{id}/revisions': ['media'],
  '/api/v1/articles/{id}/mentions': ['mentions'],
  '/api/v1/revisions': ['media'],
  '/api/v1/match': ['similarity', 'tags', 'events'],
  '/api/v1/journalists': ['similarity'],
  '/api/v1/journalists/{name}': ['similarity'],
  '/api/v1/diff': ['tags', 'events', 'media'],
  '/api/v1/events': ['events'],
  '/api/v1/events/threads': ['events', 'media'],
  '/api/v1/events/threads/{id}': ['events'],
  '/api/v1/events/threads/{id}/coverage': ['events'],
  '/api/v1/events/threads/{id}/articles': ['events'],
  '/api/v1/events/threads/{id}/articles.csv': ['events'],
  '/api/v1/events/threads/{id}/propagation': ['events', 'similarity'],
  '/api/v1/events/threads/{id}/blogs': ['events', 'mentions'],
  '/api/v1/events/threads/{id}/series': ['events', 'tags'],
  '/api/v1/dumps/{kind}/{day}.ndjson.gz': ['similarity', 'tags', 'events'],
  '/api/v1/dumps/{kind}/{day}.parquet': ['similarity', 'tags', 'events'],
  '/api/v1/dumps/{kind}/{day}.csv.gz': ['similarity', 'tags', 'events'],
  '/feeds/tags.xml': ['tags'],
  '/feeds/tags.json': ['tags'],
  '/feeds/revisions.xml': ['media'],
  '/feeds/revisions.json': ['media'],
  '/feeds/events.xml': ['events'],
  '/feeds/events.json': ['events'],
  '/feeds/events/{id}.xml': ['events'],
  '/feeds/events/{id}.json': ['events'],
  '/sitemap.xml': ['events'],
};

/** What the routes of the blog service need beyond the directory. */
export const BLOG_NEEDS: Needs = {
  '/api/v1/relations': ['mentions'],
  '/api/v1/blogs/{slug}/relations': ['mentions'],
  '/api/v1/blogs/{slug}/reading': ['mentions'],
  '/api/v1/topics': ['topics'],
  '/api/v1/topics.csv': ['topics'],
  '/api/v1/topics/{id}': ['topics'],
  '/api/v1/topics/{id}/news': ['topics'],
  '/api/v1/explain/topic/{id}': ['topics'],
  '/api/v1/explain/relation': ['mentions'],
  '/feeds/topics.xml': ['topics'],
  '/feeds/topics.json': ['topics'],
  '/api/v1/dumps/{kind}/{day}.ndjson.gz': ['mentions', 'topics'],
  '/api/v1/dumps/{kind}/{day}.parquet': ['mentions', 'topics'],
  '/api/v1/dumps/{kind}/{day}.csv.gz': ['mentions', 'topics'],
};

/** What a route needs beyond that where a parameter is given. */
const PARAMETER_NEEDS: Needs = { fold: ['similarity'] };

export interface Needs {
  readonly [path: string]: readonly string[];
}

/** Routes that ask, before they answer, whether what they need is there. */
export function waiting(routes: readonly Route[], needs: Needs, presence: Presence): Route[] {
  const unknown = Object.keys(needs).find((path) => !routes.some((one) => one.path === path));
  assert(unknown === undefined, `there is a route ${unknown}`);
  return routes.map((one) => {
    const needed = needs[one.path];
    const waits = needed === undefined ? one : waitingRoute(one, needed, presence);
    return Object.keys(one.query).reduce(waitingWith(presence), waits);
  });
}

/** A route that asks for more where a parameter is given. What it answers from memory was made then. */
function waitingWith(presence: Presence): (one: Route, parameter: string) => Route {
  return (one, parameter) => {
    const needed = PARAMETER_NEEDS[parameter];
    if (needed === undefined) return one;
    const handle: Route['handle'] = (request) => {
      const isGiven = request.query[parameter] !== undefined;
      const missing = isGiven ? needed.filter((index) => !presence.isThere(index)) : [];
      if (missing.length > 0) throw rebuilding(missing, presence);
      return one.handle(request);
    };
    return { ...one, handle };
  };
}

function waitingRoute(one: Route, needed: readonly string[], presence: Presence): Route {
  const { fast } = one;
  const isThere = (index: string): boolean => presence.isThere(index);
  let isOpen = false;
  const opens = (): boolean => {
    isOpen ||= needed.every(isThere);
    return isOpen;
  };
  return {
    ...one,
    handle: (request) => {
      if (!isOpen && !opens()) {
        one.refuse?.(request);
        throw rebuilding(
          needed.filter((index) => !isThere(index)),
          presence,
        );
      }
      return one.handle(request);
    },
    fast:
      fast &&
      ((rawQuery, ifNoneMatch, rawPath) =>
        isOpen || opens() ? fast(rawQuery, ifNoneMatch, rawPath) : null),
  };
}

function rebuilding(missing: readonly string[], presence: Presence): HttpError {
  const { lines, secondsLeft } = presence.progress?.(missing) ?? { lines: [], secondsLeft: null };
  const detail = lines.length === 0 ? '' : ` (${lines.join('; ')})`;
  const message = `rebuilding: the index of ${missing.join(' and ')} is not complete yet${detail}; Retry-After says when to ask again`;
  const seconds = Math.min(RETRY_SECONDS_MAX, Math.max(1, secondsLeft ?? RETRY_SECONDS));
  return new HttpError(503, 'rebuilding', message, [['retry-after', String(seconds)]]);
}
