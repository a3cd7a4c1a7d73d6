import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { FetchOutcome, FetchReason } from '../../../src/crawler/fetch/outcome.js';
import { RobotsCache } from '../../../src/crawler/fetch/robots.js';
import { DAY_MS, HOUR_MS, ManualClock, MINUTE_MS } from '../../../src/kernel/clock.js';

const TRACE = {
  url: '',
  status: 200,
  headers: {},
  hops: [],
  movedTo: null,
  remoteAddress: null,
  sent: {},
  elapsedMs: 0,
};

const file = (content: string | Uint8Array): FetchOutcome => {
  const none = { contentType: 'text/plain', etag: null, lastModified: null };
  return { kind: 'ok', ...TRACE, ...none, bytes: Buffer.from(content) };
};

const failure = (
  reason: FetchReason,
  status = 0,
  retryAfterMs: number | null = null,
): FetchOutcome => ({
  kind: 'failed',
  ...TRACE,
  status,
  reason,
  message: 'It failed.',
  retryAfterMs,
});

/** A cache over a web whose robots.txt answers as `web.answer` says now. */
function cacheFor(answer: FetchOutcome, token = 'ExampleBot') {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  const web = { answer, asked: [] as string[] };
  const fetch = async ({ url }: { url: string }): Promise<FetchOutcome> => {
    web.asked.push(url);
    return web.answer;
  };
  return { cache: new RobotsCache({ fetcher: { fetch }, clock, token }), clock, web };
}

/** Which of the paths one file allows a crawler. */
async function allowed(content: string | Uint8Array, token: string, paths: string[]) {
  const rules = await cacheFor(file(content), token).cache.rulesOf('https://a.example/');
  return paths.filter((path) => rules.allows(`https://a.example${path}`));
}

t.test('the examples of RFC 9309 mean what it says', async (t) => {
  const simple = [
    'User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/',
    'User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif',
    'User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html',
    'User-Agent: quxbot',
  ].join('\n\n');
  const paths = ['/', '/a.gif', '/a.gif?b', '/example/page.html', '/example/allowed.gif'];
  paths.push('/publications/a', '/robots.txt');
  t.same(await allowed(simple, 'other', paths), [
    '/',
    '/a.gif?b',
    '/publications/a',
    '/robots.txt',
  ]);
  t.same(await allowed(simple, 'FooBot', paths), [
    '/example/page.html',
    '/example/allowed.gif',
    '/robots.txt',
  ]);
  t.same(
    await allowed(simple, 'bazbot', paths),
    paths.filter((path) => path !== '/example/page.html'),
  );
  t.same(await allowed(simple, 'quxbot', paths), paths);
  const longest =
    'User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n';
  t.same(await allowed(longest, 'foobot', ['/example/page/', '/example/page/disallowed.gif']), [
    '/example/page/',
  ]);
});

t.test(
  'groups of one crawler are merged, and lines of others between do not part them',
  async (t) => {
    const text = [
      'user-agent: examplebot/2.0',
      'Crawl-delay: 2.5',
      'sitemap: /map.xml',
      'user-agent: other',
      'disallow: /foo # a comment',
      'disallow: /bar',
      '',
      'user-agent: *',
      'disallow: /',
      'User-Agent : EXAMPLEBOT',
      'Disallow : /baz',
    ].join('\r\n');
    t.same(await allowed(text, 'examplebot', ['/', '/foo', '/bar', '/baz']), ['/']);
    t.same(await allowed(text, 'other', ['/', '/foo', '/baz']), ['/', '/baz']);
    t.same(await allowed(text, 'third', ['/', '/foo', '/baz']), []);
    const { cache } = cacheFor(file(text));
    const rules = await cache.rulesOf('http://a.example:8080/b');
    t.equal(rules.crawlDelayMs, 2500);
    t.same(rules.sitemaps, ['http://a.example:8080/map.xml']);
  },
);

