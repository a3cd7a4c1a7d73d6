/** A store whose bodies have expired, and what is left of it when its snapshots are gone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/clock.js';
import { startServer } from '../api/harness.js';
import { root } from '../tidy/root.js';
import { allAnswers } from './all-answers.js';
import { fillStore } from './filled-store.js';

t.setTimeout(300_000);

const NOW = '2024-05-10T00:00:00.000Z';
const WORLD = { seed: 5, days: 10, endMs: Date.parse(NOW), media: 6, perDay: 20, blogs: 4 };

const folder = mkdtempSync(join(tmpdir(), 'tagwire-history-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

/** Fills a store, and lets two hours pass after its first bodies have expired. */
async function makeStore(owner: Test, data: string): Promise<{ expired: number }> {
  await fillStore(data, WORLD);
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

interface Served {
  child: ChildProcess;
  said: () => string;
  urls: { news: string; blog: string } | null;
}

/** Waits until no index is being read any more. */
async function untilWhole(admin: string): Promise<void> {
  while ((await (await fetch(`${admin}/readyz`)).text()).includes('rebuilding')) await sleep(50);
}

/** Serves a store with a build, until it listens or ends. */
async function serveWith(build: string, data: string): Promise<Served> {
  const main = join(build, 'dist', 'src', 'cli', 'main.js');
  const ports = ['--news-port', '0', '--blog-port', '0', '--admin-port', '0'];
  const limits = ['--rate-limit-news', '9999999', '--rate-limit-blog-anonymous', '9999999'];
  const clock = ['--clock', `frozen:${LATER}`];
  const args = [main, 'serve', '--data', data, ...clock, ...ports, ...limits];
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

/** All answers that a build gives from a copy of the store, which `spoil` has changed. */
async function answersFrom(
  build: string,
  store: string,
  spoil: (data: string) => void = () => undefined,
): Promise<{ answers: Map<string, string>; data: string; said: string }> {
  const data = mkdtempSync(join(folder, 'copy-'));
  cpSync(store, data, { recursive: true });
  spoil(data);
  const { child, urls, said } = await serveWith(build, data);
  if (urls === null) throw new Error(`it does not serve: ${said()}`);
  const answers = await allAnswers(urls, Date.parse(LATER));
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { answers, data, said: said() };
}

function withoutSnapshots(data: string): void {
  rmSync(join(data, 'snapshots'), { recursive: true });
}

/** Flips a bit in the middle of every file of a folder. */
function flipAll(at: string): void {
  for (const name of readdirSync(at)) {
    const bytes = readFileSync(join(at, name));
    if (bytes.length > 0) bytes[bytes.length >> 1]! ^= 0x10;
    writeFileSync(join(at, name), bytes);
  }
}

/** This build with every index's format raised by one, and the codec of the one before kept. */
function buildOfTomorrow(): string {
  const build = mkdtempSync(join(folder, 'build-'));
  cpSync(join(root, 'dist'), join(build, 'dist'), { recursive: true });
  cpSync(join(root, 'data'), join(build, 'data'), { recursive: true });
  cpSync(join(root, 'package.json'), join(build, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(build, 'node_modules'));
  let raised = 0;
  const codecs = (readdirSync(join(build, 'dist', 'src'), { recursive: true }) as string[]).filter(
    (path) => path.endsWith('codec.js'),
  );
  for (const path of codecs) {
    const at = join(build, 'dist', 'src', path);
    const text = readFileSync(at, 'utf8');
    const next = text.replace(/(export const [A-Z]+_VERSION = )(\d+)/, (_, name, version) => {
      raised += 1;
      return `${name}${Number(version) + 1}`;
    });
    writeFileSync(at, next);
  }
  t.equal(raised, 9, 'every index has a format');
  return build;
}

function same(t: Test, got: Map<string, string>, wanted: Map<string, string>, title: string): void {
  const differing = [...wanted].filter(([path, answer]) => got.get(path) !== answer);
  t.same(
    differing.slice(0, 3).map(([path, answer]) => [path, got.get(path), answer]),
    [],
    `${title}: ${wanted.size} answers`,
  );
  t.equal(got.size, wanted.size);
}

t.test('what follows from bodies that have expired', async (t) => {
  const store = join(folder, 'store');
  await t.test('is kept', async (t) => {
    const { expired } = await makeStore(t, store);
    t.ok(expired > 0);
  });
  const { answers: wanted, said } = await answersFrom(root, store);
  t.notMatch(said, 'passed over');
  t.ok(wanted.size > 300, `${wanted.size} answers`);
  const ok = [...wanted.values()].filter((answer) => answer.startsWith('200')).length;
  t.ok(ok > wanted.size / 2, `${ok} of ${wanted.size} tell something`);

  await t.test('is there when every snapshot is damaged', async (t) => {
    const spoil = (data: string): void => flipAll(join(data, 'snapshots', 'pieces'));
    const { answers, said, data } = await answersFrom(root, store, spoil);
    same(t, answers, wanted, 'from history');
    t.match(said, 'snapshot passed over');
    same(t, (await answersFrom(root, data)).answers, wanted, 'and from the snapshots after it');
  });
  await t.test('is there when history is damaged, which is made anew', async (t) => {
    const spoil = (data: string): void => flipAll(join(data, 'history', 'lists'));
    same(t, (await answersFrom(root, store, spoil)).answers, wanted, 'from snapshots');
  });
  await t.test(
    'is read by a build of newer formats, also when all snapshots are gone',
    async (t) => {
      const build = buildOfTomorrow();
      const { answers, data } = await answersFrom(build, store);
      same(t, answers, wanted, 'from snapshots of the older format');
      const alone = await answersFrom(build, store, withoutSnapshots);
      same(t, alone.answers, wanted, 'from history of the older format');
      t.ok(existsSync(join(alone.data, 'snapshots')));
      same(t, (await answersFrom(build, alone.data)).answers, wanted, 'and after a restart');
      const back = await answersFrom(root, data);
      same(t, back.answers, wanted, 'and by the older build, from what history has of its format');
    },
  );
  await t.test('is asked for when neither is left, and nothing is served', async (t) => {
    const data = mkdtempSync(join(folder, 'copy-'));
    cpSync(store, data, { recursive: true });
    withoutSnapshots(data);
    flipAll(join(data, 'history', 'pieces'));
    const { child, urls, said } = await serveWith(root, data);
    t.equal(urls, null, 'it does not listen');
    if (child.exitCode === null) await once(child, 'exit');
    t.equal(child.exitCode, 1);
    t.match(said(), 'no longer holds all bodies');
    t.notMatch(said(), '    at ', 'in a sentence');
  });
});

t.test(
  'while no body is gone the log alone gives all answers back, and that is said',
  async (t) => {
    const store = join(folder, 'young');
    await fillStore(store, { ...WORLD, days: 2 });
    const { answers: wanted, said } = await answersFrom(root, store);
    t.notMatch(said, 'from the log alone');
    const lost = await answersFrom(root, store, (data) => {
      withoutSnapshots(data);
      rmSync(join(data, 'history'), { recursive: true, force: true });
    });
    same(t, lost.answers, wanted, 'from the log');
    t.equal(lost.said.match(/folded again from the log alone/g)?.length, 9, 'once for each index');
  },
);
