/** `tagwire crawl` and `tagwire inspect` as a user runs them, and a server that crawls. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import t from 'tap';
import { HOUR_MS, isoOf, MINUTE_MS } from '../../src/kernel/clock.js';
import { startServer } from '../api/harness.js';
import { serve } from '../crawler/fetch/loopback.js';
import { folderFor, run } from './run-command.js';

t.setTimeout(300_000);

const ALLOW = ['--crawl-allow', '127.0.0.0/8', '--crawl-gap-ms', '1'];
const TEXT = 'The ferry left at dawn with the lamps still lit along the quay. '.repeat(8);

/** A site whose feed lists two articles of an hour ago, and one that fails. */
const site: RequestListener = (request, response) => {
  const home = `http://${request.headers.host}`;
  const date = new Date(Date.now() - HOUR_MS).toUTCString();
  const item = (number: number): string =>
    `<item><title>Ferry number ${number}</title><link>${home}/${number}</link><pubDate>${date}</pubDate></item>`;
  const path = request.url ?? '/';
  if (path === '/feed') {
    response.setHeader('content-type', 'application/rss+xml');
    response.end(
      `<rss version="2.0"><channel><title>Quay</title>${item(1)}${item(2)}</channel></rss>`,
    );
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

t.test('crawl --once stores everything and ends; a second run finds nothing new', async (t) => {
  const { origin } = await serve(t, site);
  const data = folderFor(t);
  writeFileSync(join(data, 'sources.toml'), entry('gazette', `${origin}/feed`));
  const first = await run(data, 'crawl', '--once', ...ALLOW);
  t.equal(first.code, 0, first.err);
  t.match(first.out, /media:gazette\s+feed\s+ok/);
  t.match(first.out, /1 channels, 1 well/);
  const second = await run(data, 'crawl', '--once', ...ALLOW);
  t.equal(second.code, 0, second.err);
  const server = await startServer(t, { now: isoOf(Date.now()), flags: { data } });
  const answer = await server.get('/api/v1/articles?limit=10');
  const { articles } = (await answer.json()) as { articles: { title: string; tags: string[] }[] };
  t.same(articles.map(({ title }) => title).sort(), ['Ferry number 1', 'Ferry number 2']);
  t.same(articles[0]!.tags, ['ferry', 'quay']);
});

t.test('a source that fails is named, and the exit code tells', async (t) => {
  const { origin } = await serve(t, site);
  const data = folderFor(t);
  const bad = entry('missing', `${origin}/nothing`);
  writeFileSync(
    join(data, 'sources.toml'),
    `${entry('gazette', `${origin}/feed`)}\n${bad}title = "twice"\n`,
  );
  const { code, out } = await run(data, 'crawl', '--once', ...ALLOW);
  t.equal(code, 1);
  t.match(out, /media:gazette\s+feed\s+ok/);
  t.match(out, /sources\.toml:\d+: /);
  writeFileSync(join(data, 'sources.toml'), `${entry('gazette', `${origin}/feed`)}\n${bad}`);
  const again = await run(data, 'crawl', '--once', ...ALLOW);
  t.equal(again.code, 1);
  t.match(again.out, /media:missing new: .*404/);
});

t.test('without a list of sources, what to do is said', async (t) => {
  const { code, err } = await run(folderFor(t), 'crawl', '--once');
  t.equal(code, 1);
  t.match(err, /there is no .*sources\.toml; .*tagwire source add/);
});

t.test(
  'a server that crawls serves what it finds, says how it goes, and takes orders',
  async (t) => {
    const { origin } = await serve(t, site);
    const data = folderFor(t);
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'sources.toml'), entry('gazette', `${origin}/feed`));
    const flags = { data, crawl: true, crawlAllow: '127.0.0.0/8', crawlGapMs: 1 };
    const server = await startServer(t, { now: isoOf(Date.now()), flags });
    const titles = async (): Promise<string[]> => {
      server.clock.set(Date.now() + MINUTE_MS);
      const answer = await server.get('/api/v1/articles?limit=10');
      const { articles } = (await answer.json()) as { articles: { title: string }[] };
      return articles.map(({ title }) => title).sort();
    };
    let found: string[] = [];
    for (let tries = 0; tries < 200 && found.length < 2; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      found = await titles();
    }
    t.same(found, ['Ferry number 1', 'Ferry number 2']);
    const status = await run(data, 'crawl', 'status', '--json');
    const { channels } = JSON.parse(status.out) as {
      channels: { source: string; stored: number }[];
    };
    t.match(channels, [{ source: 'media:gazette', stored: 2, health: 'ok' }]);
    t.match((await run(data, 'crawl', 'now', 'gazette')).out, /polling 1/);
    t.equal((await run(data, 'crawl', 'now', 'nobody')).code, 1);
    const other = await run(data, 'crawl', '--once', ...ALLOW);
    t.equal(other.code, 1);
    t.match(other.err, /in use by process/, 'two crawlers do not share a state');
    // The file is read again at the word of a command.
    appendFileSync(join(data, 'sources.toml'), `\n${entry('other', `${origin}/nothing`)}`);
    await server.app.crawl!.call('reload', {});
    t.match((await run(data, 'crawl', 'status')).out, /media:other/);
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

t.test('inspect prints records, a line of JSON for each of several documents', async (t) => {
  const { origin } = await serve(t, site);
  const data = folderFor(t);
  const one = await run(data, 'inspect', 'feed', `${origin}/feed`, ...ALLOW.slice(0, 2));
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
  const several = await run(
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
  const post = await run(data, 'inspect', 'page', page, '--blog', 'ann');
  t.match(JSON.parse(post.out), { kind: 'post', blog: 'ann', title: 'Lamps' });
  t.equal((await run(data, 'inspect', 'else', page)).code, 2);
});
