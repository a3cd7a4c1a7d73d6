/** Folded lists, against a naive folding of the whole list by the pairs that the service tells. */
import '../../../../engine/actor/threads-here.js';
import { parse } from 'csv-parse/sync';
import t from 'tap';
import { proseOf } from '../../../../news/similarity/prose.js';
import { startServer } from '../../harness.js';
import { article, MEDIA, NOW, retold, STORY } from '../similarity-world.js';

/** Three stories of several outlets, one chain, and articles of their own, minute by minute. */
const OUTLETS = ['sunrise', 'harbour', 'plain'];
const RECORDS = [
  ...MEDIA,
  ...OUTLETS.map((media, at) =>
    article({ key: `a${at}`, media, minutes: 90 - 20 * at, body: STORY }),
  ),
  // Alike through the story alone.
  article({ key: 'chain', media: 'wire', minutes: 10, body: retold(330, 9) }),
  ...OUTLETS.slice(1).map((media, at) =>
    article({
      key: `b${at}`,
      media,
      minutes: 70 - 30 * at,
      body: proseOf(40, 0, 300),
      tags: ['港口'],
    }),
  ),
  ...Array.from({ length: 9 }, (_, at) => {
    const media = OUTLETS[at % 3]!;
    return article({ key: `own${at}`, media, minutes: 5 + 9 * at, body: proseOf(60 + at, 0, 200) });
  }),
  article({ key: 'mirrored', media: 'mirror', minutes: 15, body: STORY }),
];

interface Item {
  id: number;
  media: string;
  publishedAt: string;
  tags: string[];
  similar?: { articles: number; outlets: number; named: { id: number; media: string }[] };
}

const { get } = await startServer(t, { now: NOW, records: RECORDS });
const read = async <T>(path: string): Promise<T> => (await (await get(path)).json()) as T;
const list = (query: string) =>
  read<{ articles: Item[]; count: number; nextCursor: string | null }>(`/api/v1/articles?${query}`);

/** What a list is, folded: of each group the earliest that is in it, with the number of others. */
async function foldedNaively(articles: readonly Item[]): Promise<[number, number | null][]> {
  const parents = new Map(articles.map(({ id }) => [id, id]));
  const rootOf = (id: number): number => (parents.get(id) === id ? id : rootOf(parents.get(id)!));
  // Chains go through what the list does not show.
  const { articles: all } = await list('limit=200');
  for (const { id } of all) parents.set(id, id);
  for (const { id } of all) {
    const { matches } = await read<{ matches: { article: { id: number } }[] }>(
      `/api/v1/articles/${id}/similarity`,
    );
    for (const { article: other } of matches) parents.set(rootOf(id), rootOf(other.id));
  }
  const earliest = [...articles].reverse();
  const groups = new Map<number, Item[]>();
  for (const one of earliest) {
    groups.set(rootOf(one.id), [...(groups.get(rootOf(one.id)) ?? []), one]);
  }
  return articles
    .filter(({ id }) => groups.get(rootOf(id))![0]!.id === id)
    .map(({ id }) => {
      const others = groups.get(rootOf(id))!.length - 1;
      return [id, others === 0 ? null : others];
    });
}

const told = ({ id, similar }: Item): [number, number | null] => [id, similar?.articles ?? null];

for (const filter of [
  '',
  '&media=harbour,plain',
  '&tag=%E6%B8%AF%E5%8F%A3',
  '&hours=1',
  '&media=wire',
]) {
  t.test(`a folded list shows of each group the earliest that matches (${filter})`, async (t) => {
    const { articles } = await list(`limit=200${filter}`);
    const expected = await foldedNaively(articles);
    const whole = await list(`limit=200&fold=similar${filter}`);
    t.strictSame(whole.articles.map(told), expected);
    t.equal(whole.nextCursor, null);

    const paged: Item[] = [];
    for (let cursor = ''; ; ) {
      const page = await list(`limit=2&fold=similar${filter}${cursor}`);
      t.ok(page.count <= 2 && page.count === page.articles.length);
      paged.push(...page.articles);
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    t.strictSame(paged.map(told), expected, 'page by page the same, and nothing twice');
  });
}

t.test('an entry names its copies and counts their outlets', async (t) => {
  const { articles } = await list('limit=200&fold=similar');
  const first = articles.find(({ similar }) => (similar?.articles ?? 0) > 1)!;
  t.equal(first.media, 'sunrise', 'the earliest stands for the group');
  t.strictSame(
    first.similar!.named.map(({ media }) => media),
    ['harbour', 'plain', 'wire'],
    'the earliest first',
  );
  t.equal(first.similar!.outlets, 3);
  const plain = await list('limit=200');
  t.notOk(
    plain.articles.some(({ similar }) => similar !== undefined),
    'nowhere else',
  );
});

t.test('a search and a feed fold as the list does', async (t) => {
  const folded = (await list('limit=200&fold=similar')).articles.map(({ id }) => id);
  const { articles } = await read<{ articles: Item[] }>(
    '/api/v1/articles/search?query=%E6%A8%99%E9%A1%8C&limit=200&fold=similar',
  );
  t.strictSame(
    articles.map(({ id }) => id),
    folded,
  );
  const feed = await read<{ items: { content_text: string }[] }>(
    '/feeds/articles.json?limit=200&fold=similar',
  );
  t.equal(feed.items.length, folded.length);
  t.ok(
    feed.items.some(({ content_text }) =>
      content_text.includes('+3: 海港新聞網, 平原通訊, 外電社'),
    ),
  );
});

t.test(
  'a cursor of a folded list fits that list alone, and other values are refused',
  async (t) => {
    const { nextCursor } = await list('limit=2&fold=similar');
    t.equal((await get(`/api/v1/articles?limit=2&cursor=${nextCursor}`)).status, 400);
    const response = await get('/api/v1/articles?fold=all');
    t.equal(response.status, 400);
    t.match((await response.json()) as object, { error: /fold must be similar/ });
  },
);

t.test('a list as CSV has the rows of the list, page by page', async (t) => {
  for (const query of [
    'articles?',
    'articles?fold=similar&',
    'articles/search?query=%E6%A8%99%E9%A1%8C&',
  ]) {
    const { articles } = await read<{ articles: Item[] }>(`/api/v1/${query}limit=200`);
    const rows: { id: string; tags: string }[] = [];
    let next: string | undefined = `/api/v1/${query.replace('?', '.csv?')}limit=4`;
    while (next !== undefined) {
      const response = await get(next);
      t.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
      rows.push(...(parse(await response.text(), { columns: true }) as typeof rows));
      const link = response.headers.get('link');
      next = link === null ? undefined : /^<https?:\/\/[^/]+(\/[^>]+)>; rel="next"$/.exec(link)![1];
    }
    t.strictSame(
      rows.map(({ id, tags }) => [Number(id), JSON.parse(tags)]),
      articles.map(({ id, tags }) => [id, tags]),
    );
  }
  t.equal((await get('/api/v1/articles.csv?limit=0')).status, 400);
});
