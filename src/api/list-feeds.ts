/**
 * A list of the API as a feed, RSS 2.0 and JSON Feed 1.1: with the parameters of the list, and what it
 * answers.
 *
 * Invariant: what a feed shows is what its list shows at that moment.
 */
import Type from 'typebox';
import { type Route, route, targetOf } from '../http/route.js';
import { PLACE } from '../kernel/current-place.js';
import { FEED_TYPES_OF, type FeedChannel, type FeedEntry, feedOf } from './article-feeds.js';
import type { HubLinks } from './hub-links.js';

interface ListFeed {
  /** `/feeds/{name}.xml` and `.json`. */
  name: string;
  title: string;
  /** The route of the list. */
  list: Route;
  /** Entries of an answer of the list. */
  entries(answer: never): FeedEntry[];
}

/** What both services have. */
interface FeedHost {
  publicUrl: string;
  hubLinks: HubLinks;
  version: string;
  /** Of all answers. */
  cacheControl: string;
}

/** The two routes of a list's feed. They stand in no OpenAPI document. */
export function listFeedRoutes(
  { publicUrl, hubLinks, version, cacheControl }: FeedHost,
  { name, title, list, entries }: ListFeed,
): Route[] {
  return (['xml', 'json'] as const).map((form) =>
    route({
      path: `/feeds/${name}.${form}`,
      summary: `${list.summary} as a feed`,
      tag: list.tag,
      query: list.query,
      response: Type.String(),
      errors: list.errors,
      produces: FEED_TYPES_OF[form],
      documented: false,
      handle: async (request) => {
        const { raw } = request;
        const { body } = await list.handle(request);
        const answer = JSON.parse(Buffer.from(body).toString()) as never;
        const path = targetOf(raw);
        const link = hubLinks.of(path);
        const { language } = PLACE;
        const channel: FeedChannel = { title, publicUrl, path, version, language, link };
        return { ...(await feedOf(form, channel, entries(answer))), cacheControl };
      },
    }),
  );
}
