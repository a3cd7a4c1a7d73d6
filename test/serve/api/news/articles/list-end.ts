import fc from 'fast-check';
import t from 'tap';
import { CatalogReader } from '../../../../../src/news/catalog/reader.js';
import { startServer } from '../../harness.js';
import { article, CATALOG, NOW } from '../fixture.js';

const NOW_MS = Date.parse(NOW);
const { ingest, news, get, clock, app } = await startServer(t, {
  ticksByHand: true,
  now: NOW,
  records: CATALOG,
});
const MINUTE_MS = 60_000;

/** An article that is dated and known some seconds after `NOW`, by its age in minutes. */
function dated(key: string, atMs: number, rest: object = {}): object {
  const publishedAt = new Date(atMs).toISOString();
  return { ...article({ key }), publishedAt, observedAt: publishedAt, tags: ['ABC'], ...rest };
}

t.test('an article of the current minute is in every list when it is acknowledged', async (t) => {
  const LISTS = [
    '/api/v1/articles',
    '/api/v1/articles?hours=744',
    '/api/v1/articles?q=%E5%89%87&media=sunrise',
    '/api/v1/tags/ABC/articles',
    '/api/v1/media/sunrise',
    '/api/v1/media/sunrise/content',
    '/api/v1/media/sunrise/content?hours=1',
  ];
  const keysOf = async (path: string): Promise<string[]> => {
    const { articles } = (await (await get(path)).json()) as { articles: { url: string }[] };
    return articles.map(({ url }) => url.slice(url.lastIndexOf('/') + 1));
  };
  const tags = new Map<string, string | null>();
  for (const path of LISTS) {
    t.same(await keysOf(path), [], path);
    tags.set(path, (await get(path)).headers.get('etag'));
  }
  await ingest([dated('first', NOW_MS - 20_000), dated('now', NOW_MS)]);
  for (const path of LISTS) {
    const headers = { 'if-none-match': tags.get(path)! };
    t.equal((await get(path, { headers })).status, 200, 'an older answer is not the newest one');
    t.same(await keysOf(path), ['now', 'first'], path);
  }
  await ingest([dated('soon', NOW_MS + 5000)]);
  for (const path of LISTS.filter((one) => one !== '/api/v1/media/sunrise/content')) {
    t.same(await keysOf(path), ['now', 'first'], `${path}: what lies in the future is not listed`);
    tags.set(path, (await get(path)).headers.get('etag'));
  }
  clock.advance(5000);
  for (const path of LISTS) {
    const headers = { 'if-none-match': tags.get(path)! };
    const isWhole = path === '/api/v1/media/sunrise/content';
    if (!isWhole) t.equal((await get(path, { headers })).status, 200, 'its time has come');
    t.same(await keysOf(path), ['soon', 'now', 'first'], path);
  }
  const feed = await (await get('/feeds/tag/ABC.xml')).text();
  t.match(feed, 'sunrise.example/soon', 'the feed too');
});

t.test('a window that was not asked for ends just after its newest article', async (t) => {
  const windowOf = async (): Promise<string[]> => {
    const { data } = await news.GET('/api/v1/articles');
    return [data!.query.since, data!.query.until];
  };
  clock.set(NOW_MS + MINUTE_MS);
  t.same(await windowOf(), ['2026-03-09T04:01:00.000Z', '2026-03-10T04:01:00.000Z']);
  await ingest([dated('one', NOW_MS + 59_000)]);
  t.same(await windowOf(), ['2026-03-09T04:01:29.001Z', '2026-03-10T04:01:29.001Z']);
  await ingest([{ kind: 'hide', target: 'news', key: 'https://sunrise.example/one' }]);
  t.same(await windowOf(), ['2026-03-09T04:01:00.000Z', '2026-03-10T04:01:00.000Z'], 'hidden');
  clock.advance(MINUTE_MS);
  t.same(await windowOf(), ['2026-03-09T04:02:00.000Z', '2026-03-10T04:02:00.000Z']);
});

t.test('a cursor keeps the window of its first page whatever comes in the minute', async (t) => {
  const nowMs = clock.nowMs();
  await ingest([1, 2, 3, 4, 5].map((second) => dated(`s${second}`, nowMs - 6000 + second * 1000)));
  const page = async (cursor?: string) => {
    const { data } = await news.GET('/api/v1/articles', {
      params: { query: { limit: 2, ...(cursor === undefined ? {} : { cursor }) } },
    });
    return data!;
  };
  const first = await page();
  await ingest([dated('later', nowMs), dated('between', nowMs - 3500)]);
  const second = await page(first.nextCursor!);
  const third = await page(second.nextCursor!);
  const urls = [first, second, third]
    .flatMap(({ articles }) => articles.map(({ url }) => url))
    .slice(0, 6);
  t.same(
    urls.map((url) => url.slice('https://sunrise.example/'.length)),
    ['s5', 's4', 's3', 'between', 's2', 's1'],
  );
  t.same([second.query.until, third.query.until], [first.query.until, first.query.until]);
});

t.test('the newest article as of any instant is found, whatever order they came in', async (t) => {
  const seconds = fc.sample(fc.integer({ min: -90, max: 90 }), { numRuns: 25, seed: 7 });
  const { catalog } = app.pipeline.indices;
  const startMs = clock.nowMs() + 60 * MINUTE_MS;
  const known: number[] = [];
  for (const [at, second] of seconds.entries()) {
    await ingest([dated(`n${at}`, startMs + second * 1000)]);
    known.push(startMs + second * 1000);
    const wrong = seconds.filter((asked) => {
      const nowMs = startMs + asked * 1000 + (asked % 3) - 1;
      const past = known.filter((one) => one <= nowMs);
      // Before all of them lies what other tests have sent.
      return past.length > 0 && catalog.newestMs(nowMs) !== Math.max(...past);
    });
    t.same(wrong, []);
  }
  t.equal(new CatalogReader().newestMs(NOW_MS), null, 'without any article there is none');
});
