/**
 * The stories of a window: groups of articles whose texts are about one thing, of enough outlets.
 *
 * Articles are those of ranking media of the news, the same that the baseline counts.
 * Invariant: equal articles give equal stories in equal order, whatever rows they have.
 */
import type { BurstCounter } from '../burst/counter.js';
import { groupsOf } from './agglomeration.js';
import { attachOthers, IN_PLAY_MAX, inPlayOf } from './in-play.js';
import { ARTICLES_MIN, OUTLETS_MIN } from './settings.js';
import type { Text, Texts } from './texts.js';

/** Rows are below this; with an id of 32 bits they make an exact number. */
const ROWS_MAX = 2 ** 21;

/** Rows of each story's articles, by id; stories by their first article. */
export function storiesOf(
  counter: BurstCounter,
  texts: Texts,
  fromMs: number,
  untilMs: number,
  isRanking: Uint8Array,
): number[][] {
  const { ids, times, media } = counter.rows;
  const rows: number[] = [];
  const mine: Text[] = [];
  for (const row of rowsById(counter, fromMs, untilMs, isRanking)) {
    const text = texts.find(ids[row]!, times[row]!);
    if (text === undefined) continue;
    rows.push(row);
    mine.push(text);
  }
  const outletsOf = (places: readonly number[]): number =>
    new Set(places.map((place) => media[rows[place]!]!)).size;
  return groupsOfMany(texts, mine, (place) => times[rows[place]!]!)
    .filter((places) => places.length >= ARTICLES_MIN && outletsOf(places) >= OUTLETS_MIN)
    .map((places) => places.map((place) => rows[place]!));
}

function groupsOfMany(
  texts: Texts,
  mine: readonly Text[],
  timeOf: (place: number) => number,
): number[][] {
  const weightOf = (hash: number): number => texts.weightOf(hash);
  if (mine.length <= IN_PLAY_MAX) {
    return groupsOf(
      mine.map((text, place) => ({ text, timeMs: timeOf(place) })),
      weightOf,
    );
  }
  const compared = inPlayOf(mine, texts.articlesWith);
  const items = compared.map((place) => ({ text: mine[place]!, timeMs: timeOf(place) }));
  const groups = groupsOf(items, weightOf).map((group) => group.map((item) => compared[item]!));
  attachOthers(
    groups.filter(({ length }) => length > 1),
    mine,
    compared,
    texts.articlesWith,
  );
  return groups;
}

function rowsById(
  counter: BurstCounter,
  fromMs: number,
  untilMs: number,
  isRanking: Uint8Array,
): Uint32Array {
  const { ids, media } = counter.rows;
  const found: number[] = [];
  counter.rows.inRange(fromMs, untilMs, (row) => {
    if (isRanking[media[row]!] === 1 && counter.isCounted(row)) found.push(row);
  });
  const keys = new Float64Array(found.length);
  for (let at = 0; at < keys.length; at++) keys[at] = ids[found[at]!]! * ROWS_MAX + found[at]!;
  keys.sort();
  const rows = new Uint32Array(keys.length);
  for (let at = 0; at < rows.length; at++) rows[at] = keys[at]! % ROWS_MAX;
  return rows;
}
