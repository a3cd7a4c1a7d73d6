/** What is explained can be computed again by a stranger, from the answer alone. */
import t from 'tap';
import { HOUR_MS } from '../../../../src/kernel/clock.js';
import { startServer } from '../harness.js';
import { BUDGET, everyday, hoursAfter, MEDIA, QUAKE, reports, START_MS } from './event-world.js';
import { END_MS, rankingWorld } from './ranking-world.js';

interface Explained {
  tag: string;
  ranked: { score: number; count: number; normalized: number; burst: number | null };
  basis: { media: string[]; validFrom: string };
  windows: {
    hoursAgo: number;
    weight: number | null;
    from: string;
    until: string;
    available: boolean;
    articleIds: { [media: string]: number[] };
    count: number;
    score: number;
    normalized: number;
    ranked: number | null;
  }[];
  burst: number | null;
  agrees: boolean;
  complete: boolean;
  articles: { id: number; media: string; publishedAt: string; url: string }[];
  cameLater: { id: number; url: string }[];
}

interface Ranking {
  entries: {
    tag: string;
    score: number;
    count: number;
    normalized: number;
    burst: number | null;
    history: { [hours: string]: number | null };
    media: { [code: string]: number };
  }[];
}

/** As somebody would who has the formulas and no code of ours. */
function computeAgain(answer: Explained): { normalized: number[]; burst: number | null } {
  const { media: basis, validFrom } = answer.basis;
  const normalized = answer.windows.map(({ from, until }) => {
    const mine = answer.articles.filter(
      ({ publishedAt }) => publishedAt >= from && publishedAt < until,
    );
    let score = 0;
    for (const code of basis) {
      const n = mine.filter(({ media }) => media === code).length;
      score += 2 * (1 - 0.5 ** n);
    }
    return (score / basis.length) * 50;
  });
  const isWhole = answer.windows.every(({ until }) => validFrom <= until);
  const [now, ...past] = normalized as [number, ...number[]];
  const weights = [5, 4, 3, 2, 1];
  const sum = past.reduce((total, then, at) => total + weights[at]! * (now - then), 0);
  return { normalized, burst: isWhole ? sum / 15 : null };
}

/** How a ranking is explained, at the end of the world; some articles come in later or are hidden. */
export function testExplainedRankings(owner: typeof t): void {
  t.test('the numbers of a ranking', async (t) => {
    const { server } = await rankingWorld(owner);
    const ask = async <T>(path: string): Promise<T> => (await (await server.get(path)).json()) as T;
    const explain = (tag: string, rest = ''): Promise<Explained> =>
      ask(`/api/v1/explain/ranking?tag=${encodeURIComponent(tag)}${rest}`);

    t.test('are those that its inputs give, now and in the past, for every tag', async (t) => {
      let agreeing = 0;
      for (const hoursBack of [0, 1, 30]) {
        const at = new Date(END_MS - hoursBack * HOUR_MS).toISOString();
        const { entries } = await ask<Ranking>(`/api/v1/ranking?limit=500&at=${at}`);
        t.ok(entries.length > 3, at);
        for (const entry of entries) {
          const answer = await explain(entry.tag, `&at=${at}`);
          const { normalized, burst } = computeAgain(answer);
          t.same(
            answer.windows.map((one) => one.normalized),
            normalized,
            `${entry.tag} ${at}`,
          );
          t.equal(answer.burst, burst);
          t.same(
            { ...answer.ranked },
            {
              rank: (answer.ranked as unknown as { rank: number }).rank,
              score: entry.score,
              count: entry.count,
              normalized: entry.normalized,
              burst: entry.burst,
            },
          );
          t.same(
            answer.windows.slice(1).map(({ ranked }) => ranked),
            [3, 6, 12, 24, 48].map((hours) => entry.history[hours]),
          );
          for (const { articleIds, count } of answer.windows) {
            t.equal(Object.values(articleIds).flat().length, count);
          }
          if (!answer.agrees) continue;
          agreeing += 1;
          t.equal(burst, entry.burst);
          t.equal(normalized[0], entry.normalized);
          const counts = Object.entries(answer.windows[0]!.articleIds);
          t.same(Object.fromEntries(counts.map(([code, ids]) => [code, ids.length])), entry.media);
        }
      }
      t.ok(agreeing > 10, `${agreeing} agree`);
    });

    t.test('leave out what came in later, and name it', async (t) => {
      const { entries } = await ask<Ranking>('/api/v1/ranking?limit=500');
      let before: Explained | null = null;
      for (const { tag } of entries) {
        const one = await explain(tag);
        if (one.agrees) before = one;
      }
      const { tag, basis, windows } = before!;
      const url = 'https://late.example/1';
      const [media] = basis.media;
      const publishedAt = new Date(Date.parse(windows[0]!.until) - 5 * HOUR_MS).toISOString();
      const line = { kind: 'news', media, url, title: '遲來的報導', publishedAt, tags: [tag] };
      await server.ingest([{ ...line, observedAt: windows[0]!.until }]);
      const after = await explain(tag);
      t.equal(after.agrees, true);
      t.same(after.windows, before!.windows);
      t.same(after.articles, before!.articles);
      t.same(after.cameLater.map((one) => one.url).at(0), url);
      t.equal(after.cameLater.length, before!.cameLater.length + 1);
    });

    t.test('say where articles were hidden since, and do not name them', async (t) => {
      const { entries } = await ask<Ranking>('/api/v1/ranking?limit=500');
      let answer: Explained | null = null;
      for (const { tag } of entries) {
        const one = await explain(tag);
        if (one.agrees && one.windows[0]!.count > 1) answer = one;
      }
      t.ok(answer !== null);
      const { tag, articles } = answer!;
      const [hidden] = articles;
      await server.ingest([{ kind: 'hide', target: 'news', key: hidden!.url }]);
      const after = await explain(tag);
      t.notMatch(JSON.stringify(after), JSON.stringify(hidden!.url));
      t.notOk(after.articles.some(({ id }) => id === hidden!.id));
      t.equal(after.agrees, false);
      t.same(
        after.windows.map((one) => one.normalized),
        computeAgain(after).normalized,
      );
    });

    t.test('are refused for what is no tag, no category, or not ranked', async (t) => {
      t.equal((await server.get('/api/v1/explain/ranking')).status, 400);
      t.equal((await server.get('/api/v1/explain/ranking?tag=%20')).status, 400);
      t.equal((await server.get('/api/v1/explain/ranking?tag=x&category=none')).status, 404);
      t.equal((await server.get('/api/v1/explain/ranking?tag=nobody-writes-this')).status, 404);
      t.equal(
        (await server.get('/api/v1/explain/ranking?tag=x&at=1999-01-01T00:00:00Z')).status,
        404,
      );
    });
  });
}

