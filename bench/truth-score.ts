/**
 * How well groups of articles agree with labels, in the usual figures.
 *
 * A label is a story (`12`), a story beside another one (`12.1`: together with `12` or apart, both
 * are right), `-` for an article that is no story with others, or `?` for one that is left out.
 * A story of the truth has three articles of two outlets, as an event has; so have the groups.
 */
import type { Sample, TruthArticle } from './truth-sets.js';

export interface Tally {
  /** Pairs of one story, those in one group, and pairs of different stories in one group. */
  pairs: number;
  found: number;
  wrong: number;
  /** Sums over articles of BCubed precision and recall, with how many there are of each. */
  bcubedPrecision: number;
  grouped: number;
  bcubedRecall: number;
  labelled: number;
  stories: number;
  storiesFound: number;
  groups: number;
  /** Groups of which nearly all articles are one story. */
  pureGroups: number;
  copies: number;
  copiesTogether: number;
}

export interface Figures {
  precision: number;
  recall: number;
  f1: number;
  bcubedF1: number;
  storiesFound: number;
  oneStory: number;
  copiesTogether: number;
}

const ARTICLES_MIN = 3;
const OUTLETS_MIN = 2;
/** Part of its articles that a group must hold for a story to be found, and part of the group. */
const FOUND_MIN = 0.5;
/** Part of a group's articles that one story makes up. */
const PURE_MIN = 0.8;

export function newTally(): Tally {
  return {
    pairs: 0,
    found: 0,
    wrong: 0,
    bcubedPrecision: 0,
    grouped: 0,
    bcubedRecall: 0,
    labelled: 0,
    stories: 0,
    storiesFound: 0,
    groups: 0,
    pureGroups: 0,
    copies: 0,
    copiesTogether: 0,
  };
}

/** 1 for one story, -1 for different ones, 0 where both would be right. */
export function relationOf(one: string, other: string): 1 | 0 | -1 {
  if (one === '-' || other === '-') return -1;
  if (one === other) return 1;
  return one.split('.')[0] === other.split('.')[0] && `${one}${other}`.includes('.') ? 0 : -1;
}

/** Adds what groups of ids say of a sample. @param articles those with a label. */
export function judge(
  tally: Tally,
  { labels }: Sample,
  articles: readonly TruthArticle[],
  groups: readonly (readonly number[])[],
  copies: readonly (readonly [number, number])[],
): void {
  const outletOf = new Map(articles.map(({ record }) => [record.id, record.media]));
  const labelOf = (id: number): string => labels.get(id) ?? '?';
  const isWhole = (ids: readonly number[]): boolean =>
    ids.length >= ARTICLES_MIN && new Set(ids.map((id) => outletOf.get(id))).size >= OUTLETS_MIN;
  const stories = [...gathered([...labels.keys()], labelOf)]
    .filter(([label, ids]) => label !== '-' && label !== '?' && isWhole(ids))
    .map(([, ids]) => ids);
  const listed = groups
    .map((ids) => ids.filter((id) => labelOf(id) !== '?'))
    .filter((ids) => isWhole(ids));
  for (const ids of stories) judgeStory(tally, ids, listed, labelOf);
  for (const group of listed) judgeGroup(tally, group, labelOf);
  judgeCopies(
    tally,
    listed,
    copies.filter((pair) => pair.every((id) => labels.has(id))),
  );
}

/** What was found of a story. */
function judgeStory(
  tally: Tally,
  ids: readonly number[],
  listed: readonly (readonly number[])[],
  labelOf: (id: number) => string,
): void {
  const groupOf = groupsById(listed);
  for (const [one, other] of pairsOf(ids)) {
    tally.pairs += 1;
    if (groupOf.has(one) && groupOf.get(one) === groupOf.get(other)) tally.found += 1;
  }
  tally.stories += 1;
  for (const id of ids) {
    const mine = groupOf.get(id) ?? [id];
    tally.labelled += 1;
    tally.bcubedRecall += ids.filter((other) => mine.includes(other)).length / ids.length;
  }
  const isFound = listed.some((group) => {
    const both = group.filter((id) => ids.includes(id)).length;
    const near = group.filter((id) => relationOf(labelOf(id), labelOf(ids[0]!)) >= 0).length;
    return both >= FOUND_MIN * ids.length && near >= FOUND_MIN * group.length;
  });
  if (isFound) tally.storiesFound += 1;
}

/** What a group holds that does not belong together. */
function judgeGroup(tally: Tally, group: readonly number[], labelOf: (id: number) => string): void {
  for (const [one, other] of pairsOf(group)) {
    if (relationOf(labelOf(one), labelOf(other)) < 0) tally.wrong += 1;
  }
  let most = 0;
  for (const id of group) {
    const near = group.filter(
      (other) => other === id || relationOf(labelOf(id), labelOf(other)) >= 0,
    ).length;
    tally.grouped += 1;
    tally.bcubedPrecision += near / group.length;
    most = Math.max(most, near);
  }
  tally.groups += 1;
  if (most >= PURE_MIN * group.length) tally.pureGroups += 1;
}

/** Of a pair that no group holds nothing is told. */
function judgeCopies(
  tally: Tally,
  listed: readonly (readonly number[])[],
  copies: readonly (readonly [number, number])[],
): void {
  const groupOf = groupsById(listed);
  for (const [one, other] of copies) {
    if (!groupOf.has(one) && !groupOf.has(other)) continue;
    tally.copies += 1;
    if (groupOf.get(one) === groupOf.get(other)) tally.copiesTogether += 1;
  }
}

function groupsById(listed: readonly (readonly number[])[]): Map<number, readonly number[]> {
  return new Map(listed.flatMap((ids) => ids.map((id) => [id, ids] as const)));
}

export function figuresOf(tally: Tally): Figures {
  const precision = tally.found / Math.max(1, tally.found + tally.wrong);
  const recall = tally.found / Math.max(1, tally.pairs);
  const bcubedPrecision = tally.bcubedPrecision / Math.max(1, tally.grouped);
  const bcubedRecall = tally.bcubedRecall / Math.max(1, tally.labelled);
  return {
    precision,
    recall,
    f1: harmonic(precision, recall),
    bcubedF1: harmonic(bcubedPrecision, bcubedRecall),
    storiesFound: tally.storiesFound / Math.max(1, tally.stories),
    oneStory: tally.pureGroups / Math.max(1, tally.groups),
    copiesTogether: tally.copies === 0 ? Number.NaN : tally.copiesTogether / tally.copies,
  };
}

function harmonic(one: number, other: number): number {
  return one + other === 0 ? 0 : (2 * one * other) / (one + other);
}

function gathered<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const known = groups.get(keyOf(item));
    if (known === undefined) groups.set(keyOf(item), [item]);
    else known.push(item);
  }
  return groups;
}

function* pairsOf(ids: readonly number[]): Generator<[number, number]> {
  for (let i = 0; i < ids.length; i++) {
    for (let j = i + 1; j < ids.length; j++) yield [ids[i]!, ids[j]!];
  }
}
