/**
 * Makes the store of a format that is about to become an old one, of invented data, with the answers
 * of the version that wrote it:
 *
 *   node dist/test/store/old-formats/make.js BUILD test/store/old-formats/NAME
 *
 * BUILD is the folder of a checkout that is compiled. What comes of it:
 *
 *   store.tar.br    the data folder of a stopped server
 *   answers.ndjson  what was asked and answered, a line for each
 *   keys.json       an API key that is in force, and one that is revoked
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { type Answer, ask, FIRST, NOW, PUBLIC_URL, questionsAbout } from './questions.js';

/** Two days with a week between them: bodies of the first expire, and the store stays small. */
const DAYS = [
  { seed: 7, end: '2024-05-01T00:00:00.000Z' },
  { seed: 5, end: '2024-05-10T00:00:00.000Z' },
];
const WORLD = ['--days', '1', '--media', '2', '--per-day', '8', '--blogs', '2'];
/** Of the many records that only say when something was looked at, one of so many is enough. */
const OF_CHECKS = 12;
const CHECKS = new Set(['crawl', 'portal-check']);
const ARTICLES = 3;
const TAGS = 2;

const [build, target] = process.argv.slice(2);
if (build === undefined || target === undefined) {
  throw new Error('usage: make.js BUILD TARGET, two folders');
}
const command = join(build, 'src', 'app', 'cli', 'bin', 'tagwire.js');
const folder = mkdtempSync(join(tmpdir(), 'tagwire-old-'));
const data = join(folder, 'data');

function tagwire(...args: string[]): string {
  return execFileSync(process.execPath, [command, ...args], { encoding: 'utf8' });
}

function fill(): void {
  const files = DAYS.map(({ seed, end }) => {
    const file = join(folder, `${seed}.ndjson`);
    tagwire('generate', '--seed', String(seed), '--end', end, ...WORLD, '--out', file);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const kept = lines.filter(
      (line, at) => !CHECKS.has(JSON.parse(line).kind) || at % OF_CHECKS === 0,
    );
    writeFileSync(file, `${kept.join('\n')}\n`);
    return file;
  });
  tagwire('ingest', '--replay', '--data', data, ...files);
}

function addKey(): { key: string; revoked: string } {
  tagwire('user', 'add', '--data', data, 'reader');
  const [key, revoked] = ['kept', 'revoked'].map(
    (label) =>
      /blog_[\w-]+/.exec(tagwire('key', 'create', '--data', data, '--label', label, 'reader'))![0],
  );
  const list = tagwire('key', 'list', '--data', data, 'reader');
  const line = list.split('\n').find((one) => one.includes('revoked'))!;
  tagwire('key', 'revoke', '--data', data, line.trim().split(/\s+/)[0]!);
  return { key: key!, revoked: revoked! };
}

/** Serves the store; `work` is done when all its indices are there. */
async function serving<T>(work: (urls: { news: string; blog: string }) => Promise<T>): Promise<T> {
  const ports = ['--news-port', '0', '--blog-port', '0', '--admin-port', '0'];
  const urls = ['--news-public-url', PUBLIC_URL, '--blog-public-url', PUBLIC_URL];
  const args = [command, 'serve', '--data', data, '--clock', `frozen:${NOW}`, ...ports, ...urls];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const served: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /(http:\/\/127\.0\.0\.1:\d+)\/(?:api|metrics)/.exec(line)?.[1];
    if (url !== undefined) served.push(url);
    if (served.length === 3) break;
  }
  const [news, blog, admin] = served;
  if (news === undefined || blog === undefined) throw new Error('it does not serve');
  const ready = async (): Promise<string> => (await fetch(`${admin}/readyz`)).text();
  const isWhole = (text: string): boolean =>
    text.startsWith('ready') && !text.includes('rebuilding');
  while (!isWhole(await ready())) await sleep(100);
  const result = await work({ news, blog });
  child.kill('SIGTERM');
  await once(child, 'exit');
  return result;
}

interface Listed {
  articles: { id: number }[];
}

/** An article of the first day with as much to tell about it as possible, and its neighbours. */
async function answersOf(urls: { news: string; blog: string }): Promise<Answer[]> {
  const first: Answer[] = [];
  for (const question of FIRST) first.push(await ask(urls, question));
  const [listed, ranked] = first as [Answer, Answer];
  const matches = new Map<number, number>();
  for (const { id } of (listed.body as Listed).articles) {
    const { body } = await ask(urls, { service: 'news', path: `/articles/${id}/similarity` });
    matches.set(id, (body as { matches?: unknown[] }).matches?.length ?? 0);
  }
  const byMatches = [...matches].sort(([, one], [, other]) => other - one);
  const articles = byMatches.slice(0, ARTICLES).map(([id]) => id);
  const found = [...JSON.stringify(ranked.body).matchAll(/"tag":"([^"]+)"/g)].map(
    ([, tag]) => tag!,
  );
  const tags = [...new Set(found)].slice(0, TAGS);
  const answers = [...first];
  for (const question of questionsAbout(articles, tags)) answers.push(await ask(urls, question));
  process.stdout.write(`articles ${articles}: ${byMatches[0]?.[1]} matches; tags ${tags}\n`);
  return answers;
}

try {
  fill();
  const keys = addKey();
  // Bodies go when snapshots are there; so what is packed was served before.
  await serving(async () => undefined);
  const answers = await serving(answersOf);
  mkdirSync(target, { recursive: true });
  const tar = execFileSync('tar', ['--exclude=*.sock', '-cf', '-', '-C', data, '.'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
  };
  const packed = brotliCompressSync(tar, { params });
  writeFileSync(join(target, 'store.tar.br'), packed);
  const lines = answers.map((answer) => `${JSON.stringify(answer)}\n`);
  writeFileSync(join(target, 'answers.ndjson'), lines.join(''));
  writeFileSync(join(target, 'keys.json'), `${JSON.stringify(keys)}\n`);
  process.stdout.write(`${target}: ${packed.length} bytes, ${answers.length} answers\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
