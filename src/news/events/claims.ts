/**
 * Which events an article may belong to, and which one it does.
 *
 * An event claims an article that carries two of its tags or its top one; the article belongs to
 * the event with the largest sum of bursts over the tags that it carries (decision 19), the earlier
 * one where sums are equal.
 */
import { type Corpus, carriedBy } from './corpus.js';

/** Tags that an article must carry when the top one is not among them. */
const CARRIED_MIN = 2;
const NONE = -1;

/** The groups that claim each article, ascending. An array is good until the next one. */
export function* claimsOf(
  corpus: Corpus,
  groups: readonly (readonly number[])[],
): Generator<readonly number[]> {
  const groupOf = groupsByCandidate(corpus.candidates, groups);
  const counts = new Uint32Array(groups.length);
  for (let article = 0; article < corpus.length; article++) {
    const carried = carriedBy(corpus, article);
    const claims: number[] = [];
    for (const candidate of carried) {
      const group = groupOf[candidate]!;
      if (group === NONE) continue;
      const isTop = groups[group]![0] === candidate;
      const before = counts[group]!;
      counts[group] = isTop ? Math.max(CARRIED_MIN, before + 1) : before + 1;
      if (before < CARRIED_MIN && counts[group]! >= CARRIED_MIN) claims.push(group);
    }
    for (const candidate of carried)
      if (groupOf[candidate]! !== NONE) counts[groupOf[candidate]!] = 0;
    yield claims.sort((a, b) => a - b);
  }
}

/** The group that each article belongs to, or -1. @param bursts by candidate. */
export function ownersOf(
  corpus: Corpus,
  groups: readonly (readonly number[])[],
  bursts: readonly number[],
): Int32Array {
  const groupOf = groupsByCandidate(corpus.candidates, groups);
  const owners = new Int32Array(corpus.length);
  let article = 0;
  for (const claims of claimsOf(corpus, groups)) {
    let best = NONE;
    let most = 0;
    for (const group of claims) {
      let sum = 0;
      for (const candidate of carriedBy(corpus, article)) {
        if (groupOf[candidate] === group) sum += bursts[candidate]!;
      }
      if (sum > most) [best, most] = [group, sum];
    }
    owners[article++] = best;
  }
  return owners;
}

function groupsByCandidate(size: number, groups: readonly (readonly number[])[]): Int32Array {
  const groupOf = new Int32Array(size).fill(NONE);
  groups.forEach((members, group) => {
    for (const member of members) groupOf[member] = group;
  });
  return groupOf;
}
