/**
 * From which likeness on are articles one story? Fits the numbers of src/news/events/likeness.ts.
 *
 * Labelled windows go through the index's own texts and grouping. For each kind of writing the two
 * numbers are searched that give the best pairwise F1, the mean over families of windows. "Held back":
 * each half of the stories is judged by numbers of the other half. Beside it plain average link over every
 * two articles, with the threshold that is best for each line. Both for windows up to 1,500 articles.
 * `TAGWIRE_WRITE=1` writes what it found to the file. Needs TAGWIRE_TEST_DATA, and some minutes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Item } from '../src/news/events/agglomeration.js';
import { leastLnOf } from '../src/news/events/likeness.js';
import { WEIGHTS, type Weights } from '../src/news/events/likeness-weights.js';
import { groupsOfTexts } from '../src/news/events/stories.js';
import { table } from './lab.js';
import { type Family, families, type Sample, type Window } from './story-links/sets.js';
import { averageLink } from './truth-baselines.js';
import { relationOf } from './truth-score.js';
import { partOf } from './truth-sets.js';

const AT_USUAL = [0.03, 0.04, 0.055, 0.07, 0.09, 0.12, 0.14, 0.16, 0.18, 0.21];
const POWERS = [0.2, 0.34, 0.5, 0.65, 0.8];
/** As the compiled program sees it. */
const WEIGHTS_FILE = fileURLToPath(
  new URL('../../src/news/events/likeness-weights.ts', import.meta.url),
);
const BASELINE_MIN = [0.04, 0.06, 0.08, 0.1, 0.12, 0.15, 0.2];
const BASELINE_ARTICLES_MAX = 1500;
const FITTED_ARTICLES_MAX = 1500;

type Kind = keyof Weights;
type LeastLikeness = Weights[Kind];
/** Which stories count: those of either half, or all. */
type Half = 0 | 1 | null;

interface Figures {
  f1: number;
  precision: number;
  recall: number;
}

export async function run(): Promise<void> {
  const folder = process.env.TAGWIRE_TEST_DATA;
  if (folder === undefined) {
    console.log('\nskipped: stories from links (TAGWIRE_TEST_DATA is not set)');
    return;
  }
  const all = families(folder);
  const fitted: Weights = { words: fit(all, 'words', null), pairs: fit(all, 'pairs', null) };
  const halves = ([0, 1] as const).map((half): Weights => {
    return { words: fit(all, 'words', half), pairs: fit(all, 'pairs', half) };
  });
  table(
    'stories from links: pairwise F1 (precision, recall)',
    ['', 'average link, best', 'as it stands', 'fitted on all', 'held back'],
    all.flatMap(({ name, samples }) =>
      samples.map((sample) => [
        `${name}, ${sample.name}`,
        baselineOf(sample),
        shown(figuresOf(sample, WEIGHTS, null)),
        shown(figuresOf(sample, fitted, null)),
        [1, 0]
          .map((at) => figuresOf(sample, halves[at]!, (1 - at) as Half).f1.toFixed(2))
          .join(' '),
      ]),
    ),
  );
  console.log(`fitted on all: ${JSON.stringify(fitted)}; on halves: ${JSON.stringify(halves)}`);
  if (process.env.TAGWIRE_WRITE === '1') write(fitted);
}

/** Puts the numbers in place of those that stand in the file. */
function write(weights: Weights): void {
  let text = readFileSync(WEIGHTS_FILE, 'utf8');
  for (const kind of ['words', 'pairs'] as const) {
    const { atUsual, power } = weights[kind];
    const line = `${kind}: { atUsual: ${atUsual}, power: ${power} }`;
    text = text.replace(new RegExp(`${kind}: \\{.*\\}`), line);
  }
  writeFileSync(WEIGHTS_FILE, text);
}

function kindOf({ name }: Family): Kind {
  return name.startsWith('Chinese') ? 'pairs' : 'words';
}

