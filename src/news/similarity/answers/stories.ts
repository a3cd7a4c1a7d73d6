/**
 * Groups of near copies in a period: connected components of its pairs, and their first articles.
 *
 * Invariants: a pair counts if both its articles are in the period and count in the index, and its
 * score is at least the threshold. *First* is every article such that no other of the group is
 * earlier; several may be first when only days are known. The *source* is the first article with
 * the earliest time, where an exact time precedes a bare date: it is earlier than all articles that
 * are not first. A group whose articles are all first has no source. The groups are made for one
 * question, from one state, as columns:
 *
 *   starts:   group → its first place in `members`, and of the next group
 *   members:  place → article                 pairStarts, pairs: likewise
 */

import { IntList } from '../../../engine/columns/list-pool.js';
import { localDayStartMs } from '../../../kernel/clock.js';
import { pauseAt } from '../../../kernel/runtime/pause.js';
import type { GroupMember, GroupsAnswer, GroupsQuestion, Period } from '../codec.js';
import { ARTICLE } from '../state/articles.js';
import type { SimilarityState } from '../state/state.js';

/** One group, as views of the columns. */
interface SimilarStory {
  /** Ordered by time, then by id. */
  members: Uint32Array;
  pairs: Uint32Array;
  /** Null when all members are first. */
  sourceId: number | null;
  firstCount: number;
}

export class Stories {
  readonly pairCount: number;
  readonly groupCount: number;
  readonly #state: SimilarityState;
  /** Articles with pairs, in the order of their local numbers. */
  readonly #ids = new IntList();
  readonly #groups: Int32Array;
  readonly #starts: Uint32Array;
  readonly #members: Uint32Array;
  readonly #pairStarts: Uint32Array;
  readonly #pairs: Uint32Array;
  /** By group: its source, or 0. */
  readonly #sources: Uint32Array;
  readonly #firstCounts: Uint32Array;
  /** By place: the article's pair with the source of its group, or -1. */
  readonly #directs: Int32Array;

  constructor(state: SimilarityState, period: Period, threshold: number) {
    this.#state = state;
    const found = new IntList();
    const { articles, pairs } = state;
    const union = new Union();
    state.eachPair(period, threshold, (pair) => {
      const earlier = pairs.earlierOf(pair);
      if (articles.sortMsOf(earlier) < period.fromMs) return;
      found.push(pair);
      union.join(this.#localOf(earlier), this.#localOf(pairs.laterOf(pair)));
    });
    const count = this.#ids.length;
    this.#groups = union.numbered(count);
    this.pairCount = found.length;
    this.groupCount = union.count;
    this.#starts = new Uint32Array(this.groupCount + 1);
    this.#members = gathered(
      this.#starts,
      count,
      (local) => this.#groups[local]!,
      (local) => this.#ids.at(local),
    );
    this.#pairStarts = new Uint32Array(this.groupCount + 1);
    this.#pairs = gathered(
      this.#pairStarts,
      found.length,
      (at) => this.#groups[articles.localOf(pairs.laterOf(found.at(at)))]!,
      (at) => found.at(at),
    );
    this.#sources = new Uint32Array(this.groupCount);
    this.#firstCounts = new Uint32Array(this.groupCount);
    for (let group = 0; group < this.groupCount; group++) {
      pauseAt(group);
      this.#arrange(group);
    }
    this.#directs = this.#directPairs();
  }

  story(group: number): SimilarStory {
    return {
      members: this.#membersOf(group),
      pairs: this.#pairs.subarray(this.#pairStarts[group]!, this.#pairStarts[group + 1]!),
      sourceId: this.#sources[group]! || null,
      firstCount: this.#firstCounts[group]!,
    };
  }

  /**
   * Calls `visit` with each article that is later than the source of its group, the source, and the
   * pair of both; -1 when they are similar only through other articles.
   */
  eachFollower(visit: (id: number, sourceId: number, group: number, direct: number) => void): void {
    for (let group = 0; group < this.groupCount; group++) {
      const sourceId = this.#sources[group]!;
      if (sourceId === 0) continue;
      for (let place = this.#starts[group]!; place < this.#starts[group + 1]!; place++) {
        pauseAt(place);
        const id = this.#members[place]!;
        if (this.#state.isEarlier(sourceId, id)) visit(id, sourceId, group, this.#directs[place]!);
      }
    }
  }

  /** By place: the pair of each article with the source of its group, or -1. */
  #directPairs(): Int32Array {
    const { articles, pairs } = this.#state;
    const byLocal = new Int32Array(this.#ids.length).fill(-1);
    for (let at = 0; at < this.#pairs.length; at++) {
      pauseAt(at);
      const pair = this.#pairs[at]!;
      const later = articles.localOf(pairs.laterOf(pair));
      const source = this.#sources[this.#groups[later]!];
      if (pairs.earlierOf(pair) === source) byLocal[later] = pair;
    }
    return Int32Array.from(this.#members, (id, place) => {
      pauseAt(place);
      return byLocal[articles.localOf(id)]!;
    });
  }

  /** Sorts the members of a group, and finds its first articles and its source. */
  #arrange(group: number): void {
    const { articles } = this.#state;
    const members = this.#membersOf(group);
    members.sort((a, b) => articles.sortMsOf(a) - articles.sortMsOf(b) || a - b);
    // First articles are of the first day, and no article of this day has an earlier exact time.
    const firstDayMs = localDayStartMs(articles.sortMsOf(members[0]!));
    const timed = members.find((id) => (articles.flagsOf(id) & ARTICLE.dayPrecision) === 0);
    const timedMs = timed === undefined ? Number.POSITIVE_INFINITY : articles.sortMsOf(timed);
    let firstCount = 0;
    for (const id of members) {
      const sortMs = articles.sortMsOf(id);
      if (localDayStartMs(sortMs) !== firstDayMs) break;
      const isTimed = (articles.flagsOf(id) & ARTICLE.dayPrecision) === 0;
      if (!isTimed || sortMs === timedMs) firstCount += 1;
    }
    const isTimedFirst = timed !== undefined && localDayStartMs(timedMs) === firstDayMs;
    this.#firstCounts[group] = firstCount;
    if (firstCount < members.length) this.#sources[group] = isTimedFirst ? timed : members[0]!;
  }

  #membersOf(group: number): Uint32Array {
    return this.#members.subarray(this.#starts[group]!, this.#starts[group + 1]!);
  }

  /** Number of an article in this question. `#ids` shows if the number is of another question. */
  #localOf(id: number): number {
    const { articles } = this.#state;
    const known = articles.localOf(id);
    if (known < this.#ids.length && this.#ids.at(known) === id) return known;
    const local = this.#ids.length;
    this.#ids.push(id);
    articles.setLocal(id, local);
    return local;
  }
}