interface ExplainedEvent {
  rank: number;
  score: number;
  basis: Explained['basis'];
  tags: {
    tag: string;
    kind: string;
    burst: number;
    major: boolean;
    windows: Explained['windows'];
    computed: number | null;
    agrees: boolean;
  }[];
  coverage: {
    outlets: { media: string; camp: string }[];
    camps: { blue: number; green: number };
    lean: number | null;
    share: { blue: number; green: number } | null;
  };
  baseline: { outlets: { blue: number; green: number } };
  articleIds: number[];
  articles: Explained['articles'];
}

t.test('the numbers of an event', async (t) => {
  const { get, ingest, clock, app } = await startServer(t, {
    ticksByHand: true,
    now: hoursAfter(0),
    records: MEDIA,
  });
  const ask = async <T>(path: string): Promise<T> => (await (await get(path)).json()) as T;
  await ingest([
    ...everyday(10),
    ...reports(QUAKE, [0, 1, 2, 3, 4], 20),
    ...reports(QUAKE, [0, 1, 5], 45),
    ...reports(BUDGET, [4, 5, 6, 7], 30),
  ]);
  clock.set(START_MS + 2 * HOUR_MS);
  await app.pipeline.advance(clock.nowMs());
  await app.pipeline.settle();
  const { events } = await ask<{
    events: { threadId: number; rank: number; score: number; coverage: object }[];
  }>('/api/v1/events');
  t.ok(events.length >= 2);

  await t.test('are those that its inputs give', async (t) => {
    for (const { threadId, rank, score, coverage } of events) {
      const answer = await ask<ExplainedEvent>(`/api/v1/explain/event/${threadId}`);
      t.equal(answer.rank, rank);
      t.equal(answer.score, score);
      t.same(answer.coverage, coverage);
      const members = answer.articles.filter(({ id }) => answer.articleIds.includes(id));
      const { windows } = answer.tags[0]!;
      const own = { ...answer, windows, articles: members } as unknown as Explained;
      t.equal(computeAgain(own).burst, score, 'the burst of its own articles');
      const top = answer.tags[0]!.burst;
      const majors = answer.tags.filter(({ burst }) => burst >= top / 2).slice(0, 6);
      t.same(
        answer.tags.filter(({ major }) => major),
        majors,
      );
      for (const { tag, windows, computed, burst, agrees } of answer.tags) {
        const ids = new Set(windows.flatMap(({ articleIds }) => Object.values(articleIds).flat()));
        const mine = answer.articles.filter(({ id }) => ids.has(id));
        const again = computeAgain({ ...answer, windows, articles: mine } as unknown as Explained);
        t.equal(computed, again.burst, tag);
        t.equal(agrees, computed === burst);
        t.equal(agrees, true, tag);
      }
      const camps = (camp: string) =>
        answer.coverage.outlets.filter((one) => one.camp === camp).length;
      const [blue, green] = [camps('blue'), camps('green')];
      const { outlets } = answer.baseline;
      const usual = (outlets.blue + 0.5) / (outlets.green + 0.5);
      t.equal(answer.coverage.lean, Math.log2((blue + 0.5) / (green + 0.5) / usual));
      t.equal(answer.coverage.share!.blue, Math.round((100 * blue) / (blue + green)));
    }
  });

  await t.test('name nothing that is hidden, and say that they differ', async (t) => {
    const path = `/api/v1/explain/event/${events[0]!.threadId}`;
    const before = await ask<ExplainedEvent>(path);
    const hidden = before.articles.find(({ id }) => before.articleIds.includes(id))!;
    await ingest([{ kind: 'hide', target: 'news', key: hidden.url }]);
    const after = await ask<ExplainedEvent>(path);
    t.notMatch(JSON.stringify(after), hidden.url);
    t.notOk(after.articleIds.includes(hidden.id));
    t.ok(after.tags.some(({ agrees }) => !agrees));
  });

  await t.test('are those of the hour that is asked for', async (t) => {
    const { threadId } = events[0]!;
    const at = hoursAfter(-20);
    t.equal((await get(`/api/v1/explain/event/${threadId}?at=${at}`)).status, 404);
    t.equal((await get('/api/v1/explain/event/999999')).status, 404);
    t.equal((await get('/api/v1/explain/event/x')).status, 400);
    const early = await ask<ExplainedEvent & { hour: string }>(
      `/api/v1/explain/event/${threadId}?at=${hoursAfter(1)}`,
    );
    t.ok(early.hour <= hoursAfter(1));
  });
});
