/**
 * How well a grouping of a window agrees with its labels, over all pairs of labelled articles: an article
 * in no group stands alone. What labels say of two articles: `relationOf` in truth-score.ts.
 */
import { relationOf } from '../truth-score.js';
import { partOf } from '../truth-sets.js';
import type { Window } from './sets.js';

/** Which stories count: those of either half, or all. */
export type Half = 0 | 1 | null;

export interface Figures {
  f1: number;
  precision: number;
  recall: number;
  /** Harmonic mean of homogeneity and completeness, over articles whose label is a story. */
  v: number;
  /** Groups of three labelled articles or more that are mostly of a story ÷ such stories. */
  groupsOfStory: number;
}

const EVENT_ARTICLES_MIN = 3;

/** @param groups places of articles. */
export function scoreOf(
  { articles }: Window,
  groups: readonly (readonly number[])[],
  half: Half = null,
): Figures {
  const groupOf = new Int32Array(articles.length);
  articles.forEach((_, place) => {
    groupOf[place] = -1 - place;
  });
  groups.forEach((places, group) => {
    for (const place of places) groupOf[place] = group;
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
  const [found, wrong, pairs] = pairsOf([...counts]);
  const precision = found / Math.max(1, found + wrong);
  const recall = found / Math.max(1, pairs);
  const stories = [...counts].filter(([label]) => relationOf(label, label) > 0);
  return {
    ...{ f1: harmonic(precision, recall), precision, recall },
    v: vMeasureOf(stories.map(([, mine]) => mine)),
    groupsOfStory: groupsOfStory(stories.map(([, mine]) => mine)),
  };
}

function pairsOf(labels: readonly (readonly [string, Map<number, number>])[]) {
  let [found, wrong, pairs] = [0, 0, 0];
  labels.forEach(([label, mine], at) => {
    const isStory = relationOf(label, label) > 0;
    if (isStory) pairs += pairsIn(sum(mine.values()));
    for (const [group, count] of mine) {
      if (isStory) found += pairsIn(count);
      else wrong += pairsIn(count);
      for (const [other, theirs] of labels.slice(at + 1)) {
        if (relationOf(label, other) < 0) wrong += count * (theirs.get(group) ?? 0);
      }
    }
  });
  return [found, wrong, pairs] as const;
}

function vMeasureOf(stories: readonly Map<number, number>[]): number {
  const groups = new Map<number, number>();
  for (const mine of stories) {
    for (const [group, count] of mine) groups.set(group, (groups.get(group) ?? 0) + count);
  }
  const all = sum(groups.values());
  const entropy = (sizes: readonly number[]): number =>
    -sum(sizes.map((size) => (size / all) * Math.log(size / all)));
  const joint = entropy(stories.flatMap((mine) => [...mine.values()]));
  const [ofStories, ofGroups] = [
    entropy(stories.map((mine) => sum(mine.values()))),
    entropy([...groups.values()]),
  ];
  const homogeneity = ofStories === 0 ? 1 : 1 - (joint - ofGroups) / ofStories;
  const completeness = ofGroups === 0 ? 1 : 1 - (joint - ofStories) / ofGroups;
  return harmonic(homogeneity, completeness);
}

/** Each group counts for the story that most of its labelled articles are of. */
function groupsOfStory(stories: readonly Map<number, number>[]): number {
  const best = new Map<number, number>();
  for (const mine of stories) {
    for (const [group, count] of mine) best.set(group, Math.max(best.get(group) ?? 0, count));
  }
  const told = stories
    .map((mine) => {
      return [...mine].filter(
        ([group, count]) => count >= EVENT_ARTICLES_MIN && count === best.get(group),
      ).length;
    })
    .filter((count) => count > 0);
  return told.length === 0 ? 0 : sum(told) / told.length;
}

function pairsIn(count: number): number {
  return (count * (count - 1)) / 2;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

function harmonic(one: number, other: number): number {
  return one + other === 0 ? 0 : (2 * one * other) / (one + other);
}
