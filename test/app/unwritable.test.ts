/** A server on a disk that is full, or that cannot be written to: it answers, and says why. */
import '../engine/actor/threads-here.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { type Disk, mountImage, mountMemory, NO_DISKS } from '../../bench/disks.js';
import { openStore } from '../../src/app/open-store.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { IngestLog } from '../../src/store/log/ingest-log.js';
import { type Harness, startServer } from '../serve/api/harness.js';
import { tempFolder } from '../store/helper.js';
import { allAnswers } from './all-answers.js';
import { threadsHere } from './cli/run-command.js';
import { runHere } from './cli/run-here.js';
import { fillStore } from './filled-store.js';

const NOW = '2024-05-10T00:00:00.000Z';
const WORLD = { seed: 7, days: 1, endMs: Date.parse(NOW), media: 4, perDay: 40, blogs: 3 };
const DISK_MB = 256;
const MEDIA = { kind: 'media', media: 'new', title: 'The New' };
const tagwire = fileURLToPath(new URL('../../src/app/cli/main.js', import.meta.url));

t.setTimeout(240_000);

const model = tempFolder(t);
let wanted = new Map<string, string>();

function serveStore(owner: Test, data: string): Promise<Harness> {
  return startServer(owner, { now: NOW, flags: { data } });
}

/** Paths that are answered otherwise than by a server that may write. */
async function differences(server: Harness): Promise<string[]> {
  const found = await answersOf(server);
  return [...wanted.keys()].filter((path) => found.get(path) !== wanted.get(path));
}

function answersOf({ app }: Harness): Promise<Map<string, string>> {
  return allAnswers({ news: app.newsUrl, blog: app.blogUrl }, Date.parse(NOW));
}

async function readyOf({ app }: Harness): Promise<string> {
  const response = await fetch(`${app.adminUrl}/readyz`);
  return `${response.status} ${await response.text()}`;
}

/** What a test of this file needs: a disk with a store of some days. */
function storeOn(t: Test, mount: (folder: string) => Disk | null): Disk | null {
  const folder = tempFolder(t);
  const disk = mount(folder);
  if (disk === null) {
    t.pass('', { skip: NO_DISKS });
    return null;
  }
  t.teardown(() => disk.unmount());
  cpSync(model, join(folder, 'data'), { recursive: true });
  return disk;
}

function memory(folder: string): Disk | null {
  return mountMemory(folder, DISK_MB);
}

/** Every file with its content. */
function contentOf(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return new Map(paths.map((path) => [path, readFileSync(path).toString('base64')]));
}

t.test('a server that may write is ready', async (t) => {
  await fillStore(model, WORLD);
  const server = await serveStore(t, model);
  t.match(await readyOf(server), /^200 ready/);
  wanted = await answersOf(server);
});

for (const [what, mount] of [
  ['in memory', memory],
  ['of ext4', (folder: string) => mountImage(folder, `${folder}.img`, DISK_MB)],
] as const) {
  t.test(`a read-only disk ${what} is answered from, and nothing on it changes`, async (t) => {
    const disk = storeOn(t, mount);
    t.teardown(() => rmSync(`${disk?.folder}.img`, { force: true }));
    if (disk === null) return;
    const data = join(disk.folder, 'data');
    disk.setReadOnly(true);
    const before = contentOf(data);
    await t.test('while it serves', async (t) => {
      const server = await serveStore(t, data);
      t.same(await differences(server), [], 'every answer');
      t.match(await readyOf(server), /^503 degraded: .*: the file system is read-only/);
      const status = (await (
        await fetch(`${server.app.blogUrl}/api/status`, { headers: { accept: 'application/json' } })
      ).json()) as object;
      t.match(status, { status: 'degraded' });
      const metrics = await (await fetch(`${server.app.adminUrl}/metrics`)).text();
      t.match(metrics, /^tagwire_log_degraded 1$/m);
      await t.rejects(server.ingest([MEDIA]), {
        code: 'STORE_WRITE_FAILED',
        message: /the file system is read-only/,
      });
      t.match(await runHere(data, 'export', join(tempFolder(t), 'all.ndjson')), { code: 0 });
    });
    t.same(contentOf(data), before, 'nothing has changed');
  });
}

t.test('a disk that becomes writable is written to without a restart', async (t) => {
  const disk = storeOn(t, memory);
  if (disk === null) return;
  const data = join(disk.folder, 'data');
  disk.setReadOnly(true);
  await t.test('while it serves', async (t) => {
    const server = await serveStore(t, data);
    await t.rejects(server.ingest([MEDIA]), { code: 'STORE_WRITE_FAILED' });
    t.notOk(existsSync(join(data, 'lock')));
    disk.setReadOnly(false);
    while ((await server.app.pipeline.state()).degraded) await sleep(50);
    t.ok(existsSync(join(data, 'lock')), 'it is locked before anything is written');
    t.match(await server.ingest([MEDIA]), { accepted: 1 });
    t.match(await readyOf(server), /^200/);
    while (!existsSync(join(data, 'ingest.sock'))) await sleep(50);
    t.match(await runHere(data, 'media', 'list'), { code: 0, err: '' });
  });
  t.notOk(existsSync(join(data, 'lock')));
  const log = await IngestLog.open({ folder: data, logger: silentLogger });
  const page = await log.registry('media', '');
  t.ok(JSON.stringify(page).includes('The New'), 'what was acknowledged is there');
  await log.close();
});

