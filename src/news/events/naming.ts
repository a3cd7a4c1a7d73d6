/**
 * Names stories by tags that burst, and rates them by these bursts (decision 19).
 *
 * A tag is of the story in which the largest part of both meets: shared articles ÷ √(a·b). A story
 * that no tag fits is named by what its headlines have in common, and such a phrase bursts as a tag
 * would that these articles carried.
 * Invariant: a tag names one story at most.
 */

import { searchForm, tagKey } from '../../text/tag.js';
import type { BurstCounter } from '../burst/counter.js';
import {
  burstOf,
  contributionOf,
  HISTORY_COUNT,
  normalizedOf,
  WINDOW_COUNT,
  WINDOW_MS,
  WINDOW_SHIFTS_MS,
} from '../burst/formulas.js';
import type { Basis } from '../burst/media-table.js';
import type { Candidate } from './candidates.js';
import { phrasesOf } from './phrases.js';
import {
  MAJOR_MAX,
  MAJOR_SHARE,
  SCORE_SHARE,
  TAG_FIT_MIN,
  TAG_LIFT_MIN,
  TAG_OWN_MIN,
  TAG_SHARED_MIN,
} from './settings.js';
import type { TagBurst } from './snapshot.js';
import { hashesOf } from './text-terms.js';
import type { Texts } from './texts.js';

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
  counter: BurstCounter,
  texts: Texts,
  basis: Basis,
  candidates: readonly Candidate[],
  stories: readonly (readonly number[])[],
  articles: number,
): Names[] {
  const fits = fitsOf(counter, candidates, stories, articles);
  return stories.map((rows, story): Names => {
    const mine = fits.filter((fit) => fit.story === story);
    if (mine.length === 0) return phraseNames(counter, texts, basis, rows);
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
      const start = rows.tagStarts[row]!;
      for (let at = start; at < start + rows.tagCounts[row]!; at++) {
        const candidate = places.get(tags.tagOf(rows.tags[at]!));
        if (candidate !== undefined) shares.set(candidate, (shares.get(candidate) ?? 0) + 1);
      }
    }
    for (const [candidate, shared] of shares) {
      const all = Math.max(shared, candidates[candidate]!.articles);
      const fit = shared / Math.sqrt(all * mine.length);
      const lift = (shared * articles) / (all * mine.length);
      // A story that makes up most of a window cannot be lifted far above chance.
      const liftMin = Math.min(TAG_LIFT_MIN, (TAG_OWN_MIN * articles) / mine.length);
      const isFit = shared >= TAG_SHARED_MIN && fit >= TAG_FIT_MIN && lift >= liftMin;
      if (isFit && fit > (best[candidate]?.fit ?? 0)) {
        best[candidate] = { candidate, story, fit, shared };
      }
    }
  });
  return best.filter((fit) => fit !== null);
}

function phraseNames(
  counter: BurstCounter,
  texts: Texts,
  basis: Basis,
  rows: readonly number[],
): Names {
  const { ids, times } = counter.rows;
  const titled = rows
    .map((row) => ({ row, title: texts.of(ids[row]!, times[row]!) }))
    .sort((a, b) => times[a.row]! - times[b.row]! || ids[a.row]! - ids[b.row]!)
    .map(({ row, title }) => ({ row, title, form: searchForm(title) }));
  const weightOf = (phrase: string): number => {
    const hashes = hashesOf(phrase);
    if (hashes.length === 0) return 0;
    const sum = hashes.reduce((total, hash) => {
      const others = Math.max(0, texts.articlesWith[hash]! - rows.length);
      return total + Math.log((texts.size + 1) / (1 + others));
    }, 0);
    return sum / hashes.length / Math.log(texts.size + 1);
  };
  const phrases = phrasesOf(
    titled.map(({ title }) => title),
    weightOf,
  );
  const counts = new Map<string, number>();
  const tags = phrases.map((tag): TagBurst => {
    const form = searchForm(tag);
    const mine = titled.filter((one) => one.form.includes(form)).map(({ row }) => row);
    counts.set(tagKey(tag), mine.length);
    return { tag, burst: burstOfRows(counter, basis, mine) };
  });
  tags.sort((a, b) => b.burst - a.burst);
  return rated(tags, counts);
}

/** The burst that a tag would have which these articles of the window carried. */
function burstOfRows({ rows, atMs }: BurstCounter, basis: Basis, mine: readonly number[]): number {
  const scores = WINDOW_SHIFTS_MS.map((shiftMs) => {
    const untilMs = atMs! - shiftMs;
    const counts = new Map<number, number>();
    for (const row of mine) {
      const timeMs = rows.times[row]!;
      if (timeMs >= untilMs || timeMs < untilMs - WINDOW_MS) continue;
      counts.set(rows.media[row]!, (counts.get(rows.media[row]!) ?? 0) + 1);
    }
    // In the order of the basis, because sums of floating-point numbers depend on their order.
    const score = basis.media.reduce(
      (sum, media) => sum + contributionOf(counts.get(media) ?? 0),
      0,
    );
    return normalizedOf(score, basis.media.length);
  });
  const history = Float64Array.from({ length: HISTORY_COUNT }, (_, step) => scores[step + 1]!);
  return scores.length === WINDOW_COUNT ? burstOf(scores[0]!, history, 0) : 0;
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
