/**
 * Routes that cannot answer, because an index is missing.
 *
 * A route whose index is still being read answers 503 `rebuilding` until the index is complete. The
 * service opens with the indices that every route needs, those of lists and searches; each route
 * declares the others (`needs`). Not here: which indices are complete (app/pipeline.ts).
 *
 * A copy of another server has no texts, links, portals or crawls, because changes do not contain
 * these. A route that needs them answers 307 with the same question to the original server; the
 * question is valid there, because articles, posts and blogs have the same ids.
 */
import { HttpError, notCopied, unavailable } from '../http/errors.js';
import { type RawRequest, type Route, targetOf } from '../http/route.js';

/** Used where no rate is known: an index of a year is read in seconds. */
const RETRY_SECONDS = 5;
/** A rebuild of an index takes minutes, and an estimate may be wrong. */
const RETRY_SECONDS_MAX = 60;

export interface ReadingProgress {
  /** One line for each index. */
  lines: readonly string[];
  /** Null while the time is not known. */
  secondsLeft: number | null;
}

interface Presence {
  isThere(index: string): boolean;
  progress?(indices: readonly string[]): ReadingProgress;
}

/** Indices that a route needs in addition when it gets a parameter. */
const PARAMETER_NEEDS: { readonly [name: string]: readonly string[] } = { fold: ['similarity'] };

/** Routes that answer 503 while an index that they need is missing. */
export function waiting(routes: readonly Route[], presence: Presence): Route[] {
  return routes.map((one) => {
    const waits = one.needs.length === 0 ? one : waitingRoute(one, presence);
    return Object.keys(one.query).reduce(waitingWith(presence), waits);
  });
}

/** Adds the needs of a parameter. `fast` needs no check: its replies were made with the index. */
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

function waitingRoute(one: Route, presence: Presence): Route {
  const { fast, needs: needed } = one;
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

/** Base address of the original server, without a final slash; null while not known. */
export type Original = () => string | null;

/** Indices of texts, links and portals, which changes do not contain. */
const NOT_COPIED = new Set(['similarity', 'mentions', 'topics', 'portals']);

/** The routes of a service; a copy passes those on that declare it or need such an index. */
export function passedOn(routes: readonly Route[], original: Original | undefined): Route[] {
  if (original === undefined) return [...routes];
  return routes.map((one) => {
    const onCopy = one.onCopy ?? (one.needs.some((index) => NOT_COPIED.has(index)) && 'passed on');
    if (onCopy === 'passed on') return refusing(one, (raw) => elsewhere(original(), raw));
    return onCopy === 'missing' ? refusing(one, () => missing(original())) : one;
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
