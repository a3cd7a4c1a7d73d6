/** `/api/v1/similarity` with its evidence: groups, edges, citations, periods, masks. */
import '../../../../engine/actor/threads-here.js';
import t, { type Test } from 'tap';
import { proseOf } from '../../../../news/similarity/prose.js';
import { type Harness, startServer } from '../../harness.js';
import { article, MEDIA, minutesAgo, NOW, retold, STORY } from '../similarity-world.js';
// In the same process: what loads a server costs more than these tests.
import '../similarity-article.js';
import '../similarity-match.js';
import './journalists.js';

interface Graph {
  hours: number | null;
  days: { from: string; to: string } | null;
  from: string;
  to: string;
  coverage: { media: string; [column: string]: unknown }[];
  index: { [counter: string]: number };
  nodes: { id: string; external: boolean; [column: string]: unknown }[];
  edges: { source: string; target: string; kind: string; count: number; score: number | null }[];
}

interface Ref {
  id: number;
  media: string;
  title: string;
  attributions: { media: string; evidence: string }[];
}

interface PairBody {
  id: string;
  a: Ref;
  b: Ref;
  score: number;
  kind: string;
  evidence: string;
}

interface Evidence {
  total: number;
  page: number;
  pageSize: number;
  hiddenSources: number;
  items: {
    kind: string;
    key: string;
    articleId: number;
    sourceId?: number;
    groupId?: string;
    directPair?: PairBody | null;
    source?: { media: string; evidence: string };
  }[];
  articles: { [id: string]: Ref };
  groups: {
    [id: string]: {
      sourceId: number | null;
      articleIds: number[];
      tiedFirst: number;
      pairCount: number;
      pairs: PairBody[];
    };
  };
}

const CITING = `據外電社報導，${proseOf(9, 0, 200)}`;

const ARTICLES = [
  article({ key: 'first', media: 'sunrise', minutes: 300, body: STORY, authors: ['記者林美珠'] }),
  article({ key: 'copy', media: 'harbour', minutes: 200, body: STORY }),
  article({ key: 'retold', media: 'plain', minutes: 100, body: retold(300, 5) }),
  article({ key: 'mirrored', media: 'mirror', minutes: 90, body: STORY }),
  article({ key: 'alone', media: 'plain', minutes: 80, body: proseOf(3, 0, 300) }),
  article({ key: 'short', media: 'plain', minutes: 70, body: '短短一則。' }),
  article({ key: 'gone', media: 'harbour', minutes: 60, body: null, bodyStatus: 'missing' }),
  article({ key: 'citing', media: 'harbour', minutes: 50, body: CITING }),
];

async function newsroom(owner: Test, more: object[] = []): Promise<Harness> {
  return startServer(owner, {
    ticksByHand: true,
    now: NOW,
    records: [...MEDIA, ...ARTICLES, ...more],
  });
}

async function graphOf(server: Harness, query = ''): Promise<Graph> {
  return (await (await server.get(`/api/v1/similarity${query}`)).json()) as Graph;
}

async function evidenceOf(server: Harness, query = ''): Promise<Evidence> {
  return (await (await server.get(`/api/v1/similarity/evidence${query}`)).json()) as Evidence;
}

