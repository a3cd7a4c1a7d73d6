/**
 * Can groups joined along links replace the comparison of every two articles? A way to find stories
 * whose work follows from the articles that share telling terms, beside plain average link in the same
 * run. Not yet what the index of events does: `bench truth` tells of that.
 *
 * Each article is compared once, with those that share its telling terms (story-links/neighbours.ts);
 * groups are joined along these links (story-links/grouping.ts). Whether two groups are one story is a
 * logistic regression over joins that were tried, fitted again on those that it tries itself. No feature
 * is the size of a group. In the column "held back", a family of windows is judged by weights of the
 * others alone. Needs TAGWIRE_TEST_DATA, and some minutes. Aims: Chinese hours 0.90, with 2,000 others
 * 0.86; ECB+ 0.88; UCI 0.70; round-ups 0.03 above average link.
 */
import { round, table } from './lab.js';
import { groupsOf, type Judge, type Sides } from './story-links/grouping.js';
import { logistic, type Row } from './story-links/logistic.js';
import {
  type Family,
  families,
  type Labelled,
  type Sample,
  type Window,
} from './story-links/sets.js';
import { relationOf } from './truth-score.js';

const LINK_MIN = [0.05, 0.07, 0.09, 0.12, 0.15, 0.2];
const FITS = 2;
/** How much likelier than not a join has to be; the best of these is taken. */
const OFFSETS = [0, 0.5, 1, 1.5, 2];
/** Joins of the first fit are tried by the mean likeness alone. */
const FIRST_MEAN_MIN = 0.14;
/** Part of a group's articles that have a label, and of these one label, for it to be the group's. */
const LABELLED_MIN = 0.5;
const PURE_MIN = 0.7;
/** A group of few articles is not yet as coherent as it looks: so many pairs are added. */
const PRIOR_PAIRS = 4;
const PRIOR_LIKENESS = 0.15;
const SMALL = 0.01;
/** Logarithm of the terms of an article of ordinary length. */
const USUAL_TERMS_LN = 4;
/** Sum of the weights of a family's rows of one kind. */
const FAMILY_WEIGHT = 1000;

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
  const fitted = fit(all);
  const lines = all.flatMap((family) => {
    const held = fit(all.filter((other) => other !== family));
    const link = LINK_MIN.map(judgeByMean).reduce((top, one) =>
      meanF1([family], one) > meanF1([family], top) ? one : top,
    );
    return family.samples.map((sample) => [
      `${family.name}, ${sample.name}`,
      ...[link, fitted.judge, held.judge].map((judge) => shown(figuresOf(sample, judge))),
    ]);
  });
  table(
    'stories from links: pairwise F1 (precision, recall)',
    ['', 'average link, best', 'fitted on all', 'held back'],
    lines,
  );
  console.log(`weights: ${fitted.weights.map((weight) => round(weight, 3)).join(' ')}`);
}

function shown({ f1, precision, recall }: Figures): string {
  return `${f1.toFixed(2)} (${precision.toFixed(2)}, ${recall.toFixed(2)})`;
}

function judgeByMean(least: number): Judge {
  return ({ between, one, other }) => between / (one * other) - least;
}

function fit(of: readonly Family[]): { judge: Judge; weights: number[] } {
  const rows: Row[] = [];
  let judge = judgeByMean(FIRST_MEAN_MIN);
  let weights: number[] = [];
  for (let time = 0; time < FITS; time++) {
    for (const { samples } of of) {
      for (const sample of samples) {
        for (const row of rowsOf(sample, judge, FAMILY_WEIGHT / samples.length)) rows.push(row);
      }
    }
    weights = logistic(rows);
    const plain = judgeBy(weights);
    const best = OFFSETS.map((offset) => ({
      offset,
      f1: meanF1(of, (...sides) => plain(...sides) - offset),
    })).reduce((top, one) => (one.f1 > top.f1 ? one : top));
    weights[0]! -= best.offset;
    judge = judgeBy(weights);
  }
  return { judge, weights };
}

function judgeBy(weights: readonly number[]): Judge {
  return (sides) => {
    const features = featuresOf(sides);
    let odds = 0;
    for (let at = 0; at < features.length; at++) odds += features[at]! * weights[at]!;
    return odds;
  };
}

/** The mean over families of the mean over their samples. */
function meanF1(of: readonly Family[], judge: Judge): number {
  const means = of.map(({ samples }) => {
    return samples.reduce((sum, one) => sum + figuresOf(one, judge).f1, 0) / samples.length;
  });
  return means.reduce((sum, mean) => sum + mean, 0) / means.length;
}

