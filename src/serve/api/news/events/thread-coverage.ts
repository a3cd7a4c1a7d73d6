/**
 * `/api/v1/events/threads/{id}/coverage`: the coverage of a story by each outlet.
 *
 * Lists all articles with a main tag, as the contract requires, and marks those of the thread's
 * events; lists also the articles of its events without a main tag (decision 55).
 */

import { isoOf } from '../../../../kernel/clock.js';
import { FIRST_POLE, SECOND_POLE } from '../../../../kernel/current-place.js';
import { CAMPS, type Camp } from '../../../../kernel/model/records.js';
import {
  baselineOf,
  campCoverageOf,
  coverageOf as coverageNumbersOf,
} from '../../../../news/events/answers/coverage.js';
import type { Snapshot } from '../../../../news/events/chunks.js';
import { majorTagsOf } from '../../../../news/events/state/thread.js';
import type { Route } from '../../../http/route.js';
import { cachedRoute } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { listEndMs } from '../articles/catalog-list.js';
import { ArticleItem, Camp as CampSchema } from '../schemas.js';
import { type Chosen, ChosenQuery, chosenOf, labelOfCamp } from '../sets/chosen.js';
import { SetEvents } from '../sets/on-demand.js';
import { CHOSEN_FIELDS, noteOf, SetCoverage, setBaselineOf, setCoverageOf } from '../sets/sets.js';
import type { NewsSources } from '../sources.js';
import { snapshotsOf, threadOf } from './event-history.js';
import { CampCoverage, NewsJoin, ThreadIdParameter } from './event-json.js';
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
    Type.named('ThreadCamp', {
      camp: CampSchema,
      label: Type.String(),
      outlets: Type.Integer(),
      articles: Type.integer('Articles of this camp'),
    }),
  ),
  blindspot: Type.Array(Type.Enum([FIRST_POLE, SECOND_POLE]), {
    description: 'Camps with no report while the opposite camp has some',
  }),
};

/** With `outlets` or `set`. */
const OF_SET = { setCoverage: Type.Optional(SetCoverage) };

const ByOutlet = Type.listed('From the most articles to the fewest', {
  media: Type.String(),
  title: Type.String(),
  icon: Type.nullable(Type.String()),
  camp: CampSchema,
  articles: Type.listed('Newest first', {
    ...Type.some(ArticleItem, 'id', 'title', 'url', 'image', 'publishedAt'),
    hits: Type.integer('Main tags of the event that it carries'),
    ofEvent: Type.flag('It is an article of the event in one of its hours'),
  }),
});

const Response = Type.named('EventThreadCoverage', {
  threadId: Type.Integer(),
  majorTags: Type.Array(Type.String(), { maxItems: 6 }),
  from: Type.DateTime,
  to: Type.DateTime,
  ...COUNTS,
  event: Type.named('EventThreadOwnCoverage', { ...COUNTS, byOutlet: ByOutlet, ...OF_SET }),
  lastHour: Type.named('EventThreadLastHour', {
    ...{ hour: Type.DateTime, builtAt: Type.DateTime, coverage: CampCoverage, ...OF_SET },
  }),
  byOutlet: ByOutlet,
  ...CHOSEN_FIELDS,
  ...OF_SET,
});
export type ThreadCoverageAnswer = Type.Static<typeof Response>;

type OutletEntry = Type.Static<typeof Response>['byOutlet'][number];

export function threadCoverageRoute(sources: NewsSources): Route {
  const { events, catalog } = sources;
  const path = '/api/v1/events/threads/{id}/coverage';
  const ofSets = new SetEvents(sources, path, new NewsJoin(sources));
  return cachedRoute(sources, {
    path,
    summary: 'Headlines of a thread by outlet',
    description:
      'Every article that bears a main tag (of a phrase: that has it in its title), from the day before the thread began to the end of its last hour; of a story longer than 31 days the last 31. `ofEvent` marks those of the event itself; `event` has all of these, also without such a tag; `lastHour` has the figures of its last hour, as `/api/v1/events` shows them. With `outlets` or `set` all of this of these outlets alone, and `setCoverage` by the camps of the set.',
    tag: 'events',
    params: ThreadIdParameter,
    query: ChosenQuery,
    needs: ['events'],
    response: Response,
    errors: {
      400: 'The id is malformed, or outlets that cannot be chosen',
      404: 'There is no such thread, or no such set',
    },
    ask: ({ params: { id }, query }) => ({ id, chosen: chosenOf(sources, query) }),
    key: ({ id, chosen }) => `${id} ${chosen?.key ?? ''}`,
    now: () => listEndMs(sources),
    state: ({ chosen }) => [
      ...[events.generation, catalog.generation],
      // With chosen outlets, articles after the last run are counted too.
      chosen === null ? '' : events.entry,
    ],
    answer: ({ id, chosen }, nowMs) => coverageOf(sources, ofSets, id, nowMs, chosen),
  });
}

