/**
 * The tags that may name events, as the counter has them: those that burst and are written about by
 * several outlets.
 */
import type { BurstCounter } from '../burst/counter.js';
import { levelOf } from '../burst/levels.js';
import { placesOf } from '../burst/media-table.js';
import { firstByBurst, type RankedList } from '../burst/ranked-list.js';
import { isEmptyName } from './phrases.js';
import { CANDIDATE_LEVEL, CANDIDATE_MEDIA_MIN, CANDIDATES_MAX } from './settings.js';

export interface TagCandidate {
  /** Number in the counter's table. */
  tag: number;
  burst: number;
  /** Articles of basis media in the window that carry it and are heard. */
  articles: number;
}

/** So many hold the candidates nearly always. */
const ORDERED_FIRST = 4 * CANDIDATES_MAX;

/** The places of the tags that rise, the most bursting first; not all are put in order where the first do. */
function* byBurst(list: RankedList, rising: number): Generator<number> {
  const first = firstByBurst(list, Math.min(rising, ORDERED_FIRST));
  yield* first;
  if (rising > first.length) yield* firstByBurst(list, rising).subarray(first.length);
}

/** The candidates of a list, the most bursting first. @param articlesWith heard articles by tag. */
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
