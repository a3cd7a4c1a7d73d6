/**
 * The places (time and id) of the items of a subscription, from the readers of the indices.
 *
 * A question is understood as the service's feed of articles understands it. A question whose outlet or
 * category is gone has no items.
 */
import type { Position } from '../../engine/runs/walks.js';
import { READER } from '../../kernel/reader-limits.js';
import type { FeedAddress, ItemKind } from '../../store/accounts/records.js';
import { FilterQuery, filterOf, matcherOf } from '../api/news/articles/article-filter.js';
import { FoldQuery, listEndMs, scannedPage } from '../api/news/articles/catalog-list.js';
import type { ThreadListAnswer } from '../api/news/events/thread-articles.js';
import { HttpError } from '../http/errors.js';
import { compileQuery } from '../http/query.js';
import { jsonOf } from '../http/service-options.js';
import type { ReaderSources } from './sources.js';
import type { Subscription } from './subscriptions.js';

const readQuery = compileQuery({ ...FilterQuery, ...FoldQuery }, 'ignore');
const NO_BLOG = -1;

export interface Places {
  kind: ItemKind;
  /** Newest first. */
  places: readonly Position[];
}

export async function placesOf(sources: ReaderSources, { of }: Subscription): Promise<Places> {
  if ('blog' in of) return { kind: 'blog', places: postsOf(sources, of.blog, null) };
  const { service, query } = of.question;
  return {
    kind: service === 'blog' ? 'blog' : 'news',
    places: await placesOfQuestion(sources, { service, query }),
  };
}

type Sources = Pick<ReaderSources, 'news' | 'blogs' | 'clock' | 'askNews'>;

/** Places of the items of a question, newest first. @param max of places. */
export async function placesOfQuestion(
  sources: Sources,
  { service, query }: Pick<FeedAddress, 'service' | 'query'>,
  max: number = READER.itemsOfStreamMax,
): Promise<Position[]> {
  if (service === 'event') return articlesOfEvent(sources, query);
  if (service === 'blog') {
    const parameters = new URLSearchParams(query);
    return postsOf(sources, parameters.get('blog'), parameters.get('q'), max);
  }
  try {
    return await articlesOf(sources, query, max);
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return [];
    throw error;
  }
}

function postsOf(
  { blogs: { directory }, clock }: Sources,
  blog: string | null,
  q: string | null,
  max: number = READER.itemsOfStreamMax,
): Position[] {
  const nowMs = clock.nowMs();
  return directory.placesOf(
    {
      ...{ sinceMs: nowMs - READER.windowMs, untilMs: nowMs + 1 },
      blog: blog === null ? null : (directory.bySlug(blog)?.id ?? NO_BLOG),
      needle: q === null ? null : directory.needleOf(q),
    },
    max,
  );
}

async function articlesOf({ news }: Sources, query: string, max: number): Promise<Position[]> {
  type Query = Parameters<typeof filterOf>[1] & { fold?: string };
  const asked = readQuery(query) as unknown as Query;
  const untilMs = listEndMs(news);
  const window = { sinceMs: untilMs - READER.windowMs, untilMs };
  const filter = filterOf(news, asked, window, untilMs);
  if (asked.fold === undefined) return news.catalog.placesOf(filter, max);
  const list = { filter, matches: matcherOf(asked), isFolded: true };
  const { articles } = await scannedPage(news, list, null, max);
  return articles.map(({ id, publishedAt }) => ({ id, timeMs: Date.parse(publishedAt) }));
}

async function articlesOfEvent({ askNews }: Sources, query: string): Promise<Position[]> {
  const thread = Number(new URLSearchParams(query).get('thread'));
  const found: Position[] = [];
  for (
    let cursor: string | null = '';
    cursor !== null && found.length < READER.itemsOfStreamMax;
  ) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/api/v1/events/threads/${thread}/articles?limit=200${after}`;
    const page: ThreadListAnswer | null = jsonOf<ThreadListAnswer>(await askNews(path));
    for (const { id, publishedAt } of page?.articles ?? []) {
      found.push({ id, timeMs: Date.parse(publishedAt) });
    }
    cursor = page?.nextCursor ?? null;
  }
  return found;
}