for (const [how, freeBytes] of [
  ['to its last byte', 0],
  ['but for what a lock takes', 64 * 1024],
] as const) {
  t.test(`a disk that is full ${how} is answered from, until there is room`, async (t) => {
    const disk = storeOn(t, memory);
    if (disk === null) return;
    const data = join(disk.folder, 'data');
    disk.fill(freeBytes);
    await t.test('while it serves', async (t) => {
      const server = await serveStore(t, data);
      t.same(await differences(server), [], 'every answer');
      t.match(await readyOf(server), /^503 degraded: .*(no space is left|MB free)/);
      await t.rejects(server.ingest([MEDIA]), { code: 'STORE_WRITE_FAILED' });
      disk.free();
      while ((await server.app.pipeline.state()).degraded) await sleep(50);
      t.match(await server.ingest([MEDIA]), { accepted: 1 });
      t.match(await readyOf(server), /^200/);
    });
    t.same(
      readdirSync(data).filter((name) => /^(lock|probe|log\.)/.test(name)),
      [],
      'nothing is left behind',
    );
  });
}

t.test('a folder that this user may not write to is answered from', async (t) => {
  if (process.getuid?.() !== 0) return t.pass('', { skip: 'only root can act as another user' });
  const folder = tempFolder(t);
  const data = join(folder, 'data');
  cpSync(model, data, { recursive: true });
  const environment = { PATH: process.env.PATH, TAGWIRE_DATA: data, TAGWIRE_LOG_LEVEL: 'silent' };
  for (const path of [folder, data, ...contentFolders(data)]) chmodSync(path, 0o755);
  for (const path of contentOf(data).keys()) chmodSync(path, 0o644);
  const ports = ['--news-port', '0', '--blog-port', '0', '--admin-port', '0'];
  const child = spawn(process.execPath, [...threadsHere, tagwire, 'serve', ...ports], {
    env: environment,
    uid: 65_534,
    gid: 65_534,
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(child, 'close');
  t.teardown(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  while (!said.includes('metrics') && child.exitCode === null) await sleep(50);
  const urls = [...said.matchAll(/http:\/\/[^/\s]+/g)].map(([url]) => url);
  const admin = urls.at(-1);
  const ready = await fetch(`${admin}/readyz`);
  t.match(await ready.text(), /degraded: .*: this user may not write there/);
  t.equal((await fetch(`${urls[0]}/api/v1/articles`)).status, 200);
  child.kill('SIGTERM');
  t.same((await ended)[0], 0, said);
  t.match(said, /^sign in +not possible now: .*: this user may not write there$/m);
});

function contentFolders(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name));
}

t.test('commands on a read-only disk work, or say in one line why not', async (t) => {
  const disk = storeOn(t, memory);
  if (disk === null) return;
  const data = join(disk.folder, 'data');
  const empty = join(disk.folder, 'empty');
  await runHere(data, 'user', 'add', 'reader');
  disk.setReadOnly(true);
  const out = tempFolder(t);
  const line = join(out, 'line.ndjson');
  writeFileSync(line, `${JSON.stringify(MEDIA)}\n`);
  const works: string[][] = [
    ['export', join(out, 'all.ndjson')],
    ['backup', join(out, 'backup')],
    ['user', 'list'],
    ['media', 'list'],
  ];
  for (const command of works) {
    const { code, err } = await runHere(data, ...command);
    t.equal(code, 0, `${command.join(' ')}: ${err}`);
  }
  const fails: [string[], string][] = [
    [['ingest', line], data],
    [['user', 'add', 'other'], data],
    [['compact'], data],
    [['ingest', line], empty],
    [['serve'], empty],
    [['backup', join(disk.folder, 'backup')], data],
  ];
  for (const [command, folder] of fails) {
    const { code, err } = await runHere(folder, ...command);
    t.not(code, 0, command.join(' '));
    const lines = err.trim().split('\n');
    t.match(lines.at(-1), /read-only|may not write/, `${command.join(' ')}: ${err}`);
    t.notMatch(err, /^\s+at /m, 'no stack');
  }
});

t.test('a store is opened for a command on a full disk, and refuses what is sent', async (t) => {
  const disk = storeOn(t, memory);
  if (disk === null) return;
  disk.fill(0);
  const flags = { data: join(disk.folder, 'data') };
  const sink = await openStore(resolveConfig({ flags, environment: {}, file: {} }), silentLogger);
  const lines = new TextEncoder().encode(JSON.stringify(MEDIA));
  await t.rejects(sink.ingest(lines, false), { code: 'STORE_WRITE_FAILED' });
  await sink.close();
});
