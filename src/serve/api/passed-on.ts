/**
 * Routes that a copy of another server does not answer itself: what they tell follows from texts, links,
 * portals or crawls, which are in no changes. They answer 307 with the address of the same question there,
 * which fits because ids of articles, posts and blogs are the same.
 */

import { HttpError, notCopied, unavailable } from '../http/errors.js';
import { type RawRequest, type Route, targetOf } from '../http/route.js';

/** Where a copy's service is copied from, without a slash at its end; null while that is not known. */
export type Original = () => string | null;

/** The routes of a service, some of which are passed on where it is a copy. */
export function passedOn(routes: readonly Route[], original: Original | undefined): Route[] {
  if (original === undefined) return [...routes];
  return routes.map((one) => {
    const { onCopy } = one;
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
