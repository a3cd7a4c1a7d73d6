import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../../../src/kernel/clock.js';
import { tagKey } from '../../../../../src/kernel/text/tag.js';
import { END_MS, rankingWorld, START_MS } from '../ranking-world.js';

const { server, oracle, lists } = await rankingWorld(t);
const { get } = server;

interface Series {
  tag: string;
  category: string;
  hours: number;
  basis: { id: string; media: string[]; coverageFrom: string; validFrom: string };
  points: {
    t: string;
    score: number | null;
    count: number | null;
    rank: number | null;
    hourlyCount: number | null;
    average24h: number | null;
  }[];
}

async function series(tag: string, query = ''): Promise<Series> {
  const response = await get(`/api/v1/tags/${encodeURIComponent(tag)}/series${query}`);
  t.equal(response.status, 200, tag);
  return (await response.json()) as Series;
}

/** The points as a recount of all articles gives them. */
function expected(tag: string, category: string, hours: number): Series['points'] {
  const basis = oracle.bases.get(category)!;
  const lastMs = Math.floor(END_MS / HOUR_MS) * HOUR_MS;
  const mine = [...oracle.articles.values()].filter(
    (article) =>
      oracle.isVisible(article) &&
      basis.media.includes(article.media) &&
      article.tags.some((one) => tagKey(one) === tagKey(tag)),
  );
  return Array.from({ length: hours }, (_, at) => {
    const hourMs = lastMs - (hours - at) * HOUR_MS;
    const since = (fromMs: number) =>
      mine.filter(({ sortMs }) => sortMs >= fromMs && sortMs < hourMs + HOUR_MS);
    const day = since(hourMs + HOUR_MS - DAY_MS);
    const isCovered = hourMs >= basis.coverageFromMs;
    const isValid = hourMs >= basis.validFromMs;
    let score = 0;
    for (const code of basis.media) {
      score += 2 * (1 - 0.5 ** day.filter(({ media }) => media === code).length);
    }
    const entry = lists
      .get(`${category} ${hourMs}`)
      ?.entries.find((one) => tagKey(one.tag) === tagKey(tag));
    return {
      t: new Date(hourMs).toISOString(),
      score: isValid ? (score / basis.media.length) * 50 : null,
      count: isCovered ? day.length : null,
      rank: entry?.rank ?? null,
      hourlyCount: isCovered ? since(hourMs).length : null,
      average24h: isValid ? day.length / 24 : null,
    };
  });
}

t.test('points are what a recount says, ranks are those of the snapshots', async (t) => {
  for (const category of ['all', 'news', 'tv', 'green']) {
    for (const tag of ['颱風', 'ai', 'AI', 'ＡＩ', '中央/氣象署', '100%', '🦠', '捷運']) {
      const found = await series(tag, `?category=${category}&hours=336`);
      t.strictSame(found.points, expected(tag, category, 336), `${tag} in ${category}`);
    }
  }
});

t.test('the defaults are all and 72 hours, up to the last full hour', async (t) => {
  const found = await series('選舉');
  t.equal(found.category, 'all');
  t.equal(found.hours, 72);
  t.equal(found.points.length, 72);
  t.equal(Date.parse(found.points.at(-1)!.t), Math.floor(END_MS / HOUR_MS) * HOUR_MS - HOUR_MS);
  t.strictSame(found.points, expected('選舉', 'all', 72));
  t.strictSame(found.basis.media, ['delta', 'harbour', 'plain', 'sunrise']);
});

t.test('before collection nothing is known, afterwards empty hours are zero', async (t) => {
  const { basis, points } = await series('沒有人用過', '?hours=150');
  for (const { t: at, count, hourlyCount, score, average24h, rank } of points) {
    t.equal(count, at < basis.coverageFrom ? null : 0);
    t.equal(hourlyCount, at < basis.coverageFrom ? null : 0);
    t.equal(score, at < basis.validFrom ? null : 0);
    t.equal(average24h, at < basis.validFrom ? null : 0);
    t.equal(rank, null);
  }
  t.ok(points.some(({ count }) => count === null) && points.some(({ score }) => score === 0));
  t.ok(Date.parse(basis.coverageFrom) < START_MS);
});

t.test('a category without media has a basis without media, and nothing known', async (t) => {
  const { basis, points } = await series('颱風', '?category=empty&hours=3');
  t.strictSame(basis.media, []);
  t.ok(points.every(({ count, score }) => count === null && score === null));
});

t.test('odd tags are tags, and what is none answers 400', async (t) => {
  t.equal((await series('😀'.repeat(40))).tag, '😀'.repeat(40));
  const marks = 'a'.repeat(1) + '\u0332'.repeat(39);
  t.equal((await series(marks)).tag, marks.normalize('NFKC'));
  t.equal((await get('/api/v1/tags/%2E%2E%2F%2E%2E/series')).status, 200, 'dots and slashes');
  t.equal((await series('  ａ   b ')).tag, 'a b', 'shown in normal form');
  for (const path of ['%20', `${'x'.repeat(41)}`, '%ED%A0%80', '%ff', '%']) {
    t.equal((await get(`/api/v1/tags/${path}/series`)).status, 400, path);
  }
  for (const query of ['hours=0', 'hours=337', 'hours=1e2', 'category=', 'hours=5&hours=6']) {
    t.equal((await get(`/api/v1/tags/x/series?${query}`)).status, 400, query);
  }
  t.equal((await get('/api/v1/tags/x/series?category=nothing')).status, 404);
});

/** What further runs change, up to half an hour after the end of the world. */
export function testLateArticles(): void {
  t.test('late articles and hides are followed at the next run', async (t) => {
    const url = 'https://plain.example/late';
    const sortMs = END_MS - 30 * HOUR_MS;
    const times = { publishedAt: new Date(sortMs).toISOString() };
    const hour = Math.floor(sortMs / HOUR_MS) * HOUR_MS;
    const at = async (): Promise<number | null | undefined> => {
      const { points } = await series('遲到');
      return points.find((point) => Date.parse(point.t) === hour)?.hourlyCount;
    };
    server.clock.set(END_MS);
    await server.ingest([
      { kind: 'news', media: 'plain', url, title: 'x', tags: ['遲到'], ...times },
    ]);
    t.equal(await at(), 0, 'not before the run');
    await server.app.pipeline.advance(END_MS + 20 * 60_000);
    t.equal(await at(), 1);
    await server.ingest([{ kind: 'hide', target: 'news', key: url }]);
    await server.app.pipeline.advance(END_MS + 30 * 60_000);
    t.equal(await at(), 0);
  });
}
