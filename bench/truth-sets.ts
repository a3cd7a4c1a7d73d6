/**
 * Labelled articles as stretches of log records, for the benchmark of events.
 *
 * Chinese: real days of outlets in one country, and three hours whose last 12 hours are labelled by
 * hand (truth-labels/). English: round-ups of three reports each, spread over invented days so that
 * those of one day lie a week or more apart; and all of them as dated, which is a store with eight
 * articles a day. Of one subject, two round-ups may be one running story (jobless claims of two weeks):
 * where names say "subjects apart", such a pair together is neither right nor wrong.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/kernel/clock.js';
import type { LogRecord, NewsRecord } from '../src/kernel/model/records.js';
import { normalTag } from '../src/kernel/text/tag.js';
import { plainMedia, plainNews } from '../test/kernel/model/plain-records.js';

export interface TruthArticle {
  record: NewsRecord;
  body: string;
}

/** An hour whose articles are labelled. */
export interface Sample {
  name: string;
  atMs: number;
  /** Label by id of article; see `relationOf` in truth-score.ts. */
  labels: Map<number, string>;
}

export interface TruthSet {
  name: string;
  language: 'zh' | 'en';
  media: LogRecord[];
  /** In the order in which they come. */
  articles: TruthArticle[];
  samples: Sample[];
  /** Ids of two articles that are nearly the same text. */
  copies: [number, number][];
}

/** Round-ups of an invented day: a busy day of a ranking that shows thirty. */
const DAY_STORIES = 24;
/** Reports of a round-up come within this long. */
const STORY_MS = 8 * HOUR_MS;
/** Invented days begin here. */
const EN_START_MS = Date.UTC(2026, 0, 1, 16);
/** Days before the first sample, so that tags can burst. */
const WARM_DAYS = 3;
/** A run takes place this long after the day's last report. */
const RUN_AFTER_MS = 5 * MINUTE_MS;
/** Dice coefficient from which two articles are nearly the same text. */
const COPY_DICE_MIN = 0.8;
const LARGE_OUTLETS = 15;

interface Line {
  media: string;
  url: string;
  title: string;
  publishedAt: string;
  publishedPrecision: string;
  observedAt: string;
  tags?: string[];
  body: string | null;
}

export function truthSets(folder: string): TruthSet[] {
  return [chinese(join(folder, 'zh-politics')), ...english(join(folder, 'en-triples'))];
}

function chinese(folder: string): TruthSet {
  const lines = readLines(folder);
  const ids = new Map(lines.map(({ url }, at) => [url, at + 1]));
  const byHash = new Map(lines.map(({ url }, at) => [hashOf(url), at + 1]));
  const articles = lines.map((line, at) => {
    const timeMs = Date.parse(
      line.publishedPrecision === 'day' ? line.observedAt : line.publishedAt,
    );
    return articleOf(at + 1, line, timeMs, Date.parse(line.observedAt));
  });
  const media = mediaOf(folder, Date.parse('2022-05-20T16:00:00Z'));
  const labels = join(
    fileURLToPath(new URL('../../bench/truth-labels/', import.meta.url)),
    'zh-hours.tsv',
  );
  const samples = new Map<string, Sample>();
  for (const row of rowsOf(labels)) {
    const [hour = '', hash = '', label = ''] = row;
    const known = samples.get(hour) ?? {
      name: hour.slice(0, 13),
      atMs: Date.parse(hour),
      labels: new Map<number, string>(),
    };
    samples.set(hour, known);
    const id = byHash.get(hash);
    if (id !== undefined) known.labels.set(id, label);
  }
  const copies = rowsOf(join(folder, 'pairs.tsv'))
    .filter(([, , dice]) => Number(dice) >= COPY_DICE_MIN)
    .map(([one = '', other = '']): [number, number] => [ids.get(one)!, ids.get(other)!]);
  const list = [...samples.values()];
  return { name: 'zh politics', language: 'zh', media, articles, samples: list, copies };
}

/** Sets of round-ups: all, of few large or many small outlets, and as they were dated. */
function english(folder: string): TruthSet[] {
  const rows = rowsOf(join(folder, 'events.tsv'));
  const roundUps = new Map(rows.map(([url, event]) => [url!, event!]));
  const lines = readLines(folder).filter(({ url }) => roundUps.has(url));
  const volumes = new Map<string, number>();
  for (const { media } of lines) volumes.set(media, (volumes.get(media) ?? 0) + 1);
  const large = new Set(
    [...volumes]
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, LARGE_OUTLETS)
      .map(([media]) => media),
  );
  const media = mediaOf(folder, EN_START_MS - 10 * DAY_MS);
  const subjectOf = new Map(rows.map(([, event, , subject]) => [event!, subject!]));
  const sets = (
    [
      ['en all outlets', () => true],
      ['en 15 large outlets', (line) => large.has(line.media)],
      ['en 130 small outlets', (line) => !large.has(line.media)],
    ] as [string, (line: Line) => boolean][]
  ).map(([name, takes]) => packed(name, media, lines.filter(takes), roundUps));
  return [
    ...sets,
    apart(sets[2]!, subjectOf),
    apart(dated('en as dated', media, lines, roundUps), subjectOf),
  ];
}

