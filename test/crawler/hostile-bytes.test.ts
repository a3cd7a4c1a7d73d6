/**
 * Sites whose bytes are the weapon: slow, endless, compressed without end, nested without end.
 */
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { FETCH_LIMITS } from '../../src/crawler/fetch/outcome.js';
import { EXTRACT_POOL } from '../../src/crawler/pool-extractor.js';
import { WorkPool } from '../../src/engine/actor/work-pool.js';
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/clock.js';
import { CRAWL } from '../../src/kernel/limits.js';
import { collectGarbage } from '../../src/kernel/runtime/garbage.js';
import {
  articlePage,
  assertGood,
  dateAt,
  feedToml,
  html,
  notFound,
  openGoodSites,
  openHostileCrawl,
  openSite,
  rss,
  START_MS,
} from './hostile-web.js';

const MIB = 1024 * 1024;
const DEPTH = 200_000;
const BOMB = gzipSync(Buffer.alloc(100 * MIB, ' '));

/** Memory that is in use and not only waits to be collected. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** A byte now and then, for as long as the other side stays. */
function drip(response: ServerResponse): void {
  response.write('<');
  const timer = setInterval(() => response.write('x'), 50);
  response.on('close', () => clearInterval(timer));
}

/** As much as the other side takes. */
function flood(response: ServerResponse): void {
  const chunk = Buffer.alloc(256 * 1024, 'x');
  const fill = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', fill);
  fill();
}