t.test('wildcards, ends, percent signs and spellings', async (t) => {
  const text = [
    'useragent: *',
    'disallow: /*.php$',
    'disallow: /a**b',
    'dissallow: /typo',
    'disallow: /%E6%96%b0',
    'disallow: /search?q=',
    'allow: /same',
    'disallow: /same',
    'disallow:',
    'noindex: /other',
    'disallow /no-colon',
  ].join('\r');
  const paths = ['/x.php', '/x.php?y', '/a-x-b', '/typo', encodeURI('/新聞'), '/search?q=a'];
  paths.push('/search', '/same', '/other', '/no-colon');
  t.same(await allowed(text, 'any', paths), [
    '/x.php?y',
    '/search',
    '/same',
    '/other',
    '/no-colon',
  ]);
});

t.test('files are read in the forms that sites write', async (t) => {
  const all = 'User-agent: *\n';
  const files: Record<string, string> = {
    'upper case': 'USER-AGENT: *\nDISALLOW: /a',
    'carriage returns': 'User-agent: *\rDisallow: /a\r',
    tabs: 'User-agent:\t*\nDisallow:\t/a',
    'two names': 'User-agent: x\nUser-agent: examplebot\nDisallow: /a',
    'a blank line in a group': `${all}\nDisallow: /a`,
    'a version': 'User-agent: ExampleBot/1.0\nDisallow: /a',
    'an unknown record': `${all}Host: a\nDisallow: /a`,
    comments: 'User-agent: * # all\nDisallow: /a # private',
    'everything else allowed': `${all}Allow: /\nDisallow: /a`,
    'wide colons': 'User-agent： *\nDisallow： /a',
    'percent signs': `${all}Disallow: /%61`,
  };
  for (const [name, text] of Object.entries(files)) {
    t.same(await allowed(text, 'ExampleBot', ['/', '/a', '/%61/b', '/b']), ['/', '/b'], name);
  }
  for (const [value, ms] of Object.entries({ '2,5': 2500, '5 s': 5000, '1.5 sec': 1500, x: 0 })) {
    const rules = await cacheFor(file(`${all}Crawl-delay: ${value}`)).cache.rulesOf(
      'https://a.example/',
    );
    t.equal(rules.crawlDelayMs, ms, value);
  }
});

t.test('a rate of requests is a delay, and the longer one of the two holds', async (t) => {
  const rates: Record<string, number> = {
    'Request-rate: 1/5': 5000,
    'Request-rate: 1/10s': 10_000,
    'request-rate: 30/1m': 2000,
    'Request-Rate: 120/1h 0600-0845': 30_000,
    'Request-rate: 2 / 3': 1500,
    'Request-rate: 1/5\nCrawl-delay: 2': 5000,
    'Crawl-delay: 8\nRequest-rate: 1/5': 8000,
    'Request-rate: 0/5': 0,
    'Request-rate: often': 0,
  };
  for (const [lines, ms] of Object.entries(rates)) {
    const { cache } = cacheFor(file(`User-agent: *\n${lines}\nDisallow: /a`));
    t.equal((await cache.rulesOf('https://a.example/')).crawlDelayMs, ms, lines);
  }
});

t.test('rules before any name concern nobody, and a page of HTML forbids nothing', async (t) => {
  t.same(await allowed('disallow: /\n', 'any', ['/a']), ['/a']);
  const html = '<!doctype html><title>404</title>\n<p>user-agent: *\n<p>disallow: /\n';
  t.same(await allowed(html, 'any', ['/a']), ['/a']);
  t.same(await allowed('', 'any', ['/a']), ['/a']);
});

t.test('byte order marks and UTF-16 are read', async (t) => {
  const text = 'User-agent: *\nDisallow: /a\n';
  const little = Buffer.from(`\ufeff${text}`, 'utf16le');
  const big = Buffer.from(little).swap16();
  for (const bytes of [`\ufeff${text}`, little, big]) {
    t.same(await allowed(bytes, 'any', ['/a', '/b']), ['/b']);
  }
});

