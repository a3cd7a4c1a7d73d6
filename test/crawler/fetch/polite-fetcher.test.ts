import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import {
  createPoliteFetcher,
  type PoliteFetcher,
  type PoliteOptions,
} from '../../../src/crawler/fetch/polite-fetcher.js';
import { BASE, type Cleaning, reasonOf, serve, textOf } from './loopback.js';

function politeFor(t: Cleaning, options: Partial<PoliteOptions> = {}): PoliteFetcher {
  const waits = { sleep: async (ms: number) => void (await sleep(ms)), hostGapMs: 0 };
  const fetcher = createPoliteFetcher({ ...BASE, ...waits, ...options });
  t.teardown(() => fetcher.close());
  return fetcher;
}

/** A site that counts what is asked of it, and how many at once. */
async function counting(t: Cleaning, robots: string | number, waitMs = 0) {
  const seen = { paths: [] as string[], atMs: [] as number[], now: 0, most: 0 };
  const site = await serve(t, async (request, response) => {
    seen.paths.push(request.url!);
    seen.atMs.push(performance.now());
    seen.most = Math.max(seen.most, ++seen.now);
    await sleep(waitMs);
    seen.now--;
    if (request.url !== '/robots.txt') response.end(request.url);
    else if (typeof robots === 'string') response.end(robots);
    else response.writeHead(robots).end();
  });
  return { ...site, seen };
}

t.test('robots.txt is asked first, once, and obeyed', async (t) => {
  const { origin, seen } = await counting(t, 'user-agent: tagwire\ndisallow: /private');
  const fetcher = politeFor(t);
  const ask = (path: string, ignoreRobots = false) =>
    fetcher.fetch({ url: origin + path, purpose: 'page', ignoreRobots });
  const all = await Promise.all([ask('/a'), ask('/private/b'), ask('/c')]);
  t.same(all.map(textOf), ['/a', 'robots', '/c']);
  t.match(all[1], { status: 0, hops: [], message: /robots\.txt of 127.* forbids .*private\/b\.$/ });
  t.same(seen.paths, ['/robots.txt', '/a', '/c']);
  t.equal(textOf(await ask('/private/b', true)), '/private/b');
  const hub = await fetcher.fetch({
    url: `${origin}/private/hub`,
    purpose: 'hub',
    form: { a: 'b' },
  });
  t.equal(textOf(hub), '/private/hub');
  t.notOk((await fetcher.robotsOf(origin)).allows(`${origin}/private`));
});

t.test('a robots.txt that fails stops everything of its site but nothing else', async (t) => {
  const broken = await counting(t, 500);
  const good = await counting(t, 404);
  const fetcher = politeFor(t);
  const outcome = await fetcher.fetch({ url: `${broken.origin}/a`, purpose: 'page' });
  t.match(outcome, { reason: 'robots', message: /while its robots\.txt cannot be read/ });
  t.same(broken.seen.paths, ['/robots.txt']);
  t.equal(textOf(await fetcher.fetch({ url: `${good.origin}/a`, purpose: 'page' })), '/a');
  const none = await fetcher.fetch({ url: 'http://127.0.0.1:1025/', purpose: 'page' });
  t.equal(reasonOf(none), 'connect', 'a dead site is not called forbidden');
});

t.test('on a redirect the robots.txt of the other host holds as well', async (t) => {
  const other = await counting(t, 'user-agent: *\ndisallow: /private');
  const site = await serve(t, (request, response) => {
    const location = other.origin + request.url!;
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(301, { location }).end();
  });
  const fetcher = politeFor(t);
  const ask = (path: string) => fetcher.fetch({ url: site.origin + path, purpose: 'feed' });
  t.match(await ask('/private'), { reason: 'robots', hops: { length: 1 }, status: 301 });
  t.equal(textOf(await ask('/open')), '/open');
  t.same(other.seen.paths, ['/robots.txt', '/open']);
});