async function coverageOf(
  sources: NewsSources,
  ofSets: SetEvents,
  id: number,
  nowMs: number,
  chosen: Chosen | null,
): Promise<ThreadCoverageAnswer> {
  const thread = await threadOf(sources, id);
  const majorTags = majorTagsOf(thread);
  const { fromMs, toMs } = storyPeriod(thread, nowMs);
  const snapshots = await snapshotsOf(sources, hoursToRead(thread, fromMs));
  const members = membersIn(snapshots, id);
  const tagged = await articlesOfTags(sources, majorTags, fromMs, toMs);
  const all = await withMembers(sources, tagged, members, majorTags);
  const mine = chosen && new Set(chosen.outlets.map(({ media }) => media));
  const articles = mine === null ? all : all.filter(({ article }) => mine.has(article.media));
  const bearing = articles.filter(({ hits }) => hits > 0);
  const own = articles.filter(({ article }) => members.has(article.id));
  const last = snapshots.at(-1)!;
  return {
    threadId: id,
    majorTags,
    from: isoOf(fromMs),
    to: isoOf(toMs),
    ...(chosen !== null && { onDemand: true, set: noteOf(chosen) }),
    ...coverageBy(sources, chosen, outletsOf(sources, bearing, members)),
    event: coverageBy(sources, chosen, outletsOf(sources, own, members)),
    lastHour:
      chosen === null
        ? lastHourOf(last, id)
        : await lastHourOfSet(ofSets, chosen, last, id, outletsOf(sources, own, members)),
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

/** The usual coverage of an hour long ago is not known, so there is no comparison. */
async function lastHourOfSet(
  ofSets: SetEvents,
  chosen: Chosen,
  snapshot: Snapshot,
  id: number,
  byOutlet: readonly OutletEntry[],
): Promise<ThreadCoverageAnswer['lastHour']> {
  const { hourMs, builtMs, events } = snapshot;
  const members = new Set(events.find(({ thread }) => thread === id)!.articles);
  const counted = byOutlet.flatMap(({ media, camp, articles }) => {
    const count = articles.filter((article) => members.has(article.id)).length;
    return count === 0 ? [] : [{ media, camp, articles: count }];
  });
  const numbers = coverageNumbersOf(counted);
  const published = ofSets.reaches(builtMs) ? (await ofSets.view(chosen, snapshot)).outlets : null;
  return {
    hour: isoOf(hourMs),
    builtAt: isoOf(builtMs),
    coverage: campCoverageOf(numbers, published && baselineOf(published)),
    setCoverage: setCoverageOf(chosen, numbers, published && setBaselineOf(chosen, published)),
  };
}

function coverageBy(
  sources: NewsSources,
  chosen: Chosen | null,
  byOutlet: OutletEntry[],
): ThreadCoverageAnswer['event'] {
  const camps = CAMPS.map((camp) => campOf(sources, camp, byOutlet));
  const outletsIn = (camp: Camp): number => camps.find((one) => one.camp === camp)!.outlets;
  const articles = byOutlet.reduce((sum, outlet) => sum + outlet.articles.length, 0);
  return {
    articles,
    outlets: byOutlet.length,
    camps,
    blindspot: [FIRST_POLE, SECOND_POLE].filter((camp) => {
      return outletsIn(camp) === 0 && outletsIn(camp === FIRST_POLE ? SECOND_POLE : FIRST_POLE) > 0;
    }),
    byOutlet,
    ...(chosen !== null && {
      setCoverage: setCoverageOf(chosen, { outlets: byOutlet, articles }, null),
    }),
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
  return {
    camp,
    label: labelOfCamp(catalog, camp),
    outlets: mine.length,
    articles: mine.reduce((sum, { articles }) => sum + articles.length, 0),
  };
}
