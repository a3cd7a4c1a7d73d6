/**
 * The first quarter of an hour of somebody who has the package, a site of his own and what the screen
 * says: with what people get wrong on the way, each told with what to do about it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import t from 'tap';
import { HOUR_MS } from '../../../src/kernel/clock.js';
import { serve } from '../../crawler/fetch/loopback.js';
import { root } from '../../tidy/root.js';
import { folderFor, type Run, threadsHere } from './run-command.js';

/** A busy machine may take most of it to start processes; alone it is a fifth of that. */
t.setTimeout(300_000);
const LOOKS = 600;
const LOOK_MS = 100;

const TITLE = 'Night ferry returns to the old quay';
const TEXT = 'The ferry left at dawn with the lamps still lit along the quay. '.repeat(8);
const windows = process.platform === 'win32';

/** A site whose home page names its feed, which lists one article of an hour ago. */
const site: RequestListener = (request, response) => {
  const home = `http://${request.headers.host}`;
  const [type, body] = pages(home)[request.url ?? '/'] ?? ['text/html', null];
  response.writeHead(body === null ? 404 : 200, { 'content-type': type });
  response.end(body ?? 'nothing here');
};

function pages(home: string): { [path: string]: [type: string, body: string] } {
  const date = new Date(Date.now() - HOUR_MS).toUTCString();
  const item = `<item><title>${TITLE}</title><link>${home}/1</link><pubDate>${date}</pubDate></item>`;
  const link = '<link rel="alternate" type="application/rss+xml" href="/feed.xml">';
  return {
    '/': ['text/html', `<!doctype html><title>The Quay</title>${link}<h1>The Quay</h1>`],
    '/feed.xml': [
      'application/rss+xml',
      `<rss version="2.0"><channel><title>The Quay</title>${item}</channel></rss>`,
    ],
    '/1': [
      'text/html',
      `<!doctype html><title>${TITLE}</title><article><h1>${TITLE}</h1><p>${TEXT}</p><p>${TEXT}</p></article>`,
    ],
  };
}

/** The command: of this checkout, and in the long run of all tests that of the packed package. */
function commandIn(base: string): string {
  if (process.env.TAGWIRE_TEST_ALL !== '1')
    return join(root, 'src', 'app', 'cli', 'bin', 'tagwire.js');
  // Laid out as npm does, with what this checkout has installed beside it.
  const pack = ['pack', root, '--json', '--ignore-scripts'];
  const packed = spawnSync('npm', pack, { cwd: base, shell: windows, encoding: 'utf8' });
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  spawnSync('tar', ['-xzf', filename], { cwd: base });
  symlinkSync(join(root, 'node_modules'), join(base, 'node_modules'), 'junction');
  return join(base, 'package', 'src', 'app', 'cli', 'bin', 'tagwire.js');
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

t.test('from the package to an own article, with three mistakes on the way', async (t) => {
  const base = folderFor(t);
  const home = join(base, 'home');
  mkdirSync(home);
  const bin = commandIn(base);
  const { origin, port: taken } = await serve(t, site);
  const begin = (...args: string[]): ChildProcess =>
    spawn(process.execPath, [...threadsHere, bin, ...args], {
      cwd: home,
      env: { PATH: process.env.PATH },
    });
  const tagwire = async (...args: string[]): Promise<Run> => {
    const child = begin(...args);
    const said = { out: '', err: '' };
    child.stdout!.on('data', (chunk) => {
      said.out += chunk;
    });
    child.stderr!.on('data', (chunk) => {
      said.err += chunk;
    });
    const [code] = (await once(child, 'close')) as [number];
    return { code, ...said };
  };
  const configure = (newsKey: string, newsPort: number): void =>
    writeFileSync(
      join(home, 'tagwire.toml'),
      `blogPort = 0\nadminPort = 0\n${newsKey} = ${newsPort}\ncrawlAllow = ["127.0.0.1"]\n`,
    );

  // His own site is on his own machine, which the crawler does not read unasked.
  const refused = await tagwire('source', 'add', origin, '--media', 'quay', '--yes');
  t.match(refused, { code: 1, err: /not a public address; --crawl-allow 127\.0\.0\.1 opens it/ });

  configure('newPort', taken);
  const misspelt = await tagwire('source', 'add', origin, '--media', 'quay', '--yes');
  t.match(misspelt, {
    code: 2,
    err: /newPort of tagwire\.toml is not known; did you mean newsPort/,
  });

  configure('newsPort', taken);
  const gone = `${origin}/old-feed.xml`;
  const missing = await tagwire('source', 'add', gone, '--media', 'quay', '--yes');
  t.match(missing, {
    code: 1,
    err: /old-feed\.xml answered 404: .* Give the address of the site, http:/,
  });
  const added = await tagwire('source', 'add', origin, '--media', 'quay', '--yes');
  t.match(added, { code: 0, out: /added media "quay" to tagwire-data.sources\.toml/ });

  const elsewhere = await tagwire('crawl', 'status', '--data', 'tagwire-dta');
  t.match(elsewhere, { code: 2, err: /there is no .*tagwire-dta/ });

  const occupied = await tagwire('serve', '--crawl');
  t.match(occupied, { code: 1, err: /:\d+ is in use by another program: .*--news-port/ });

  configure('newsPort', await freePort());
  const server = begin('serve', '--crawl');
  const ended = once(server, 'close');
  t.teardown(() => server.kill());
  let newsUrl = '';
  for await (const line of createInterface({ input: server.stdout! })) {
    newsUrl = /^news service +(http:\/\/[\d.:]+)/.exec(line)?.[1] ?? newsUrl;
    if (line.startsWith('metrics')) break;
  }
  let answer = '';
  for (let look = 0; look < LOOKS && !answer.includes(TITLE); look++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    answer = await (await fetch(`${newsUrl}/api/v1/articles`)).text();
  }
  const [article] = (
    JSON.parse(answer) as { articles: { id: number; title: string; url: string }[] }
  ).articles;
  t.match(article, { title: TITLE, url: `${origin}/1` });
  const page = await (await fetch(`${newsUrl}/articles/${article!.id}/`)).text();
  t.ok(page.includes(TITLE), 'its page shows it');
  t.match(await tagwire('crawl', 'status'), { code: 0, out: /media:quay\s+feed\s+ok/ });
  server.kill('SIGTERM');
  t.strictSame(await ended, [0, null]);
});