t.test('one connection a host, with a pause between, and hosts side by side', async (t) => {
  const one = await counting(t, 404, 30);
  const two = await counting(t, 404, 30);
  const fetcher = politeFor(t, { hostGapMs: 100 });
  const paths = ['/a', '/b', '/c'];
  const ask = (origin: string) =>
    paths.map((path) => fetcher.fetch({ url: origin + path, purpose: 'page' }));
  await Promise.all([...ask(one.origin), ...ask(two.origin)]);
  t.ok(two.seen.atMs[0]! < one.seen.atMs.at(-1)!, 'not one host after the other');
  for (const { seen } of [one, two]) {
    t.same(seen.paths, ['/robots.txt', '/a', '/b', '/c']);
    t.equal(seen.most, 1);
    const gaps = seen.atMs.slice(1).map((atMs, at) => atMs - seen.atMs[at]!);
    t.ok(Math.min(...gaps) >= 120, gaps.join());
  }
});

t.test('a longer crawl delay is kept', async (t) => {
  const { origin, seen } = await counting(t, 'user-agent: *\ncrawl-delay: 0.2');
  const fetcher = politeFor(t);
  const ask = (path: string) => fetcher.fetch({ url: origin + path, purpose: 'page' });
  await Promise.all([ask('/a'), ask('/b')]);
  const gaps = seen.atMs.slice(1).map((atMs, at) => atMs - seen.atMs[at]!);
  t.ok(Math.min(...gaps) >= 190, gaps.join());
});

t.test(
  'a host that hangs delays no other and turns new requests away when too many wait',
  async (t) => {
    const hung = await serve(t, () => {});
    const good = await counting(t, 404);
    const limits = { headersMs: 1500 };
    const fetcher = politeFor(t, { underWayMax: 2, waitingPerHostMax: 2, limits });
    const waiting = Array.from({ length: 5 }, () =>
      fetcher.fetch({ url: hung.origin, purpose: 'page', ignoreRobots: true }),
    );
    let given = 0;
    for (const one of waiting)
      void one.then((outcome) => (given += Number(reasonOf(outcome) === 'timeout')));
    for (let at = 0; at < 10; at++) {
      t.equal(
        textOf(await fetcher.fetch({ url: `${good.origin}/${at}`, purpose: 'page' })),
        `/${at}`,
      );
    }
    t.ok(given < 3, 'not after the host that hangs');
    const reasons = (await Promise.all(waiting)).map(reasonOf);
    t.same(reasons.toSorted(), ['busy', 'busy', 'timeout', 'timeout', 'timeout']);
  },
);

t.test('one who waits for his turn or for robots.txt can be stopped', async (t) => {
  const hung = await serve(t, () => {});
  const fetcher = politeFor(t);
  for (const ignoreRobots of [false, true]) {
    const controller = new AbortController();
    const { signal } = controller;
    const ask = () => fetcher.fetch({ url: hung.origin, purpose: 'page', ignoreRobots, signal });
    const both = Promise.all([ask(), ask()]);
    setTimeout(() => controller.abort(), 50);
    t.same((await both).map(reasonOf), ['aborted', 'aborted']);
  }
  const last = fetcher.fetch({ url: hung.origin, purpose: 'page' });
  await sleep(20);
  await fetcher.close();
  t.equal(reasonOf(await last), 'aborted');
});

t.test('a robots.txt of two megabytes is read as far as it must be', async (t) => {
  const line = 'disallow: /x\n';
  const robots = `user-agent: *\ndisallow: /first\n${line.repeat(150_000)}disallow: /last\n`;
  const { origin } = await counting(t, robots);
  const fetcher = politeFor(t);
  const ask = (path: string) => fetcher.fetch({ url: origin + path, purpose: 'page' });
  t.equal(reasonOf(await ask('/first')), 'robots');
  t.equal(textOf(await ask('/last')), '/last');
});

t.test('no redirect of a robots.txt leads to an address that is not public', async (t) => {
  const victim = await serve(t, (_request, response) => response.end());
  const site = await serve(
    t,
    (_request, response) =>
      response
        .writeHead(302, { location: `http://[::ffff:7f00:1]:${victim.port}/robots.txt` })
        .end(),
    '127.0.0.2',
  );
  const { createAddressRules } = await import('../../../src/crawler/fetch/addresses.js');
  const fetcher = politeFor(t, { rules: createAddressRules(['127.0.0.2/32']) });
  const outcome = await fetcher.fetch({ url: `${site.origin}/a`, purpose: 'page' });
  t.match(outcome, { kind: 'failed', reason: 'robots', message: /not a public address/ });
  t.equal(victim.connections, 0);
});
