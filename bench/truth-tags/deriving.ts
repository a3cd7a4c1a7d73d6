/** Sets of articles as the log's tagging meets them, with tags removed and derived. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ruleFile } from '../../src/app/rule-files.js';
import { foldLetters, normalTag } from '../../src/kernel/text/tag.js';
import type { Database } from '../../src/store/database.js';
import { tagNoiseOf } from '../../src/store/log/tag-noise.js';
import { TaggingLink, taggerHere } from '../../src/store/log/tagging-link.js';
import { plainNews } from '../../test/kernel/model/plain-records.js';
import type { TruthArticle } from '../truth-sets.js';

export interface Derived {
  name: string;
  /** Of those whose tags were removed: how many, with one tag and with two. */
  articles: number;
  withOne: number;
  withTwo: number;
  /** Derived tags, those that were removed, and those that are both. */
  derived: number;
  removed: number;
  right: number;
  bytes: number;
  dropped: number;
  /** All articles, as the log has them. */
  tagged: TruthArticle[];
}

const MESSAGE_ARTICLES = 200;

const NO_DATABASE = {
  async *entries() {},
  getMany: async () => [],
} as unknown as Database;

/** Tells articles to the tagging. @param drops whose tags are removed, and derived. */
export async function derive(
  name: string,
  articles: readonly TruthArticle[],
  drops: (media: string) => boolean,
): Promise<Derived> {
  const tagging = new TaggingLink(taggerHere(tagNoiseOf(ruleFile('tag-noise'))));
  await tagging.load(NO_DATABASE, 0);
  const figures = { name, articles: 0, withOne: 0, withTwo: 0, derived: 0, removed: 0, right: 0 };
  const tagged: TruthArticle[] = [];
  for (const [at, { record, body }] of articles.entries()) {
    const told = { ...record, tags: drops(record.media) ? [] : record.tags };
    tagging.ask(told, null, null, body === '' ? null : Buffer.from(body), at + 1);
    tagged.push({ record: told, body });
    if (tagged.length % MESSAGE_ARTICLES === 0) await tagging.flush();
  }
  await tagging.flush();
  for (const [at, { record }] of articles.entries()) {
    if (!drops(record.media)) continue;
    const removed = new Set(record.tags.map(foldLetters));
    const derived = tagged[at]!.record.tags.map(foldLetters);
    figures.articles += 1;
    if (derived.length >= 1) figures.withOne += 1;
    if (derived.length >= 2) figures.withTwo += 1;
    figures.derived += derived.length;
    figures.removed += removed.size;
    figures.right += derived.filter((tag) => removed.has(tag)).length;
  }
  const { bytes, dropped } = tagging.learned;
  return { ...figures, bytes, dropped, tagged };
}

/** Every second outlet. */
export function halfOf(articles: readonly TruthArticle[]): (media: string) => boolean {
  const outlets = [...new Set(articles.map(({ record }) => record.media))].sort();
  const half = new Set(outlets.filter((_, at) => at % 2 === 0));
  return (media) => half.has(media);
}

/** Articles of a file of ingest lines. */
export function articlesOf(folder: string, ...path: string[]): TruthArticle[] {
  const bytes = readFileSync(join(folder, ...path));
  const text = path.at(-1)!.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString();
  return text
    .trim()
    .split('\n')
    .map((line, at) => {
      const { media, url, title, observedAt, body, tags = [] } = JSON.parse(line) as IngestLine;
      const observedMs = Date.parse(observedAt);
      const fields = { url, title, observedMs, tags: tags.flatMap((tag) => normalTag(tag) ?? []) };
      return { record: plainNews(at + 1, media, observedMs, fields), body: body ?? '' };
    });
}

interface IngestLine {
  media: string;
  url: string;
  title: string;
  observedAt: string;
  body?: string | null;
  tags?: string[];
}
