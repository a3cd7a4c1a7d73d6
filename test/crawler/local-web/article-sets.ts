/**
 * What the local web is made of: lines of ingest from real data, or from the invented world.
 *
 * Invariants: catalog lines come first, then items in the order of their observation. With a
 * window, all times of a set are moved and stretched into it, to the second, in the same order.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type CorpusOptions, generateCorpus } from '../../../demo/corpus.js';
import { readVocabulary } from '../../../demo/read-vocabulary.js';
import type { SiteLine } from '../../../demo/sites/records.js';
import { DAY_MS } from '../../../src/kernel/clock.js';

export interface ArticleSet {
  name: string;
  lines: readonly SiteLine[];
}

/** The span into which the times of a set are put. */
export interface TimeWindow {
  fromMs: number;
  toMs: number;
}

const FILES = ['media.ndjson', 'news.ndjson.gz', 'blogs.ndjson', 'posts.ndjson.gz'];
const TIMES = ['publishedAt', 'observedAt', 'fetchedAt'] as const;
const SECOND_MS = 1000;
const TAIPEI_MS = 8 * 3_600_000;

/** A set of the folder that TAGWIRE_TEST_DATA names. */
export function realSet(folder: string, name: string, window?: TimeWindow): ArticleSet {
  const lines = FILES.map((file) => join(folder, name, file))
    .filter((path) => existsSync(path))
    .flatMap(linesOf);
  return { name, lines: window === undefined ? lines : moved(lines, window) };
}

function linesOf(path: string): SiteLine[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SiteLine);
}

/** A small press of some days, which ends at `endMs`. */
export function inventedSet(changes: Partial<CorpusOptions> & { endMs: number }): ArticleSet {
  const options = { seed: 11, days: 1, media: 9, perDay: 160, blogs: 8, ...changes };
  const lines = [...generateCorpus(options, readVocabulary())];
  return { name: 'invented', lines: lines.map((line) => JSON.parse(line) as SiteLine) };
}

function moved(lines: readonly SiteLine[], { fromMs, toMs }: TimeWindow): SiteLine[] {
  const times = lines.flatMap((line) => {
    const atMs = Date.parse(String(line.observedAt));
    return Number.isNaN(atMs) ? [] : [atMs];
  });
  const firstMs = times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const lastMs = times.reduce((a, b) => Math.max(a, b), 0);
  const scale = (toMs - fromMs) / Math.max(1, lastMs - firstMs);
  const move = (atMs: number): number =>
    fromMs + Math.round(((atMs - firstMs) * scale) / SECOND_MS) * SECOND_MS;
  return lines.map((line) => movedLine(line, move));
}

function movedLine(line: SiteLine, move: (atMs: number) => number): SiteLine {
  const copy: Record<string, unknown> & { kind: string } = { ...line };
  for (const name of TIMES) {
    if (typeof line[name] === 'string')
      copy[name] = new Date(move(Date.parse(line[name]))).toISOString();
  }
  if (line.publishedPrecision === 'day') {
    // The day in which it is seen, in Taipei.
    const seenMs = move(Date.parse(String(line.observedAt))) + TAIPEI_MS;
    copy.publishedAt = new Date(Math.floor(seenMs / DAY_MS) * DAY_MS - TAIPEI_MS).toISOString();
  }
  return copy;
}
