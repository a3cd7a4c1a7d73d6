/** `tagwire doctor`: what it finds, with and without a server, and its exit code. */
import { chmodSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import type { Diagnosis } from '../../../src/app/cli/actions/doctor.js';
import {
  listeningPathOf,
  listenOn,
  readFrames,
  writeFrame,
} from '../../../src/app/ingest/sockets.js';
import { startServer } from '../../serve/api/harness.js';
import { folderFor } from './run-command.js';
import { runHere } from './run-here.js';

const FREE = ['--blog-port', '0', '--news-port', '0', '--admin-port', '0'];

async function doctor(data: string, ...args: string[]) {
  const { code, out, err } = await runHere(data, 'doctor', '--json', ...args);
  const { findings, memory } = JSON.parse(out) as Diagnosis;
  const of = (topic: string) => findings.find((one) => one.topic === topic);
  return { code, err, findings, memory, of };
}

t.test('a folder that is not there is bad, and is not made', async (t) => {
  const data = join(folderFor(t), 'nowhere');
  const { code, of } = await doctor(data, ...FREE);
  t.equal(code, 1);
  t.match(of('store'), { level: 'bad', found: /there is no folder/, advice: /--data/ });
  t.same(readdirSync(join(data, '..')), []);
});

t.test('machine, folder, disk and ports are looked at, and nothing is left behind', async (t) => {
  const data = folderFor(t);
  chmodSync(data, 0o755);
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  t.teardown(() => taken.close());
  const { port } = taken.address() as { port: number };
  const { code, of, findings } = await doctor(data, ...FREE, '--news-port', String(port));
  t.equal(code, 1);
  t.match(of('port of the news service'), { level: 'bad', found: /EADDRINUSE/ });
  t.match(of('port of the blog service'), { level: 'ok' });
  t.match(of('permissions'), { level: 'warn', advice: /chmod/ });
  t.match(of('versions'), { found: /Node\.js v\d+/ });
  t.match(of('sync'), { found: /ms each/ });
  t.match(of('server'), { level: 'ok', found: /none runs/ });
  t.match((await runHere(data, 'doctor', '--memory', ...FREE)).out, /no server answers here/);
  for (const topic of ['processors', 'memory', 'disk space', 'clock']) t.ok(of(topic), topic);
  for (const { level, advice, topic } of findings) {
    t.equal(advice === '', level === 'ok', `${topic}: advice where something is wrong`);
  }
  t.same(readdirSync(data), [], 'what it wrote is gone');
});

t.test('a store from the future is a clock that is wrong', async (t) => {
  const data = folderFor(t);
  chmodSync(data, 0o700);
  mkdirSync(join(data, 'log'));
  writeFileSync(join(data, 'log', '000001.ldb'), 'x');
  const later = new Date(Date.now() + 3_600_000);
  utimesSync(join(data, 'log', '000001.ldb'), later, later);
  const { code, of } = await doctor(data, ...FREE);
  t.equal(code, 1);
  t.match(of('clock'), { level: 'bad', found: /later/ });
});

t.test('running servers say how they are, and what their indices take', async (t) => {
  const data = folderFor(t);
  // Threads of an empty store have not begun.
  const records = [{ kind: 'media', media: 'one', title: 'One' }];
  const now = '2026-03-31T16:00:00Z';
  const { app } = await startServer(t, { now, flags: { data }, records });
  const { of, memory } = await doctor(data);
  t.match(of('server'), { level: 'ok', found: /^runs: ready/ });
  t.ok(memory!.indices.catalog!.held! > 0);
  t.ok(memory!.process.resident! > 1e7);
  for (const thread of ['front', 'log', 'catalog', 'similarity', 'topics']) {
    const { used, held, external } = memory!.threads[thread]!;
    t.ok(used! > 1e6 && held! >= used! && external! > 0, thread);
  }
  const { out } = await runHere(data, 'doctor', '--memory');
  t.match(out, /^ok {4}permissions/m);
  t.match(out, /^memory of the process: [\d.]+ MB/m);
  t.match(out, /^ {2}catalog +used [\d.]+ MB, held [\d.]+ MB, external/m);
  t.match(out, /^ {2}catalog +used [\d.]+ MB, held [\d.]+ MB$/m);

  const other = folderFor(t);
  await startServer(t, { now, flags: { data: other } });
  const asleep = await runHere(other, 'doctor', '--memory');
  t.match(asleep.out, /^ {2}catalog +asleep: it begins with the first record$/m);
  t.match(asleep.out, /^ {2}log +used [\d.]+ MB/m);
  const named = await doctor(other, '--admin-port', new URL(app.adminUrl).port);
  const { held } = named.memory!.threads.catalog!;
  t.equal(held, 0, 'the server that holds the folder is asked, whatever port is named');
});

t.test('a server that does not say where it is, is asked where the options say', async (t) => {
  const data = folderFor(t);
  const server = createServer((socket) => {
    readFrames(socket, () => writeFrame(socket, [Buffer.from('{"error":"of no known type"}')]));
  });
  await listenOn(server, listeningPathOf(data, 'ingest'));
  t.teardown(() => server.close());
  const { of, memory } = await doctor(data, '--admin-port', '1');
  t.match(of('server'), { level: 'warn', found: /127\.0\.0\.1:1$/, advice: /--admin-port/ });
  t.equal(memory, null);
});