t.test('a file is fetched once for all who ask, and once a day', async (t) => {
  const { cache, clock, web } = cacheFor(file('user-agent: *\ndisallow: /a'));
  const urls = Array.from({ length: 20 }, (_, at) => `https://a.example/${at}`);
  await Promise.all(urls.map((url) => cache.rulesOf(url)));
  t.same(web.asked, ['https://a.example/robots.txt']);
  clock.advance(DAY_MS - 1);
  await cache.rulesOf('https://a.example/');
  t.equal(web.asked.length, 1);
  web.answer = file('user-agent: *\ndisallow: /b');
  clock.advance(1);
  const rules = await cache.rulesOf('https://a.example/');
  t.same([rules.allows('https://a.example/a'), rules.allows('https://a.example/b')], [true, false]);
  await cache.rulesOf('http://a.example/');
  await cache.rulesOf('https://a.example:8443/');
  t.same(web.asked.slice(2), ['http://a.example/robots.txt', 'https://a.example:8443/robots.txt']);
});

t.test('a missing file allows everything', async (t) => {
  const reasons: FetchReason[] = ['not-found', 'gone', 'blocked', 'client-error'];
  for (const reason of [...reasons, 'redirect-loop', 'too-many-redirects'] as FetchReason[]) {
    const { cache, web } = cacheFor(failure(reason, 404));
    const rules = await cache.rulesOf('https://a.example/');
    t.ok(rules.allows('https://a.example/a'), reason);
    await cache.rulesOf('https://a.example/');
    t.equal(web.asked.length, 1);
  }
});

t.test(
  'an unreachable file allows nothing, is asked for again, and some day given up',
  async (t) => {
    const { cache, clock, web } = cacheFor(failure('server-error', 500));
    const ask = () => cache.rulesOf('https://a.example/');
    const refused = await ask();
    t.notOk(refused.allows('https://a.example/a'));
    t.match(refused.fault, { reason: 'robots', message: /robots\.txt cannot be read/ });
    clock.advance(MINUTE_MS - 1);
    await ask();
    t.equal(web.asked.length, 1);
    clock.advance(1);
    await ask();
    t.equal(web.asked.length, 2);
    clock.advance(MINUTE_MS);
    await ask();
    t.equal(web.asked.length, 2, 'the wait doubles');
    for (let hours = 0; hours < 30 * 24 - 1; hours++) {
      clock.advance(HOUR_MS);
      t.notOk((await ask()).allows('https://a.example/a'));
    }
    clock.advance(HOUR_MS);
    const given = await ask();
    t.ok(given.allows('https://a.example/a'), 'after 30 days');
    t.equal(given.fault, null);
  },
);

t.test('a copy stays in force while the file is unreachable', async (t) => {
  const { cache, clock, web } = cacheFor(file('user-agent: *\ndisallow: /a'));
  await cache.rulesOf('https://a.example/');
  web.answer = failure('timeout');
  clock.advance(2 * DAY_MS);
  const rules = await cache.rulesOf('https://a.example/');
  t.same([rules.allows('https://a.example/a'), rules.allows('https://a.example/b')], [false, true]);
  web.answer = file('');
  clock.advance(HOUR_MS);
  t.ok((await cache.rulesOf('https://a.example/')).allows('https://a.example/a'));
});

t.test('a site that cannot be reached at all keeps its own reason', async (t) => {
  for (const reason of ['dns', 'connect', 'tls', 'private-address'] as FetchReason[]) {
    const { cache } = cacheFor(failure(reason));
    t.match(await cache.rulesOf('https://a.example/'), { fault: { reason } });
  }
  const { cache, clock, web } = cacheFor(failure('rate-limited', 429, 2 * HOUR_MS));
  t.match(await cache.rulesOf('https://a.example/'), { fault: { reason: 'robots' } });
  clock.advance(2 * HOUR_MS - 1);
  await cache.rulesOf('https://a.example/');
  t.equal(web.asked.length, 1, 'Retry-After is kept');
});

t.test('a fetch that was stopped tells nothing', async (t) => {
  const { cache, web } = cacheFor(failure('aborted'));
  t.match(await cache.rulesOf('https://a.example/'), { fault: { reason: 'aborted' } });
  web.answer = file('');
  t.match(await cache.rulesOf('https://a.example/'), { fault: null });
  t.equal(web.asked.length, 2);
});

