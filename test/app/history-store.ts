/**
 * Stores whose first bodies have expired, and all answers that a build gives from a copy of one.
 *
 * Invariant: a store is never served itself, so that each copy begins with the same bytes. Threads of each
 * server are in one, as those of a test (threads-here.ts).
 */
import '../engine/actor/threads-here.js';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { generateCorpus } from '../../demo/corpus.js';
import { readVocabulary } from '../../demo/read-vocabulary.js';
import { serve } from '../../src/app/app.js';
import { DAY_MS, HOUR_MS, ManualClock, MINUTE_MS } from '../../src/kernel/clock.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { times } from '../all.js';
import { cheapArguments } from '../cheap.js';
import { startServer } from '../serve/api/harness.js';
import { allAnswers } from './all-answers.js';
import { replayInto } from './filled-store.js';

const NOW = '2024-05-10T00:00:00.000Z';
/** Days before the last week have lost their bodies: two or three of them. */
export const WORLD = {
  ...{ seed: 5, days: times(9, 10), endMs: Date.parse(NOW) },
  ...{ media: 6, perDay: times(8, 12), blogs: 3 },
};

export const folder = mkdtempSync(join(tmpdir(), 'tagwire-history-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

/** Fills a store, and lets two hours pass after its first bodies have expired. */
export async function makeStore(owner: Test, data: string): Promise<{ expired: number }> {
  await replayInto(data, busyLines());
  const { app, clock } = await startServer(owner, { now: NOW, flags: { data } });
  const { pipeline } = app;
  const first = async (): Promise<string | null | undefined> =>
    (await pipeline.item('news', firstWithBody))?.body;
  let firstWithBody = 1;
  while ((await first()) == null) firstWithBody += 1;
  for (let hours = 0; hours < 2; hours++) {
    clock.advance(HOUR_MS + MINUTE_MS);
    await pipeline.tick(clock.nowMs());
    await pipeline.settle();
    await pipeline.snapshot();
  }
  while ((await first()) !== null) {
    clock.advance(HOUR_MS);
    await pipeline.tick(clock.nowMs());
    await sleep(50);
  }
  await app.close();
  return { expired: firstWithBody };
}

/** The lines of the world without its middle: nothing is published while bodies grow old. */
function busyLines(): string[] {
  const quietMs = [Date.parse(NOW) - (WORLD.days - 2) * DAY_MS, Date.parse(NOW) - DAY_MS] as const;
  return [...generateCorpus(WORLD, readVocabulary())].filter((line) => {
    const { kind, observedAt } = JSON.parse(line) as { kind: string; observedAt?: string };
    const atMs = Date.parse(observedAt ?? NOW);
    return !['news', 'post'].includes(kind) || atMs < quietMs[0] || atMs >= quietMs[1];
  });
}

interface Served {
  child: ChildProcess;
  said: () => string;
  urls: { news: string; blog: string } | null;
}

/** Waits until no index is being read any more. */
async function untilWhole(admin: string): Promise<void> {
  while ((await (await fetch(`${admin}/readyz`)).text()).includes('rebuilding')) await sleep(50);
}

/** Serves a store with a build, until it listens or ends. Its threads are in one, as those of the test. */
export async function serveWith(build: string, data: string): Promise<Served> {
  const main = join(build, 'dist', 'src', 'app', 'cli', 'main.js');
  const threadsHere = pathToFileURL(
    join(build, 'dist', 'test', 'engine', 'actor', 'threads-here.js'),
  ).href;
  const ports = ['--news-port', '0', '--blog-port', '0', '--admin-port', '0'];
  const limits = ['--rate-limit-news', '9999999', '--rate-limit-blog-anonymous', '9999999'];
  const clock = ['--clock', `frozen:${LATER}`];
  const options = ['--data', data, ...clock, ...ports, ...limits];
  const args = [...cheapArguments, '--import', threadsHere, main, 'serve', ...options];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const urls: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /(http:\/\/127\.0\.0\.1:\d+)\/(?:api|metrics)/.exec(line)?.[1];
    if (url !== undefined) urls.push(url);
    if (urls.length === 3) break;
  }
  const [news, blog, admin] = urls;
  if (admin !== undefined) await untilWhole(admin);
  return {
    child,
    said: () => said,
    urls: news !== undefined && blog !== undefined ? { news, blog } : null,
  };
}

const LATER = new Date(Date.parse(NOW) + 12 * HOUR_MS).toISOString();

/** A copy of a store, which `spoil` has changed. */
export function copyOf(store: string, spoil: (data: string) => void): string {
  const data = mkdtempSync(join(folder, 'copy-'));
  cpSync(store, data, { recursive: true });
  spoil(data);
  return data;
}

/** What a build tells from a copy of a store. */
interface Told {
  answers: Map<string, string>;
  data: string;
  said: string;
}

/** All answers that this build gives from a copy of the store, which `spoil` has changed. */
export async function answersFrom(
  store: string,
  spoil: (data: string) => void = () => undefined,
): Promise<Told> {
  const data = copyOf(store, spoil);
  const ports = { newsPort: 0, blogPort: 0, adminPort: 0 };
  const flags = { data, ...ports, rateLimitNews: 9_999_999, rateLimitBlogAnonymous: 9_999_999 };
  const config = resolveConfig({ flags, environment: {}, file: {} });
  let said = '';
  const note = (...told: unknown[]): void => {
    said += `${told.at(-1)}\n`;
  };
  const logger = { ...silentLogger, info: note, warn: note, error: note };
  const clock = new ManualClock(Date.parse(LATER));
  const app = await serve({ config, logger, clock: () => clock });
  await app.pipeline.rebuilt();
  const answers = await allAnswers({ news: app.newsUrl, blog: app.blogUrl }, Date.parse(LATER));
  await app.close();
  return { answers, data, said };
}

/** All answers that another build gives from a copy of the store, which `spoil` has changed. */
export async function answersOf(
  build: string,
  store: string,
  spoil: (data: string) => void = () => undefined,
): Promise<Omit<Told, 'said'>> {
  const data = copyOf(store, spoil);
  const { child, urls, said } = await serveWith(build, data);
  if (urls === null) throw new Error(`it does not serve: ${said()}`);
  const answers = await allAnswers(urls, Date.parse(LATER));
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { answers, data };
}

export function withoutSnapshots(data: string): void {
  rmSync(join(data, 'snapshots'), { recursive: true });
}

/** Flips a bit in the middle of every file of a folder. */
export function flipAll(at: string): void {
  for (const name of readdirSync(at)) {
    const bytes = readFileSync(join(at, name));
    if (bytes.length > 0) bytes[bytes.length >> 1]! ^= 0x10;
    writeFileSync(join(at, name), bytes);
  }
}

export function same(
  t: Test,
  got: Map<string, string>,
  wanted: Map<string, string>,
  title: string,
): void {
  const differing = [...wanted].filter(([path, answer]) => got.get(path) !== answer);
  t.same(
    differing.slice(0, 3).map(([path, answer]) => [path, got.get(path), answer]),
    [],
    `${title}: ${wanted.size} answers`,
  );
  t.equal(got.size, wanted.size);
}
