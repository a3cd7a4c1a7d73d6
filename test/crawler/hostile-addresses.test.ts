/**
 * Sites that point inward, in circles or nowhere: nothing is fetched from where it may not be.
 */
import '../engine/actor/threads-here.js';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/clock.js';
import { listening } from './fetch/loopback.js';
import {
  articlePage,
  assertGood,
  dateAt,
  feedToml,
  html,
  mediaToml,
  notFound,
  openGoodSites,
  openHostileCrawl,
  openSite,
  openVictim,
  rss,
  START_MS,
} from './hostile-web.js';

/** Where no crawler may be sent; the victim listens behind most of them. */
function inwardAddresses(port: number): string[] {
  return [
    `http://127.77.0.1:${port}/in`,
    `http://2135752705:${port}/in`,
    `http://0x7f4d0001:${port}/in`,
    `http://[::ffff:7f4d:1]:${port}/in`,
    `http://[64:ff9b::7f4d:1]:${port}/in`,
    `http://[::7f4d:1]:${port}/in`,
    'http://169.254.169.254/latest/meta-data/',
    `http://0.0.0.0:${port}/in`,
    'http://[::1]:9999/',
  ];
}

function redirect(response: ServerResponse, location: string, status = 302): void {
  response.writeHead(status, { location }).end();
}

const RECENT = dateAt(START_MS - MINUTE_MS);
const PORTAL = `
[[media.portal.list]]
url = "URL"
kind = "topic"
item = "li"
link = "a"
story = "p a"
`;

t.test('redirects that lead inward are not followed, whatever they are for', async (t) => {
  const good = await openGoodSites(t);
  const victim = await openVictim(t);
  let entries = '';
  const codes: string[] = [];
  for (const [at, target] of inwardAddresses(victim.port).entries()) {
    const site = await openSite(t, (path, _request, response) => {
      const child = `<sitemap><loc>${site.origin}/to/child</loc></sitemap>`;
      const story = { url: `${site.origin}/to/page`, title: 'A story that leads inward' };
      if (path.startsWith('/to/')) redirect(response, target, path === '/to/feed' ? 301 : 302);
      else if (path === '/index') response.end(`<sitemapindex>${child}</sitemapindex>`);
      else if (path === '/stories') response.end(rss([{ ...story, date: RECENT }]));
      else notFound(response);
    });
    const robots = await openSite(t, (_path, _request, response) => redirect(response, target));
    entries += feedToml(`feed${at}`, `${site.origin}/to/feed`);
    entries += feedToml(`page${at}`, `${site.origin}/stories`);
    entries += mediaToml(`map${at}`, `sitemap = "${site.origin}/index"`);
    entries += mediaToml(
      `portal${at}`,
      `feed = "${site.origin}/stories"\n${PORTAL.replace('URL', `${site.origin}/to/portal`)}`,
    );
    entries += feedToml(`robots${at}`, `${robots.origin}/feed`);
    codes.push(...['feed', 'map', 'robots'].map((kind) => `${kind}${at}`));
  }
  const crawl = await openHostileCrawl(t, entries + good.toml);
  await crawl.now();
  await crawl.later(HOUR_MS);
  t.equal(victim.connections, 0);
  for (const code of codes) {
    const reason = code.startsWith('robots') ? 'robots' : 'private-address';
    t.equal(crawl.state(code).lastFault?.reason, reason, code);
    t.equal(crawl.health(code), 'blocked', code);
    t.equal(crawl.warningsOf(code).length, 1, `${code} is told once`);
    t.equal(crawl.state(code).movedTo, null, `${code} has not moved`);
  }
  for (let at = 0; at < inwardAddresses(0).length; at++) {
    t.same(crawl.dropped(`page${at}`), { 'page private-address': 1 }, `page${at}`);
    const checks = crawl.log.of('portal-check').filter(({ media }) => media === `portal${at}`);
    t.match(checks[0], { status: 'failed', error: /not a public address/ }, `portal${at}`);
  }
  assertGood(t, crawl, good);
});

