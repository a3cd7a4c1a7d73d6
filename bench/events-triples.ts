/**
 * How well the clusterer finds labelled stories: pairwise F1 over round-ups of about three articles.
 *
 * It runs once for each day over that day's articles, with two articles in place of level 2 and
 * counts in place of bursts. A pair of one round-up that is in one event counts as found. A pair of
 * two round-ups counts as wrong only if they lie more than three days apart or differ in topic: two
 * round-ups may be one running story.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { DAY_MS } from '../src/kernel/clock.js';
import { tagKey } from '../src/model/tag.js';
import { clustersOf } from '../src/news/events/clusters.js';
import { CorpusBuilder } from '../src/news/events/corpus.js';
import { type ClusterSettings, FLOOD_FACTOR } from '../src/news/events/settings.js';
import { titleWordsOf } from '../src/news/events/title-words.js';

/** Round-ups as near as this may be one story. */
const STORY_MS = 3 * DAY_MS;
/** In place of level 2. */
const ARTICLES_MIN = 2;

export interface LabelledArticle {
  url: string;
  outlet: string;
  timeMs: number;
  title: string;
  tags: string[];
  roundUp: string;
  topic: string;
}

export interface TripleScore {
  roundUps: number;
  articles: number;
  /** Pairs of one round-up, those found, and pairs of different stories in one event. */
  pairs: number;
  found: number;
  wrong: number;
  precision: number;
  recall: number;
  f1: number;
}

/** Articles of a folder with `news.ndjson.gz` and `events.tsv`, oldest first. */
export function labelledArticles(folder: string): LabelledArticle[] {
  const labels = new Map<string, { roundUp: string; topic: string }>();
  const rows = readFileSync(`${folder}/events.tsv`, 'utf8').trim().split('\n').slice(1);
  for (const row of rows) {
    const [url = '', roundUp = '', , topic = ''] = row.split('\t');
    labels.set(url, { roundUp, topic });
  }
  const lines = gunzipSync(readFileSync(`${folder}/news.ndjson.gz`))
    .toString()
    .trim()
    .split('\n');
  return lines
    .map((line) => JSON.parse(line))
    .flatMap(({ url, media, title, publishedAt, tags = [] }) => {
      const label = labels.get(url);
      const timeMs = Date.parse(publishedAt);
      return label === undefined ? [] : [{ url, outlet: media, timeMs, title, tags, ...label }];
    })
    .sort((a, b) => a.timeMs - b.timeMs);
}

/** The articles before and after the middle day: to tune on, and to judge by. */
export function halvesOf(
  articles: readonly LabelledArticle[],
): [LabelledArticle[], LabelledArticle[]] {
  const middleMs = dayOf(articles[articles.length >> 1]!.timeMs);
  const isEarly = ({ timeMs }: LabelledArticle): boolean => dayOf(timeMs) < middleMs;
  return [articles.filter(isEarly), articles.filter((article) => !isEarly(article))];
}

export function scoreOf(
  articles: readonly LabelledArticle[],
  settings: ClusterSettings,
): TripleScore {
  const tally = { pairs: 0, found: 0, right: 0, wrong: 0 };
  for (const day of byDay(articles).values()) judge(day, eventsOf(day, settings), tally);
  const precision = tally.right / (tally.right + tally.wrong);
  const recall = tally.found / tally.pairs;
  return {
    roundUps: new Set(articles.map(({ roundUp }) => roundUp)).size,
    articles: articles.length,
    pairs: tally.pairs,
    found: tally.found,
    wrong: tally.wrong,
    precision,
    recall,
    f1: (2 * precision * recall) / (precision + recall),
  };
}

function judge(
  articles: readonly LabelledArticle[],
  events: Int32Array,
  tally: { pairs: number; found: number; right: number; wrong: number },
): void {
  for (let i = 0; i < articles.length; i++) {
    for (let j = i + 1; j < articles.length; j++) {
      const [one, other] = [articles[i]!, articles[j]!];
      const isTogether = events[i]! >= 0 && events[i] === events[j];
      const isSame = one.roundUp === other.roundUp;
      if (isSame) tally.pairs += 1;
      if (!isTogether) continue;
      if (isSame) tally.found += 1;
      const isApart = Math.abs(one.timeMs - other.timeMs) > STORY_MS || one.topic !== other.topic;
      if (isSame) tally.right += 1;
      else if (isApart) tally.wrong += 1;
    }
  }
}

/** The event of each article, or -1. */
function eventsOf(articles: readonly LabelledArticle[], settings: ClusterSettings): Int32Array {
  const counts = new Map<string, number>();
  for (const { tags } of articles) {
    for (const key of new Set(tags.map(tagKey))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const ordered = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const numbers = new Map(ordered.map(([key], number) => [key, number]));
  const bursts = ordered.map(([, count]) => count).filter((count) => count >= ARTICLES_MIN);
  const outlets = [...new Set(articles.map(({ outlet }) => outlet))];
  const builder = new CorpusBuilder(bursts.length, FLOOD_FACTOR, {
    articles: articles.length,
    tags: articles.reduce((sum, { tags }) => sum + tags.length, 0),
  });
  const places: number[] = [];
  articles.forEach(({ title, tags, outlet }, place) => {
    const mine = [...new Set(tags.map(tagKey))].map((key) => numbers.get(key)!);
    const number = outlets.indexOf(outlet);
    if (builder.add(number, mine, () => titleWordsOf(title))) places.push(place);
  });
  const events = new Int32Array(articles.length).fill(-1);
  clustersOf(bursts, builder.build(), settings).forEach((cluster, event) => {
    for (const article of cluster.articles) events[places[article]!] = event;
  });
  return events;
}

function byDay(articles: readonly LabelledArticle[]): Map<number, LabelledArticle[]> {
  const days = new Map<number, LabelledArticle[]>();
  for (const article of articles) {
    const day = days.get(dayOf(article.timeMs));
    if (day === undefined) days.set(dayOf(article.timeMs), [article]);
    else day.push(article);
  }
  return days;
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}
