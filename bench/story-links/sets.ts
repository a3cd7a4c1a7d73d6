/**
 * Labelled windows for fitting: those of `bench truth`, real English stories of many reports, and hours
 * with articles of other days laid over them.
 *
 * A family is what is held back together in cross-validation: windows of one corpus are not independent.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/clock.js';
import { finished } from '../../src/kernel/runtime/pause.js';
import type { Item } from '../../src/news/events/state/agglomeration.js';
import { leastLnOf, WEIGHTS, type Weights } from '../../src/news/events/state/likeness.js';
import { groupsOfTexts, StoryGroups } from '../../src/news/events/state/stories.js';
import { Texts } from '../../src/news/events/state/texts.js';
import { WINDOW_MS } from '../../src/news/shared/burst/formulas.js';
import { plainNews } from '../../test/kernel/model/plain-records.js';
import { partOf, type TruthArticle, type TruthSet, truthSets, withoutTags } from '../truth-sets.js';

/** An article with its label; undefined where it has none. */
export interface Labelled {
  timeMs: number;
  title: string;
  body: string;
  tags: readonly string[];
  label: string | undefined;
}

/** Articles of a window, and what the index made of them. */
export interface Window {
  articles: Labelled[];
  /** Places of articles by group, as runs of half hours made them. */
  groups: number[][];
}

/** Windows that are judged as one. */
export interface Sample {
  name: string;
  windows: Window[];
}

export interface Family {
  name: string;
  samples: Sample[];
}

const RUN_MS = 30 * MINUTE_MS;
/** Articles of other days that are laid over an hour. */
const OTHERS = [600, 2000];
/** Outlets whose tags are removed. */
const HALF = 0.5;
/** The aggregator's hours: all, early ones, some in the middle. */
const UCI_HOURS: readonly [number, number][] = [
  [0, 24],
  [0, 4],
  [8, 12],
];

/** What `bench truth` judges, by what its table calls it; made when it is asked for, one after the other. */
export function* measures(folder: string): Generator<Sample> {
  const [set, ...english] = truthSets(folder);
  const hours = set!.samples.map((_, at) => at);
  const half = withoutTags(set!, (media) => partOf(media) < HALF);
  const bare = withoutTags(set!, () => true);
  const sampleOf = (name: string, articlesOf: (at: number) => Labelled[], at = hours): Sample => ({
    name,
    windows: at.map((one) => windowOf(articlesOf(one))),
  });
  yield sampleOf('Chinese hours', (at) => hourOf(set!, at));
  yield sampleOf('half without tags', (at) => hourOf(half, at));
  yield sampleOf('none with tags', (at) => hourOf(bare, at));
  for (const [name, one] of [
    ['with the days before', set!],
    ['none with tags, with the days before', bare],
  ] as const) {
    yield {
      name,
      windows: hours.map((at) => windowOf(hourOf(one, at), WEIGHTS, daysBefore(one, at))),
    };
  }
  yield sampleOf('+ 600 others', (at) => laidOver(set!, at, 600));
  yield sampleOf('+ 2,000 others', (at) => laidOver(set!, at, 2000));
  // One hour: ten thousand others take a minute to fold.
  yield sampleOf('+ 10,000 others', (at) => laidOver(set!, at, 10_000), [0]);
  yield { name: 'ECB+', windows: [windowOf(ecbPlus(folder))] };
  const [all] = uciSamples(folder);
  yield { ...all!, name: 'UCI hours' };
  for (const one of english.slice(0, 3))
    yield { name: `round-ups, ${one.name}`, windows: daysOf(one) };
}

export function families(folder: string): Family[] {
  const [chinese, ...english] = truthSets(folder);
  const ecb = { name: 'all', windows: [windowOf(ecbPlus(folder))] };
  return [
    { name: 'Chinese hours', samples: chineseSamples(chinese!) },
    { name: 'Chinese titles', samples: titlesOf(chineseSamples(chinese!)) },
    { name: 'ECB+', samples: [ecb] },
    { name: 'UCI', samples: uciSamples(folder) },
    {
      name: 'round-ups',
      samples: english.slice(0, 3).map((set) => ({ name: set.name, windows: daysOf(set) })),
    },
  ];
}

/** Samples of outlets that tell headlines alone. */
function titlesOf(samples: readonly Sample[]): Sample[] {
  return samples
    .filter(({ name }) => !name.endsWith('without tags') && !name.endsWith(`+ ${OTHERS.at(-1)}`))
    .map(({ name, windows }) => ({
      name: `${name}, titles`,
      windows: windows.map(({ articles }) =>
        windowOf(articles.map((article) => ({ ...article, body: '', tags: [] }))),
      ),
    }));
}

function chineseSamples(set: TruthSet): Sample[] {
  const bare = withoutTags(set, () => true);
  return set.samples.flatMap(({ name }, at) => [
    { name, windows: [windowOf(hourOf(set, at))] },
    { name: `${name} without tags`, windows: [windowOf(hourOf(bare, at))] },
    ...OTHERS.map((others) => {
      return { name: `${name} + ${others}`, windows: [windowOf(laidOver(set, at, others))] };
    }),
  ]);
}

/** The articles of a day up to a labelled hour. */
function hourOf({ articles, samples }: TruthSet, at: number): Labelled[] {
  const { atMs, labels } = samples[at]!;
  return articles
    .filter(({ record: { sortMs } }) => sortMs >= atMs - WINDOW_MS && sortMs < atMs)
    .map((article) => labelled(article, labels.get(article.record.id)));
}

