/**
 * `/api/v1/lookup` of both services: many articles by address or id, in one call.
 */

import type { Clock } from '../../kernel/clock.js';
import { canonicalUrl } from '../../kernel/text/url.js';
import { invalidQuery } from '../http/errors.js';
import { jsonReply } from '../http/reply.js';
import { type Route, route } from '../http/route.js';
import type { FeedView } from '../streams/change-feed.js';
import * as Type from './schema.js';

const COUNT_MAX = 100;
/** A hundred long addresses; the bound of a request's head applies too. */
const URLS_UNITS_MAX = 16_000;

const Query = {
  url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: URLS_UNITS_MAX,
      description: `Addresses of articles, at most ${COUNT_MAX}, separated by blanks (%20 or +); they are brought into their canonical form as at ingest`,
    }),
  ),
  id: Type.Optional(
    Type.Array(Type.String({ pattern: '^[1-9][0-9]{0,14}$', examples: ['17'] }), {
      maxItems: COUNT_MAX,
      description: `Ids of articles, at most ${COUNT_MAX} with the addresses, separated by commas`,
    }),
  ),
};

export interface LookupSources {
  clock: Clock;
  view: FeedView;
  /** Items by canonical address, then by id; null for unknown items. */
  find(
    urls: readonly string[],
    ids: readonly number[],
  ): Promise<({ id: number; sortMs: number | null; sequence: number } | null)[]>;
}

type Reason = 'malformed' | 'unknown' | 'not_shown';

export function lookupRoute({ clock, view, find }: LookupSources, item: Type.TSchema): Route {
  return route({
    path: '/api/v1/lookup',
    summary: 'Many articles by address or id',
    tag: 'articles',
    query: Query,
    response: responseOf(item),
    errors: { 400: 'Neither `url` nor `id`, or more than 100 of them' },
    revalidates: false,
    handle: async ({ query: { url, id } }) => {
      const sent = (url ?? '').split(/\s+/).filter((one) => one !== '');
      const ids = (id ?? []).map(idOf);
      if (sent.length + ids.length === 0) throw invalidQuery('url or id must name an article');
      if (sent.length + ids.length > COUNT_MAX) {
        throw invalidQuery(`url and id must name at most ${COUNT_MAX} articles in all`);
      }
      const urls = sent.map(canonicalUrl);
      const wellFormed = urls.filter((one) => one !== null);
      const found = await find(wellFormed, ids);
      const refs = found.map((one) =>
        one === null || one.sortMs === null ? null : { id: one.id, sortMs: one.sortMs },
      );
      const shown = refs.filter((ref) => ref !== null);
      const items = await view.items(shown, clock.nowMs());
      let at = 0;
      const results = refs.map((ref, place) => {
        const bytes = ref === null ? null : items[at++]!;
        if (bytes !== null)
          return { article: JSON.parse(Buffer.from(bytes).toString()) as unknown };
        const reason: Reason = found[place] === null ? 'unknown' : 'not_shown';
        return { reason };
      });
      let next = 0;
      const byUrl = urls.map((canonical, place) => ({
        url: sent[place]!,
        canonicalUrl: canonical,
        ...(canonical === null ? { reason: 'malformed' as const } : results[next++]!),
      }));
      const byId = ids.map((one) => ({ id: one, ...results[next++]! }));
      return jsonReply({ results: [...byUrl, ...byId] });
    },
  });
}

function idOf(text: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw invalidQuery('id must be integers of 1 or more');
  return Number(text);
}

function responseOf(item: Type.TSchema): Type.TSchema {
  const reason = Type.oneOf(
    ['malformed', 'unknown', 'not_shown'],
    '`malformed`: no address of the web. `unknown`: never seen. `not_shown`: seen, and hidden, removed or not due yet',
  );
  return Type.named('Lookup', {
    results: Type.listed(
      'Addresses, then ids, in the order in which they were sent; each with `article` or `reason`',
      {
        url: Type.optionalText('The address as it was sent'),
        canonicalUrl: Type.Optional(Type.Union([Type.String(), Type.Null()])),
        id: Type.optionalInteger('The id that was sent'),
        article: Type.Optional(item),
        reason: Type.Optional(reason),
      },
    ),
  });
}
