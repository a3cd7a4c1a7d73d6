/**
 * Are the events stories? One table of all labelled sets, each beside plain average link over the same
 * texts, with the threshold that is best for it.
 *
 * F1 is over all pairs of labelled articles; an article in no group stands alone. Rows are of the index's
 * own grouping, the last of whole runs. A second table tells what floods change in an hour, a third what it costs
 * to fold articles of some days again: 2,843 over 19 days in 15 s of one thread. `TAGWIRE_BENCH_DETAIL=1` adds the
 * events of whole runs against labels, set by set, with other figures and with tags removed: each line has two, of
 * the samples that numbers were tuned on, and of the others. Needs TAGWIRE_TEST_DATA.
 */
import { DAY_MS, HOUR_MS } from '../src/kernel/clock.js';
import { finished } from '../src/kernel/runtime/pause.js';
import { findEvents } from '../src/news/events/state/run.js';
import { RunInputs } from '../src/news/events/state/stories.js';
import { EventsWriter } from '../src/news/events/writer.js';
import { round, table, threadMs, verdict } from './lab.js';
import { bestAverageLink } from './story-links/baseline.js';
import { floodEventsOf, floods, keptOf } from './story-links/floods.js';
import { scoreOf } from './story-links/score.js';
import { measures, type Sample } from './story-links/sets.js';
import { averageLinks, singlePass } from './truth-baselines.js';
import { type Figures, figuresOf, judge, newTally, type Tally } from './truth-score.js';
import {
  isTuned,
  labelledOf,
  partOf,
  type TruthSet,
  truthSets,
  withoutTags,
} from './truth-sets.js';

const LINK_MIN = [0.04, 0.06, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25];
const PASS_MIN = [0.08, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3];
/** Of the outlets, whose tags are removed in one of the variants. */
const REMOVED_PART = 0.5;

const AGAIN = { articles: 2843, days: 19, limitS: 15 };
const RUN_MS = HOUR_MS / 2;

/** Average link with one threshold. */
function averageLink(articles: ReturnType<typeof labelledOf>, least: number): number[][] {
  return averageLinks(articles, [least]).get(least)!;
}

/** Of the samples that were tuned on, and of the others. */
type Halves = [tuned: Figures, held: Figures];

type Groups = Map<number, number[][]>;

export async function run(): Promise<void> {
  const folder = process.env.TAGWIRE_TEST_DATA;
  if (folder === undefined) {
    console.log('\nskipped: events against labels (TAGWIRE_TEST_DATA is not set)');
    return;
  }
  const lines: string[][] = [];
  for (const sample of measures(folder)) lines.push(lineOf(sample));
  const [chinese, ...english] = truthSets(folder);
  const groups = eventsOf(chinese!);
  const [tuned, held] = halvesOf(chinese!, groups);
  const together = Math.min(tuned.copiesTogether, held.copiesTogether);
  lines.push([
    'near-copies in one event, of those in any',
    '',
    '',
    together.toFixed(2),
    '',
    '0.95',
  ]);
  table(
    'events against labels: pairwise F1',
    ['', 'articles', 'average link, best', 'events', 'lowest', 'goal', 'beside it'],
    lines,
  );
  reportFloods(chinese!);
  reportAgain(chinese!);
  if (process.env.TAGWIRE_BENCH_DETAIL !== '1') return;
  for (const set of [chinese!, ...english]) report(set);
}

/** The quietest hour in floods: what is published before and after. */
function reportFloods(set: TruthSet): void {
  const found = floods(set, 1).map(([name, flooded]): [string, number[][]] => {
    return [name, [...eventsOf(flooded).values()][0]!];
  });
  const [, before] = found[0]!;
  table(
    'floods over the second hour: the events of all others',
    ['', 'events', 'of those before', 'of the flood alone'],
    found.map(([name, after]) => [
      ...[name, after.length],
      ...[`${keptOf(before, after)} of ${before.length}`, floodEventsOf(after)],
    ]),
  );
}

/** A log is folded again: articles as they came, and a run each half hour, also when no more come. */
function reportAgain({ media, articles }: TruthSet): void {
  const writer = new EventsWriter();
  writer.restored(0);
  let sequence = 0;
  const apply = (record: Parameters<typeof writer.apply>[0]['record'], body: string | null) =>
    writer.apply({ sequence: ++sequence, record, body });
  const beforeMs = threadMs();
  for (const record of media) apply(record, null);
  const some = articles.slice(0, AGAIN.articles);
  const startMs = some[0]!.record.observedMs;
  let [next, articlesMs] = [0, 0];
  for (let atMs = startMs; atMs < startMs + AGAIN.days * DAY_MS; atMs += RUN_MS) {
    const fromMs = threadMs();
    for (; next < some.length && some[next]!.record.observedMs < atMs; next++) {
      apply(some[next]!.record, some[next]!.body);
    }
    articlesMs += threadMs() - fromMs;
    apply({ kind: 'tick', atMs, runs: ['events'] }, null);
    writer.takeDelta();
  }
  const totalMs = threadMs() - beforeMs;
  const runs = (AGAIN.days * DAY_MS) / RUN_MS;
  table(
    `${some.length} articles over ${AGAIN.days} days folded again`,
    ['', 'number', 'ms each'],
    [
      ['articles', some.length, round(articlesMs / some.length, 2)],
      ['runs', runs, round((totalMs - articlesMs) / runs, 1)],
    ],
  );
  verdict('seconds of the thread', totalMs / 1000, AGAIN.limitS, false);
}

