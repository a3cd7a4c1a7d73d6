/**
 * Are derived tags those that an editor would give? Figures against tags that were removed.
 *
 * Each set is told to the log's tagging as it comes: Chinese with no outlet giving tags and with half of
 * them, English titles alone. Of the derived ones it prints those on most articles, to be read: pieces of
 * words and general ones are faults that no label shows. Needs TAGWIRE_TEST_DATA.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ruleFile } from '../src/app/rule-files.js';
import { tagNoiseOf } from '../src/log/tag-noise.js';
import { Tagging } from '../src/log/tagging.js';
import type { Database } from '../src/store/database.js';
import { foldLetters } from '../src/text/tag.js';
import { plainNews } from '../test/model/plain-records.js';
import { round, table } from './lab.js';
import { type TruthArticle, truthSets } from './truth-sets.js';

/** Tags that are printed. */
const SHOWN = 100;

interface Figures {
  name: string;
  articles: number;
  withOne: number;
  withTwo: number;
  /** Derived tags, those that were removed, and those that are both. */
  derived: number;
  removed: number;
  right: number;
  micros: number;
  bytes: number;
  uses: Map<string, number>;
}

export async function run(): Promise<void> {
  const folder = process.env.TAGWIRE_TEST_DATA;
  if (folder === undefined) {
    console.log('\nskipped: derived tags (TAGWIRE_TEST_DATA is not set)');
    return;
  }
  const sets = truthSets(folder);
  const chinese = sets.find(({ language }) => language === 'zh')!.articles;
  const outlets = [...new Set(chinese.map(({ record }) => record.media))].sort();
  const half = new Set(outlets.filter((_, at) => at % 2 === 0));
  const all = [
    await derive('Chinese, no outlet gives tags', chinese, () => true),
    await derive('Chinese, half of the outlets', chinese, (media) => half.has(media)),
    await derive('English titles', titlesOf(folder), () => true),
  ];
  table(
    'derived tags against those that were removed',
    ['', 'articles', 'with 1', 'with 2', 'each', 'precision', 'recall', 'F1', 'CPU µs', 'MB'],
    all.map(lineOf),
  );
  for (const { name, uses } of all) {
    const top = [...uses].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
    const shown = top.slice(0, SHOWN).map(([tag, count]) => `${tag} ${count}`);
    console.log(`\n${name}, the tags of most articles: ${shown.join(', ')}`);
  }
}

function lineOf(figures: Figures): (string | number)[] {
  const { name, articles, withOne, withTwo, derived, removed, right, micros, bytes } = figures;
  const part = (one: number, of: number): number => (of === 0 ? Number.NaN : round(one / of, 2));
  return [
    ...[name, articles, part(withOne, articles), part(withTwo, articles)],
    ...[round(derived / articles, 1), part(right, derived), part(right, removed)],
    ...[part(2 * right, derived + removed), round(micros / articles, 0), round(bytes / 1e6, 0)],
  ];
}

/** Tells articles to the tagging. @param drops whose tags are removed, and derived. */
async function derive(
  name: string,
  articles: readonly TruthArticle[],
  drops: (media: string) => boolean,
): Promise<Figures> {
  const tagging = new Tagging(tagNoiseOf(ruleFile('tag-noise')));
  await tagging.load({ async *entries() {}, getMany: async () => [] } as unknown as Database, 0);
  const figures = { name, articles: 0, withOne: 0, withTwo: 0, derived: 0, removed: 0, right: 0 };
  const uses = new Map<string, number>();
  let micros = 0;
  articles.forEach(({ record, body }, at) => {
    const isDropped = drops(record.media);
    const told = { ...record, tags: isDropped ? [] : record.tags };
    const bytes = body === '' ? null : Buffer.from(body);
    const before = process.cpuUsage();
    tagging.tag(told, null, null, bytes);
    tagging.note(told, at + 1);
    const { user, system } = process.cpuUsage(before);
    if (!isDropped) return;
    micros += user + system;
    const removed = new Set(record.tags.map(foldLetters));
    const derived = told.tags.map(foldLetters);
    for (const tag of derived) uses.set(tag, (uses.get(tag) ?? 0) + 1);
    figures.articles += 1;
    if (derived.length >= 1) figures.withOne += 1;
    if (derived.length >= 2) figures.withTwo += 1;
    figures.derived += derived.length;
    figures.removed += removed.size;
    figures.right += derived.filter((tag) => removed.has(tag)).length;
  });
  return { ...figures, micros, bytes: tagging.learned.bytes, uses };
}

/** Titles of many outlets within a day. */
function titlesOf(folder: string): TruthArticle[] {
  const lines = readFileSync(join(folder, 'en-stories', 'uci-news.ndjson'), 'utf8').trim();
  return lines.split('\n').map((line, at) => {
    const { media, url, title, observedAt } = JSON.parse(line) as { [name: string]: string };
    const observedMs = Date.parse(observedAt!);
    const record = plainNews(at + 1, media!, observedMs, {
      url: url!,
      title: title!,
      observedMs,
      tags: [],
    });
    return { record, body: '' };
  });
}