/** A feed with one item, whose page is something else. */
function feedOfOne(origin: string): string {
  const date = dateAt(START_MS - MINUTE_MS);
  return rss([{ url: `${origin}/page`, title: 'A page that is a weapon', guid: 'one', date }]);
}

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha">${Array.from(
  { length: 20 },
  (_, at) =>
    `<!ENTITY ${String.fromCharCode(98 + at)} "${`&${String.fromCharCode(97 + at)};`.repeat(10)}">`,
).join('')}]><rss><channel><title>&u;</title><item><title>&u;</title></item></channel></rss>`;

/** What a feed answers, and what its ledger then says. */
const FEEDS: Record<
  string,
  { answer(response: ServerResponse): void; reason: string; says: RegExp }
> = {
  drip: { answer: drip, reason: 'timeout', says: /next to nothing/ },
  silent: { answer: () => undefined, reason: 'timeout', says: /did not answer/ },
  flood: { answer: flood, reason: 'too-large', says: /longer than/ },
  bomb: {
    answer: (response) => response.setHeader('content-encoding', 'gzip').end(BOMB),
    reason: 'too-large',
    says: /longer than/,
  },
  laughs: { answer: (response) => response.end(LAUGHS), reason: 'broken', says: /entities/ },
};

t.test(
  'feeds that are slow, endless or bombs are told once, and cost the others nothing',
  async (t) => {
    const good = await openGoodSites(t);
    const sites = new Map<string, string>();
    for (const [name, { answer }] of Object.entries(FEEDS)) {
      const { origin } = await openSite(t, (path, _request, response) =>
        path === '/feed' ? answer(response) : notFound(response),
      );
      sites.set(name, origin);
    }
    const entries = [...sites].map(([name, origin]) => feedToml(name, `${origin}/feed`)).join('');
    const crawl = await openHostileCrawl(t, good.toml + entries);
    await crawl.now();
    await crawl.later(HOUR_MS, 15 * MINUTE_MS);
    const before = heldBytes();
    await crawl.later(2 * HOUR_MS, 15 * MINUTE_MS);
    for (const [name, { reason, says }] of Object.entries(FEEDS)) {
      t.equal(crawl.state(name).lastFault?.reason, reason, name);
      t.match(crawl.state(name).lastFault?.message, says, name);
      t.equal(crawl.health(name), 'failing', name);
      t.same(
        crawl.warningsOf(name).map(({ facts }) => facts.health),
        ['failing'],
        `${name}: once`,
      );
      t.ok(crawl.state(name).ledger.failed <= 6, `${name} is asked ever more seldom`);
    }
    const grownBytes = heldBytes() - before;
    t.ok(grownBytes < 2 * FETCH_LIMITS.bytesMax.feed, `nothing of it stays (${grownBytes} bytes)`);
    assertGood(t, crawl, good);
  },
);

t.test('while sites hang, the others are read to the end', async (t) => {
  const good = await openGoodSites(t);
  const open = new Set<ServerResponse>();
  let isOver = false;
  const entries: string[] = [];
  for (let at = 0; at < 8; at++) {
    const site = await openSite(t, (path, _request, response) => {
      if (path === '/robots.txt') notFound(response);
      else if (path === '/feed' && at % 2 === 1) response.end(feedOfOne(site.origin));
      else if (isOver) response.destroy();
      else open.add(response);
    });
    entries.push(feedToml(`hung${at}`, `${site.origin}/feed`));
  }
  const patience = 60_000;
  const limits = { headersMs: patience, stallMs: patience, totalMs: patience };
  const crawl = await openHostileCrawl(t, entries.join('') + good.toml, { limits });
  const run = crawl.now();
  const isDone = (): boolean =>
    open.size === 8 && [...good.sites.keys()].every((name) => crawl.newsOf(name).length === 3);
  for (let tries = 0; tries < 600 && !isDone(); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  t.equal(open.size, 8, 'all of them hang');
  t.equal(crawl.crawler.figures.active, 8, 'and nothing else is under way');
  assertGood(t, crawl, good);
  isOver = true;
  for (const response of open) response.destroy();
  await run;
});

/** What the page of an article answers, and what the ledger then says. */
const PAGES: Record<string, { answer(response: ServerResponse): void; drops: object }> = {
  'page-drip': { answer: drip, drops: {} },
  'page-flood': { answer: flood, drops: {} },
  'page-bomb': {
    answer: (response) => response.setHeader('content-encoding', 'gzip').end(BOMB),
    drops: {},
  },
  'page-deep': {
    answer: (response) => html(response, `<html><body>${'<div>'.repeat(DEPTH)}deep`),
    drops: { 'page too-deep': 1 },
  },
  'page-tags': {
    answer: (response) => html(response, `<html><body>${'<b><i><a href=x><p>'.repeat(DEPTH)}`),
    drops: { 'page too-deep': 1 },
  },
  'page-wide': {
    answer: (response) => html(response, `<html><body>${'<p>a</p>'.repeat(DEPTH)}`),
    drops: { 'page too-many-elements': 1 },
  },
  'page-binary': {
    answer: (response) => response.setHeader('content-type', 'text/html').end(Buffer.alloc(MIB)),
    drops: { 'page not-html': 1 },
  },
};

t.test('pages that are slow, endless, bombs or too deep leave their headlines', async (t) => {
  const good = await openGoodSites(t);
  let entries = '';
  for (const [name, { answer }] of Object.entries(PAGES)) {
    const site = await openSite(t, (path, _request, response) => {
      if (path === '/feed') response.end(feedOfOne(site.origin));
      else if (path === '/page') answer(response);
      else notFound(response);
    });
    entries += feedToml(name, `${site.origin}/feed`);
  }
  const crawl = await openHostileCrawl(t, entries + good.toml);
  await crawl.now();
  await crawl.later(3 * HOUR_MS, 15 * MINUTE_MS);
  for (const [name, { drops }] of Object.entries(PAGES)) {
    t.same(crawl.dropped(name), drops, name);
    t.match(
      crawl.log.of('news').filter(({ media }) => media === name),
      [{ title: 'A page that is a weapon', bodyStatus: 'error', body: undefined }],
      `${name}: the headline once`,
    );
    t.equal(crawl.health(name), 'ok', name);
    t.same(crawl.warningsOf(name), [], name);
  }
  assertGood(t, crawl, good);
});

t.test(
  'feeds that are nested without end or list without end are read as far as they go',
  async (t) => {
    const good = await openGoodSites(t);
    const item = (more: string): string =>
      `<rss><channel><item><title>Before the deep</title><link>http://deep.example/1</link>${more}</item></channel></rss>`;
    const deep = await openSite(t, (path, _request, response) => {
      if (path === '/feed') response.end(item('<a>'.repeat(DEPTH)));
      else if (path === '/text')
        response.end(item(`<description><![CDATA[${'<div>'.repeat(DEPTH)}deep]]></description>`));
      else notFound(response);
    });
    const total = 100_000;
    // Made once: what the server takes to write it is not the crawler's time.
    const entries = Array.from({ length: total }, (_, at) => ({
      url: `/story/${at}`,
      title: `Story number ${at}`,
      guid: `${at}`,
      date: dateAt(START_MS - (total - at) * 1000),
    }));
    const vastFeed = rss(entries);
    const vast = await openSite(t, (path, _request, response) => {
      if (path === '/feed') response.end(vastFeed);
      else notFound(response);
    });
    const toml =
      feedToml('deep', `${deep.origin}/feed`) +
      feedToml('deep-text', `${deep.origin}/text`, ', content = "feed"') +
      feedToml('vast', `${vast.origin}/feed`, ', content = "none"');
    // How far a document is read is asked here, not how fast a machine is that has other work as well.
    const pool = new WorkPool({
      ...{ filename: fileURLToPath(new URL('../../workers/extract.js', import.meta.url)) },
      ...{ ...EXTRACT_POOL, threads: 2, taskMsMax: 5 * MINUTE_MS },
    });
    const crawl = await openHostileCrawl(t, toml + good.toml, { pool });
    await crawl.now();
    await crawl.later(HOUR_MS);
    t.equal(crawl.state('deep').lastFault?.reason, 'too-deep');
    t.equal(crawl.warningsOf('deep').length, 1);
    t.same(crawl.newsOf('deep-text'), ['http://deep.example/1']);
    t.equal(crawl.log.of('news').filter(({ media }) => media === 'vast').length, CRAWL.itemsMax);
    t.same(crawl.dropped('vast'), { 'too-many': total - CRAWL.itemsMax });
    t.ok(crawl.log.news.has(`${vast.origin}/story/${total - 1}`), 'the newest are kept');
    t.same(crawl.warningsOf('vast'), []);
    assertGood(t, crawl, good);
  },
);

