/**
 * A list of the API as a feed: with the parameters of the list, and what it answers.
 *
 * Invariant: what a feed shows is what its list shows at that moment.
 */
import type { Route } from '../http/route.js';
import { type FeedEntry, type FeedHost, feedRoutes } from './article-feeds.js';

interface ListFeed {
  /** `/feeds/{name}.xml` and `.json`. */
  name: string;
  title: string;
  /** The route of the list. */
  list: Route;
  /** Entries of an answer of the list. */
  entries(answer: never): FeedEntry[];
}

/** The two routes of a list's feed. */
export function listFeedRoutes(host: FeedHost, { name, title, list, entries }: ListFeed): Route[] {
  const { tag, query, errors } = list;
  const declared = { summary: `${list.summary} as a feed`, tag, query, errors };
  return feedRoutes(host, name, declared, async (request) => {
    const { body } = await list.handle(request);
    return { title, entries: entries(JSON.parse(Buffer.from(body).toString()) as never) };
  });
}