t.test('nothing that a feed or a page only names is fetched from inside', async (t) => {
  const good = await openGoodSites(t);
  const victim = await openVictim(t);
  const inside = `http://127.77.0.1:${victim.port}`;
  const site = await openSite(t, (path, _request, response) => {
    const { origin } = site;
    const more = `<enclosure url="${inside}/sound.mp3" type="audio/mpeg" length="1"/><comments>${inside}/comments</comments><description>&lt;img src="${inside}/picture.jpg"&gt; &lt;link rel=stylesheet href="${inside}/style.css"&gt; words</description>`;
    const head = `<link rel="hub" href="${inside}/hub"/><atom:link rel="hub" href="${inside}/hub"/><atom:link rel="self" href="${inside}/self"/><atom:link rel="next" href="${inside}/next"/><link>${inside}/</link><image><url>${inside}/icon.png</url></image>`;
    if (path === '/feed') {
      response.setHeader('link', `<${inside}/hub>; rel="hub", <${inside}/self>; rel="self"`);
      response.end(
        rss(
          [
            { url: `${inside}/story`, title: 'A story that lies inside', date: RECENT, more },
            { url: `${origin}/named`, title: 'A story that names the inside', date: RECENT, more },
            { url: `${origin}/led`, title: 'A story that leads inside', date: RECENT, more },
          ],
          head,
        ),
      );
    } else if (path === '/named') {
      const links = `<link rel="canonical" href="${inside}/canonical"><link rel="icon" href="${inside}/icon"><link rel="amphtml" href="${inside}/amp"><link rel="alternate" type="application/rss+xml" href="${inside}/feed"><meta property="og:url" content="${inside}/og"><meta property="og:image" content="${inside}/image"><base href="${inside}/"><script src="${inside}/script.js"></script>`;
      html(response, articlePage('A story that names the inside', 'named', links));
    } else if (path === '/led') {
      html(response, `<meta http-equiv="refresh" content="0; url=${inside}/refresh">`);
    } else notFound(response);
  });
  const toml = feedToml('names', `${site.origin}/feed`) + good.toml;
  const crawl = await openHostileCrawl(t, toml, { callbackUrl: 'http://crawler.example/hub' });
  await crawl.now();
  await crawl.later(2 * HOUR_MS);
  t.equal(victim.connections, 0);
  t.same(crawl.newsOf('names'), [`${site.origin}/named`], 'its address stays its own');
  t.same(crawl.dropped('names'), { 'page private-address': 2 });
  t.ok(crawl.state('names').subscription !== null, 'the hub was to be asked');
  t.same(crawl.warningsOf('names'), []);
  assertGood(t, crawl, good);
});

t.test('redirects in circles, and endless ones, are told once', async (t) => {
  const good = await openGoodSites(t);
  const site = await openSite(t, (path, _request, response) => {
    const number = Number(/\d+$/.exec(path)?.[0] ?? 0);
    if (path.startsWith('/circle')) redirect(response, `/circle${(number + 1) % 3}`, 301);
    else if (path.startsWith('/on')) redirect(response, `/on${number + 1}`, 308);
    else if (path === '/stories') {
      const urls = [`${site.origin}/circle0`, `${site.origin}/on0`];
      response.end(rss(urls.map((url) => ({ url, title: `The story at ${url}`, date: RECENT }))));
    } else notFound(response);
  });
  const toml =
    feedToml('circle', `${site.origin}/circle0`) +
    feedToml('on', `${site.origin}/on0`) +
    feedToml('stories', `${site.origin}/stories`);
  const crawl = await openHostileCrawl(t, toml + good.toml);
  await crawl.now();
  await crawl.later(8 * HOUR_MS, 15 * MINUTE_MS);
  for (const [code, reason] of [
    ['circle', 'redirect-loop'],
    ['on', 'too-many-redirects'],
  ] as const) {
    t.equal(crawl.state(code).lastFault?.reason, reason);
    t.equal(crawl.state(code).movedTo, null);
    t.equal(crawl.warningsOf(code).length, 1);
  }
  t.equal(crawl.newsOf('stories').length, 2, 'the headlines are stored');
  t.ok(site.requests.length < 400, `${site.requests.length} requests`);
  assertGood(t, crawl, good);
});

