/** What was changed after publication: lists, one article, statistics, feeds. */
import t from 'tap';
import { MINUTE_MS } from '../../../../../src/kernel/clock.js';
import type {
  ArticleRevisionsAnswer,
  RevisionsAnswer,
} from '../../../../../src/serve/api/news/revisions/revisions.js';
import { startServer } from '../../harness.js';
import { article, CATALOG, NOW } from '../fixture.js';

const END_MS = Date.parse('2026-03-10T04:00:00.000Z');
/** Words enough that a text is one. */
const OLD_TEXT = '市長今天上午宣布新線通車。\n全長十二公里，沿線設八站，造價三百億元。';
const NEW_TEXT = '市長今天上午宣布新線通車。\n全長十二公里，沿線設九站，造價三百億元。';

function at(minutesAgo: number): string {
  return new Date(END_MS - minutesAgo * MINUTE_MS).toISOString();
}

interface Version {
  title: string;
  seen: number;
  [field: string]: unknown;
}

/** An article that is published 100 minutes ago, and what it is changed to. */
function versions(key: string, media: string, ...all: Version[]): object[] {
  return all.map(({ seen, ...fields }, place) => ({
    ...article({ key, media }),
    ...(place === 0 ? { publishedAt: at(100), bodyStatus: 'missing' } : {}),
    observedAt: at(seen),
    ...fields,
  }));
}

const RECORDS = [
  ...versions(
    'retitled',
    'sunrise',
    { title: '部長辭職 府院否認', seen: 99 },
    { title: '部長請辭獲准', seen: 70 },
  ),
  ...versions(
    'typography',
    'sunrise',
    { title: '"Budget" cut - again', seen: 99, description: 'A short summary.' },
    { title: '“Ｂudget” Cut — Again', seen: 90, description: 'A short summary!' },
    { title: '“Budget” cut – again | 朝陽報', seen: 80 },
    { title: '"Budget" cut - again (12)', seen: 70 },
  ),
  ...versions(
    'twins',
    'harbour',
    { title: 'Storm hits the coast', seen: 99 },
    { title: 'Coast hit by worst storm in years', seen: 80 },
    { title: 'Storm hits the coast', seen: 60 },
    { title: 'Coast hit by worst storm in years', seen: 50 },
  ),
  ...versions(
    'whole',
    'harbour',
    {
      ...{ title: '新線通車', seen: 99, body: OLD_TEXT, bodyStatus: 'ok' },
      ...{ description: '八站', authors: ['林某某'], image: 'https://harbour.example/a.jpg' },
    },
    {
      ...{ title: '新線通車', seen: 40, body: NEW_TEXT },
      ...{ description: '九站', authors: ['王某某'], image: 'https://harbour.example/b.jpg' },
    },
  ),
  ...versions(
    'noise',
    'plain',
    {
      ...{
        title: '無事',
        seen: 99,
        bodyStatus: 'ok',
        body: `${OLD_TEXT}\n相關新聞\n昨日大雨\n瀏覽 12`,
      },
      ...{ authors: ['林某某'], image: 'https://plain.example/x-300x200.jpg?w=1' },
    },
    {
      ...{
        title: '無事',
        seen: 40,
        body: `瀏覽 345\n${OLD_TEXT.replace('，', ',')}\n相關新聞\n明日放晴`,
      },
      ...{ authors: ['記者林某某'], image: 'https://plain.example/x-600x400.jpg?w=2' },
    },
  ),
  ...versions(
    'completed',
    'plain',
    { title: '快訊', seen: 99, bodyStatus: 'not_fetched' },
    { title: '快訊：列車誤點', seen: 95, bodyStatus: 'ok', body: OLD_TEXT },
  ),
];

const { get, ingest, news, app } = await startServer(t, {
  now: NOW,
  records: [...CATALOG, ...RECORDS],
  flags: { newsPublicUrl: 'https://news.example' },
});

async function list(query = ''): Promise<RevisionsAnswer> {
  return (await (await get(`/api/v1/revisions${query}`)).json()) as RevisionsAnswer;
}

async function keys(query = ''): Promise<string[]> {
  const { revisions } = await list(query);
  return revisions.map(({ article: { url } }) => url.split('/').at(-1)!);
}