/** Disjoint sets of small numbers (union-find). */
class Union {
  #parents = new Int32Array(1024);
  #length = 0;
  /** Number of sets, after `numbered`. */
  count = 0;

  join(a: number, b: number): void {
    const rootA = this.#rootOf(a);
    const rootB = this.#rootOf(b);
    // The smaller root stays root, so that sets are numbered in the order of their least members.
    if (rootA < rootB) this.#parents[rootB] = rootA;
    else this.#parents[rootA] = rootB;
  }

  /** The number of each member's set, counted from 0. */
  numbered(length: number): Int32Array {
    const numbers = new Int32Array(length);
    for (let at = 0; at < length; at++) {
      const root = this.#rootOf(at);
      numbers[at] = root === at ? this.count++ : numbers[root]!;
    }
    return numbers;
  }

  #rootOf(number: number): number {
    this.#reach(number);
    const parents = this.#parents;
    let at = number;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  }

  #reach(number: number): void {
    if (number >= this.#parents.length) {
      const more = new Int32Array(2 * Math.max(number, this.#parents.length));
      more.set(this.#parents);
      this.#parents = more;
    }
    for (; this.#length <= number; this.#length++) this.#parents[this.#length] = this.#length;
  }
}

/** Values ordered by group; fills `starts`. */
function gathered(
  starts: Uint32Array,
  count: number,
  groupOf: (at: number) => number,
  itemOf: (at: number) => number,
): Uint32Array {
  for (let at = 0; at < count; at++) {
    pauseAt(at);
    starts[groupOf(at) + 1]! += 1;
  }
  for (let group = 1; group < starts.length; group++) starts[group]! += starts[group - 1]!;
  const next = starts.slice();
  const values = new Uint32Array(count);
  for (let at = 0; at < count; at++) {
    pauseAt(at);
    values[next[groupOf(at)]!++] = itemOf(at);
  }
  return values;
}

/**
 * The groups of near copies that contain given articles, within a period, for folded lists.
 *
 * A group is the same as in the graph: articles of the period that are connected by pairs. It is
 * searched from its articles, so the time depends on the sizes of the groups.
 */
export function groupsOf(
  state: SimilarityState,
  { articleIds, period, threshold }: GroupsQuestion,
): GroupsAnswer {
  const { articles, pairs } = state;
  const isOfPeriod = (id: number): boolean => {
    const sortMs = articles.sortMsOf(id);
    return state.isIndexed(id) && sortMs >= period.fromMs && sortMs < period.untilMs;
  };
  const seen = new Set<number>();
  const groups: GroupMember[][] = [];
  for (const asked of articleIds) {
    if (seen.has(asked) || articles.headOf(asked) === 0 || !isOfPeriod(asked)) continue;
    const ids = [asked];
    seen.add(asked);
    // The loop appends to `ids`.
    for (let at = 0; at < ids.length; at++) {
      pauseAt(at);
      for (const pair of pairs.of(ids[at]!)) {
        const other = pairs.otherOf(pair, ids[at]!);
        if (seen.has(other) || pairs.scoreOf(pair) < threshold || !isOfPeriod(other)) continue;
        seen.add(other);
        ids.push(other);
      }
    }
    if (ids.length > 1) groups.push(membersOf(state, ids));
  }
  return { groups };
}

/** Earliest first; on one day, exact times precede bare dates, as in the graph. */
function membersOf({ articles, media }: SimilarityState, ids: readonly number[]): GroupMember[] {
  return ids
    .map((id) => ({
      id,
      sortMs: articles.sortMsOf(id),
      dayMs: localDayStartMs(articles.sortMsOf(id)),
      isVague: (articles.flagsOf(id) & ARTICLE.dayPrecision) !== 0,
    }))
    .sort(
      (a, b) =>
        a.dayMs - b.dayMs ||
        Number(a.isVague) - Number(b.isVague) ||
        a.sortMs - b.sortMs ||
        a.id - b.id,
    )
    .map(({ id, sortMs }) => ({ id, sortMs, media: media.at(articles.mediaOf(id)).media }));
}