t.test('a feed that moves to a page is read where it was, once that is over', async (t) => {
  let isLost = true;
  const site = await openSite(t, (path, _request, response) => {
    const story = { url: `${site.origin}/story`, title: 'The feed is back again', date: RECENT };
    if (path === '/feed' && isLost) redirect(response, '/', 301);
    else if (path === '/feed') response.end(rss([story]));
    else if (path === '/') html(response, '<html><body><h1>We are being repaired</h1>');
    else notFound(response);
  });
  const crawl = await openHostileCrawl(
    t,
    feedToml('moved', `${site.origin}/feed`, ', content = "none"'),
  );
  await crawl.now();
  await crawl.later(HOUR_MS);
  t.equal(crawl.state('moved').lastFault?.reason, 'not-a-feed');
  isLost = false;
  await crawl.later(2 * HOUR_MS);
  t.same(crawl.newsOf('moved'), [`${site.origin}/story`]);
});

t.test('a feed whose new address ends is read where it was', async (t) => {
  for (const status of [404, 410, 500]) {
    let isOver = false;
    const site = await openSite(t, (path, _request, response) => {
      const story = (name: string) => ({
        url: `${site.origin}/${name}`,
        title: `Story ${name} of it`,
      });
      if (path === '/feed' && !isOver) redirect(response, '/new', 301);
      else if (path === '/feed') response.end(rss([story('after')]));
      else if (path === '/new' && !isOver) response.end(rss([story('before')]));
      else if (path === '/new') response.writeHead(status).end();
      else notFound(response);
    });
    const crawl = await openHostileCrawl(
      t,
      feedToml('moved', `${site.origin}/feed`, ', content = "none"'),
    );
    await crawl.now();
    t.equal(crawl.state('moved').movedTo, `${site.origin}/new`);
    isOver = true;
    await crawl.later(4 * HOUR_MS);
    t.same(
      crawl.newsOf('moved').sort(),
      ['after', 'before'].map((name) => `${site.origin}/${name}`),
      `${status}`,
    );
    t.equal(crawl.health('moved'), 'ok');
  }
});

t.test('a feed that is gone is left alone, and one that asks for a year gets a week', async (t) => {
  const good = await openGoodSites(t);
  const site = await openSite(t, (path, _request, response) => {
    if (path === '/gone') response.writeHead(410).end();
    else if (path === '/later') response.writeHead(503, { 'retry-after': '31536000' }).end();
    else notFound(response);
  });
  const toml = feedToml('gone', `${site.origin}/gone`) + feedToml('later', `${site.origin}/later`);
  const crawl = await openHostileCrawl(t, toml + good.toml);
  await crawl.now();
  await crawl.later(5 * HOUR_MS);
  t.equal(crawl.health('gone'), 'ended');
  t.equal(crawl.warningsOf('gone').length, 1);
  t.equal(crawl.state('later').lastFault?.reason, 'rate-limited');
  assertGood(t, crawl, good);
  await crawl.later(8 * DAY_MS, 6 * HOUR_MS);
  t.equal(site.requests.filter((path) => path === '/gone').length, 1);
  t.equal(site.requests.filter((path) => path === '/later').length, 2);
});

t.test('a certificate that nobody trusts is told, and nothing is sent', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tagwire-tls-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  const args =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=x.example';
  try {
    execFileSync('openssl', [...args.split(' '), '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    });
  } catch {
    t.pass('openssl is missing or cannot make certificates');
    return;
  }
  const good = await openGoodSites(t);
  let requests = 0;
  const server = createTlsServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    (_, response) => {
      requests += 1;
      response.end(rss([]));
    },
  );
  const { port } = await listening(t, server);
  const crawl = await openHostileCrawl(
    t,
    feedToml('secure', `https://127.0.0.1:${port}/feed`) + good.toml,
  );
  await crawl.now();
  await crawl.later(HOUR_MS);
  t.equal(requests, 0);
  t.equal(crawl.state('secure').lastFault?.reason, 'tls');
  t.equal(crawl.warningsOf('secure').length, 1);
  assertGood(t, crawl, good);
});