async function idOf(key: string): Promise<number> {
  const { revisions } = await list();
  return revisions.find(({ article: { url } }) => url.endsWith(`/${key}`))!.article.id;
}

t.test(
  'changes are listed newest first, and what changes nothing of substance is not',
  async (t) => {
    t.same(await keys(), ['whole', 'retitled', 'twins']);
  },
);

t.test(
  'a text that was replaced is told with its change for seven days, and not of what is hidden',
  async (t) => {
    const id = await idOf('whole');
    const told = async (of: number): Promise<ArticleRevisionsAnswer> => {
      return (await (
        await get(`/api/v1/articles/${of}/revisions`)
      ).json()) as ArticleRevisionsAnswer;
    };
    const { revisions, texts } = await told(id);
    t.same(texts, [{ id: revisions[0]!.id, text: OLD_TEXT }]);
    t.same((await told(await idOf('retitled'))).texts, []);
  },
);

t.test('a change of title is told word by word, with the minutes after publication', async (t) => {
  const { data } = await news.GET('/api/v1/revisions', {
    params: { query: { media: ['sunrise'] } },
  });
  t.match(data?.revisions, [
    {
      seenAt: at(70),
      minutesAfter: 30,
      changed: ['title'],
      title: { before: '部長辭職 府院否認', after: '部長請辭獲准', flips: 0 },
      summary: null,
      authors: null,
      image: null,
      body: null,
      article: { mediaTitle: '朝陽報', title: '部長請辭獲准' },
    },
  ]);
  const { diff, before, after } = data!.revisions[0]!.title!;
  const joined = (...ops: string[]): string =>
    diff
      .filter(({ op }) => ops.includes(op))
      .map(({ text }) => text)
      .join('');
  t.equal(joined('equal', 'delete'), before);
  t.equal(joined('equal', 'insert'), after);
  t.equal(joined('equal'), '部長辭');
});

t.test('two titles that change places again and again are one change', async (t) => {
  const { revisions } = await list('?media=harbour&kind=title');
  t.equal(revisions.length, 1);
  t.match(revisions[0]?.title, {
    before: 'Storm hits the coast',
    after: 'Coast hit by worst storm in years',
    flips: 2,
    lastSeenAt: at(50),
  });
  t.equal(revisions[0]?.seenAt, at(80));
});

t.test('summary, byline, picture and text are told with what was there before', async (t) => {
  const id = await idOf('whole');
  const answer = (await (
    await get(`/api/v1/articles/${id}/revisions`)
  ).json()) as ArticleRevisionsAnswer;
  t.match(answer, {
    article: { id, media: 'harbour' },
    count: 1,
    revisions: [
      {
        changed: ['summary', 'authors', 'image', 'body'],
        title: null,
        summary: { before: '八站', after: '九站' },
        authors: { before: ['林某某'], after: ['王某某'] },
        image: { before: 'https://harbour.example/a.jpg', after: 'https://harbour.example/b.jpg' },
        body: { before: 34, after: 34, wordsRemoved: 1, wordsAdded: 1 },
      },
    ],
  });
});

t.test(
  'an article without changes has an empty list, and one that is not there none',
  async (t) => {
    const { data } = await news.GET('/api/v1/articles', { params: { query: { q: '無事' } } });
    const found = await get(`/api/v1/articles/${data!.articles[0]!.id}/revisions`);
    t.match(await found.json(), { count: 0, revisions: [] });
    t.equal((await get('/api/v1/articles/999/revisions')).status, 404);
    t.equal((await get('/api/v1/articles/x/revisions')).status, 400);
  },
);

t.test('filters: outlet, what was changed, text before or after, window', async (t) => {
  t.same(await keys('?media=sunrise,plain'), ['retitled']);
  t.same(await keys('?kind=body'), ['whole']);
  t.same(await keys('?kind=title,body'), ['whole', 'retitled', 'twins']);
  t.same(await keys(`?q=${encodeURIComponent('府院否認')}`), ['retitled'], 'what went');
  t.same(await keys('?q=WORST'), ['twins'], 'what came');
  t.same(await keys(`?q=${encodeURIComponent('八站')}`), ['whole'], 'a summary');
  t.same(await keys(`?since=${at(75)}`), ['whole', 'retitled']);
  t.same(await keys(`?since=${at(81)}&until=${at(75)}`), ['twins']);
  t.equal((await get('/api/v1/revisions?media=nobody')).status, 400);
  t.equal((await get('/api/v1/revisions?kind=tags')).status, 400);
  t.equal((await get('/api/v1/revisions?hours=9999')).status, 400);
});

