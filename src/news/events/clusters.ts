/**
 * Makes events of bursting tags: communities of linked tags whose articles are about one thing,
 * joined where they are the same articles, with the articles that belong to each.
 *
 * Invariants: a candidate is in at most one cluster, an article as well; clusters are ordered by
 * score, then by their first candidate; members are ordered as the candidates are.
 */
import { claimsOf, ownersOf } from './claims.js';
import { tagCohesionOf, titleCohesionOf } from './cohesion.js';
import { communitiesOf } from './communities.js';
import type { Corpus } from './corpus.js';
import { type Edge, edgesOf } from './graph.js';
import { joinedGroups } from './joining.js';
import {
  type ClusterSettings,
  LARGE_ARTICLES,
  LARGE_COHESION_SHARE,
  MAJOR_MAX,
  MAJOR_SHARE,
  RESOLUTION_MAX,
  SCORE_SHARE,
  SPLIT_MIN,
  TITLE_SHARE,
} from './settings.js';

export interface Cluster {
  /** Candidates, the most bursting first. */
  members: number[];
  /** The first of the members. */
  majors: number[];
  score: number;
  /** Places in the corpus, ascending. */
  articles: number[];
}

/** @param bursts of the candidates, descending, above 0. */
export function clustersOf(
  bursts: readonly number[],
  corpus: Corpus,
  settings: ClusterSettings,
): Cluster[] {
  const edges = edgesOf(corpus, settings);
  const candidates = bursts.map((_, candidate) => candidate);
  const communities = communitiesOf(candidates, edges, settings.resolution);
  const groups = joinedGroups(
    splitGroups(communities, edges, corpus, settings),
    corpus,
    settings.mergeJaccardMin,
  );
  return storiesOf(groups, bursts, corpus, settings)
    .map(({ members, articles }) => {
      const ofMembers = members.map((member) => bursts[member]!);
      const majors = members.slice(0, majorCountOf(ofMembers));
      return { members, majors, score: scoreOf(ofMembers), articles };
    })
    .sort((one, other) => other.score - one.score || one.members[0]! - other.members[0]!);
}

/** b₁ + ½·Σ b_k·0.5^(k−2) over bursts in descending order. Decision 19. */
function scoreOf([first = 0, ...others]: readonly number[]): number {
  return first + SCORE_SHARE * others.reduce((sum, burst, at) => sum + burst * 0.5 ** at, 0);
}

/** Members with at least half of the top burst, at most six. */
function majorCountOf(bursts: readonly number[]): number {
  const least = MAJOR_SHARE * bursts[0]!;
  return Math.min(MAJOR_MAX, bursts.filter((burst) => burst >= least).length);
}

/** Groups, those whose articles are not about one thing split again at twice the resolution. */
function splitGroups(
  groups: readonly number[][],
  edges: readonly Edge[],
  corpus: Corpus,
  { resolution, wholeMin }: ClusterSettings,
): number[][] {
  const whole: number[][] = [];
  let open = [...groups];
  for (let finer = 2 * resolution; open.length > 0; finer *= 2) {
    const claimed = listsOf(open.length, claimsOf(corpus, open));
    const isWhole = (members: number[], at: number): boolean =>
      members.length < SPLIT_MIN ||
      finer > RESOLUTION_MAX ||
      tagCohesionOf(corpus, claimed[at]!, members[0]!) >= wholeMin;
    const torn: number[][] = [];
    open.forEach((members, at) => {
      if (isWhole(members, at)) whole.push(members);
      else torn.push(members);
    });
    open = torn.flatMap((members) => communitiesOf(members, edges, finer));
  }
  return whole;
}

/**
 * The groups that are stories, with the articles that belong to each. What belongs to a group that
 * is none is free for another that claims it, so they go one round after the other.
 */
function storiesOf(
  groups: readonly number[][],
  bursts: readonly number[],
  corpus: Corpus,
  { articlesMin, outletsMin, cohesionMin }: ClusterSettings,
): { members: number[]; articles: number[] }[] {
  for (let left = groups; ; ) {
    const articles: number[][] = left.map(() => []);
    ownersOf(corpus, left, bursts).forEach((group, article) => {
      if (group >= 0) articles[group]!.push(article);
    });
    const isStory = (members: number[], group: number): boolean => {
      const mine = articles[group]!;
      const outlets = new Set(mine.map((article) => corpus.outlets[article]!));
      if (mine.length < articlesMin || outlets.size < outletsMin) return false;
      const byTags = tagCohesionOf(corpus, mine, members[0]!);
      const cohesion = byTags + TITLE_SHARE * titleCohesionOf(corpus, mine);
      const isLarge = mine.length >= LARGE_ARTICLES;
      return cohesion >= (isLarge ? LARGE_COHESION_SHARE : 1) * cohesionMin;
    };
    const stories = left.filter(isStory);
    if (stories.length === left.length) {
      return stories.map((members, group) => ({ members, articles: articles[group]! }));
    }
    left = stories;
  }
}

/** The articles of each group, from the groups of each article. */
function listsOf(groups: number, groupsOf: Iterable<readonly number[]>): number[][] {
  const lists: number[][] = Array.from({ length: groups }, () => []);
  let article = 0;
  for (const mine of groupsOf) {
    for (const group of mine) lists[group]!.push(article);
    article += 1;
  }
  return lists;
}
