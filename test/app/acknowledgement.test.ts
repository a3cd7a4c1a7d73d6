import t from 'tap';
import { ACTORS } from '../../src/kernel/limits.js';
import { times } from '../all.js';
import { type Harness, linesOf, startServer } from '../serve/api/harness.js';

const NOW = '2024-05-01T00:00:00.000Z';
/** Articles with bodies that are sent at once; indices of texts are behind for longer than a list needs. */
const BATCH = times(100, 500);
const MEDIA = { kind: 'media', media: 'tree', title: 'The Tree' };

/** Articles whose bodies give the similarity index something to do. */
function articles(from: number, count: number): object[] {
  return Array.from({ length: count }, (_, at) => ({
    kind: 'news',
    media: 'tree',
    url: `https://tree.example/${from + at}`,
    title: `Leaf ${from + at}`,
    publishedAt: '2024-04-30T23:00:00.000Z',
    tags: ['leaf'],
    body: `Leaf ${from + at} fell on day ${at}. `.repeat(60),
  }));
}

/** One server for all: each test sends articles of its own. */
const server = await startServer(t, { now: NOW, records: [MEDIA] });

async function lags({ app }: Harness): Promise<{ [actor: string]: number }> {
  const { log, actors } = await app.pipeline.figures();
  return Object.fromEntries(
    Object.entries(actors).map(([name, { sequence }]) => [name, log.sequence - sequence]),
  );
}

t.test('what is acknowledged is in lists and searches at once', async (t) => {
  for (let from = 10_000; from < 10_000 + 3 * BATCH; from += BATCH) {
    await server.app.pipeline.ingest([linesOf(articles(from, BATCH))], false, Date.parse(NOW));
    const answer = await server.get(`/api/v1/articles?q=Leaf%20${from + BATCH - 1}`);
    const { articles: found } = (await answer.json()) as { articles: { title: string }[] };
    t.equal(found[0]?.title, `Leaf ${from + BATCH - 1}`);
    const { catalog, directory } = await lags(server);
    t.same([catalog, directory], [0, 0], 'the indices behind the lists are at the head');
  }
});

t.test('a hide is acknowledged when every index has it and all that came before', async (t) => {
  const { pipeline } = server.app;
  await pipeline.ingest([linesOf(articles(20_000, 4 * BATCH))], false, Date.parse(NOW));
  const hide = { kind: 'hide', target: 'news', key: 'https://tree.example/20007' };
  await pipeline.ingest([linesOf([hide])], false, Date.parse(NOW));
  for (const [name, lag] of Object.entries(await lags(server))) t.equal(lag, 0, name);
});

t.test('who settles finds every index at the head', async (t) => {
  const { pipeline } = server.app;
  await pipeline.ingest([linesOf(articles(30_000, 2 * BATCH))], false, Date.parse(NOW));
  await pipeline.settle();
  for (const [name, lag] of Object.entries(await lags(server))) t.equal(lag, 0, name);
});

t.test('a hide in the middle of a flood is not held up by it', async (t) => {
  const { pipeline } = server.app;
  const ingest = (records: readonly object[]) =>
    pipeline.ingest([linesOf(records)], false, Date.parse(NOW));
  await ingest(articles(40_000, 10));
  const flood = Array.from({ length: 6 }, (_, at) =>
    ingest(articles(50_000 + 2 * BATCH * at, 2 * BATCH)),
  );
  await ingest([{ kind: 'hide', target: 'news', key: 'https://tree.example/40007' }]);
  const { data } = await server.news.GET('/api/v1/articles', {
    params: { query: { q: 'Leaf 40007', until: '2024-05-01T00:00:00Z' } },
  });
  t.notOk(data?.articles.some(({ title }) => title === 'Leaf 40007'));
  await Promise.all(flood);
  await pipeline.settle();
  for (const [name, lag] of Object.entries(await lags(server))) t.equal(lag, 0, name);
});

t.test('a replay waits for every index, by a bound', async (t) => {
  const { pipeline } = server.app;
  const bare = (at: number) =>
    articles(60_000 + 2000 * at, 2000).map((one) => ({ ...one, body: undefined }));
  const replay = Array.from({ length: 8 }, (_, at) =>
    pipeline.ingest([linesOf(bare(at))], true, Date.parse(NOW)),
  );
  await Promise.all(replay);
  for (const [name, lag] of Object.entries(await lags(server))) {
    t.ok(lag <= ACTORS.replayLagEntriesMax, `${name} is ${lag} entries behind`);
  }
  await pipeline.settle();
});