t.test('a document that hangs its thread, or fills it, costs itself alone', async (t) => {
  const good = await openGoodSites(t);
  const bad = await openSite(t, (path, _request, response) => {
    if (path.startsWith('/feed')) response.end(feedOfOne(bad.origin));
    else notFound(response);
  });
  const reasons = { forever: 'timeout', memory: 'memory', crash: 'broken' };
  const entries = Object.keys(reasons).map((name) => feedToml(name, `${bad.origin}/feed?${name}`));
  const pool = new WorkPool({
    ...{ filename: fileURLToPath(new URL('hostile-extract.js', import.meta.url)), threads: 2 },
    ...{ waitingMax: CRAWL.extractWaitingMax, taskMsMax: 3000, heapMb: 64 },
  });
  const crawl = await openHostileCrawl(t, entries.join('') + good.toml, { pool });
  await crawl.now();
  await crawl.later(20 * MINUTE_MS);
  for (const [name, reason] of Object.entries(reasons)) {
    t.equal(crawl.state(name).lastFault?.reason, reason);
    t.same(
      crawl.warningsOf(name).map(({ facts }) => facts.health),
      ['failing'],
      `${name}: once`,
    );
  }
  assertGood(t, crawl, good);
});

t.test(
  'robots.txt of megabytes, and one that fails, are no way in and no way to stop',
  async (t) => {
    const good = await openGoodSites(t);
    const rules: Record<string, (response: ServerResponse) => void> = {
      huge: (response) =>
        response.end(`User-agent: *\nDisallow: /private\n${'# filler\n'.repeat(250_000)}`),
      error: (response) => response.writeHead(500).end('no'),
      closed: (response) => response.end('User-agent: *\nDisallow: /\n'),
      drip,
      flood,
    };
    const sites = new Map<string, { requests: string[] }>();
    let entries = '';
    for (const [name, answer] of Object.entries(rules)) {
      const site = await openSite(t, (path, _request, response) => {
        if (path === '/robots.txt') answer(response);
        else if (path === '/feed') response.end(feedOfOne(site.origin));
        else html(response, articlePage('A page that is a weapon', name));
      });
      sites.set(name, site);
      entries += feedToml(`robots-${name}`, `${site.origin}/feed`);
    }
    const crawl = await openHostileCrawl(t, entries + good.toml);
    await crawl.now();
    await crawl.later(HOUR_MS);
    // A feed that the list names is read where a site is closed to crawlers; its pages are not.
    const closed = sites.get('closed')!;
    t.same([...new Set(closed.requests)], ['/robots.txt', '/feed']);
    for (const name of ['error', 'drip']) {
      const code = `robots-${name}`;
      t.same(
        [...new Set(sites.get(name)!.requests)],
        ['/robots.txt'],
        `${name}: nothing else is asked`,
      );
      t.match(crawl.state(code).lastFault, { reason: 'robots', message: /robots\.txt/ }, name);
      t.equal(crawl.health(code), 'blocked', name);
      t.equal(crawl.warningsOf(code).length, 1, `${name} is told once`);
    }
    for (const name of ['huge', 'flood']) {
      t.equal(crawl.newsOf(`robots-${name}`).length, 1, `${name}: its beginning counts`);
    }
    assertGood(t, crawl, good);
  },
);

t.test('a site that asks for long pauses holds nothing up, not even the end', async (t) => {
  const good = await openGoodSites(t);
  const site = await openSite(t, (path, _request, response) => {
    if (path === '/robots.txt') response.end('User-agent: *\nCrawl-delay: 86400\n');
    else response.end(feedOfOne(site.origin));
  });
  const timersBefore = timers();
  const crawl = await openHostileCrawl(t, feedToml('slow', `${site.origin}/feed`) + good.toml);
  const run = crawl.now();
  const isDone = (): boolean =>
    site.requests.length === 1 &&
    crawl.crawler.figures.active === 1 &&
    [...good.sites.keys()].every((name) => crawl.newsOf(name).length === 3);
  for (let tries = 0; tries < 400 && !isDone(); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  t.same(site.requests, ['/robots.txt'], 'its feed waits for its turn');
  assertGood(t, crawl, good);
  await crawl.close();
  await run;
  t.equal(timers(), timersBefore, 'no timer is left');
});

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}
