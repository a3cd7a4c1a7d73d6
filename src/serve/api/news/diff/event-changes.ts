/**
 * What became of the events between two hours of the event ranking.
 *
 * The threads of every day in between are told apart by their hours: whether they were on the ranking in the first
 * hour and in the last. Numbers of those two hours are the snapshots' own. A thread is told as merged when the one
 * that it became part of went on by the last hour: when exactly that was is not kept.
 */
import { DAY_MS, isoOf, localDayStartMs } from '../../../../kernel/clock.js';
import { type DayThread, decodeDayThreads } from '../../../../news/events/day.js';
import type { HistoryArticle, Snapshot } from '../../../../news/events/snapshot.js';
import { majorTagsOf, type ThreadRecord, threadBy } from '../../../../news/events/thread.js';
import { dayOf, hourOf, snapshotsOf, spanOf, threadsOf } from '../events/event-history.js';
import { NewsJoin } from '../events/event-json.js';
import type { NewsSources } from '../sources.js';
import type { NewsDiff } from './diff-schemas.js';

type Change = NewsDiff['events']['new'][number];
type Lists = 'new' | 'grown' | 'back' | 'merged' | 'ended';

/** Of each list. */
const LISTED_MAX = 60;

interface Told {
  record: ThreadRecord;
  change: Omit<Change, 'news'>;
  news: readonly HistoryArticle[];
}

/** What changed between the hours that hold two instants. @throws HttpError 404, 503. */
export async function eventChanges(
  sources: NewsSources,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<NewsDiff['events']> {
  const thenMs = await hourOf(sources, isoOf(fromMs));
  const nowMs = await hourOf(sources, isoOf(toMs));
  const [then, now] = await snapshotsOf(sources, [thenMs, nowMs]);
  const byId = await threadsBetween(sources, thenMs, nowMs);
  const whole = await threadsOf(sources, [...byId.keys()]);
  const lists: { [L in Lists]: Told[] } = { new: [], grown: [], back: [], merged: [], ended: [] };
  let others = 0;
  for (const record of whole.flatMap((thread) => threadBy(thread, nowMs) ?? [])) {
    // A day's list names threads of its other hours, too.
    if (record.hoursMs.at(-1)! < thenMs) continue;
    const told = toldOf(record, byId.get(record.id)!, then!, now!);
    told.change.mergedInto = await targetOf(sources, record, nowMs);
    const list = listOf(told, thenMs);
    if (list === null) others += 1;
    else lists[list].push(told);
  }
  const byRank = (a: Told, b: Told): number =>
    a.change.bestRank - b.change.bestRank || b.record.maxScore - a.record.maxScore;
  for (const list of Object.values(lists)) list.sort(byRank);
  lists.grown.sort((a, b) => growthOf(b) - growthOf(a));
  return {
    fromHour: isoOf(thenMs),
    toHour: isoOf(nowMs),
    new: await shown(sources, lists.new),
    grown: await shown(sources, lists.grown),
    back: await shown(sources, lists.back),
    merged: await shown(sources, lists.merged),
    ended: await shown(sources, lists.ended),
    others,
  };
}

/** Threads of the days from one hour to another, with the day of each that ranks it best. */
async function threadsBetween(
  sources: NewsSources,
  thenMs: number,
  nowMs: number,
): Promise<Map<number, DayThread>> {
  const best = new Map<number, DayThread>();
  for (let dayMs = localDayStartMs(thenMs); dayMs <= nowMs; dayMs += DAY_MS) {
    if (sources.events.hoursOf(dayMs).length === 0) continue;
    const { threads } = decodeDayThreads((await dayOf(sources, dayMs)).threads);
    for (const thread of threads) {
      const known = best.get(thread.id);
      if (known === undefined || thread.bestRank <= known.bestRank) best.set(thread.id, thread);
    }
  }
  return best;
}

function toldOf(record: ThreadRecord, day: DayThread, then: Snapshot, now: Snapshot): Told {
  const event = now.events.find(({ thread }) => thread === record.id);
  return {
    record,
    news: event?.news ?? day.news,
    change: {
      threadId: record.id,
      majorTags:
        event === undefined
          ? majorTagsOf(record)
          : event.tags.slice(0, event.majors).map(({ tag }) => tag),
      ...spanOf(record),
      bestRank: day.bestRank,
      now: sizeIn(now, record.id),
      before: sizeIn(then, record.id),
      mergedInto: null,
    },
  };
}

function sizeIn({ events }: Snapshot, thread: number): Change['now'] {
  const at = events.findIndex((event) => event.thread === thread);
  if (at < 0) return null;
  const { articles, outlets } = events[at]!.coverage;
  return { rank: at + 1, articles, outlets: outlets.length };
}

/** The thread that one became part of; null where that did not go on by the hour. */
async function targetOf(
  sources: NewsSources,
  { combinedTo, hoursMs }: ThreadRecord,
  nowMs: number,
): Promise<number | null> {
  for (const target of await threadsOf(sources, combinedTo)) {
    if (target.hoursMs.some((hourMs) => hourMs > hoursMs.at(-1)! && hourMs <= nowMs)) {
      return target.id;
    }
  }
  return null;
}

/** Where a thread is told of; null for one that is as it was. */
function listOf({ record, change }: Told, thenMs: number): Lists | null {
  if (change.now === null) return change.mergedInto === null ? 'ended' : 'merged';
  if (record.hoursMs[0]! > thenMs) return 'new';
  if (change.before === null) return 'back';
  return growthOf({ change }) > 0 ? 'grown' : null;
}

function growthOf({ change: { now, before } }: Pick<Told, 'change'>): number {
  return (now?.articles ?? 0) - (before?.articles ?? 0);
}

async function shown(sources: NewsSources, told: readonly Told[]): Promise<Change[]> {
  const some = told.slice(0, LISTED_MAX);
  const news = await new NewsJoin(sources).listsOf(some.map((one) => one.news));
  return some.map(({ change }, at) => ({
    ...change,
    news: JSON.parse(news[at]!) as Change['news'],
  }));
}
