/**
 * Slow, rude and broken clients against every route of the real server, which runs as a process of
 * its own: an abort is a death that this test sees.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { times } from '../../all.js';
import { threadsHere } from '../../app/cli/run-command.js';
import { root } from '../../tidy/root.js';
import { requestText } from '../http/sample-service.js';
import { ARTICLES, CATALOG, NOW } from './news/fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'tagwire-attack-'));
const tagwire = join(root, 'dist', 'src', 'app', 'cli', 'main.js');
const PAST_MS = 30_000;

/** Clients of a route that read nothing, and what each asks: as much as a long list and the documents need. */
const SILENT = { clients: times(10, 40), questions: times(40, 100) };

/** How long a busy machine may take to begin an answer. */
const ANSWER_MS = 5000;
/** What clients that read nothing may cost the process in all. */
const RSS_GROWTH_MAX = 200 * 1024 * 1024;

async function run(...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [...threadsHere, tagwire, ...args], { stdio: 'ignore' });
  await once(child, 'exit');
}

const records = join(folder, 'records.ndjson');
writeFileSync(
  records,
  [...CATALOG, ...ARTICLES].map((record) => `${JSON.stringify(record)}\n`).join(''),
);
await run('ingest', '--data', join(folder, 'store'), records);

const server: ChildProcess = spawn(
  process.execPath,
  [
    ...threadsHere,
    ...[tagwire, 'serve', '--data', join(folder, 'store'), '--clock', `frozen:${NOW}`],
    ...['--news-port', '0', '--blog-port', '0', '--admin-port', '0', '--log-level', 'silent'],
    ...['--rate-limit-news', '9999999', '--rate-limit-blog-anonymous', '9999999'],
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
t.teardown(async () => {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

const ports: number[] = [];
for await (const line of createInterface({ input: server.stdout! })) {
  const port = /127\.0\.0\.1:(\d+)/.exec(line)?.[1];
  if (port !== undefined) ports.push(Number(port));
  if (ports.length === 3) break;
}
const [newsPort = 0, blogPort = 0] = ports;

/** Every documented path, with something in place of its parameters, and the pages. */
async function pathsOf(port: number): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/openapi.json`);
  const document = (await answer.json()) as { paths: object };
  const paths = Object.keys(document.paths).map((path) => path.replace(/\{[^}]+\}/g, '1'));
  return [...paths, '/docs', '/docs/swagger-ui-bundle.js', '/nothing'];
}

/** Those of the paths whose answers end. */
async function finitePathsOf(port: number): Promise<string[]> {
  return (await pathsOf(port)).filter((path) => !path.endsWith('/stream'));
}

async function checkAlive(
  test: { equal(found: unknown, wanted: unknown, message: string): unknown },
  port: number,
): Promise<void> {
  test.equal(server.exitCode, null, 'the process lives');
  test.equal(server.signalCode, null, 'and was not aborted');
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/openapi.json`);
  test.equal(answer.status, 200, 'and answers');
  await answer.arrayBuffer();
}

/** Sends bytes, reads until a moment after the first answer, and hangs up; the first line it said. */
async function exchange(port: number, bytes: string, quietMs = 100): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    if (text.length < 100) text += chunk.toString('latin1');
  });
  await once(socket, 'connect');
  socket.write(bytes);
  await Promise.race([
    once(socket, 'data'),
    once(socket, 'close'),
    delay(ANSWER_MS, undefined, { ref: false }),
  ]);
  await new Promise((resolve) => setTimeout(resolve, quietMs));
  socket.destroy();
  return text.slice(0, text.indexOf('\r\n'));
}

function rssBytes(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
}

