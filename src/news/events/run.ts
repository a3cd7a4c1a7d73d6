/**
 * One run: from what the counter and the texts hold to the events as of where the windows end.
 *
 * Texts make stories, tags and bursts name and rank them. Of runs before it knows their groups alone, and
 * changes nothing else. It pauses after each millisecond or so. Threads, ranks and hours are the writer's.
 */
import type { BurstCounter } from '../burst/counter.js';
import { WINDOW_MS } from '../burst/formulas.js';
import { candidatesOf } from './candidates.js';
import { EVENTS_CATEGORY } from './codec.js';
import type { Baseline, CoverageNumbers } from './coverage.js';
import { headlinesOf } from './headlines.js';
import { ARTICLE_WEIGHT, articleKey } from './matching.js';
import { bestNamed, type EventNames } from './naming.js';
import { baselineOfWindow, coverageOfRows, type Newsroom, newsroomOf } from './newsroom.js';
import { EVENTS_MAX, NEWS_MAX } from './settings.js';
import type { HistoryArticle } from './snapshot.js';
import { storiesOf } from './stories.js';
import type { StoryGroups } from './story-groups.js';
import type { Texts } from './texts.js';
import type { Sighting } from './thread-table.js';

/** An event as a run finds it. */
export interface FoundEvent extends Sighting {
  /** How many of the first tags are main tags. */
  majors: number;
  news: HistoryArticle[];
  coverage: CoverageNumbers;
}

export interface RunFindings {
  baseline: Baseline;
  /** By rank. */
  events: FoundEvent[];
}

/** The events as of where the counter's windows end. */
export function* findEvents(
  counter: BurstCounter,
  texts: Texts,
  groups: StoryGroups,
): Generator<void, RunFindings> {
  const untilMs = counter.atMs!;
  const fromMs = untilMs - WINDOW_MS;
  const newsroom = newsroomOf(counter);
  const baseline = baselineOfWindow(counter, newsroom, fromMs, untilMs);
  const articles = Object.values(baseline.articles).reduce((sum, count) => sum + count, 0);
  const list = articles === 0 ? null : counter.list(EVENTS_CATEGORY);
  // A replay goes through years in which nothing happened.
  if (list === null) return { baseline, events: [] };
  const candidates = candidatesOf(counter, list);
  yield;
  const stories = yield* storiesOf(counter, texts, groups, fromMs, untilMs, newsroom.isRanking);
  yield;
  const basis = { counter, texts, list };
  const events: FoundEvent[] = [];
  for (const { rows, names } of yield* bestNamed(
    basis,
    candidates,
    stories,
    articles,
    EVENTS_MAX,
  )) {
    events.push(eventOf(counter, texts, newsroom, rows, names));
    yield;
  }
  return { baseline, events };
}

function eventOf(
  counter: BurstCounter,
  texts: Texts,
  newsroom: Newsroom,
  rows: readonly number[],
  { score, tags, majors, counts }: EventNames,
): FoundEvent {
  const articles = Uint32Array.from(rows, (row) => counter.rows.ids[row]!).sort();
  const evidence = new Map(counts);
  for (const id of articles) evidence.set(articleKey(id), ARTICLE_WEIGHT);
  const shown = tags.slice(0, majors).map(({ tag }) => tag);
  return {
    score,
    tags,
    majors,
    counts: evidence,
    articles,
    news: newsOf(counter, newsroom, shown, rows, texts),
    coverage: coverageOfRows(counter, newsroom, rows),
  };
}

/** What is shown of a story. */
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
      ...{ id, sortMs, media: codes[media]!, camp: camps[media]!, title: texts.of(id, sortMs) },
      ...{ root: texts.rootOf(id), centrality: centrality[at]! },
    };
  });
  return headlinesOf(reports, majors, NEWS_MAX).map(({ id, sortMs }) => ({ id, sortMs }));
}
