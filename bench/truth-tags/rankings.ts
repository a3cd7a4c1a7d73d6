/** What rankings make of derived tags: the order of bursts, events, and how soon there are any. */
import { DAY_MS, HOUR_MS } from '../../src/kernel/clock.js';
import { getOrInsert } from '../../src/kernel/collections.js';
import { BurstCounter } from '../../src/news/shared/burst/counter.js';
import type { RankedList } from '../../src/news/shared/burst/ranked-list.js';
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
 * @param alikeMin part of the day's articles with a tag that have it both ways: of 0 a tag is told by its
 * spelling alone, though a derived 台北 stands on few articles where 台北市 stands on the others.
 */
export function sameOrder(
  given: readonly TruthArticle[],
  derived: readonly TruthArticle[],
  atMs: number,
  alikeMin = 0,
): number {
  const [own] = rankingsOf(given, [atMs]);
  const [other] = rankingsOf(derived, [atMs]);
  const places = new Map(other!.shown.map((tag, at) => [tag, at]));
  const [here, there] = [articlesByTag(given, atMs), articlesByTag(derived, atMs)];
  const stories = own!.shown
    .map((tag, at) => ({ tag, at, there: places.get(tag) ?? -1 }))
    .filter((one) => one.there >= 0 && alike(here.get(one.tag), there.get(one.tag)) >= alikeMin)
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

/** Places of the articles of the day before an instant, by tag. */
function articlesByTag(articles: readonly TruthArticle[], atMs: number): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const [at, { record }] of articles.entries()) {
    if (record.observedMs > atMs || record.observedMs <= atMs - DAY_MS) continue;
    for (const tag of record.tags) getOrInsert(found, tag, () => new Set<number>()).add(at);
  }
  return found;
}

function alike(one = new Set<number>(), other = new Set<number>()): number {
  const both = [...one].filter((at) => other.has(at)).length;
  return both / Math.max(1, one.size + other.size - both);
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