/** Stories of one subject beside each other: together or apart, both are right. */
function apart(set: TruthSet, subjectOf: ReadonlyMap<string, string>): TruthSet {
  const subjects = [...new Set(subjectOf.values())];
  const labelOf = (story: string): string => `s${subjects.indexOf(subjectOf.get(story)!)}.${story}`;
  const samples = set.samples.map((sample): Sample => {
    const labels = [...sample.labels].map(([id, story]): [number, string] => [id, labelOf(story)]);
    return { ...sample, labels: new Map(labels) };
  });
  return { ...set, name: `${set.name}, subjects apart`, samples };
}

/** Round-ups on their days; a sample at the end of each UTC day. */
function dated(
  name: string,
  media: LogRecord[],
  lines: Line[],
  roundUps: ReadonlyMap<string, string>,
): TruthSet {
  const since = media.map((record) =>
    record.kind === 'media' ? { ...record, collectingSinceMs: 0 } : record,
  );
  const articles = lines.map((line, at) =>
    articleOf(at + 1, line, Date.parse(line.publishedAt), Date.parse(line.observedAt)),
  );
  const days = new Map<number, Map<number, string>>();
  articles.forEach(({ record }) => {
    const endMs = (Math.floor(record.sortMs / DAY_MS) + 1) * DAY_MS;
    const labels = days.get(endMs) ?? new Map<number, string>();
    days.set(endMs, labels.set(record.id, roundUps.get(record.url)!));
  });
  const samples = [...days].map(([atMs, labels], day): Sample => {
    return { name: `day ${day}`, atMs, labels };
  });
  const judged = samples.slice(WARM_DAYS);
  return { name, language: 'en', media: since, articles, samples: judged, copies: [] };
}

/** Round-ups spread over days: those of a day are as far apart as can be. */
function packed(
  name: string,
  media: LogRecord[],
  lines: Line[],
  roundUps: ReadonlyMap<string, string>,
): TruthSet {
  const stories = [...new Set(lines.map(({ url }) => roundUps.get(url)!))];
  const days = Math.max(WARM_DAYS + 1, Math.ceil(stories.length / DAY_STORIES));
  const placed = lines.map((line) => {
    const story = roundUps.get(line.url)!;
    const day = stories.indexOf(story) % days;
    const dayMs = EN_START_MS + day * DAY_MS;
    const timeMs =
      dayMs +
      Math.floor(partOf(story) * (DAY_MS - STORY_MS)) +
      Math.floor(partOf(line.url) * STORY_MS);
    return { line, story, day, timeMs };
  });
  placed.sort((a, b) => a.timeMs - b.timeMs);
  const samples = Array.from({ length: days }, (_, day): Sample => {
    return {
      name: `day ${day}`,
      atMs: EN_START_MS + (day + 1) * DAY_MS + RUN_AFTER_MS,
      labels: new Map<number, string>(),
    };
  });
  const articles = placed.map(({ line, story, day, timeMs }, at) => {
    samples[day]!.labels.set(at + 1, story);
    return articleOf(at + 1, line, timeMs, timeMs + MINUTE_MS);
  });
  const judged = samples.slice(WARM_DAYS);
  return { name, language: 'en', media, articles, samples: judged, copies: [] };
}

/** The articles of a sample that are labelled. */
export function labelledOf({ articles }: TruthSet, { labels }: Sample): TruthArticle[] {
  return articles.filter(({ record }) => labels.has(record.id));
}

/** Halves of samples: to tune on, and to judge by. Chinese: the first hour; English: even days. */
export function isTuned({ language }: TruthSet, sample: number): boolean {
  return language === 'zh' ? sample === 0 : sample % 2 === 0;
}

export function withoutTags(set: TruthSet, drops: (media: string) => boolean): TruthSet {
  const articles = set.articles.map(({ record, body }) => {
    return { record: drops(record.media) ? { ...record, tags: [] } : record, body };
  });
  return { ...set, articles };
}

/** From 0 until before 1, the same for the same text each time. */
export function partOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 0x1_0000_0000;
}

function hashOf(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 12);
}

function readLines(folder: string): Line[] {
  return gunzipSync(readFileSync(join(folder, 'news.ndjson.gz')))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

function rowsOf(path: string): string[][] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .slice(1)
    .map((line) => line.split('\t'));
}

function mediaOf(folder: string, collectingSinceMs: number): LogRecord[] {
  const lines = readFileSync(join(folder, 'media.ndjson'), 'utf8').trim().split('\n');
  return lines
    .map((line) => JSON.parse(line))
    .flatMap((line): LogRecord[] => {
      if (line.kind === 'category') return [{ kind: 'category', key: line.key, label: line.label }];
      if (line.external === true) return [];
      return [
        plainMedia(line.media, {
          title: line.title,
          camp: line.camp ?? 'other',
          categories: ['news'],
          aliases: line.aliases ?? [],
          collectingSinceMs,
        }),
      ];
    });
}

function articleOf(id: number, line: Line, sortMs: number, observedMs: number): TruthArticle {
  const tags = (line.tags ?? []).flatMap((tag) => normalTag(tag) ?? []);
  const body = line.body ?? '';
  const record = plainNews(id, line.media, sortMs, {
    url: line.url,
    title: line.title,
    observedMs,
    tags: [...new Set(tags)],
    bodyStatus: body === '' ? 'missing' : 'ok',
    bodyChars: body.length,
  });
  return { record, body };
}
