/** What rankings make of derived tags: the order of bursts, events, and how soon there are any. */
import { HOUR_MS } from '../../src/kernel/clock.js';
import { BurstCounter } from '../../src/news/burst/counter.js';
import type { RankedList } from '../../src/news/burst/ranked-list.js';
import { plainMedia } from '../../test/kernel/model/plain-records.js';
import { eventsOf } from '../truth.js';
import { type Figures, figuresOf, judge, newTally } from '../truth-score.js';
import { labelledOf, type TruthArticle, type TruthSet } from '../truth-sets.js';

const STORIES = 10;

/** Rankings of all articles at instants. */
export function rankingsOf(
  articles: readonly TruthArticle[],
  instants: readonly number[],
): { list: RankedList; counter: BurstCounter; shown: string[] }[] {
  return instants.map((atMs) => {
    const counter = new BurstCounter({ retentionMs: 0 });
    for (const media of new Set(articles.map(({ record }) => record.media))) {
      const collectingSinceMs = 0;
      counter.apply(plainMedia(media, { title: media, categories: ['news'], collectingSinceMs }));
    }
    for (const { record } of articles) if (record.observedMs <= atMs) counter.apply(record);
    counter.apply({ kind: 'tick', atMs, runs: ['ranking'] });
    counter.moveTo(atMs);
    const list = counter.list('all')!;
    const shown = [...list.tags].map((tag) => counter.tags.shownOf(tag));
    return { list, counter, shown };
  });
}

/**
 * Of the ten tags that most articles were given and that are derived as well, the part of pairs whose
 * bursts have the same order when they are derived.
 */
export function sameOrder(
  given: readonly TruthArticle[],
  derived: readonly TruthArticle[],
  atMs: number,
): number {
  const [own] = rankingsOf(given, [atMs]);
  const [other] = rankingsOf(derived, [atMs]);
  const places = new Map(other!.shown.map((tag, at) => [tag, at]));
  const stories = own!.shown
    .map((tag, at) => ({ at, there: places.get(tag) ?? -1 }))
    .filter(({ there }) => there >= 0)
    .sort((a, b) => own!.list.counts[b.at]! - own!.list.counts[a.at]!)
    .slice(0, STORIES);
  let pairs = 0;
  let same = 0;
  for (const one of stories) {
    for (const later of stories) {
      const given = own!.list.bursts[one.at]! - own!.list.bursts[later.at]!;
      if (!(given > 0)) continue;
      pairs += 1;
      if (other!.list.bursts[one.there]! > other!.list.bursts[later.there]!) same += 1;
    }
  }
  return same / pairs;
}

/** Events against labels. */
export function eventFiguresOf(set: TruthSet): Figures {
  const groups = eventsOf(set);
  const tally = newTally();
  for (const sample of set.samples) {
    judge(tally, sample, labelledOf(set, sample), groups.get(sample.atMs)!, set.copies);
  }
  return figuresOf(tally);
}

/** Tags in the ranking an hour after the first article. */
export function ranksAfterAnHour(articles: readonly TruthArticle[]): number {
  const firstMs = Math.min(...articles.map(({ record }) => record.observedMs));
  const [ranking] = rankingsOf(articles, [firstMs + HOUR_MS]);
  return ranking!.list.tags.length;
}
