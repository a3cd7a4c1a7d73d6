/** `tagwire crawl` and `tagwire inspect` as a user runs them, and a server that crawls. */
import '../../engine/actor/threads-here.js';
import { appendFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { HOUR_MS, isoOf, MINUTE_MS } from '../../../src/kernel/clock.js';
import { serve } from '../../crawler/fetch/loopback.js';
import { startServer } from '../../serve/api/harness.js';
import { folderFor, run } from './run-command.js';
import { runHere } from './run-here.js';

t.setTimeout(300_000);

const ALLOW = ['--crawl-allow', '127.0.0.0/8', '--crawl-gap-ms', '1'];
const TEXT = 'The ferry left at dawn with the lamps still lit along the quay. '.repeat(8);

/** A site whose feed lists two articles of an hour ago, another one with a third, and no more. */
const site: RequestListener = (request, response) => {
  const home = `http://${request.headers.host}`;
  const date = new Date(Date.now() - HOUR_MS).toUTCString();
  const item = (number: number): string =>
    `<item><title>Ferry number ${number}</title><link>${home}/${number}</link><pubDate>${date}</pubDate></item>`;
  const path = request.url ?? '/';
  if (path === '/feed' || path === '/late') {
    const items = path === '/feed' ? item(1) + item(2) : item(3);
    response.setHeader('content-type', 'application/rss+xml');
    response.end(`<rss version="2.0"><channel><title>Quay</title>${items}</channel></rss>`);
  } else if (/^\/\d$/.test(path)) {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html><head><title>Ferry number ${path.slice(1)}</title><meta name="news_keywords" content="ferry,quay"></head><body><article><h1>Ferry number ${path.slice(1)}</h1><p>${TEXT}</p><p>${TEXT}</p></article></body></html>`,
    );
  } else response.writeHead(404).end();
};

function entry(code: string, feed: string): string {
  return `[[media]]\ncode = "${code}"\ntitle = "The ${code}"\nfeed = "${feed}"\n`;
}

t.test(
  'a crawl stores everything, names what fails, and is gone on with by a server',
  async (t) => {
    const { origin } = await serve(t, site);
    const data = folderFor(t);
    const list = join(data, 'sources.toml');
    const gazette = entry('gazette', `${origin}/feed`);
    const crawl = (...args: string[]) => runHere(data, 'crawl', ...args);
    const titlesOf = async (answer: Response): Promise<string[]> => {
      const { articles } = (await answer.json()) as { articles: { title: string }[] };
      return articles.map(({ title }) => title).sort();
    };

    await t.test('once: the exit code tells of a fault in the list', async (t) => {
      const bad = entry('missing', `${origin}/nothing`);
      writeFileSync(list, `${gazette}\n${bad}title = "twice"\n`);
      const { code, out } = await crawl('--once', ...ALLOW);
      t.equal(code, 1);
      t.match(out, /media:gazette\s+feed\s+ok/);
      t.match(out, /sources\.toml:\d+: /);
    });

    await t.test('of a source that fails', async (t) => {
      writeFileSync(list, `${gazette}\n${entry('missing', `${origin}/nothing`)}`);
      const { code, out } = await crawl('--once', ...ALLOW);
      t.equal(code, 1);
      t.match(out, /media:missing new: .*404/);
    });

    await t.test('and that all is well, with nothing new', async (t) => {
      writeFileSync(list, gazette);
      const { code, out, err } = await crawl('--once', ...ALLOW);
      t.equal(code, 0, err);
      t.match(out, /media:gazette\s+feed\s+ok/);
      t.match(out, /1 channels, 1 well/);
    });

    await t.test(
      'a server serves what was and is found, tells how it goes, takes orders',
      async (t) => {
        appendFileSync(list, `\n${entry('harbour', `${origin}/late`)}`);
        const flags = { data, crawl: true, crawlAllow: '127.0.0.0/8', crawlGapMs: 1 };
        const server = await startServer(t, { now: isoOf(Date.now()), flags });
        const articles = async (): Promise<string[]> => {
          server.clock.set(Date.now() + MINUTE_MS);
          return titlesOf(await server.get('/api/v1/articles?limit=10'));
        };
        let found: string[] = [];
        for (let tries = 0; tries < 400 && found.length < 3; tries++) {
          await sleep(50);
          found = await articles();
        }
        t.same(found, ['Ferry number 1', 'Ferry number 2', 'Ferry number 3']);
        const tagged = await server.get('/api/v1/articles?limit=1');
        t.match(await tagged.json(), { articles: [{ tags: ['ferry', 'quay'] }] });
        const { channels } = JSON.parse((await crawl('status', '--json')).out) as {
          channels: { source: string }[];
        };
        t.match(
          channels.find(({ source }) => source === 'media:harbour'),
          { stored: 1, health: 'ok' },
        );
        t.match((await crawl('now', 'gazette')).out, /polling 1/);
        t.equal((await crawl('now', 'nobody')).code, 1);
        const other = await run(data, 'crawl', '--once', ...ALLOW);
        t.equal(other.code, 1);
        t.match(other.err, /in use by process/, 'two crawlers do not share a state');
        // The file is read again at the word of a command.
        appendFileSync(list, `\n${entry('other', `${origin}/nowhere`)}`);
        await server.app.crawl!.call('reload', {});
        while (!/media:other/.test((await crawl('status')).out)) await sleep(20);
        t.pass('and a source that is new is crawled');
        const metrics = await (await fetch(`${server.app.adminUrl}/metrics`)).text();
        t.match(metrics, /tagwire_crawl_channels\{state="ok"\} \d/);
        const stats = await server.get('/api/v1/media-stats');
        const { media } = (await stats.json()) as {
          media: { media: string; crawler: { health: object } }[];
        };
        t.match(media.find(({ media: code }) => code === 'gazette')!.crawler.health, {
          state: /ok|new/,
        });
      },
    );
  },
);

t.test('without a list of sources, what to do is said', async (t) => {
  const { code, err } = await runHere(folderFor(t), 'crawl', '--once');
  t.equal(code, 1);
  t.match(err, /there is no .*sources\.toml; .*tagwire source add/);
});

t.test('inspect prints records, a line of JSON for each of several documents', async (t) => {
  const { origin } = await serve(t, site);
  const data = folderFor(t);
  const one = await runHere(data, 'inspect', 'feed', `${origin}/feed`, ...ALLOW.slice(0, 2));
  t.equal(one.code, 0, one.err);
  const records = one.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  t.match(records, [{ kind: 'news', title: 'Ferry number 1', url: `${origin}/1` }, {}]);
  const page = join(data, 'page.html');
  const empty = join(data, 'empty.html');
  writeFileSync(page, `<title>Lamps</title><article><p>${TEXT}</p></article>`);
  writeFileSync(empty, '');
  const several = await runHere(
    data,
    'inspect',
    'page',
    page,
    empty,
    '--url',
    'https://quay.example/lamps',
  );
  t.equal(several.code, 1);
  const lines = several.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  t.match(lines, [
    { source: page, records: [{ title: 'Lamps', url: 'https://quay.example/lamps' }], dropped: [] },
    { source: empty, records: [], error: /empty/ },
  ]);
  const post = await runHere(data, 'inspect', 'page', page, '--blog', 'ann');
  t.match(JSON.parse(post.out), { kind: 'post', blog: 'ann', title: 'Lamps' });
  t.equal((await runHere(data, 'inspect', 'else', page)).code, 2);
});