t.test('the graph of a period', async (t) => {
  const server = await newsroom(t);
  const graph = await graphOf(server);

  t.test('counts pairs, groups, texts and citations', async (t) => {
    t.match(graph.index, {
      ...{ available: 5, analyzed: 5, pending: 0 },
      ...{ pairs: 3, groups: 1, citations: 1, windowDays: 7 },
    });
  });

  t.test('leads each later article to the earliest of its group', async (t) => {
    const similar = graph.edges.filter(({ kind }) => kind === 'similarity');
    t.same(
      similar.map(({ source, target, count }) => [source, target, count]),
      [
        ['harbour', 'sunrise', 1],
        ['plain', 'sunrise', 1],
      ],
    );
    t.equal(similar[0]!.score, 1, 'a copy to the letter');
    t.ok(similar[1]!.score! > 0.65 && similar[1]!.score! < 0.8);
  });

  t.test('shows an external media only where it is cited', async (t) => {
    t.match(
      graph.nodes.find(({ id }) => id === 'wire'),
      { name: '外電社', countryCode: 'GB', external: true, articles: 0, incoming: 1 },
    );
    t.same(
      graph.edges.filter(({ kind }) => kind === 'citation'),
      [{ source: 'harbour', target: 'wire', kind: 'citation', count: 1, score: null }],
    );
  });

  t.test('keeps syndicated content out, and says so', async (t) => {
    t.notOk(graph.nodes.some(({ id }) => id === 'mirror'));
    t.match(
      graph.coverage.find(({ media }) => media === 'mirror'),
      { total: 1, indexed: 0, excludedFromStatistics: true },
    );
  });

  t.test('tells what became of the texts of each media', async (t) => {
    t.match(
      graph.coverage.find(({ media }) => media === 'plain'),
      { total: 3, fetched: 3, usable: 2, indexed: 2, missing: 0, pending: 0 },
    );
    t.match(
      graph.coverage.find(({ media }) => media === 'harbour'),
      { total: 3, fetched: 2, usable: 2, indexed: 2, missing: 1 },
    );
    t.match(
      graph.coverage.find(({ media }) => media === 'sunrise'),
      { total: 1, withAuthors: 1, enabled: true },
    );
    t.notOk(graph.coverage.some(({ media }) => media === 'wire'));
  });

  t.test('takes pairs of the threshold or above', async (t) => {
    t.equal((await graphOf(server, '?threshold=1')).index.pairs, 1);
    t.equal((await graphOf(server, '?threshold=0.5')).index.pairs, 3);
  });

  t.test('takes only pairs with both ends in the period', async (t) => {
    const { hours, days, index } = await graphOf(server, '?hours=4');
    t.equal(hours, 4);
    t.equal(days, null);
    t.equal(index.pairs, 1, 'the first article lies before it');
  });

  t.test('takes Taipei dates, both included', async (t) => {
    const { hours, days, from, to, index } = await graphOf(
      server,
      '?from=2026-03-09&to=2026-03-10',
    );
    t.equal(hours, null);
    t.same(days, { from: '2026-03-09', to: '2026-03-10' });
    t.equal(from, '2026-03-08T16:00:00.000Z');
    t.equal(to, '2026-03-10T16:00:00.000Z');
    t.equal(index.pairs, 3);
    t.equal((await graphOf(server, '?from=2026-03-08&to=2026-03-09')).index.pairs, 0);
  });

  t.test('is the same answer until something changes', async (t) => {
    const headers = { 'accept-encoding': 'identity' };
    const first = await server.get('/api/v1/similarity?hours=24', { headers });
    const again = await server.get('/api/v1/similarity?hours=24', { headers });
    const etag = again.headers.get('etag')!;
    t.equal(etag, first.headers.get('etag'));
    t.equal(await again.text(), await first.text());
    const unchanged = await server.get('/api/v1/similarity?hours=24', {
      headers: { ...headers, 'if-none-match': etag },
    });
    t.equal(unchanged.status, 304);
    await server.ingest([article({ key: 'new', media: 'plain', minutes: 5, body: STORY })]);
    t.equal((await graphOf(server, '?hours=24')).index.pairs, 5, 'compared before acknowledged');
  });
});

t.test('malformed questions answer 400', async (t) => {
  const server = await newsroom(t);
  const bad = [
    ...['hours=0', 'hours=169', 'hours=1.5', 'threshold=0.49', 'threshold=1.01', 'threshold=x'],
    ...['from=2026-03-01', 'to=2026-03-01', 'from=2026-03-02&to=2026-03-01', 'from=x&to=y'],
    ...['from=2026-02-01&to=2026-03-04', 'hours=5&from=2026-03-01&to=2026-03-02'],
  ];
  for (const query of bad) {
    for (const path of ['similarity', 'similarity/evidence']) {
      t.equal((await server.get(`/api/v1/${path}?${query}`)).status, 400, `${path} ${query}`);
    }
  }
  t.equal((await server.get('/api/v1/similarity?from=2026-02-01&to=2026-03-03')).status, 200);
  const badEvidence = [
    ...['mode=x', 'direction=x', 'page=-1', 'edgeKind=similarity', 'source=sunrise'],
    ...['edgeKind=similarity&source=sunrise', 'edgeKind=x&source=sunrise&target=plain'],
    ...['node=nobody', 'scope=sunrise,nobody', 'focus=nobody', `q=${'長'.repeat(101)}`],
  ];
  for (const query of badEvidence) {
    t.equal((await server.get(`/api/v1/similarity/evidence?${query}`)).status, 400, query);
  }
});