/** The articles of the days before that, in the order of their times. */
function daysBefore({ articles, samples }: TruthSet, at: number): Labelled[] {
  const fromMs = samples[at]!.atMs - WINDOW_MS;
  return articles
    .filter(({ record: { sortMs } }) => sortMs < fromMs)
    .sort((a, b) => a.record.sortMs - b.record.sortMs)
    .map((article) => labelled(article, undefined));
}

/**
 * An hour with so many articles of other days, at their time of day. Where there are not enough, each
 * further one has the headline of one and the second half of the body of another.
 */
function laidOver(set: TruthSet, at: number, others: number): Labelled[] {
  const { atMs } = set.samples[at]!;
  const apart = set.articles
    .filter(({ record: { sortMs } }) => Math.abs(sortMs - atMs) > 1.5 * DAY_MS)
    .sort((a, b) => partOf(a.record.url) - partOf(b.record.url))
    .slice(0, others)
    .map((article) => ({
      ...labelled(article, undefined),
      timeMs: atMs - WINDOW_MS + (article.record.sortMs % DAY_MS),
    }));
  const mixed = Array.from({ length: Math.max(0, others - apart.length) }, (_, place) => {
    const one = apart[place % apart.length]!;
    const other = apart[(7 * place + 3) % apart.length]!;
    return { ...one, tags: other.tags, body: other.body.slice(other.body.length / 2) };
  });
  return [...hourOf(set, at), ...apart, ...mixed];
}

function daysOf({ articles, samples }: TruthSet): Window[] {
  return samples.map(({ labels }) =>
    windowOf(
      articles
        .filter(({ record }) => labels.has(record.id))
        .map((article) => labelled(article, labels.get(article.record.id))),
    ),
  );
}

function labelled({ record, body }: TruthArticle, label: string | undefined): Labelled {
  const { sortMs: timeMs, title, tags } = record;
  return { timeMs, title, body, tags, label };
}

/** Texts without times: spread over a day. */
function ecbPlus(folder: string): Labelled[] {
  return linesOf(join(folder, 'en-stories', 'ecbplus.jsonl')).map((line) => {
    const { id, cluster, title, text } = JSON.parse(line) as Record<string, string>;
    const timeMs = Math.floor(partOf(id!) * 20 * HOUR_MS);
    return { timeMs, title: title!, body: text!, tags: [], label: cluster };
  });
}

function uciSamples(folder: string): Sample[] {
  const rows = linesOf(join(folder, 'en-stories', 'uci-stories.tsv')).slice(1);
  const storyOf = new Map(rows.map((row) => row.split('\t').slice(0, 2) as [string, string]));
  const all = linesOf(join(folder, 'en-stories', 'uci-news.ndjson')).map((line): Labelled => {
    const { url, title, publishedAt } = JSON.parse(line) as Record<string, string>;
    const timeMs = Date.parse(publishedAt!);
    return { timeMs, title: title!, body: '', tags: [], label: storyOf.get(url!) };
  });
  const startMs = all[0]!.timeMs;
  return UCI_HOURS.map(([from, to]) => {
    const isWithin = ({ timeMs }: Labelled): boolean =>
      timeMs >= startMs + from * HOUR_MS && timeMs < startMs + to * HOUR_MS;
    return { name: `hours ${from} to ${to}`, windows: [windowOf(all.filter(isWithin))] };
  });
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').trim().split('\n');
}

/**
 * Folds articles in the order of their times, as a stream would, with a run each half hour; ids are places.
 * @param before articles of days before that, in the order of their times.
 */
export function windowOf(
  articles: Labelled[],
  weights: Weights = WEIGHTS,
  before: readonly Labelled[] = [],
): Window {
  const texts = new Texts();
  before.forEach(({ timeMs, title, body, tags }, at) => {
    texts.moveTo(timeMs, 0);
    const id = articles.length + at;
    texts.put(plainNews(id, 'outlet', timeMs, { title, tags: [...tags] }), body, 0);
  });
  const leastOf = ({ terms, isWide }: Item): number => leastLnOf(terms.length, isWide, weights);
  const runs = new StoryGroups(leastOf);
  const order = articles.map((_, at) => at);
  order.sort((a, b) => articles[a]!.timeMs - articles[b]!.timeMs || a - b);
  const placesBy = (untilMs: number) =>
    articles.flatMap(({ timeMs }, id) =>
      timeMs < untilMs ? [{ id, sortMs: timeMs, voice: 1 }] : [],
    );
  let groups: number[][] = [];
  const run = (untilMs: number): void => {
    groups = finished(groupsOfTexts(texts, placesBy(untilMs), runs)).map((group) =>
      group.flatMap(({ places }) => places),
    );
  };
  let runMs = (articles[order[0]!]?.timeMs ?? 0) + RUN_MS;
  order.forEach((id, at) => {
    const { timeMs, title, body, tags } = articles[id]!;
    if (timeMs >= runMs) {
      run(runMs);
      runMs = timeMs + RUN_MS;
    }
    texts.put(plainNews(id, 'outlet', timeMs, { title, tags: [...tags] }), body, at + 1);
  });
  run(Number.POSITIVE_INFINITY);
  return { articles, groups };
}
