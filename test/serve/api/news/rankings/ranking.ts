import t, { type Test } from 'tap';
import { DAY_MS, HOUR_MS } from '../../../../../src/kernel/clock.js';
import { tagKey } from '../../../../../src/kernel/text/tag.js';
import type { Oracle, OracleEntry, OracleList } from '../../../../news/shared/burst/oracle.js';
import { startServer } from '../../harness.js';
import { END_MS, HOURS, rankingWorld, START_MS } from '../ranking-world.js';

const { server, oracle, lists } = await rankingWorld(t);
const { get } = server;
const CATEGORIES = ['all', 'news', 'tv', 'blue', 'green'];

interface Body {
  order: string;
  snapshot: {
    id: number;
    category: string;
    hourStart: string;
    computedAt: string;
    weight: number;
    basis: { id: string; media: string[]; coverageFrom: string; validFrom: string };
    available: boolean;
    articleCount: number;
    mediaCount: number;
    historyAvailable: number[];
  };
  entries: (OracleEntry & { trend?: TrendPoint[] })[];
}

interface TrendPoint {
  t: string;
  hourlyCount: number | null;
  average24h: number | null;
  score: number | null;
  count: number | null;
}

async function ranking(query: string): Promise<Body> {
  const response = await get(`/api/v1/ranking?${query}`);
  t.equal(response.status, 200, query);
  return (await response.json()) as Body;
}

async function errorOf(query: string, status: number): Promise<string> {
  const response = await get(`/api/v1/ranking?${query}`);
  t.equal(response.status, status, query);
  t.equal(response.headers.get('cache-control'), 'no-store');
  return ((await response.json()) as { error: string }).error;
}

function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** Entries as the oracle has them, in an order. */
function expectedEntries(list: OracleList, order: string): OracleEntry[] {
  if (order === 'score') return list.entries.map((entry) => ({ ...entry, position: entry.rank }));
  return [...list.entries].sort((a, b) => a.position - b.position);
}

function checkSnapshot(
  t: Test,
  body: Body,
  list: OracleList,
  hourMs: number,
  computedMs: number,
): void {
  const { id, ...snapshot } = body.snapshot;
  t.ok(Number.isInteger(id));
  t.strictSame(snapshot, {
    category: snapshot.category,
    hourStart: iso(hourMs),
    computedAt: iso(computedMs),
    weight: list.basis.media.length,
    basis: {
      id: list.basis.id,
      media: list.basis.media,
      coverageFrom: iso(list.basis.coverageFromMs),
      validFrom: iso(list.basis.validFromMs),
    },
    available: computedMs >= list.basis.validFromMs,
    articleCount: list.articleCount,
    mediaCount: list.mediaCount,
    historyAvailable: list.historyAvailable,
  });
}

t.test('the ranking now has every field of every entry, in both orders', async (t) => {
  for (const category of CATEGORIES) {
    for (const order of ['burst', 'score']) {
      const body = await ranking(`category=${category}&order=${order}&limit=500&related=1`);
      const list = lists.get(category)!;
      t.equal(body.order, order);
      checkSnapshot(t, body, list, END_MS - (END_MS % HOUR_MS), END_MS);
      t.strictSame(body.entries, expectedEntries(list, order), `${category} by ${order}`);
    }
  }
});

t.test('defaults are all, burst, 50, no trend, nothing related', async (t) => {
  const plain = await ranking('');
  t.strictSame(plain, await ranking('category=all&order=burst&limit=50&trend=0&related=0'));
  t.equal(plain.snapshot.category, 'all');
  t.equal(plain.entries[0]?.related, undefined);
  t.equal(plain.entries[0]?.trend, undefined);
  t.equal((await ranking('limit=3')).entries.length, 3);
});

t.test('every hour is kept as it was computed at its end', async (t) => {
  const ids = new Set<number>();
  for (let hour = 0; hour < HOURS; hour++) {
    const hourMs = Math.floor(START_MS / HOUR_MS) * HOUR_MS + hour * HOUR_MS;
    // Every hour of some category, and every category again and again.
    for (const category of hour % 10 === 0 ? CATEGORIES : [CATEGORIES[hour % 5]!]) {
      const list = lists.get(`${category} ${hourMs}`)!;
      const query = `category=${category}&order=score&limit=500&related=1&at=${iso(hourMs)}`;
      const body = await ranking(query);
      ids.add(body.snapshot.id);
      checkSnapshot(t, body, list, hourMs, hourMs + HOUR_MS);
      t.strictSame(body.entries, expectedEntries(list, 'score'), query);
    }
  }
  t.equal(ids.size, HOURS + (HOURS / 10) * 4, 'each snapshot has an id of its own');
});

