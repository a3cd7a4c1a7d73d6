/**
 * Chooses the names of stories from bursting tags, and rates stories by their own articles
 * (decision 19).
 *
 * The score of a story is the burst of a hypothetical tag on exactly its articles, so it depends on
 * what is written about the story now, and not on other uses of its tags. When one name contains
 * another (a name, the case of that name), the one with the higher burst is used.
 *
 * A tag is assigned to the story with the highest shared articles ÷ √(a·b), if enough of the
 * story's articles have it. A story without tags, or whose tags are mostly on other articles, gets
 * its names from what its articles share (shared-names.ts). So does a story with a single main tag
 * when they share more; when they share one thing, both name it, because one name says who or
 * where, but not what happened. Invariant: a tag names at most one story.
 */

import { searchForm, tagKey } from '../../../kernel/text/tag.js';
import type { BurstCounter } from '../../shared/burst/counter.js';
import { levelOf } from '../../shared/burst/formulas.js';
import { placesOf } from '../../shared/burst/media-table.js';
import { firstByBurst, type RankedList } from '../../shared/burst/ranked-list.js';
import type { TagBurst } from '../chunks.js';
import { isEmptyName } from './phrases.js';
import {
  CANDIDATE_LEVEL,
  CANDIDATE_MEDIA_MIN,
  CANDIDATES_MAX,
  MAJOR_MAX,
  MAJOR_SHARE,
  TAG_CARRIED_MIN,
  TAG_FIT_MIN,
  TAG_LIFT_MIN,
  TAG_OF_STORY_MIN,
  TAG_OWN_MIN,
  TAG_SHARED_MIN,
} from './settings.js';
import { type Naming, type NamingBasis, SharedNames } from './shared-names.js';

interface EventNames extends Naming {
  /** The first `majors` tags are main tags. */
  majors: number;
  score: number;
}

/** A letter or digit of a script with blanks between words. */
const WORD = /(?!\p{Script=Han})[\p{L}\p{N}]$/u;

/** Stories between pauses: about a millisecond. */
const PAUSE_EVERY = 50;
const NONE = -1;

interface Fit {
  candidate: number;
  story: number;
  fit: number;
  shared: number;
}

export interface NamedStory {
  rows: readonly number[];
  /** The articles that name it: without those that an outlet sends beyond its heard number. */
  heard: readonly number[];
  names: EventNames;
}

/**
 * The `most` stories with the highest scores, without those with no rise or no name; with pauses.
 * Only these are named, because naming all takes longer than finding them.
 * @param stories rows of each. @param articles number in the whole window.
 */
export function* bestNamed(
  basis: NamingBasis,
  candidates: readonly TagCandidate[],
  stories: readonly (readonly number[])[],
  articles: number,
  most: number,
): Generator<void, NamedStory[]> {
  const { counter, voices } = basis;
  const { media, times } = counter.rows;
  const heard: (readonly number[])[] = [];
  for (const [story, rows] of stories.entries()) {
    const telling = rows.filter((row) => voices.areHeard(media[row]!, times[row]!));
    heard.push(telling.length === 0 ? rows : telling);
    if (story % PAUSE_EVERY === 0) yield;
  }
  const fits = yield* fitsOf(counter, candidates, heard, articles);
  const takenBy = new Map(fits.map((fit) => [candidates[fit.candidate]!.tag, fit.story]));
  const shared = new SharedNames(basis);
  const namesOf = (rows: readonly number[], story: number, score: number): EventNames => {
    const mine = fits.filter((fit) => fit.story === story);
    const isFree = (tag: number): boolean => (takenBy.get(tag) ?? story) === story;
    const own = named(ownTagsOf(mine), score);
    const isOfStory = mine.some(
      (fit) => fit.shared >= TAG_OF_STORY_MIN * candidates[fit.candidate]!.articles,
    );
    if (isOfStory && own.majors > 1) return own;
    const common = named(shared.of(rows, isFree), score);
    if (!isOfStory || own.tags.length === 0) return common.majors > 0 ? common : own;
    if (common.majors > 1 || isLonger(common, own)) return common;
    // Adds what the headlines share to a name that only says who or where.
    return named(together(own, common), score);
  };
  const ownTagsOf = (mine: readonly Fit[]): Naming => {
    const counts = new Map<string, number>();
    const tags = mine.map(({ candidate, shared }): TagBurst => {
      const { tag, burst } = candidates[candidate]!;
      counts.set(counter.tags.keyOf(tag), shared);
      return { tag: counter.tags.shownOf(tag), burst };
    });
    return { tags, counts };
  };
  const rising: { rows: readonly number[]; story: number; score: number }[] = [];
  for (const [story, rows] of stories.entries()) {
    const score = shared.burstOf(rows);
    if (score > 0) rising.push({ rows, story, score });
    if (story % PAUSE_EVERY === 0) yield;
  }
  const ranked = rising.sort((a, b) => b.score - a.score || a.story - b.story);
  const best: NamedStory[] = [];
  for (const { rows, story, score } of ranked) {
    if (best.length === most) break;
    const names = namesOf(heard[story]!, story, score);
    if (names.tags.length > 0) best.push({ rows, heard: heard[story]!, names });
    yield;
  }
  return best;
}