/** The numbers of a kind of writing that give the best mean over its families. */
function fit(all: readonly Family[], kind: Kind, half: Half): LeastLikeness {
  const mine = all.filter((family) => kindOf(family) === kind);
  let best: LeastLikeness = WEIGHTS[kind];
  let top = -1;
  for (const atUsual of AT_USUAL) {
    for (const power of POWERS) {
      const weights = { ...WEIGHTS, [kind]: { atUsual, power } };
      const f1 = mean(
        mine.map(({ samples }) => {
          return mean(samples.filter(isSmall).map((one) => figuresOf(one, weights, half).f1));
        }),
      );
      if (f1 > top) [top, best] = [f1, { atUsual, power }];
    }
  }
  return best;
}

/** Large windows are judged, but not searched: they take most of the time. */
function isSmall({ windows }: Sample): boolean {
  return windows.every(({ articles }) => articles.length <= FITTED_ARTICLES_MAX);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function shown({ f1, precision, recall }: Figures): string {
  return `${f1.toFixed(2)} (${precision.toFixed(2)}, ${recall.toFixed(2)})`;
}

function baselineOf({ windows }: Sample): string {
  if (windows.some(({ articles }) => articles.length > BASELINE_ARTICLES_MAX)) return '';
  const all = BASELINE_MIN.map((least) =>
    mean(
      windows.map((window) => {
        const articles = window.articles.map(({ title, body }, id) => ({
          record: { id, title },
          body,
        }));
        return scoreOf(window, averageLink(articles, least), null).f1;
      }),
    ),
  );
  return Math.max(...all).toFixed(2);
}

/** Groupings by what they depend on: the halves share them. */
const known = new WeakMap<Window, Map<string, number[][]>>();

function figuresOf({ windows }: Sample, weights: Weights, half: Half): Figures {
  const all = windows.map((window) => scoreOf(window, groupsBy(window, weights), half));
  return {
    f1: mean(all.map(({ f1 }) => f1)),
    precision: mean(all.map(({ precision }) => precision)),
    recall: mean(all.map(({ recall }) => recall)),
  };
}

function groupsBy(window: Window, weights: Weights): number[][] {
  const mine = known.get(window) ?? new Map<string, number[][]>();
  known.set(window, mine);
  const name = JSON.stringify(weights);
  const groups = mine.get(name) ?? groupsOfWindow(window, weights);
  mine.set(name, groups);
  return groups;
}

function groupsOfWindow({ articles, texts }: Window, weights: Weights): number[][] {
  const places = articles.map(({ timeMs }, id) => ({ id, sortMs: timeMs }));
  const leastOf = ({ terms, isWide }: Item): number => leastLnOf(terms.length, isWide, weights);
  return groupsOfTexts(texts, places, leastOf).map((group) =>
    group.flatMap(({ places: mine }) => mine),
  );
}

/** Pairs of articles, both with a label of the half. */
function scoreOf(
  { articles }: Window,
  groups: readonly (readonly number[])[],
  half: Half,
): Figures {
  const groupOf = new Uint32Array(articles.length);
  groups.forEach((places, group) => {
    for (const place of places) groupOf[place] = group + 1;
  });
  // Articles of one label and one group are alike: their pairs are counted together.
  const counts = new Map<string, Map<number, number>>();
  articles.forEach(({ label }, place) => {
    if (label === undefined || label === '?') return;
    if (half !== null && (partOf(label.split('.')[0]!) < 0.5 ? 0 : 1) !== half) return;
    const mine = counts.get(label) ?? new Map<number, number>();
    mine.set(groupOf[place]!, (mine.get(groupOf[place]!) ?? 0) + 1);
    counts.set(label, mine);
  });
  const labels = [...counts];
  let [found, wrong, pairs] = [0, 0, 0];
  labels.forEach(([label, mine], at) => {
    const isStory = relationOf(label, label) > 0;
    const all = [...mine.values()].reduce((sum, count) => sum + count, 0);
    if (isStory) pairs += (all * (all - 1)) / 2;
    for (const [group, count] of mine) {
      if (group === 0) continue;
      if (isStory) found += (count * (count - 1)) / 2;
      else wrong += (count * (count - 1)) / 2;
      for (const [other, theirs] of labels.slice(at + 1)) {
        if (relationOf(label, other) < 0) wrong += count * (theirs.get(group) ?? 0);
      }
    }
  });
  const precision = found / Math.max(1, found + wrong);
  const recall = found / Math.max(1, pairs);
  const sum = precision + recall;
  return { f1: sum === 0 ? 0 : (2 * precision * recall) / sum, precision, recall };
}
