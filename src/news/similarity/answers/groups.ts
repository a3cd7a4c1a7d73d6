/**
 * The groups of near copies that articles belong to within a period: what folded lists fold.
 *
 * A group is what it is in the graph (stories.ts): articles of the period that pairs join, directly or
 * through others. It is found from its articles, so an answer takes as long as its groups are large.
 */
import { localDayStartMs } from '../../../kernel/clock.js';
import { pauseAt } from '../../../kernel/runtime/pause.js';
import type { GroupMember, GroupsAnswer, GroupsQuestion } from '../codec.js';
import { ARTICLE } from '../index/articles.js';
import type { SimilarityState } from '../state.js';

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
    // Grows while it is walked through.
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

/** The earliest first; of one day those with a known time before those with a mere day, as in the graph. */
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
