/**
 * What the generator's tests share: the vocabulary, small worlds, and a checker of lines.
 *
 * Invariants: the checker knows the limits of the ingest format and nothing of the generator.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CorpusOptions, generateCorpus } from '../../demo/corpus.js';
import { loadVocabularyShape, VOCABULARY_FILES, type WorldWords } from '../../demo/vocabulary.js';
import { INGEST } from '../../src/kernel/limits.js';

export const END_MS = Date.UTC(2025, 2, 20, 16);

export function vocabularyFiles(): Record<string, unknown> {
  const folder = join(process.cwd(), 'demo/vocabulary');
  return Object.fromEntries(
    VOCABULARY_FILES.map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  );
}

export const vocabulary: WorldWords = loadVocabularyShape(vocabularyFiles());

export function options(changes: Partial<CorpusOptions> = {}): CorpusOptions {
  return { seed: 5, days: 2, endMs: END_MS, media: 40, perDay: 1500, blogs: 60, ...changes };
}

/** Any record; tests look at the fields of its kind. */
export type Line = Record<string, unknown> & { kind: string };

export function lines(changes: Partial<CorpusOptions> = {}): Line[] {
  return [...generateCorpus(options(changes), vocabulary)].map((line) => JSON.parse(line) as Line);
}

/** The moment by which a record is ordered; null for catalog records. */
export function atMs(line: Line): number | null {
  const at = line.observedAt ?? line.checkedAt ?? line.at;
  return typeof at === 'string' ? Date.parse(at) : null;
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const TIME_FIELDS = [
  ...['publishedAt', 'observedAt', 'fetchedAt', 'checkedAt', 'at', 'collectingSince'],
  ...['discoveredAt', 'updatedAt'],
];
const REQUIRED: Record<string, string[]> = {
  category: ['key', 'label'],
  media: ['media', 'title'],
  news: ['media', 'url', 'title', 'observedAt'],
  'portal-item': ['media', 'id', 'itemKind', 'title', 'url', 'observedAt'],
  'portal-check': ['media', 'checkedAt', 'status'],
  crawl: ['at'],
  blog: ['slug', 'name', 'sourceUrl'],
  post: ['blog', 'url', 'title', 'observedAt'],
};
const LENGTHS: Record<string, number> = {
  title: INGEST.titleMax,
  description: INGEST.descriptionMax,
  summary: INGEST.summaryMax,
  body: INGEST.bodyMax,
  section: INGEST.nameMax,
  author: INGEST.authorMax,
  name: INGEST.nameMax,
};
const CHOICES: Record<string, string[]> = {
  camp: ['blue', 'green', 'other'],
  sourceKind: ['publisher', 'discovery'],
  publishedPrecision: ['second', 'day'],
  bodyStatus: ['ok', 'short', 'missing', 'blocked', 'error', 'not_fetched'],
  itemKind: ['topic', 'feature', 'auto'],
  status: ['ok', 'partial', 'failed', 'running', 'pending'],
};

function codePoints(text: string): number {
  return [...text].length;
}

function checkUrls(line: Line, faults: string[]): void {
  const links = (line.links ?? []) as { url: string }[];
  const stories = (line.stories ?? []) as { url: string }[];
  const discovery = line.discovery as { url: string } | undefined;
  const urls = [line.url, line.sourceUrl, line.image, line.imageUrl, line.homepage, discovery?.url];
  for (const url of [...urls, ...links.map((l) => l.url), ...stories.map((s) => s.url)]) {
    if (url === undefined || url === null) continue;
    const host = new URL(url as string).hostname;
    if (!host.endsWith('.example')) faults.push(`host ${host}`);
    if ((url as string).length > INGEST.urlMax) faults.push('url too long');
  }
}

function checkLists(line: Line, faults: string[]): void {
  const tags = (line.tags ?? []) as string[];
  const authors = (line.authors ?? []) as string[];
  if (tags.length > INGEST.tagsMax) faults.push('too many tags');
  if (new Set(tags).size !== tags.length) faults.push('a tag twice');
  for (const tag of [...tags, ...((line.labels ?? []) as string[])]) {
    if (tag.trim() !== tag || tag === '' || codePoints(tag) > INGEST.tagMax) {
      faults.push(`tag ${tag}`);
    }
  }
  if (authors.length > INGEST.authorsMax) faults.push('too many authors');
  for (const author of authors) {
    if (author === '' || codePoints(author) > INGEST.authorMax) faults.push(`author ${author}`);
  }
}

/** What is wrong with a line of ingest; empty when nothing is. */
export function faultsOf(text: string): string[] {
  const faults: string[] = [];
  if (text.includes('\n')) faults.push('line break');
  if (Buffer.byteLength(text) > INGEST.lineBytesMax) faults.push('line too long');
  const line = JSON.parse(text) as Line;
  const required = REQUIRED[line.kind];
  if (required === undefined) return [`kind ${line.kind}`];
  for (const name of required) if (!line[name]) faults.push(`${name} is missing`);
  for (const name of TIME_FIELDS) {
    const value = line[name];
    if (value !== undefined && !TIME.test(value as string)) faults.push(`${name}: ${value}`);
  }
  for (const [name, max] of Object.entries(LENGTHS)) {
    const value = line[name];
    if (typeof value === 'string' && codePoints(value) > max) faults.push(`${name} too long`);
  }
  for (const [name, values] of Object.entries(CHOICES)) {
    const value = line[name];
    if (value !== undefined && !values.includes(value as string)) faults.push(`${name}: ${value}`);
  }
  if (line.kind === 'crawl' && (line.media === undefined) === (line.blog === undefined)) {
    faults.push('crawl of neither or both');
  }
  if (/\{|undefined|NaN/.test(String(line.title ?? '') + String(line.body ?? ''))) {
    faults.push(`open slot: ${line.title}`);
  }
  checkUrls(line, faults);
  checkLists(line, faults);
  return faults;
}