t.test('pages of many hours asked at once have the entries of their own hour', async (t) => {
  const firstMs = Math.floor(START_MS / HOUR_MS) * HOUR_MS;
  const asked = Array.from({ length: HOURS }, (_, hour) => {
    const category = CATEGORIES[hour % 5]!;
    const hourMs = firstMs + hour * HOUR_MS;
    const related = hour % 2;
    return { list: lists.get(`${category} ${hourMs}`)!, category, hourMs, related };
  });
  const bodies = await Promise.all(
    asked.map(({ category, hourMs, related }) => {
      return ranking(`category=${category}&limit=60&related=${related}&at=${iso(hourMs)}`);
    }),
  );
  bodies.forEach(({ entries }, at) => {
    const { list, related } = asked[at]!;
    const wanted = expectedEntries(list, 'burst').slice(0, 60);
    const plain = wanted.map(({ related: _, ...entry }) => entry);
    t.strictSame(entries, related === 1 ? wanted : plain);
  });
});

t.test('at takes the newest snapshot whose hour starts at or before it', async (t) => {
  const hourMs = END_MS - (END_MS % HOUR_MS) - 5 * HOUR_MS;
  const hourAt = async (at: string): Promise<string> =>
    (await ranking(`at=${encodeURIComponent(at)}`)).snapshot.hourStart;
  t.equal(await hourAt(iso(hourMs)), iso(hourMs));
  t.equal(await hourAt(iso(hourMs - 1)), iso(hourMs - HOUR_MS));
  t.equal(await hourAt(iso(hourMs + HOUR_MS - 1)), iso(hourMs));
  t.equal(await hourAt('2199-01-01T00:00:00Z'), iso(END_MS - (END_MS % HOUR_MS)), 'far ahead');
  const taipei = iso(hourMs + 8 * HOUR_MS).replace('Z', '+08:00');
  t.equal(await hourAt(taipei), iso(hourMs), 'with an offset');
  t.match(await errorOf(`at=${iso(START_MS - 2 * HOUR_MS)}`, 404), /no snapshot/);
});

t.test('trend has 49 hourly points up to the last full hour before the computation', async (t) => {
  for (const query of ['limit=500', `limit=500&at=${iso(END_MS - 30 * HOUR_MS)}`]) {
    const body = await ranking(`${query}&trend=1`);
    const computedMs = Date.parse(body.snapshot.computedAt);
    const basis = body.snapshot.basis;
    for (const { tag, trend } of body.entries) {
      t.strictSame(trend, expectedTrend(oracle, basis, tag, computedMs), tag);
    }
  }
});

function expectedTrend(
  { articles, isVisible }: Oracle,
  basis: Body['snapshot']['basis'],
  tag: string,
  computedMs: number,
): TrendPoint[] {
  const lastMs = Math.floor(computedMs / HOUR_MS) * HOUR_MS - HOUR_MS;
  // Only what was published before the last tick's full hour is in the columns; all of it is.
  const mine = [...articles.values()].filter(
    (article) =>
      isVisible.call(oracle, article) &&
      basis.media.includes(article.media) &&
      article.tags.some((one) => tagKey(one) === tagKey(tag)),
  );
  return Array.from({ length: 49 }, (_, at) => {
    const t = lastMs - (48 - at) * HOUR_MS;
    const within = (fromMs: number) =>
      mine.filter(({ sortMs }) => sortMs >= fromMs && sortMs < t + HOUR_MS);
    const day = within(t + HOUR_MS - DAY_MS);
    const isCovered = t >= Date.parse(basis.coverageFrom);
    const isValid = t >= Date.parse(basis.validFrom);
    let score = 0;
    for (const code of basis.media) {
      score += 2 * (1 - 0.5 ** day.filter(({ media }) => media === code).length);
    }
    return {
      t: iso(t),
      hourlyCount: isCovered ? within(t).length : null,
      average24h: isValid ? day.length / 24 : null,
      score: isValid ? (score / basis.media.length) * 50 : null,
      count: isCovered ? day.length : null,
    };
  });
}

