/**
 * From which likeness on are articles one story? Fits the numbers of src/news/events/state/likeness.ts.
 *
 * Labelled windows go through the index's own texts and grouping, with runs of half hours. For each kind of
 * writing the numbers are searched that give the best pairwise F1, the mean over families of windows. "Held
 * back": each half of the stories is judged by numbers of the other half. Beside it plain average link over
 * every two articles, with the threshold that is best for each line. Numbers are searched on windows that are
 * not too large, and judged on all.
 * `TAGWIRE_WRITE=1` writes what it found to the file. Needs TAGWIRE_TEST_DATA, and half an hour.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { WEIGHTS, type Weights } from '../src/news/events/state/likeness.js';
import { table } from './lab.js';
import { bestAverageLink } from './story-links/baseline.js';
import { type Half, scoreOf } from './story-links/score.js';
import { type Family, families, type Sample, type Window, windowOf } from './story-links/sets.js';

const AT_FULL = {
  words: [0.14, 0.16, 0.18, 0.2],
  pairs: [0.05, 0.06, 0.07, 0.08, 0.1],
};
/** Each number is looked for again after the other has changed. */
const ROUNDS = 3;
const POWERS = {
  words: [0.65, 0.8, 1, 1.2, 1.4],
  pairs: [0.2, 0.34, 0.5, 0.65],
};
const FULL = {
  words: [32, 44, 64, 128],
  pairs: [64, 128],
};
/** As the compiled program sees it. */
const WEIGHTS_FILE = fileURLToPath(
  new URL('../../src/news/events/state/likeness.ts', import.meta.url),
);
const FITTED_ARTICLES_MAX: Record<Kind, number> = { words: 4000, pairs: 1500 };

type Kind = keyof Weights;
type LeastLikeness = Weights[Kind];
type Figures = Pick<ReturnType<typeof scoreOf>, 'f1' | 'precision' | 'recall'>;

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
    const { atFull, power, full } = weights[kind];
    const line = `${kind}: { atFull: ${atFull}, power: ${power}, full: ${full} }`;
    text = text.replace(new RegExp(`${kind}: \\{.*\\}`), line);
  }
  writeFileSync(WEIGHTS_FILE, text);
}

function kindOf({ name }: Family): Kind {
  return name.startsWith('Chinese') ? 'pairs' : 'words';
}

/**
 * The numbers of a kind of writing that give the best mean over its families: each in turn, from those that
 * stand, with the other as it is.
 */
function fit(all: readonly Family[], kind: Kind, half: Half): LeastLikeness {
  const mine = all.filter((family) => kindOf(family) === kind);
  const meanOf = (least: LeastLikeness): number => {
    const weights = { ...WEIGHTS, [kind]: least };
    return mean(
      mine.map(({ samples }) => {
        return mean(
          samples
            .filter((one) => isFitted(one, kind))
            .map((one) => figuresOf(one, weights, half).f1),
        );
      }),
    );
  };
  let best: LeastLikeness = WEIGHTS[kind];
  let top = meanOf(best);
  for (let round = 0; round < ROUNDS; round++) {
    const tries = [
      ...AT_FULL[kind].map((atFull) => ({ ...best, atFull })),
      ...POWERS[kind].map((power) => ({ ...best, power })),
      ...FULL[kind].map((full) => ({ ...best, full })),
    ];
    const [before, beforeTop] = [best, top];
    for (const one of tries) {
      const f1 = meanOf(one);
      if (f1 > top) [top, best] = [f1, one];
    }
    if (top === beforeTop || best === before) break;
  }
  return best;
}

/** Large windows are judged, but not searched: they take most of the time. */
function isFitted({ windows }: Sample, kind: Kind): boolean {
  return windows.every(({ articles }) => articles.length <= FITTED_ARTICLES_MAX[kind]);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function shown({ f1, precision, recall }: Figures): string {
  return `${f1.toFixed(2)} (${precision.toFixed(2)}, ${recall.toFixed(2)})`;
}

function baselineOf(sample: Sample): string {
  const f1 = bestAverageLink(sample);
  return f1 === null ? '' : f1.toFixed(2);
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
  const groups = mine.get(name) ?? windowOf(window.articles, weights).groups;
  mine.set(name, groups);
  return groups;
}
