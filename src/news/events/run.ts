/**
 * One run: from what the counter and the texts hold to the events as of where the windows end.
 *
 * Texts make stories, tags and bursts name and rank them. Of runs before it knows their groups alone, and
 * changes nothing else. It pauses after each millisecond or so. Threads, ranks and hours are the writer's.
 */
import type { BurstCounter } from '../burst/counter.js';
import { WINDOW_MS } from '../burst/formulas.js';
import { placesOf } from '../burst/media-table.js';
import type { RankedList } from '../burst/ranked-list.js';
import { EVENTS_CATEGORY } from './codec.js';
import type { Baseline, CoverageNumbers } from './coverage.js';
import { headlinesOf } from './headlines.js';
import { bestNamed, candidatesOf, type NamedStory } from './naming.js';
import { baselineOfWindow, coverageOfRows, type Newsroom, newsroomOf } from './newsroom.js';
import { EVENTS_MAX, NEWS_MAX } from './settings.js';
import type { HistoryArticle } from './snapshot.js';
import { type RunInputs, storiesOf } from './stories.js';
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
export function* findEvents(inputs: RunInputs): Generator<void, RunFindings> {
  const { counter, texts, voices } = inputs;
  const untilMs = counter.atMs!;
  const fromMs = untilMs - WINDOW_MS;
  const newsroom = newsroomOf(counter);
  const baseline = baselineOfWindow(counter, newsroom, fromMs, untilMs);
  const articles = Object.values(baseline.articles).reduce((sum, count) => sum + count, 0);
  yield;
  const list = articles === 0 ? null : yield* counter.listInSteps(EVENTS_CATEGORY);
  // A replay goes through years in which nothing happened.
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

/** How many articles with each tag are heard, of those of a list. */
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
