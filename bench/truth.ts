/**
 * Are the events stories? Figures against labels, beside those of plain groupings in the same run.
 *
 * Chinese hours labelled by hand and English round-ups, each with the tags of the set, with half of
 * the outlets' tags removed, and without any. Each line has two figures: of the samples that numbers
 * were tuned on, and of the others. Needs TAGWIRE_TEST_DATA. Aims: pairwise F1 at least 0.03 above
 * the best baseline, stories found and events of one story at least 90%, near-copies together 95%.
 */
import { BurstCounter } from '../src/news/burst/counter.js';
import { findEvents } from '../src/news/events/run.js';
import { Texts } from '../src/news/events/texts.js';
import { round, table } from './lab.js';
import { averageLink, singlePass } from './truth-baselines.js';
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

/** Of the samples that were tuned on, and of the others. */
type Halves = [tuned: Figures, held: Figures];

type Groups = Map<number, number[][]>;

export async function run(): Promise<void> {
  const folder = process.env.TAGWIRE_TEST_DATA;
  if (folder === undefined) {
    console.log('\nskipped: events against labels (TAGWIRE_TEST_DATA is not set)');
    return;
  }
  for (const set of truthSets(folder)) report(set);
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
function eventsOf({ media, articles, samples }: TruthSet): Groups {
  const counter = new BurstCounter({ retentionMs: 0 });
  const texts = new Texts();
  for (const record of media) counter.apply(record);
  const groups: Groups = new Map();
  let next = 0;
  for (const { atMs } of samples) {
    for (; next < articles.length && articles[next]!.record.observedMs <= atMs; next++) {
      const { record, body } = articles[next]!;
      counter.apply(record);
      texts.put(record, body, next);
    }
    counter.apply({ kind: 'tick', atMs, runs: ['events'] });
    counter.moveTo(atMs);
    texts.moveTo(atMs);
    const { events } = findEvents(counter, texts);
    groups.set(
      atMs,
      events.map((event) => [...event.articles]),
    );
  }
  return groups;
}
