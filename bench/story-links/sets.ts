/**
 * Labelled windows for fitting: those of `bench truth`, real English stories of many reports, and hours
 * with articles of other days laid over them.
 *
 * A family is what is held back together in cross-validation: windows of one corpus are not independent.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '../../src/kernel/clock.js';
import { WINDOW_MS } from '../../src/news/burst/formulas.js';
import { leadTermsOf, textTermsOf } from '../../src/news/events/text-terms.js';
import { partOf, type TruthArticle, type TruthSet, truthSets, withoutTags } from '../truth-sets.js';
import type { Item, Link } from './grouping.js';
import { Neighbours } from './neighbours.js';
import { WindowTerms } from './window-terms.js';

/** An article with its label; undefined where it has none. */
export interface Labelled {
  timeMs: number;
  title: string;
  body: string;
  tags: readonly string[];
  label: string | undefined;
}

export interface Window {
  articles: Labelled[];
  items: Item[];
  links: Link[];
  weightOf(hash: number): number;
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

/** Articles of other days that are laid over an hour. */
const OTHERS = [600, 2000];
/** The aggregator's hours: all, early ones, some in the middle. */
const UCI_HOURS: readonly [number, number][] = [
  [0, 24],
  [0, 4],
  [8, 12],
];

export function families(folder: string): Family[] {
  const [chinese, ...english] = truthSets(folder);
  const ecb = { name: 'all', windows: [windowOf(ecbPlus(folder))] };
  return [
    { name: 'Chinese hours', samples: chineseSamples(chinese!) },
    { name: 'ECB+', samples: [ecb] },
    { name: 'UCI', samples: uciSamples(folder) },
    {
      name: 'round-ups',
      samples: english.slice(0, 3).map((set) => ({ name: set.name, windows: daysOf(set) })),
    },
  ];
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

/** The same with so many articles of other days, at their time of day. */
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
  return [...hourOf(set, at), ...apart];
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

/** Compares each article with those before it, as a stream would. */
function windowOf(articles: Labelled[]): Window {
  const order = articles.map((_, at) => at);
  order.sort((a, b) => articles[a]!.timeMs - articles[b]!.timeMs || a - b);
  const texts = articles.map(({ title, body, tags }) =>
    textTermsOf(title, leadTermsOf(body), tags),
  );
  const window = new WindowTerms();
  const neighbours = new Neighbours();
  const links: Link[] = [];
  for (const one of order) {
    const { terms } = texts[one]!;
    const { timeMs } = articles[one]!;
    window.count(terms);
    const found = neighbours.find(terms, timeMs, window.articlesWith, window.weightOf);
    for (const { id, text, title } of found) links.push({ one, other: id, text, title });
    neighbours.put(one, timeMs, terms);
  }
  const items = texts.map(({ terms, isWide }, at) => {
    return { terms, isWide, timeMs: articles[at]!.timeMs };
  });
  return { articles, items, links, weightOf: window.weightOf };
}