t.test('pages follow each other without a gap, and a cursor fits its question alone', async (t) => {
  const all: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await list(`?limit=1${cursor === null ? '' : `&cursor=${cursor}`}`);
    all.push(...page.revisions.map(({ article: { url } }) => url.split('/').at(-1)!));
    cursor = page.nextCursor;
  } while (cursor !== null);
  t.same(all, ['whole', 'retitled', 'twins']);
  const { nextCursor } = await list('?limit=1');
  t.equal((await get(`/api/v1/revisions?limit=1&kind=title&cursor=${nextCursor}`)).status, 400);
});

t.test('media-stats count the articles of a week whose title was changed', async (t) => {
  const { data } = await news.GET('/api/v1/media-stats');
  const of = (code: string) => data?.media.find(({ media }) => media === code)?.revisions;
  t.same(of('sunrise'), { titles7d: 1, titleShare7d: 1 / 2, medianMinutes: 30 });
  t.same(of('harbour'), { titles7d: 1, titleShare7d: 1 / 2, medianMinutes: 20 });
  t.same(of('plain'), { titles7d: 0, titleShare7d: 0, medianMinutes: null });
  t.same(of('finder'), { titles7d: 0, titleShare7d: null, medianMinutes: null });
});

t.test('feeds have an entry for each change, with the parameters of the list', async (t) => {
  const id = await idOf('retitled');
  const xml = await (await fetch(`${app.newsUrl}/feeds/revisions.xml?kind=title`)).text();
  t.equal(xml.match(/<item>/g)?.length, 2);
  t.match(xml, new RegExp(`https://news\\.example/articles/${id}/#change-\\d+`));
  t.match(xml, '部長辭職 府院否認 → 部長請辭獲准');
  const feed = (await (await fetch(`${app.newsUrl}/feeds/revisions.json`)).json()) as {
    items: { title: string; tags: string[] }[];
  };
  t.same(
    feed.items.map(({ tags }) => tags),
    [['summary', 'authors', 'image', 'body'], ['title'], ['title']],
  );
});

t.test('nothing of what is hidden is told, and all of it again when it is shown', async (t) => {
  const key = 'https://sunrise.example/retitled';
  const id = await idOf('retitled');
  await ingest([{ kind: 'hide', target: 'news', key }]);
  t.same(await keys(), ['whole', 'twins']);
  t.equal((await get(`/api/v1/articles/${id}/revisions`)).status, 404);
  t.notMatch(await (await fetch(`${app.newsUrl}/feeds/revisions.xml`)).text(), '部長');
  const stats = await news.GET('/api/v1/media-stats');
  t.equal(stats.data?.media.find(({ media }) => media === 'sunrise')?.revisions.titles7d, 0);
  await ingest([{ kind: 'show', target: 'news', key }]);
  t.same(await keys(), ['whole', 'retitled', 'twins']);
  await ingest([{ kind: 'hide', target: 'media', key: 'harbour' }]);
  t.same(await keys(), ['retitled']);
  await ingest([{ kind: 'show', target: 'media', key: 'harbour' }]);
});

t.test('a line that is sent again changes nothing, and the next change is told', async (t) => {
  const last = RECORDS[1]!;
  await ingest([last, last]);
  t.same(await keys('?kind=title'), ['retitled', 'twins']);
  await ingest([{ ...last, title: '部長請辭獲准 內閣改組', observedAt: at(10) }]);
  t.same(await keys('?kind=title'), ['retitled', 'retitled', 'twins']);
});

t.test('what is erased leaves no change behind', async (t) => {
  await ingest([{ kind: 'erase', target: 'news', key: 'https://sunrise.example/retitled' }]);
  t.same(await keys(), ['whole', 'twins']);
  await ingest([{ kind: 'erase', target: 'media', key: 'harbour' }]);
  t.same(await keys(), []);
});
