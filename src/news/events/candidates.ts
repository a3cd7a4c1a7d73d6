/**
 * The tags that may make events, and the articles that carry them, as the counter has them.
 *
 * A candidate bursts and is written about by several outlets. Articles are those of ranking media
 * of the news, the same whose articles the baseline counts.
 * Invariant: equal articles give equal numbers in equal order, whatever rows and tag numbers they
 * have in the counter: sums of floating-point numbers depend on their order.
 */
import type { BurstCounter } from '../burst/counter.js';
import { firstByBurst } from '../burst/ranked-list.js';
import { EVENTS_CATEGORY } from './codec.js';
import { type Corpus, CorpusBuilder } from './corpus.js';
import { levelOf } from './levels.js';
import { CANDIDATE_LEVEL, CANDIDATES_MAX, FLOOD_FACTOR } from './settings.js';

/** Rows are below this; with an id of 32 bits they make an exact number. */
const ROWS_MAX = 2 ** 21;

export interface Candidate {
  /** Number in the counter's table. */
  tag: number;
  burst: number;
}

/** The candidates as of where the counter's windows end, the most bursting first. */
export function candidatesOf(counter: BurstCounter): Candidate[] {
  const list = counter.list(EVENTS_CATEGORY);
  if (list === null) return [];
  const { tags, bursts, basis } = list;
  const places = new Int32Array(counter.media.size).fill(-1);
  basis.media.forEach((media, place) => {
    places[media] = place;
  });
  const rising = bursts.reduce((sum, burst) => sum + (burst > 0 ? 1 : 0), 0);
  const candidates: Candidate[] = [];
  for (const at of firstByBurst(list, rising)) {
    if (candidates.length === CANDIDATES_MAX) break;
    const counts: number[] = [];
    counter.eachMedia(tags[at]!, places, (_, count) => counts.push(count));
    if (levelOf(counts, basis.media.length) < CANDIDATE_LEVEL) continue;
    candidates.push({ tag: tags[at]!, burst: bursts[at]! });
  }
  return candidates;
}

/** Titles of articles by id and sort time, as `Titles` keeps them. */
export interface TitleSource {
  of(id: number, sortMs: number): string;
  wordsOf(id: number, sortMs: number): Uint16Array;
}

/** Articles by place, with their row in the counter. */
export interface RowCorpus {
  corpus: Corpus;
  rows: Uint32Array;
}

/**
 * The counted articles from `fromMs` until before `untilMs`, by id.
 * @param isRanking 1 by media number for those whose articles count.
 */
export function corpusOf(
  counter: BurstCounter,
  candidates: readonly Candidate[],
  fromMs: number,
  untilMs: number,
  isRanking: Uint8Array,
  titles: TitleSource,
): RowCorpus {
  const { tags, tagStarts, tagCounts, media, ids, times } = counter.rows;
  const all = rowsById(counter, fromMs, untilMs, isRanking);
  const room = { articles: all.length, tags: 0 };
  for (const row of all) room.tags += tagCounts[row]!;
  const numbers = new TagNumbers(counter.tags.length, candidates);
  const builder = new CorpusBuilder(candidates.length, FLOOD_FACTOR, room);
  const rows = all.filter((row) => {
    const start = tagStarts[row]!;
    const mine = tags.slice(start, start + tagCounts[row]!);
    for (let at = 0; at < mine.length; at++) mine[at] = numbers.of(counter.tags.tagOf(mine[at]!));
    return builder.add(media[row]!, mine, () => titles.wordsOf(ids[row]!, times[row]!));
  });
  return { corpus: builder.build(), rows };
}

function rowsById(
  counter: BurstCounter,
  fromMs: number,
  untilMs: number,
  isRanking: Uint8Array,
): Uint32Array {
  const { ids, media } = counter.rows;
  const keys: number[] = [];
  counter.rows.inRange(fromMs, untilMs, (row) => {
    if (isRanking[media[row]!] === 1 && counter.isCounted(row))
      keys.push(ids[row]! * ROWS_MAX + row);
  });
  return Uint32Array.from(Float64Array.from(keys).sort(), (key) => key % ROWS_MAX);
}

/** Candidates by their place, other tags after them in the order in which they are met. */
class TagNumbers {
  readonly #numbers: Int32Array;
  #next: number;

  constructor(tags: number, candidates: readonly Candidate[]) {
    this.#numbers = new Int32Array(tags).fill(-1);
    this.#next = candidates.length;
    candidates.forEach(({ tag }, number) => {
      this.#numbers[tag] = number;
    });
  }

  of(tag: number): number {
    if (this.#numbers[tag] === -1) this.#numbers[tag] = this.#next++;
    return this.#numbers[tag]!;
  }
}