/** Asks every route by clients that take nothing of what they are answered, and leave. */
async function readNothing(port: number): Promise<void> {
  for (const path of await pathsOf(port)) {
    const sockets = await Promise.all(
      Array.from({ length: SILENT.clients }, async () => {
        const socket = net.connect(port, '127.0.0.1');
        socket.pause();
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(
          requestText(`GET ${path}`, 'accept-encoding: identity').repeat(SILENT.questions),
        );
        return socket;
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const socket of sockets) socket.destroy();
  }
}

t.setTimeout(10 * PAST_MS);

for (const [service, port] of [
  ['news', newsPort],
  ['blog', blogPort],
] as const) {
  t.test(`${service}: HEAD and 304 on every route, alone and pipelined`, async (t) => {
    for (const path of await finitePathsOf(port)) {
      const url = `http://127.0.0.1:${port}${path}`;
      const plain = { 'accept-encoding': 'identity' };
      const get = await fetch(url, { headers: plain });
      const body = await get.arrayBuffer();
      const head = await fetch(url, { method: 'HEAD', headers: plain });
      t.equal(head.status, get.status, `HEAD ${path}`);
      t.equal((await head.arrayBuffer()).byteLength, 0);
      t.equal(head.headers.get('content-length'), String(body.byteLength), path);
      const etag = get.headers.get('etag');
      const unchanged = requestText(`GET ${path}`, `if-none-match: ${etag ?? '*'}`);
      if (etag !== null) t.match(await exchange(port, unchanged), /^HTTP\/1\.1 304/, path);
      await exchange(port, `${requestText(`HEAD ${path}`)}${unchanged}`.repeat(50));
    }
    await checkAlive(t, port);
  });

  t.test(`${service}: readers that never read, on every route`, async (t) => {
    // What node:http let go of is collected late: the first time memory grows by that.
    if (process.env.TAGWIRE_HTTP_SERVER === 'node') await readNothing(port);
    const before = process.platform === 'linux' ? rssBytes() : 0;
    await readNothing(port);
    if (process.platform === 'linux') {
      t.ok(rssBytes() - before < RSS_GROWTH_MAX, 'what they did not read was not kept for them');
    }
    await checkAlive(t, port);
  });

  t.test(`${service}: clients that leave in the middle, on every route`, async (t) => {
    for (const path of await pathsOf(port)) {
      const whole = requestText(`GET ${path}`);
      for (const cut of [1, 5, whole.length - 3, whole.length]) {
        const socket = net.connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(whole.slice(0, cut));
        setImmediate(() => socket.resetAndDestroy());
      }
    }
    await checkAlive(t, port);
  });

  t.test(`${service}: malformed requests are refused, not obeyed`, async (t) => {
    const malformed = [
      `${requestText('GET /api/v1/openapi.json', 'content-length: 5')}hello`,
      `${requestText('POST /api/v1/openapi.json', 'content-length: 5')}hello`,
      requestText('GET /api/v1/%zz'),
      requestText('GET /api/v1/articles?q=%ff'),
      requestText(`GET /api/v1/${'x'.repeat(40_000)}`),
      requestText('GET /api/v1', `x-long: ${'x'.repeat(40_000)}`),
      `${requestText('GET /api/v1', 'transfer-encoding: chunked', 'transfer-encoding: identity')}0\r\n\r\n`,
      'NONSENSE\r\n\r\n',
      '\0\0\0\0',
    ];
    const answers = await Promise.all(malformed.map((bytes) => exchange(port, bytes)));
    for (const [index, answer] of answers.entries()) {
      t.notMatch(answer, /^HTTP\/1\.1 [23]/, malformed[index]!.slice(0, 40));
    }
    await checkAlive(t, port);
  });
}

t.test('a legal request with the longest cursor and query is understood', async (t) => {
  const q = encodeURIComponent('字'.repeat(60));
  const answer = await fetch(
    `http://127.0.0.1:${newsPort}/api/v1/articles?q=${q}&cursor=${'A'.repeat(2048)}`,
    { headers: { 'x-other': 'x'.repeat(8000) } },
  );
  t.equal(answer.status, 400, 'only the cursor is wrong');
  t.match(((await answer.json()) as { error: string }).error, /cursor/);
});
