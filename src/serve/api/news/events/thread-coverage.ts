/**
 * `/api/v1/events/threads/{id}/coverage`: how each outlet tells a story.
 *
 * Lists all articles with a main tag, as the contract says, and tells of each whether it is one of the
 * thread's events; beside them all articles of its events, which bear a main tag or none (decision 55).
 */

import { isoOf } from '../../../../kernel/clock.js';
import { FIRST_POLE, PLACE, SECOND_POLE } from '../../../../kernel/current-place.js';
import { CAMPS, type Camp } from '../../../../kernel/model/records.js';
import { campCoverageOf } from '../../../../news/events/coverage.js';
import type { Snapshot } from '../../../../news/events/snapshot.js';
import { majorTagsOf } from '../../../../news/events/thread.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { RouteReplies } from '../../replies/route-replies.js';
import { flag, integer, listed, named, nullable, text } from '../../schema.js';
import { listEndMs } from '../articles/list-end.js';
import { Camp as CampSchema, DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { snapshotsOf, threadOf } from './event-history.js';
import { CampCoverage, THREAD_ERRORS, ThreadIdParameter } from './event-schemas.js';
import {
  articlesOfTags,
  hoursToRead,
  membersIn,
  storyPeriod,
  type ThreadArticle,
  withMembers,
} from './thread-articles.js';

const COUNTS = {
  articles: Type.Integer(),
  outlets: Type.Integer(),
  camps: Type.Array(
    named('ThreadCamp', {
      camp: CampSchema,
      label: Type.String(),
      outlets: Type.Integer(),
      articles: Type.Integer(),
    }),
  ),
  blindspot: Type.Array(Type.Enum([FIRST_POLE, SECOND_POLE]), {
    description: 'Camps with no report while the opposite camp has some',
  }),
};

const ByOutlet = listed('From the most articles to the fewest', {
  media: Type.String(),
  title: Type.String(),
  icon: nullable(Type.String()),
  camp: CampSchema,
  articles: listed('Newest first', {
    id: Type.Integer(),
    title: Type.String(),
    url: text('Address of the original'),
    image: nullable(Type.String()),
    publishedAt: DateTime,
    hits: integer('Main tags of the event that it carries'),
    ofEvent: flag('It is an article of the event in one of its hours'),
  }),
});

const Response = named('EventThreadCoverage', {
  threadId: Type.Integer(),
  majorTags: Type.Array(Type.String(), { maxItems: 6 }),
  from: DateTime,
  to: DateTime,
  ...COUNTS,
  event: named('EventThreadOwnCoverage', { ...COUNTS, byOutlet: ByOutlet }),
  lastHour: named('EventThreadLastHour', {
    ...{ hour: DateTime, builtAt: DateTime, coverage: CampCoverage },
  }),
  byOutlet: ByOutlet,
});

/** The answer, for those who show it. */
export type ThreadCoverageAnswer = Type.Static<typeof Response>;

type OutletEntry = Type.Static<typeof Response>['byOutlet'][number];

/** The route of a thread's coverage. */
export function threadCoverageRoute(sources: NewsSources): Route {
  const { events, catalog } = sources;
  const path = '/api/v1/events/threads/{id}/coverage';
  const replies = new RouteReplies(sources.cachePart(path));
  return route({
    path,
    summary: 'Headlines of a thread by outlet',
    description:
      'Every article that bears a main tag (of a phrase: that has it in its title), from the day before the thread began to the end of its last hour; of a story longer than 31 days the last 31. `ofEvent` marks those of the event itself; `event` has all of these, also without such a tag; `lastHour` has the figures of its last hour, as `/api/v1/events` shows them.',
    tag: 'events',
    params: ThreadIdParameter,
    response: Response,
    errors: THREAD_ERRORS,
    handle: async ({ params: { id } }) => {
      const nowMs = listEndMs(sources);
      const state = `${events.generation} ${catalog.generation} ${nowMs}`;
      return replies.articles(state, String(id), () => coverageOf(sources, id, nowMs));
    },
  });
}

async function coverageOf(
  sources: NewsSources,
  id: number,
  nowMs: number,
): Promise<ThreadCoverageAnswer> {
  const thread = await threadOf(sources, id);
  const majorTags = majorTagsOf(thread);
  const { fromMs, toMs } = storyPeriod(thread, nowMs);
  const snapshots = await snapshotsOf(sources, hoursToRead(thread, fromMs));
  const members = membersIn(snapshots, id);
  const tagged = await articlesOfTags(sources, majorTags, fromMs, toMs);
  const articles = await withMembers(sources, tagged, members, majorTags);
  const bearing = articles.filter(({ hits }) => hits > 0);
  const own = articles.filter(({ article }) => members.has(article.id));
  return {
    threadId: id,
    majorTags,
    from: isoOf(fromMs),
    to: isoOf(toMs),
    ...coverageBy(sources, outletsOf(sources, bearing, members)),
    event: coverageBy(sources, outletsOf(sources, own, members)),
    lastHour: lastHourOf(snapshots.at(-1)!, id),
  };
}

function lastHourOf(snapshot: Snapshot, id: number): ThreadCoverageAnswer['lastHour'] {
  const { hourMs, builtMs, baseline, events } = snapshot;
  const { coverage } = events.find(({ thread }) => thread === id)!;
  return {
    hour: isoOf(hourMs),
    builtAt: isoOf(builtMs),
    coverage: campCoverageOf(coverage, baseline),
  };
}

function coverageBy(sources: NewsSources, byOutlet: OutletEntry[]): ThreadCoverageAnswer['event'] {
  const camps = CAMPS.map((camp) => campOf(sources, camp, byOutlet));
  const outletsIn = (camp: Camp): number => camps.find((one) => one.camp === camp)!.outlets;
  return {
    articles: byOutlet.reduce((sum, { articles }) => sum + articles.length, 0),
    outlets: byOutlet.length,
    camps,
    blindspot: [FIRST_POLE, SECOND_POLE].filter((camp) => {
      return outletsIn(camp) === 0 && outletsIn(camp === FIRST_POLE ? SECOND_POLE : FIRST_POLE) > 0;
    }),
    byOutlet,
  };
}

function outletsOf(
  { catalog }: NewsSources,
  articles: readonly ThreadArticle[],
  members: ReadonlySet<number>,
): OutletEntry[] {
  const outlets = new Map<string, OutletEntry>();
  for (const { article, hits } of articles) {
    const { id, media, mediaTitle, camp, title, url, image, publishedAt } = article;
    let outlet = outlets.get(media);
    if (outlet === undefined) {
      const icon = catalog.directory.mediaOf(media)?.icon ?? null;
      outlet = { media, title: mediaTitle, icon, camp, articles: [] };
      outlets.set(media, outlet);
    }
    const ofEvent = members.has(id);
    outlet.articles.push({ id, title, url, image, publishedAt, hits, ofEvent });
  }
  return [...outlets.values()].sort(
    (a, b) => b.articles.length - a.articles.length || (a.media < b.media ? -1 : 1),
  );
}

function campOf(
  { catalog }: NewsSources,
  camp: Camp,
  byOutlet: readonly OutletEntry[],
): ThreadCoverageAnswer['camps'][number] {
  const mine = byOutlet.filter((outlet) => outlet.camp === camp);
  const label = catalog.directory.categories.find(({ key }) => key === camp)?.label;
  return {
    camp,
    // Poles have the labels of their categories; what is of neither has no category.
    label: label ?? PLACE.otherLabel,
    outlets: mine.length,
    articles: mine.reduce((sum, { articles }) => sum + articles.length, 0),
  };
}
