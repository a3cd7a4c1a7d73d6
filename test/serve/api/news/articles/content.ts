import t from 'tap';
import { startServer } from '../../harness.js';
import { ARTICLES, CATALOG, NOW } from '../fixture.js';

const { news, get, ingest, clock } = await startServer(t, {
  now: NOW,
  records: [...CATALOG, ...ARTICLES],
});

async function idOf(title: string): Promise<number> {
  const { data } = await news.GET('/api/v1/articles', {
    params: { query: { hours: 744, q: title } },
  });
  return data!.articles[0]!.id;
}

async function contentOf(id: number) {
  return news.GET('/api/v1/articles/{id}/content', { params: { path: { id } } });
}

t.test('an article is given whole, with its text', async (t) => {
  const { data } = await contentOf(await idOf('晴川市長'));
  t.match(data?.article, {
    media: 'sunrise',
    mediaTitle: '朝陽報',
    authors: ['記者林某某'],
    publisher: { media: 'sunrise', name: '朝陽報', country: '台灣', countryCode: 'TW' },
    discoverySources: [],
  });
  t.equal(data?.article.publishedDate, undefined);
  t.strictSame(data?.content, {
    status: 'ok',
    body: '內文'.repeat(100),
    chars: 200,
    source: 'json-ld',
    fetchedAt: '2026-03-10T03:51:00.000Z',
    expiresAt: '2026-03-17T03:50:00.000Z',
    goneAt: null,
    attributions: [],
  });
});

t.test('a short text, a missing one and a day-precise article say so', async (t) => {
  const short = await contentOf(await idOf('颱風來襲'));
  t.match(short.data?.content, { status: 'short', chars: 2, body: '短文' });
  const day = await contentOf(await idOf('只有日期'));
  t.match(day.data?.article, { publishedDate: '2026-03-10', publishedDatePrecision: 'day' });
  t.match(day.data?.content, { status: 'not_fetched', body: null, chars: 0, expiresAt: null });
});

t.test('a discovery is told beside the publisher', async (t) => {
  const { data } = await contentOf(await idOf('轉介而來'));
  t.equal(data?.article.publisher.media, 'harbour');
  t.strictSame(data?.article.discoverySources, [
    {
      media: 'finder',
      title: '探報首頁',
      url: 'https://finder.example/1',
      discoveredAt: '2026-03-10T03:17:00.000Z',
    },
  ]);
});

t.test('ids that are malformed or unknown, waiting and hidden articles', async (t) => {
  t.equal((await get('/api/v1/articles/x/content')).status, 400);
  t.equal((await get('/api/v1/articles/0/content')).status, 400);
  t.equal((await get('/api/v1/articles/01/content')).status, 400);
  t.equal((await get('/api/v1/articles/99999999999999999/content')).status, 400);
  t.equal((await get('/api/v1/articles/4000000/content')).status, 404);
  const id = await idOf('颱風來襲');
  await ingest([{ kind: 'hide', target: 'news', key: 'https://plain.example/c' }]);
  t.equal((await get(`/api/v1/articles/${id}/content`)).status, 404);
  await ingest([{ kind: 'show', target: 'news', key: 'https://plain.example/c' }]);
  t.equal((await get(`/api/v1/articles/${id}/content`)).status, 200);
  for (let waiting = 1; waiting <= 9; waiting++) {
    const { data, response } = await contentOf(waiting);
    if (data === undefined)
      t.equal(response.status, 404, 'what waits for its time is not there yet');
  }
});

t.test(
  'the text expires seven days after publication, and what is erased never returns',
  async (t) => {
    const id = await idOf('晴川市長');
    clock.set(Date.parse('2026-03-17T03:49:59.999Z'));
    t.equal((await contentOf(id)).data?.content.status, 'ok');
    clock.set(Date.parse('2026-03-17T03:50:00.000Z'));
    t.match((await contentOf(id)).data?.content, {
      status: 'expired',
      body: null,
      chars: 0,
      expiresAt: '2026-03-17T03:50:00.000Z',
    });
    await ingest([{ kind: 'erase', target: 'news', key: 'https://sunrise.example/a' }]);
    t.equal((await get(`/api/v1/articles/${id}/content`)).status, 404);
    const again = await ingest([ARTICLES[0]!]);
    t.match(again.rejects[0]?.reason, /erased/);
  },
);
