/**
 * One run: computes the events as of the end of the windows, from the counter and the texts.
 *
 * Texts make stories; tags and bursts name and rank them. A run reads only the groups of the run
 * before, and changes only these and the voices; with pauses. The writer adds threads and ranks.
 */

import { HOUR_MS } from '../../../kernel/clock.js';
import { tagKey } from '../../../kernel/text/tag.js';
import type { BurstCounter } from '../../shared/burst/counter.js';
import { WINDOW_MS } from '../../shared/burst/formulas.js';
import { placesOf } from '../../shared/burst/media-table.js';
import type { RankedList } from '../../shared/burst/ranked-list.js';
import { type Baseline, type CoverageNumbers, headlinesOf } from '../answers/coverage.js';
import {
  type DayThread,
  type HistoryArticle,
  type Snapshot,
  type SnapshotEvent,
  TRAIL_HOURS,
} from '../chunks.js';
import { EVENTS_CATEGORY } from '../codec.js';
import { bestNamed, candidatesOf, type NamedStory } from './naming.js';
import { baselineOfWindow, coverageOfRows, type Newsroom, newsroomOf } from './outlets.js';
import { EVENTS_MAX, NEWS_MAX } from './settings.js';
import { type RunInputs, storiesOf } from './stories.js';
import type { Texts } from './texts.js';
import type { ThreadRecord } from './thread.js';
import type { Sighting } from './thread-table.js';

export interface FoundEvent extends Sighting {
  /** The first `majors` tags are main tags. */
  majors: number;
  news: HistoryArticle[];
  coverage: CoverageNumbers;
}

export interface RunFindings {
  baseline: Baseline;
  /** By rank. */
  events: FoundEvent[];
}

/** The events as of the end of the counter's windows. */
export function* findEvents(inputs: RunInputs): Generator<void, RunFindings> {
  const { counter, texts, voices } = inputs;
  const untilMs = counter.atMs!;
  const fromMs = untilMs - WINDOW_MS;
  const newsroom = newsroomOf(counter);
  const baseline = baselineOfWindow(counter, newsroom, fromMs, untilMs);
  const articles = Object.values(baseline.articles).reduce((sum, count) => sum + count, 0);
  yield;
  const list = articles === 0 ? null : yield* counter.listInSteps(EVENTS_CATEGORY);
  // A replay passes years without articles.
  if (list === null) return { baseline, events: [] };
  voices.settle(counter.media.size, untilMs);
  yield;
  const articlesWith = yield* heardByTag(inputs, list, fromMs, untilMs);
  const candidates = candidatesOf(counter, list, articlesWith);
  yield;
  const { isRanking } = newsroom;
  const stories = yield* storiesOf(inputs, fromMs, untilMs, isRanking);
  yield;
  const basis = { counter, texts, list, voices, articlesWith };
  const events: FoundEvent[] = [];
  for (const story of yield* bestNamed(basis, candidates, stories, articles, EVENTS_MAX)) {
    events.push(eventOf(counter, texts, newsroom, story));
    yield;
  }
  return { baseline, events };
}

/** By tag of a list: number of its heard articles. */
function* heardByTag(
  { counter, voices }: RunInputs,
  list: RankedList,
  fromMs: number,
  untilMs: number,
): Generator<void, Uint32Array> {
  const { rows, tags } = counter;
  const counts = new Uint32Array(tags.length);
  list.tags.forEach((tag, at) => {
    counts[tag] = list.counts[at]!;
  });
  const places = placesOf(list.basis);
  yield* rows.inRangeInSteps(fromMs, untilMs, (row) => {
    const media = rows.media[row]!;
    if (voices.areHeard(media, rows.times[row]!)) return;
    if ((places[media] ?? -1) < 0 || !counter.isCounted(row)) return;
    for (const spelling of rows.spellingsOf(row)) counts[tags.tagOf(spelling)]! -= 1;
  });
  return counts;
}

function eventOf(
  counter: BurstCounter,
  texts: Texts,
  newsroom: Newsroom,
  { rows, heard, names: { score, tags, majors, counts } }: NamedStory,
): FoundEvent {
  const articles = Uint32Array.from(rows, (row) => counter.rows.ids[row]!).sort();
  const shown = tags.slice(0, majors).map(({ tag }) => tag);
  return {
    score,
    tags,
    majors,
    counts,
    articles,
    news: newsOf(counter, newsroom, shown, heard, texts),
    coverage: coverageOfRows(counter, newsroom, rows),
  };
}