/** Goals by the name of a line; of the others the baseline and 0.03. */
const GOALS: Record<string, string> = {
  'Chinese hours': '0.90, none below 0.80',
  'half without tags': '0.88',
  'none with tags': '0.86',
  'with the days before': '0.90',
  'none with tags, with the days before': '0.86',
  '+ 600 others': '0.88',
  '+ 2,000 others': '0.86',
  '+ 10,000 others': '0.80',
  'ECB+': '0.88, V 0.95',
  'UCI hours': '0.70, at most 1.2 a story',
};

function lineOf(sample: Sample): string[] {
  const { name, windows } = sample;
  const all = windows.map((window) => scoreOf(window, window.groups));
  const mean = (of: (one: (typeof all)[number]) => number): number =>
    all.reduce((sum, one) => sum + of(one), 0) / all.length;
  const plainF1 = bestAverageLink(sample);
  return [
    name,
    String(Math.max(...windows.map(({ articles }) => articles.length))),
    plainF1 === null ? '' : plainF1.toFixed(2),
    mean(({ f1 }) => f1).toFixed(2),
    Math.min(...all.map(({ f1 }) => f1)).toFixed(2),
    GOALS[name] ?? (plainF1 === null ? '' : (plainF1 + 0.03).toFixed(2)),
    `V ${mean(({ v }) => v).toFixed(2)}, groups a story ${mean(({ groupsOfStory }) => groupsOfStory).toFixed(2)}`,
  ];
}

function report(set: TruthSet): void {
  const lines: [string, Halves][] = [
    [
      'average link, best',
      best(LINK_MIN.map((least) => halvesOf(set, plain(set, averageLink, least)))),
    ],
    [
      'single pass, best',
      best(PASS_MIN.map((least) => halvesOf(set, plain(set, singlePass, least)))),
    ],
    ...variantsOf(set).map(([name, variant]): [string, Halves] => {
      return [`events, ${name}`, halvesOf(variant, eventsOf(variant))];
    }),
  ];
  const both = (halves: Halves, of: (figures: Figures) => number): string =>
    halves.map((figures) => round(of(figures), 2).toFixed(2)).join(' | ');
  table(
    `${set.name}: ${set.samples.length} samples (tuned on | others)`,
    ['', 'F1', 'precision', 'recall', 'BCubed F1', 'found', 'one story', 'copies together'],
    lines.map(([name, halves]) => [
      name,
      both(halves, ({ f1 }) => f1),
      both(halves, ({ precision }) => precision),
      both(halves, ({ recall }) => recall),
      both(halves, ({ bcubedF1 }) => bcubedF1),
      both(halves, ({ storiesFound }) => storiesFound),
      both(halves, ({ oneStory }) => oneStory),
      both(halves, ({ copiesTogether }) => copiesTogether),
    ]),
  );
}

function variantsOf(set: TruthSet): [string, TruthSet][] {
  return [
    ['own tags', set],
    ['half of the outlets with tags', withoutTags(set, (media) => partOf(media) < REMOVED_PART)],
    ['no tags', withoutTags(set, () => true)],
  ];
}

/** The threshold that does best over all samples: the baseline is given the answer. */
function best(all: readonly Halves[]): Halves {
  return all.reduce((top, one) => (one[0].f1 + one[1].f1 > top[0].f1 + top[1].f1 ? one : top));
}

function plain(
  set: TruthSet,
  way: (articles: ReturnType<typeof labelledOf>, least: number) => number[][],
  least: number,
): Groups {
  return new Map(set.samples.map((sample) => [sample.atMs, way(labelledOf(set, sample), least)]));
}

function halvesOf(set: TruthSet, groups: Groups): Halves {
  const tallies: [Tally, Tally] = [newTally(), newTally()];
  set.samples.forEach((sample, at) => {
    const tally = tallies[isTuned(set, at) ? 0 : 1];
    judge(tally, sample, labelledOf(set, sample), groups.get(sample.atMs)!, set.copies);
  });
  return [figuresOf(tallies[0]), figuresOf(tallies[1])];
}

/** The articles of the events that the index finds at each sample. */
export function eventsOf({ media, articles, samples }: TruthSet): Groups {
  const inputs = new RunInputs();
  const { counter, texts } = inputs;
  for (const record of media) counter.apply(record);
  const groups: Groups = new Map();
  let next = 0;
  for (const { atMs } of samples) {
    for (; next < articles.length && articles[next]!.record.observedMs <= atMs; next++) {
      inputs.apply({ sequence: next, ...articles[next]! });
    }
    counter.apply({ kind: 'tick', atMs, runs: ['events'] });
    counter.moveTo(atMs);
    texts.moveTo(atMs, 0);
    const { events } = finished(findEvents(inputs));
    groups.set(
      atMs,
      events.map((event) => [...event.articles]),
    );
  }
  return groups;
}