t.test('evidence', async (t) => {
  const server = await newsroom(t);

  t.test('lists what the edges count, newest first', async (t) => {
    const { total, items, page, pageSize } = await evidenceOf(server);
    t.same([total, page, pageSize], [3, 0, 20]);
    t.same(
      items.map(({ kind }) => kind),
      ['citation', 'origin', 'origin'],
    );
    const { edges } = await graphOf(server);
    for (const { source, target, kind, count } of edges) {
      const query = `?edgeKind=${kind}&source=${source}&target=${target}`;
      t.equal((await evidenceOf(server, query)).total, count, query);
    }
  });

  t.test('tells the group of an article, its source and the pair with it', async (t) => {
    const { items, groups, articles } = await evidenceOf(server, '?mode=similarity');
    const [retoldItem, copyItem] = items;
    t.equal(articles[copyItem!.articleId]!.title, '標題 copy');
    t.equal(articles[copyItem!.sourceId!]!.title, '標題 first');
    t.match(copyItem!.directPair, { kind: 'identical', score: 1, a: { media: 'sunrise' } });
    t.match(retoldItem!.directPair, { kind: 'high', b: { media: 'plain' } });
    const passage = retoldItem!.directPair!.evidence;
    t.equal([...passage].length, 100);
    t.ok(STORY.startsWith(passage), 'the longest common passage begins the story');
    const group = groups[copyItem!.groupId!]!;
    t.equal(copyItem!.groupId, retoldItem!.groupId);
    t.equal(group.sourceId, copyItem!.sourceId);
    t.same(
      group.articleIds.map((id) => articles[id]!.title),
      ['標題 first', '標題 copy', '標題 retold'],
      'by time',
    );
    t.equal(group.tiedFirst, 1);
    t.equal(group.pairCount, 3);
    t.equal(group.pairs[0]!.score, 1, 'the best pair first');
  });

  t.test('tells whom an article names, in its words', async (t) => {
    const { items, articles } = await evidenceOf(server, '?mode=citation');
    t.equal(items.length, 1);
    t.match(items[0], { kind: 'citation', source: { media: 'wire', kind: 'explicit' } });
    t.match(items[0]!.source!.evidence, /外電社報導/);
    t.match(articles[items[0]!.articleId]!.attributions, [{ media: 'wire' }]);
  });

  const cases: [query: string, total: number][] = [
    ['?node=sunrise', 2],
    ['?node=sunrise&direction=outgoing', 0],
    ['?node=sunrise&direction=incoming', 2],
    ['?node=harbour', 2],
    ['?node=harbour&mode=citation', 1],
    ['?node=harbour&direction=outgoing&mode=similarity', 1],
    ['?node=wire&direction=incoming', 1],
    ['?scope=sunrise,harbour', 1],
    ['?scope=harbour,plain', 0],
    ['?focus=plain', 1],
    ['?focus=plain,wire', 2],
    ['?edgeKind=citation&source=harbour&target=wire&mode=similarity', 0],
    [`?q=${encodeURIComponent('標題 COPY')}`, 1],
    [`?q=${encodeURIComponent('朝陽')}`, 2],
    [`?q=${encodeURIComponent('林美珠')}`, 2],
    [`?q=${encodeURIComponent('外電社報導')}`, 1],
    [`?q=${encodeURIComponent(STORY.slice(0, 6))}`, 2],
    ['?q=nothing', 0],
    ['?q=', 3],
  ];
  for (const [query, total] of cases) {
    t.test(`${decodeURIComponent(query)} finds ${total}`, async (t) => {
      t.equal((await evidenceOf(server, query)).total, total);
    });
  }

  t.test('counts what has its source outside the scope as hidden', async (t) => {
    const { total, hiddenSources } = await evidenceOf(server, '?scope=harbour,plain');
    t.same([total, hiddenSources], [0, 2]);
  });

  t.test('ends after its last page', async (t) => {
    const { total, items } = await evidenceOf(server, '?page=1');
    t.equal(total, 3);
    t.same(items, []);
  });
});

