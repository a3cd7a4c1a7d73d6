/**
 * Routes that need an index which is still being read answer 503 `rebuilding` until it is there; all
 * others answer from the start.
 *
 * Lists and searches need what every route needs: the service opens when that is there. Everything
 * else is declared here, by path, and so is what a copy of another server does (passed-on.ts). Not here: which
 * index is there (app/pipeline.ts).
 */

import { assert } from '../../kernel/errors.js';
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
  '/api/v1/ranking': { indices: ['tags'] },
  '/api/v1/ranking.csv': { indices: ['tags'] },
  '/api/v1/explain/ranking': { indices: ['tags'] },
  '/api/v1/explain/event/{id}': { indices: ['events', 'tags'] },
  '/api/v1/tags/{tag}/series': { indices: ['tags'] },
  '/api/v1/tags/{tag}/stats': { indices: ['tags'] },
  '/api/v1/tags/{tag}/status': { indices: ['tags', 'events'] },
  '/api/v1/media/{media}/content': { indices: ['media'], onCopy: 'passed on' },
  '/api/v1/media/{media}/keywords': { indices: ['tags'] },
  '/api/v1/media-stats': { indices: ['media', 'portals'], onCopy: 'passed on' },
  '/api/v1/media-traffic-comparison': { indices: ['media'], onCopy: 'passed on' },
  '/api/v1/topics': { indices: ['portals', 'media'], onCopy: 'passed on' },
  '/api/v1/similarity': { indices: ['similarity', 'media'], onCopy: 'passed on' },
  '/api/v1/similarity/daily': { indices: ['similarity', 'media'], onCopy: 'passed on' },
  '/api/v1/similarity/evidence': { indices: ['similarity', 'media'], onCopy: 'passed on' },
  '/api/v1/articles/{id}/similarity': { indices: ['similarity'], onCopy: 'passed on' },
  '/api/v1/articles/{id}/content': { indices: ['similarity'], onCopy: 'passed on' },
  '/api/v1/articles/{id}/revisions': { indices: ['media'], onCopy: 'passed on' },
  '/api/v1/articles/{id}/mentions': { indices: ['mentions'], onCopy: 'passed on' },
  '/api/v1/revisions': { indices: ['media'], onCopy: 'passed on' },
  '/api/v1/match': { indices: ['similarity', 'tags', 'events'], onCopy: 'passed on' },
  '/api/v1/journalists': { indices: ['similarity'], onCopy: 'passed on' },
  '/api/v1/journalists/{name}': { indices: ['similarity'], onCopy: 'passed on' },
  '/api/v1/diff': { indices: ['tags', 'events', 'media'] },
  '/api/v1/events': { indices: ['events'] },
  '/api/v1/events/threads': { indices: ['events', 'media'] },
  '/api/v1/events/threads/{id}': { indices: ['events'] },
  '/api/v1/events/threads/{id}/coverage': { indices: ['events'] },
  '/api/v1/events/threads/{id}/articles': { indices: ['events'] },
  '/api/v1/events/threads/{id}/articles.csv': { indices: ['events'] },
  '/api/v1/events/threads/{id}/propagation': {
    indices: ['events', 'similarity'],
    onCopy: 'missing',
  },
  '/api/v1/events/threads/{id}/blogs': { indices: ['events', 'mentions'], onCopy: 'missing' },
  '/api/v1/events/threads/{id}/series': { indices: ['events', 'tags'] },
  '/api/v1/dumps/{kind}/{day}.ndjson.gz': {
    indices: ['similarity', 'tags', 'events'],
    onCopy: 'passed on',
  },
  '/api/v1/dumps/{kind}/{day}.parquet': {
    indices: ['similarity', 'tags', 'events'],
    onCopy: 'passed on',
  },
  '/api/v1/dumps/{kind}/{day}.csv.gz': {
    indices: ['similarity', 'tags', 'events'],
    onCopy: 'passed on',
  },
  '/feeds/tags.xml': { indices: ['tags'] },
  '/feeds/tags.json': { indices: ['tags'] },
  '/feeds/revisions.xml': { indices: ['media'], onCopy: 'passed on' },
  '/feeds/revisions.json': { indices: ['media'], onCopy: 'passed on' },
  '/feeds/events.xml': { indices: ['events'] },
  '/feeds/events.json': { indices: ['events'] },
  '/feeds/events/{id}.xml': { indices: ['events'] },
  '/feeds/events/{id}.json': { indices: ['events'] },
  '/sitemap.xml': { indices: ['events'] },
};

/** What the routes of the blog service need beyond the directory. */
export const BLOG_NEEDS: Needs = {
  '/api/v1/relations': { indices: ['mentions'], onCopy: 'passed on' },
  '/api/v1/blogs/{slug}/relations': { indices: ['mentions'], onCopy: 'passed on' },
  '/api/v1/blogs/{slug}/reading': { indices: ['mentions'], onCopy: 'passed on' },
  '/api/v1/topics': { indices: ['topics'], onCopy: 'passed on' },
  '/api/v1/topics.csv': { indices: ['topics'], onCopy: 'passed on' },
  '/api/v1/topics/{id}': { indices: ['topics'], onCopy: 'passed on' },
  '/api/v1/topics/{id}/news': { indices: ['topics'], onCopy: 'passed on' },
  '/api/v1/explain/topic/{id}': { indices: ['topics'], onCopy: 'passed on' },
  '/api/v1/explain/relation': { indices: ['mentions'], onCopy: 'passed on' },
  '/feeds/topics.xml': { indices: ['topics'], onCopy: 'passed on' },
  '/feeds/topics.json': { indices: ['topics'], onCopy: 'passed on' },
  '/api/v1/dumps/{kind}/{day}.ndjson.gz': { indices: ['mentions', 'topics'], onCopy: 'passed on' },
  '/api/v1/dumps/{kind}/{day}.parquet': { indices: ['mentions', 'topics'], onCopy: 'passed on' },
  '/api/v1/dumps/{kind}/{day}.csv.gz': { indices: ['mentions', 'topics'], onCopy: 'passed on' },
};

/** What a route needs beyond that where a parameter is given. */
const PARAMETER_NEEDS: { readonly [name: string]: readonly string[] } = { fold: ['similarity'] };

export interface Needs {
  readonly [path: string]: {
    indices: readonly string[];
    /**
     * What a copy of another server does (passed-on.ts); answers itself where it is absent. Threads have ids of
     * the copy's own, so the same question about one would be about something else there: that is missing.
     */
    onCopy?: 'passed on' | 'missing';
  };
}

/** Routes that ask, before they answer, whether what they need is there. */
export function waiting(routes: readonly Route[], needs: Needs, presence: Presence): Route[] {
  const unknown = Object.keys(needs).find((path) => !routes.some((one) => one.path === path));
  assert(unknown === undefined, `there is a route ${unknown}`);
  return routes.map((one) => {
    const needed = needs[one.path]?.indices;
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
