/**
 * One run: from what the counter holds to the events as of where its windows end.
 *
 * Pure: it changes nothing and knows nothing of runs before. Threads, ranks and hours are the
 * writer's.
 */
import type { BurstCounter } from '../burst/counter.js';
import { WINDOW_MS } from '../burst/formulas.js';
import { type Candidate, candidatesOf, corpusOf, type TitleSource } from './candidates.js';
import { censusOf, type Newsroom, newsroomOf } from './census.js';
import { type Cluster, clustersOf } from './clusters.js';
import type { Baseline, CoverageNumbers } from './coverage.js';
import { headlinesOf } from './headlines.js';
import { CLUSTERING, EVENTS_MAX, NEWS_MAX } from './settings.js';
import type { Place } from './snapshot.js';
import type { Sighting } from './thread-book.js';

/** An event as a run finds it. */
export interface FoundEvent extends Sighting {
  /** How many of the first tags are main tags. */
  majors: number;
  news: Place[];
  coverage: CoverageNumbers;
}

export interface Findings {
  baseline: Baseline;
  /** By rank. */
  events: FoundEvent[];
}

/** The events as of where the counter's windows end. */
export function findEvents(counter: BurstCounter, titles: TitleSource): Findings {
  const untilMs = counter.atMs!;
  const fromMs = untilMs - WINDOW_MS;
  const newsroom = newsroomOf(counter);
  const candidates = candidatesOf(counter);
  const bursts = candidates.map(({ burst }) => burst);
  const { isRanking } = newsroom;
  const { corpus, rows } = corpusOf(counter, candidates, fromMs, untilMs, isRanking, titles);
  // A replay goes through years in which nothing happened.
  const isQuiet = corpus.length === 0;
  const clusters = isQuiet ? [] : clustersOf(bursts, corpus, CLUSTERING).slice(0, EVENTS_MAX);
  const majors = clusters.map((cluster) => cluster.majors.map((at) => candidates[at]!.tag));
  const { baseline, coverages } = censusOf(counter, newsroom, majors, fromMs, untilMs);
  const events = clusters.map((cluster, at): FoundEvent => {
    const mine = cluster.articles.map((article) => rows[article]!);
    return {
      ...eventOf(counter, candidates, cluster, mine),
      news: newsOf(counter, newsroom, majors[at]!, mine, titles),
      coverage: coverages[at]!,
    };
  });
  return { baseline, events };
}

function eventOf(
  counter: BurstCounter,
  candidates: readonly Candidate[],
  { members, majors, score }: Cluster,
  rows: readonly number[],
): Omit<FoundEvent, 'news' | 'coverage'> {
  return {
    score,
    majors: majors.length,
    tags: members.map((member) => {
      const { tag, burst } = candidates[member]!;
      return { tag: counter.tags.shownOf(tag), burst };
    }),
    counts: countsOf(counter, new Set(members.map((member) => candidates[member]!.tag)), rows),
    articles: Uint32Array.from(rows, (row) => counter.rows.ids[row]!).sort(),
  };
}

/** Articles of an event by each of its tags. */
function countsOf(
  { rows, tags }: BurstCounter,
  members: ReadonlySet<number>,
  articles: readonly number[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of articles) {
    const start = rows.tagStarts[row]!;
    for (let at = start; at < start + rows.tagCounts[row]!; at++) {
      const tag = tags.tagOf(rows.tags[at]!);
      if (!members.has(tag)) continue;
      const key = tags.keyOf(tag);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

function newsOf(
  { rows, tags }: BurstCounter,
  { codes, camps }: Newsroom,
  majors: readonly number[],
  articles: readonly number[],
  titles: TitleSource,
): Place[] {
  const reports = articles.map((row) => {
    const id = rows.ids[row]!;
    const sortMs = rows.times[row]!;
    const media = rows.media[row]!;
    return { id, sortMs, media: codes[media]!, camp: camps[media]!, title: titles.of(id, sortMs) };
  });
  const shown = majors.map((tag) => tags.shownOf(tag));
  return headlinesOf(reports, shown, NEWS_MAX).map(({ id, sortMs }) => ({ id, sortMs }));
}