/**
 * How alike two groups are by pairs and by sums, in texts and titles, beside how alike each is within;
 * how far apart in time; and how these count where texts are long, or written without blanks.
 */
function featuresOf(sides: Sides): number[] {
  const { one, other, between, inOne, inOther, titles, titlesInOne, titlesInOther, wide } = sides;
  const mean = logOf(between / (one * other));
  const sums = between / Math.sqrt(inOne * inOther);
  const meanTitle = logOf(titles / (one * other));
  const both = titlesInOne * titlesInOther;
  const sumsTitle = both > 0 ? titles / Math.sqrt(both) : 0;
  const within = Math.sqrt(coherenceOf(inOne, one) * coherenceOf(inOther, other));
  const length = Math.log(sides.terms + 1) - USUAL_TERMS_LN;
  return [
    ...[1, wide, mean, sums, meanTitle, sumsTitle, logOf(between / (one * other) / within)],
    ...[sides.gapDays, length, wide * mean, wide * sumsTitle],
    ...[length * mean, length * sumsTitle, length * sums],
  ];
}

function coherenceOf(within: number, articles: number): number {
  const pairs = articles * (articles - 1) + PRIOR_PAIRS;
  return (within - articles + PRIOR_PAIRS * PRIOR_LIKENESS) / pairs;
}

function logOf(likeness: number): number {
  return Math.log(Math.max(likeness, 0) + SMALL);
}

/** The joins that are tried while a sample is grouped, with what they should be. */
function rowsOf({ windows }: Sample, judge: Judge, weightOfKind: number): Row[] {
  const rows: Row[] = [];
  for (const { articles, items, links, weightOf } of windows) {
    groupsOf(items, links, weightOf, (sides, one, other) => {
      const relation = relationOfGroups(articles, one, other);
      if (relation !== 0) {
        const weight = Math.sqrt(one.length * other.length);
        rows.push({ features: featuresOf(sides), isOne: relation > 0, weight });
      }
      return judge(sides, one, other);
    });
  }
  for (const isOne of [true, false]) {
    const mine = rows.filter((row) => row.isOne === isOne);
    const sum = mine.reduce((total, { weight }) => total + weight, 0);
    for (const row of mine) row.weight *= weightOfKind / sum;
  }
  return rows;
}

/** 1 for one story, -1 for different ones, 0 where labels do not say. */
function relationOfGroups(
  articles: readonly Labelled[],
  one: readonly number[],
  other: readonly number[],
): 1 | 0 | -1 {
  const [mine, theirs] = [labelOf(articles, one), labelOf(articles, other)];
  return mine === null || theirs === null ? 0 : relationOf(mine, theirs);
}

function labelOf(articles: readonly Labelled[], places: readonly number[]): string | null {
  const counts = new Map<string, number>();
  let known = 0;
  for (const place of places) {
    const label = articles[place]!.label;
    if (label === undefined || label === '?') continue;
    known += 1;
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  if (best === undefined || known <= LABELLED_MIN * places.length) return null;
  return best[1] >= PURE_MIN * known ? best[0] : null;
}

function figuresOf({ windows }: Sample, judge: Judge): Figures {
  const sums = { f1: 0, precision: 0, recall: 0 };
  for (const window of windows) {
    const { f1, precision, recall } = figuresOfWindow(window, judge);
    sums.f1 += f1 / windows.length;
    sums.precision += precision / windows.length;
    sums.recall += recall / windows.length;
  }
  return sums;
}

function figuresOfWindow({ articles, items, links, weightOf }: Window, judge: Judge): Figures {
  const groups = groupsOf(items, links, weightOf, judge);
  const groupOf = new Uint32Array(articles.length);
  groups.forEach((places, group) => {
    for (const place of places) groupOf[place] = group;
  });
  const labelled = articles.flatMap(({ label }, place) => {
    return label === undefined || label === '?' ? [] : [{ label, group: groupOf[place]! }];
  });
  let [found, wrong, pairs] = [0, 0, 0];
  for (let i = 0; i < labelled.length; i++) {
    const one = labelled[i]!;
    for (let j = i + 1; j < labelled.length; j++) {
      const other = labelled[j]!;
      const relation = relationOf(one.label, other.label);
      if (relation > 0) pairs += 1;
      if (one.group !== other.group) continue;
      if (relation > 0) found += 1;
      if (relation < 0) wrong += 1;
    }
  }
  const precision = found / Math.max(1, found + wrong);
  const recall = found / Math.max(1, pairs);
  const sum = precision + recall;
  return { f1: sum === 0 ? 0 : (2 * precision * recall) / sum, precision, recall };
}