t.test('a missing past value is null, and makes bursts null', async (t) => {
  const body = await ranking(`at=${iso(START_MS + 20 * HOUR_MS)}&limit=500`);
  t.notOk(body.snapshot.historyAvailable.includes(48));
  t.ok(body.snapshot.historyAvailable.includes(3));
  for (const { burst, history } of body.entries) {
    t.equal(burst, null);
    t.equal(history['48'], null);
    t.type(history['3'], 'number');
  }
});

t.test('malformed questions answer 400 before anything is looked for', async (t) => {
  t.match(await errorOf('limit=0', 400), /limit must be an integer from 1 to 500/);
  t.match(await errorOf('limit=501', 400), /limit/);
  t.match(await errorOf('limit=1e2', 400), /limit/);
  t.match(await errorOf('at=yesterday', 400), /at must be an ISO 8601 time/);
  t.match(await errorOf('at=2026-02-30T00:00:00Z', 400), /at/);
  t.match(await errorOf('at=2026-03-05T00:00:00', 400), /offset/);
  t.match(await errorOf('at=', 400), /at/);
  t.match(await errorOf('category=nothing&at=nonsense', 400), /at/, 'before the 404');
  t.match(await errorOf('order=size', 400), /order must be burst or score/);
  t.match(await errorOf('trend=2', 400), /trend/);
  t.match(await errorOf('related=yes', 400), /related/);
  t.match(await errorOf('limit=5&limit=6', 400), /limit/);
  t.match(await errorOf('category=nothing', 404), /no category "nothing"/);
  t.match(await errorOf('category=empty', 404), /no snapshot/, 'a category without media');
  t.equal((await get('/api/v1/ranking?unknown=1')).status, 200, 'unknown ones are ignored');
});

t.test('an answer is kept, compressed when asked again, and revalidated', async (t) => {
  const path = '/api/v1/ranking?limit=100&related=1&trend=1';
  const first = await get(path, { headers: { 'accept-encoding': 'identity' } });
  const text = await first.text();
  t.equal(first.headers.get('content-encoding'), null);
  t.match(first.headers.get('cache-control'), /^public, max-age=\d+$/);
  t.equal(first.headers.get('vary'), 'accept-encoding');
  const again = await get(path, { headers: { 'accept-encoding': 'gzip' } });
  t.equal(again.headers.get('content-encoding'), 'gzip');
  t.equal(await again.text(), text);
  const etag = first.headers.get('etag')!;
  const plain = { 'if-none-match': etag, 'accept-encoding': 'identity' };
  t.equal((await get(path, { headers: plain })).status, 304);
  const head = await get(path, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  t.equal(head.headers.get('content-length'), String(Buffer.byteLength(text)));
});

/** What a further run changes, ten minutes after the end of the world. */
export function testLaterRankings(): void {
  t.test('nothing changes until the next run, which counts what came meanwhile', async (t) => {
    const before = await ranking('limit=500');
    await server.ingest([
      {
        kind: 'news',
        media: 'sunrise',
        url: 'https://sunrise.example/new',
        title: '新聞',
        tags: ['全新標籤'],
        publishedAt: iso(END_MS - HOUR_MS),
        observedAt: iso(END_MS),
      },
    ]);
    t.strictSame(await ranking('limit=500'), before);
    await server.app.pipeline.advance(END_MS + 10 * 60_000);
    server.clock.set(END_MS + 10 * 60_000);
    const after = await ranking('limit=500');
    t.equal(after.snapshot.id, before.snapshot.id, 'it is the snapshot of the same hour');
    t.equal(after.snapshot.computedAt, iso(END_MS + 10 * 60_000));
    t.equal(after.entries.find(({ tag }) => tag === '全新標籤')?.new, true);
    const past = `at=${iso(END_MS - 2 * HOUR_MS)}&limit=500`;
    t.notOk(
      (await ranking(past)).entries.some(({ tag }) => tag === '全新標籤'),
      'history stays',
    );
  });

  t.test('a clock behind the store sees no ranking from its future', async (t) => {
    server.clock.set(END_MS - 5 * HOUR_MS);
    const { snapshot } = await ranking('');
    t.ok(Date.parse(snapshot.computedAt) <= END_MS - 5 * HOUR_MS, snapshot.computedAt);
    t.equal(snapshot.hourStart, iso(END_MS - (END_MS % HOUR_MS) - 6 * HOUR_MS));
  });
}

t.test('without any snapshot there is none to show', async (t) => {
  const fresh = await startServer(t, { ticksByHand: true, now: iso(START_MS) });
  t.equal((await fresh.get('/api/v1/ranking')).status, 503);
});
