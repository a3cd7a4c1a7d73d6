/**
 * Stores that earlier versions wrote, opened by this one: they are read, with the answers that they
 * had. make.ts says how such a store is made, docs/upgrade.md what holds for each. `npm test` opens the
 * newest two, `npm run test:all` all of them.
 */
import '../../engine/actor/threads-here.js';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { type App, serve } from '../../../src/app/app.js';
import { withStore } from '../../../src/app/cli/actions/store.js';
import { verifyFolder } from '../../../src/app/cli/actions/verify.js';
import { ManualClock } from '../../../src/kernel/clock.js';
import { resolveConfig } from '../../../src/kernel/config.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { makeBackup } from '../../../src/store/backup/make-backup.js';
import { restore } from '../../../src/store/backup/restore.js';
import { FolderTarget } from '../../../src/store/backup/target.js';
import { isAll } from '../../all.js';
import { root } from '../../tidy/root.js';
import { type Answer, ask, NOW, PUBLIC_URL, type Question } from './questions.js';

t.setTimeout(300_000);

const STORES = join(root, 'test', 'store', 'old-formats');
const NEWEST = ['events-without-links', 'events-without-voices'];
/**
 * What may differ: events are made of texts since their format 4, so only those that were made before
 * are as they were.
 */
function isCompared({ path }: Question): boolean {
  return !path.startsWith('/events') || path.includes('at=');
}

function unpack(owner: Test, name: string): string {
  const data = mkdtempSync(join(tmpdir(), 'tagwire-old-'));
  owner.teardown(() => rmSync(data, { recursive: true, force: true }));
  const input = brotliDecompressSync(readFileSync(join(STORES, name, 'store.tar.br')));
  execFileSync('tar', ['-xf', '-', '-C', data], { input });
  return data;
}

function answersKept(name: string): Answer[] {
  const text = readFileSync(join(STORES, name, 'answers.ndjson'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

async function serving(data: string, work: (app: App) => Promise<void>): Promise<void> {
  const ports = { newsPort: 0, blogPort: 0, adminPort: 0, logLevel: 'silent' };
  const urls = { newsPublicUrl: PUBLIC_URL, blogPublicUrl: PUBLIC_URL };
  const config = resolveConfig({ flags: { data, ...ports, ...urls }, environment: {}, file: {} });
  const app = await serve({
    config,
    logger: silentLogger,
    clock: () => new ManualClock(Date.parse(NOW)),
  });
  try {
    await app.pipeline.rebuilt();
    await work(app);
  } finally {
    await app.close();
  }
}

/** Versions of the rules of today: no store holds them. */
const OF_TODAY = /\.matchingPolicy\.(policyVersion|displayGate\.version)$/;

/** Where an answer lacks something of an older one, or says something else; it may say more. */
function differences(got: unknown, kept: unknown, at: string): string[] {
  if (OF_TODAY.test(at)) return [];
  if (Array.isArray(kept) && Array.isArray(got) && kept.length === got.length) {
    return kept.flatMap((one, place) => differences(got[place], one, `${at}[${place}]`));
  }
  if (isObject(kept) && isObject(got)) {
    return Object.keys(kept).flatMap((key) => differences(got[key], kept[key], `${at}.${key}`));
  }
  const [one, other] = [JSON.stringify(got), JSON.stringify(kept)];
  return one === other ? [] : [`${at}: ${one?.slice(0, 200)}, was ${other.slice(0, 200)}`];
}

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function sameAnswers(t: Test, name: string, data: string, title: string): Promise<void> {
  await serving(data, async (app) => {
    const urls = { news: app.newsUrl, blog: app.blogUrl };
    const found: string[] = [];
    for (const kept of answersKept(name).filter(isCompared)) {
      const got = await ask(urls, kept);
      found.push(...differences(got, kept, `${kept.service} ${kept.path}`));
    }
    t.same(found, [], title);
    const { key, revoked } = JSON.parse(readFileSync(join(STORES, name, 'keys.json'), 'utf8'));
    const status = async (value: string): Promise<number> =>
      (await ask(urls, { service: 'blog', path: '/blogs' }, { 'x-api-key': value })).status;
    t.equal(await status(key), 200, `${title}: a key is in force`);
    t.equal(await status(revoked), 401, `${title}: a revoked one is not`);
  });
}

async function isSound(t: Test, data: string, title: string): Promise<void> {
  const { report } = await verifyFolder(data);
  t.same(report.findings, [], title);
  t.ok(report.isSound, title);
}

const names = isAll
  ? readdirSync(STORES).filter((name) => existsSync(join(STORES, name, 'store.tar.br')))
  : NEWEST;

for (const name of names) {
  t.test(`a store of ${name} is read, and so is its backup`, async (t) => {
    const data = unpack(t, name);
    const expired = answersKept(name).filter(({ body }) =>
      JSON.stringify(body).includes('"status":"expired","body":null'),
    );
    t.not(expired.length, 0, 'what its bodies told is nowhere else');
    await isSound(t, data, 'it is sound as it is');
    await sameAnswers(t, name, data, 'at first');
    await isSound(t, data, 'it is sound after a start');
    const backup = mkdtempSync(join(tmpdir(), 'tagwire-old-'));
    const copy = mkdtempSync(join(tmpdir(), 'tagwire-old-'));
    for (const folder of [backup, copy]) {
      t.teardown(() => rmSync(folder, { recursive: true, force: true }));
    }
    await withStore({ data, logLevel: 'silent' }, silentLogger, async (source) =>
      makeBackup(source, await FolderTarget.open(backup)),
    );
    await restore(backup, copy, silentLogger);
    await sameAnswers(t, name, copy, 'at the second start, from a backup of it');
  });
}