/** The headlines of a story that are shown. */
export function newsOf(
  { rows }: BurstCounter,
  { codes, camps }: Newsroom,
  majors: readonly string[],
  articles: readonly number[],
  texts: Pick<Texts, 'of' | 'rootOf' | 'centralityOf'>,
): HistoryArticle[] {
  const places = articles.map((row) => ({ id: rows.ids[row]!, sortMs: rows.times[row]! }));
  const centrality = texts.centralityOf(places);
  const reports = articles.map((row, at) => {
    const media = rows.media[row]!;
    const { id, sortMs } = places[at]!;
    return {
      id,
      sortMs,
      media: codes[media]!,
      camp: camps[media]!,
      title: texts.of(id, sortMs),
      root: texts.rootOf(id),
      centrality: centrality[at]!,
    };
  });
  return headlinesOf(reports, majors, NEWS_MAX).map(({ id, sortMs }) => ({ id, sortMs }));
}

/** Minimum part of common main tags with which an event continues one whose thread is gone. */
const SAME_MAJORS_MIN = 0.5;

/** Ranks by thread, by hour. */
type Ranks = Map<number, ReadonlyMap<number, number>>;

function ranksOf(snapshots: readonly Snapshot[]): Ranks {
  return new Map(
    snapshots.map(({ hourMs, events }) => [
      hourMs,
      new Map(events.map(({ thread }, at) => [thread, at + 1])),
    ]),
  );
}

/** Ranks of a thread in the 24 hours up to `hourMs`, oldest first; 0 when off the ranking. */
function trailOf(ranks: Ranks, thread: number, hourMs: number): number[] {
  return Array.from({ length: TRAIL_HOURS }, (_, at) => {
    const thenMs = hourMs - (TRAIL_HOURS - 1 - at) * HOUR_MS;
    return ranks.get(thenMs)?.get(thread) ?? 0;
  });
}

/**
 * The snapshot of a run, with current and earlier ranks.
 * @param threads the thread of each event; the table has seen them.
 * @param earlier snapshots of the 23 hours before, oldest first.
 * @param before the last snapshot, at any age.
 */
export function composeSnapshot(
  hourMs: number,
  builtMs: number,
  { baseline, events }: RunFindings,
  threads: readonly ThreadRecord[],
  earlier: readonly Snapshot[],
  before: Snapshot | null,
): Snapshot {
  const ranks = ranksOf(earlier);
  ranks.set(hourMs, new Map(threads.map(({ id }, at) => [id, at + 1])));
  const now = new Set(threads.map(({ id }) => id));
  return {
    hourMs,
    builtMs,
    baseline,
    events: events.map(({ score, tags, majors, news, coverage, articles }, at): SnapshotEvent => {
      const { id, hoursMs } = threads[at]!;
      return {
        score,
        tags,
        majors,
        news,
        thread: id,
        prevRank: rankBefore(before, id, tags.slice(0, majors), now),
        hours: hoursMs.length,
        firstHourMs: hoursMs[0]!,
        trail: trailOf(ranks, id, hourMs),
        coverage,
        articles: [...articles],
      };
    }),
  };
}

/** The last snapshot's rank of the thread, or else of an event with the same main tags. */
function rankBefore(
  before: Snapshot | null,
  thread: number,
  majors: readonly { tag: string }[],
  now: ReadonlySet<number>,
): number | null {
  if (before === null) return null;
  const at = before.events.findIndex((event) => event.thread === thread);
  if (at >= 0) return at + 1;
  const mine = new Set(majors.map(({ tag }) => tagKey(tag)));
  const twin = before.events.findIndex((event) => {
    // An event whose thread continues belongs to that thread.
    if (now.has(event.thread)) return false;
    const theirs = event.tags.slice(0, event.majors).map(({ tag }) => tagKey(tag));
    const shared = theirs.filter((key) => mine.has(key)).length;
    return shared >= SAME_MAJORS_MIN * Math.max(mine.size, theirs.length);
  });
  return twin < 0 ? null : twin + 1;
}

/**
 * The threads of a day without their coverage, ascending by id.
 * @param day its snapshots, oldest first.
 */
export function threadsOfDay(day: readonly Snapshot[]): Omit<DayThread, 'coverage'>[] {
  const threads = new Map<number, Omit<DayThread, 'coverage'>>();
  for (const { hourMs, events } of day) {
    events.forEach(({ thread: id, trail, news }, at) => {
      const known = threads.get(id);
      const { bestRank, news: shown } =
        known !== undefined && known.bestRank <= at + 1 ? known : { bestRank: at + 1, news };
      threads.set(id, { id, bestRank, trailEndMs: hourMs, trail, news: shown });
    });
  }
  return [...threads.values()].sort((a, b) => a.id - b.id);
}
