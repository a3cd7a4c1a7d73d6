/**
 * Names stories by tags that burst, and rates them by these bursts (decision 19).
 *
 * A tag is of the story in which the largest part of both meets: shared articles ÷ √(a·b), if enough
 * of the story's articles carry it. A story whose tags are mostly about other things, or that has none,
 * is named by what its articles share (shared-names.ts).
 * Invariant: a tag names one story at most.
 */
import type { BurstCounter } from '../burst/counter.js';
import type { Candidate } from './candidates.js';
import {
  MAJOR_MAX,
  MAJOR_SHARE,
  SCORE_SHARE,
  TAG_CARRIED_MIN,
  TAG_FIT_MIN,
  TAG_LIFT_MIN,
  TAG_OF_STORY_MIN,
  TAG_OWN_MIN,
  TAG_SHARED_MIN,
} from './settings.js';
import { type NamingBasis, SharedNames } from './shared-names.js';
import type { TagBurst } from './snapshot.js';

export interface Names {
  /** The most bursting first. */
  tags: TagBurst[];
  /** How many of the first tags are main tags. */
  majors: number;
  score: number;
  /** Articles of the story by key of each of its tags. */
  counts: Map<string, number>;
}

interface Fit {
  candidate: number;
  story: number;
  fit: number;
  shared: number;
}

/** @param stories rows of each. @param articles in the whole window. */
export function namesOf(
  basis: NamingBasis,
  candidates: readonly Candidate[],
  stories: readonly (readonly number[])[],
  articles: number,
): Names[] {
  const { counter } = basis;
  const fits = fitsOf(counter, candidates, stories, articles);
  const taken = new Set(fits.map(({ candidate }) => candidates[candidate]!.tag));
  const shared = new SharedNames(basis, taken);
  return stories.map((rows, story): Names => {
    const mine = fits.filter((fit) => fit.story === story);
    if (!mine.some((fit) => fit.shared >= TAG_OF_STORY_MIN * candidates[fit.candidate]!.articles)) {
      const names = shared.of(rows);
      if (names.tags.length > 0) return rated(names.tags, names.counts);
    }
    const counts = new Map<string, number>();
    const tags = mine.map(({ candidate, shared }): TagBurst => {
      const { tag, burst } = candidates[candidate]!;
      counts.set(counter.tags.keyOf(tag), shared);
      return { tag: counter.tags.shownOf(tag), burst };
    });
    return rated(tags, counts);
  });
}

/** The story of each candidate that has one, by candidate. */
function fitsOf(
  { rows, tags }: BurstCounter,
  candidates: readonly Candidate[],
  stories: readonly (readonly number[])[],
  articles: number,
): Fit[] {
  const places = new Map(candidates.map(({ tag }, place) => [tag, place]));
  const best: (Fit | null)[] = candidates.map(() => null);
  stories.forEach((mine, story) => {
    const shares = new Map<number, number>();
    for (const row of mine) {
      for (const spelling of rows.spellingsOf(row)) {
        const candidate = places.get(tags.tagOf(spelling));
        if (candidate !== undefined) shares.set(candidate, (shares.get(candidate) ?? 0) + 1);
      }
    }
    for (const [candidate, shared] of shares) {
      const all = Math.max(shared, candidates[candidate]!.articles);
      const fit = shared / Math.sqrt(all * mine.length);
      const lift = (shared * articles) / (all * mine.length);
      // A story that makes up most of a window cannot be lifted far above chance.
      const liftMin = Math.min(TAG_LIFT_MIN, (TAG_OWN_MIN * articles) / mine.length);
      const sharedMin = Math.max(TAG_SHARED_MIN, TAG_CARRIED_MIN * mine.length);
      const isFit = shared >= sharedMin && fit >= TAG_FIT_MIN && lift >= liftMin;
      if (isFit && fit > (best[candidate]?.fit ?? 0)) {
        best[candidate] = { candidate, story, fit, shared };
      }
    }
  });
  return best.filter((fit) => fit !== null);
}

function rated(tags: TagBurst[], counts: Map<string, number>): Names {
  const bursts = tags.map(({ burst }) => burst);
  return { tags, majors: majorCountOf(bursts), score: scoreOf(bursts), counts };
}

/** b₁ + ½·Σ b_k·0.5^(k−2) over bursts in descending order. Decision 19. */
export function scoreOf([first = 0, ...others]: readonly number[]): number {
  return first + SCORE_SHARE * others.reduce((sum, burst, at) => sum + burst * 0.5 ** at, 0);
}

/** Members with at least half of the top burst, at most six. */
export function majorCountOf(bursts: readonly number[]): number {
  const least = MAJOR_SHARE * (bursts[0] ?? 0);
  return Math.min(MAJOR_MAX, bursts.filter((burst) => burst >= least).length);
}
