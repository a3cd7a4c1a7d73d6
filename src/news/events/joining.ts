/**
 * Joins groups of tags that stand for the same articles.
 */
import { claimsOf } from './claims.js';
import type { Corpus } from './corpus.js';

/** The groups without two whose articles have a Jaccard index of `jaccardMin`. */
export function joinedGroups(
  groups: readonly (readonly number[])[],
  corpus: Corpus,
  jaccardMin: number,
): number[][] {
  let known = groups.map((members) => [...members]);
  for (;;) {
    const twins = twinsOf(known, corpus, jaccardMin);
    if (twins.size === 0) return known;
    for (const [group, into] of twins) known[into]!.push(...known[group]!);
    known = known.filter((_, group) => !twins.has(group));
    for (const members of known) members.sort((a, b) => a - b);
  }
}

/**
 * Pairs of groups to join, each group in at most one pair, the most alike first: the later group of
 * a pair, and the earlier.
 */
function twinsOf(
  groups: readonly number[][],
  corpus: Corpus,
  jaccardMin: number,
): Map<number, number> {
  const { sizes, shared } = overlapsOf(groups, corpus);
  const pairs: { a: number; b: number; jaccard: number }[] = [];
  for (const [pair, both] of shared) {
    const a = Math.floor(pair / groups.length);
    const b = pair % groups.length;
    const jaccard = both / (sizes[a]! + sizes[b]! - both);
    if (jaccard >= jaccardMin) pairs.push({ a, b, jaccard });
  }
  pairs.sort((x, y) => y.jaccard - x.jaccard || x.a - y.a || x.b - y.b);
  const taken = new Set<number>();
  const twins = new Map<number, number>();
  for (const { a, b } of pairs) {
    if (taken.has(a) || taken.has(b)) continue;
    taken.add(a).add(b);
    twins.set(b, a);
  }
  return twins;
}

/** Articles of each group, and of each two of them by `a * groups + b`, `a` below `b`. */
function overlapsOf(groups: readonly number[][], corpus: Corpus) {
  const sizes = new Uint32Array(groups.length);
  const shared = new Map<number, number>();
  for (const claims of claimsOf(corpus, groups)) {
    for (let i = 0; i < claims.length; i++) {
      sizes[claims[i]!]! += 1;
      for (let j = i + 1; j < claims.length; j++) {
        const pair = claims[i]! * groups.length + claims[j]!;
        shared.set(pair, (shared.get(pair) ?? 0) + 1);
      }
    }
  }
  return { sizes, shared };
}