t.test('hostile files cost little, whatever they hold', async (t) => {
  const line = (text: string, count: number) => `${text}\n`.repeat(count);
  const files = [
    line('user-agent: x', 20_000) + line('disallow: /a', 20_000),
    `user-agent: *\n${line(`disallow: /${'*a'.repeat(1000)}`, 200)}`,
    `user-agent: *\ndisallow: ${'*'.repeat(400_000)}b\n`,
    `user-agent: *\n${line('disallow: *a', 40_000)}`,
    `user-agent: *\ncrawl-delay: ${'9'.repeat(9)}\n${line('sitemap: https://a.example/b', 9000)}`,
    'a'.repeat(500_000),
    ':'.repeat(500_000),
    '\n'.repeat(500_000),
  ];
  const url = `https://a.example/${'a'.repeat(4000)}`;
  for (const content of files) {
    const before = process.cpuUsage();
    const { cache } = cacheFor(file(content));
    const rules = await cache.rulesOf(url);
    rules.allows(url);
    t.ok(rules.crawlDelayMs <= MINUTE_MS);
    t.ok(rules.sitemaps.length <= 100);
    const { user } = process.cpuUsage(before);
    t.ok(user < 2_000_000, `${Math.round(user / 1000)} ms of CPU`);
  }
});

t.test('a path that is too long for so many wildcards is not allowed', async (t) => {
  const wild = `user-agent: *\n${`disallow: /${'*a'.repeat(500)}b\n`.repeat(8)}`;
  const paths = [`/${'c'.repeat(900)}`, `/${'c'.repeat(1500)}`];
  t.same(await allowed(wild, 'any', paths), [paths[0]]);
  t.same(await allowed('user-agent: *\ndisallow: /*b', 'any', paths), paths);
});

t.test('memory is bounded, the least recently used goes first', async (t) => {
  const rule = `disallow: /${'x'.repeat(1900)}\n`;
  const { cache, web } = cacheFor(file(`user-agent: *\n${rule.repeat(60)}`));
  for (let at = 0; at < 400; at++) {
    await cache.rulesOf(`https://h${at}.example/`);
    await cache.rulesOf('https://h0.example/');
  }
  const { origins, cachedUnits } = cache.counts;
  t.ok(
    cachedUnits <= 16 * 1024 * 1024 && origins < 200,
    `${origins} origins, ${cachedUnits} units`,
  );
  t.equal(web.asked.filter((url) => url === 'https://h0.example/robots.txt').length, 1);
});

/** Files of a third party, without its expectations. */
const folder = join(process.env.TAGWIRE_TEST_DATA ?? '', 'sitemaps', 'robots');

t.test('real files are read as their comments say', async (t) => {
  if (process.env.TAGWIRE_TEST_DATA === undefined || !existsSync(folder)) {
    t.pass('TAGWIRE_TEST_DATA is not set: nothing to read');
    return;
  }
  const read = (name: string) => readFileSync(join(folder, name));
  const merged = read('rfc9309-example-rule-group-merging.txt');
  t.same(await allowed(merged, 'examplebot', ['/', '/foo', '/bar', '/baz']), ['/']);
  t.same(await allowed(merged, 'bazbot', ['/', '/foo', '/bar', '/baz']), ['/', '/foo', '/bar']);
  t.same(await allowed(merged, 'other', ['/', '/foo', '/bar', '/baz']), ['/', '/baz']);
  const marks = ['utf8', 'utf16le', 'utf16be'].map((name) => `robots-with-${name}-bom.txt`);
  for (const name of marks) {
    const paths = ['/', '/login.aspx', '/a/output/print', '/profile'];
    t.same(await allowed(read(name), 'any', paths), ['/'], name);
  }
  const delays = read('crawl-delay-group-merging.txt');
  const expected = { mybot: 10_000, yourbot: 0, otherbot: 30_000 };
  for (const [token, crawlDelayMs] of Object.entries(expected)) {
    const rules = await cacheFor(file(delays), token).cache.rulesOf('https://a.example/');
    t.equal(rules.crawlDelayMs, crawlDelayMs, token);
  }
  const paths = ['/', '/private/', '/login/'];
  t.same(await allowed(delays, 'mybot', paths), ['/', '/login/']);
  t.same(await allowed(delays, 'yourbot', paths), ['/']);
  t.same(await allowed(delays, 'otherbot', paths), paths);
});