/** The assignments of candidates to stories, by candidate. */
function* fitsOf(
  { rows, tags }: BurstCounter,
  candidates: readonly TagCandidate[],
  stories: readonly (readonly number[])[],
  articles: number,
): Generator<void, Fit[]> {
  const places = new Int32Array(tags.length).fill(NONE);
  candidates.forEach(({ tag }, place) => {
    places[tag] = place;
  });
  const best: (Fit | null)[] = candidates.map(() => null);
  for (const [story, mine] of stories.entries()) {
    if (story % PAUSE_EVERY === 0) yield;
    const shares = new Map<number, number>();
    for (const row of mine) {
      for (const spelling of rows.spellingsOf(row)) {
        const candidate = places[tags.tagOf(spelling)]!;
        if (candidate !== NONE) shares.set(candidate, (shares.get(candidate) ?? 0) + 1);
      }
    }
    for (const [candidate, shared] of shares) {
      const all = Math.max(shared, candidates[candidate]!.articles);
      const fit = shared / Math.sqrt(all * mine.length);
      const lift = (shared * articles) / (all * mine.length);
      // A story that is most of a window cannot have much more of a tag than chance.
      const liftMin = Math.min(TAG_LIFT_MIN, (TAG_OWN_MIN * articles) / mine.length);
      const sharedMin = Math.max(TAG_SHARED_MIN, TAG_CARRIED_MIN * mine.length);
      const isFit = shared >= sharedMin && fit >= TAG_FIT_MIN && lift >= liftMin;
      if (isFit && fit > (best[candidate]?.fit ?? 0)) {
        best[candidate] = { candidate, story, fit, shared };
      }
    }
  }
  return best.filter((fit) => fit !== null);
}

/** The names of both, by descending burst; a common name has the burst of the first. */
function together(one: Naming, other: Naming): Naming {
  const known = new Set(one.tags.map(({ tag }) => tagKey(tag)));
  const added = other.tags.filter(({ tag }) => !known.has(tagKey(tag)));
  const tags = [...one.tags, ...added].sort((a, b) => b.burst - a.burst);
  return { tags, counts: new Map([...other.counts, ...one.counts]) };
}

function named({ tags: all, counts }: Naming, score: number): EventNames {
  const tags: TagBurst[] = [];
  for (const one of all) {
    const form = searchForm(one.tag);
    if (!tags.some(({ tag }) => isPartOf(form, searchForm(tag)))) tags.push(one);
  }
  const majors = majorCountOf(tags.map(({ burst }) => burst));
  return { tags, majors, score, counts };
}

/** True when the only name of `one` contains that of `other`, and is longer. */
function isLonger({ tags: [one] }: EventNames, { tags: [other] }: EventNames): boolean {
  if (one === undefined || other === undefined) return false;
  const [long, short] = [searchForm(one.tag), searchForm(other.tag)];
  return long.length > short.length && isPartOf(long, short);
}

/** True when one name contains the other; in scripts with blanks, as whole words. */
function isPartOf(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const at = long.indexOf(short);
  if (at < 0) return false;
  const isWithin = (place: number): boolean => WORD.test(long[place] ?? '');
  return !(WORD.test(short) && (isWithin(at - 1) || isWithin(at + short.length)));
}

/** Number of members with at least half of the top burst, at most six. */
export function majorCountOf(bursts: readonly number[]): number {
  const least = MAJOR_SHARE * (bursts[0] ?? 0);
  return Math.min(MAJOR_MAX, bursts.filter((burst) => burst >= least).length);
}

interface TagCandidate {
  /** Number in the counter's table. */
  tag: number;
  burst: number;
  /** Heard articles of basis media in the window with the tag. */
  articles: number;
}

/** So many tags contain all candidates nearly always. */
const ORDERED_FIRST = 4 * CANDIDATES_MAX;

/** Places of the rising tags by descending burst. All are sorted only when needed. */
function* byBurst(list: RankedList, rising: number): Generator<number> {
  const first = firstByBurst(list, Math.min(rising, ORDERED_FIRST));
  yield* first;
  if (rising > first.length) yield* firstByBurst(list, rising).subarray(first.length);
}

/**
 * The tags of a list that may name events, by descending burst: tags that burst and that several
 * outlets use. @param articlesWith heard articles by tag.
 */
export function candidatesOf(
  counter: BurstCounter,
  list: RankedList,
  articlesWith: Uint32Array,
): TagCandidate[] {
  const { tags, bursts, basis } = list;
  const places = placesOf(basis);
  const rising = bursts.reduce((sum, burst) => sum + (burst > 0 ? 1 : 0), 0);
  const candidates: TagCandidate[] = [];
  for (const at of byBurst(list, rising)) {
    if (candidates.length === CANDIDATES_MAX) break;
    const counts: number[] = [];
    counter.eachMedia(tags[at]!, places, (_, count) => void counts.push(count));
    const isOfMany = counts.length >= CANDIDATE_MEDIA_MIN;
    const withAtLeast = (least: number) => counts.filter((count) => count >= least).length;
    const level = levelOf(counts.length, withAtLeast(2), withAtLeast(3), basis.media.length);
    if (!isOfMany && level < CANDIDATE_LEVEL) continue;
    const tag = tags[at]!;
    if (isEmptyName(counter.tags.shownOf(tag))) continue;
    candidates.push({ tag, burst: bursts[at]!, articles: articlesWith[tag]! });
  }
  return candidates;
}