t.test('evidence comes in pages of 20 that part it', async (t) => {
  const copies = Array.from({ length: 45 }, (_, at) =>
    article({ key: `c${at}`, media: at % 2 ? 'harbour' : 'plain', minutes: 280 - at, body: STORY }),
  );
  const server = await newsroom(t, copies);
  const pages = await Promise.all(
    [0, 1, 2].map((page) => evidenceOf(server, `?page=${page}&mode=similarity`)),
  );
  t.same(
    pages.map(({ items }) => items.length),
    [20, 20, 7],
  );
  t.equal(new Set(pages.flatMap(({ items }) => items.map(({ key }) => key))).size, 47);
  const [group] = Object.values(pages[0]!.groups);
  t.equal(group!.pairs.length, 100, 'a group shows its 100 best pairs');
  t.ok(group!.pairCount > 100);
});

t.test('with only a day known nobody of that day is earlier', async (t) => {
  const dated = {
    kind: 'news',
    media: 'plain',
    url: 'https://plain.example/dated',
    title: '只有日期',
    publishedAt: '2026-03-10',
    publishedPrecision: 'day',
    observedAt: minutesAgo(30),
    body: proseOf(21, 0, 200),
  };
  const timed = article({ key: 'timed', media: 'sunrise', minutes: 60, body: proseOf(21, 0, 200) });
  const server = await startServer(t, {
    ticksByHand: true,
    now: NOW,
    records: [...MEDIA, dated, timed],
  });
  const graph = await graphOf(server);
  t.match(graph.index, { pairs: 1, groups: 1 });
  t.same(graph.edges, []);
  t.match(
    graph.nodes.map(({ id, earliest, later }) => [id, earliest, later]),
    [
      ['plain', 1, 0],
      ['sunrise', 1, 0],
    ],
  );
  await server.ingest([
    article({ key: 'after', media: 'harbour', minutes: 5, body: proseOf(21, 0, 200) }),
  ]);
  const { items, groups } = await evidenceOf(server);
  t.equal(items.length, 1, 'who is later than the timed one follows it');
  t.equal(groups[items[0]!.groupId!]!.tiedFirst, 2);
});

t.test('hidden leaves at once and comes back when it is shown', async (t) => {
  const server = await newsroom(t);
  const key = 'https://harbour.example/copy';
  t.equal((await graphOf(server)).index.pairs, 3);
  await server.ingest([{ kind: 'hide', target: 'news', key }]);
  const graph = await graphOf(server);
  t.equal(graph.index.pairs, 1);
  t.equal(graph.index.analyzed, 4);
  const { items, articles, groups } = await evidenceOf(server);
  t.equal(items.length, 2);
  t.notOk(JSON.stringify({ articles, groups }).includes('標題 copy'));
  await server.ingest([{ kind: 'show', target: 'news', key }]);
  t.equal((await graphOf(server)).index.pairs, 3);
  await server.ingest([{ kind: 'hide', target: 'media', key: 'sunrise' }]);
  t.equal((await graphOf(server)).index.pairs, 1);
  t.equal((await server.get('/api/v1/similarity/evidence?node=sunrise')).status, 400);
  await server.ingest([{ kind: 'show', target: 'media', key: 'sunrise' }]);
  await server.ingest([{ kind: 'erase', target: 'news', key }]);
  t.equal((await graphOf(server)).index.pairs, 1);
});

t.test('an edited text takes new pairs, a corrected title shows', async (t) => {
  const server = await newsroom(t);
  await server.ingest([
    article({
      key: 'copy',
      media: 'harbour',
      minutes: 200,
      body: proseOf(33, 0, 300),
      title: '更正',
    }),
  ]);
  t.equal((await graphOf(server)).index.pairs, 1);
  await server.ingest([article({ key: 'retold', media: 'plain', minutes: 100, title: '新題' })]);
  const { items, articles } = await evidenceOf(server, '?mode=similarity');
  t.equal(articles[items[0]!.articleId]!.title, '新題');
});

t.test('an article of the future is not shown before its time', async (t) => {
  const server = await newsroom(t, [
    article({
      key: 'later',
      media: 'plain',
      minutes: -120,
      observedAt: minutesAgo(2),
      body: STORY,
    }),
  ]);
  t.equal((await graphOf(server)).index.pairs, 3);
  t.equal((await graphOf(server, '?from=2026-03-10&to=2026-03-10')).index.pairs, 3);
  server.clock.advance(3 * 3600_000);
  t.equal((await graphOf(server)).index.pairs, 5);
});
