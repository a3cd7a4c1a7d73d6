import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../../../src/kernel/clock.js';
import { tagKey } from '../../../../../src/kernel/text/tag.js';
import { END_MS, HOURS, rankingWorld, START_MS } from '../ranking-world.js';

const { server, oracle, lists } = await rankingWorld(t);
const { get } = server;

interface Stat {
  category: string;
  level: number;
  firstHour: string;
  lastHour: string;
  hoursCount: number;
  maxHour: string;
  maxCount: number;
}

interface Status {
  tag: string;
  ranking: { position: number; media?: unknown } | null;
  related: { tag: string; count: number; share: number }[];
  threads: { id: number }[];
  history: Omit<Stat, 'category'> | null;
}

async function json<T>(tag: string, what: 'status' | 'stats'): Promise<T> {
  const response = await get(`/api/v1/tags/${encodeURIComponent(tag)}/${what}`);
  t.equal(response.status, 200, tag);
  return (await response.json()) as T;
}

/** Long-term stats as a walk through all final snapshots gives them. */
function expectedStats(tag: string): Stat[] {
  const stats = new Map<string, Stat>();
  for (let hour = 0; hour < HOURS; hour++) {
    const hourMs = Math.floor(START_MS / HOUR_MS) * HOUR_MS + hour * HOUR_MS;
    for (const category of oracle.categories) {
      const list = lists.get(`${category} ${hourMs}`);
      const entry = list?.entries.find((one) => tagKey(one.tag) === tagKey(tag));
      if (entry === undefined) continue;
      const counts = Object.values(entry.media);
      const at = new Date(hourMs).toISOString();
      for (const level of levelsOf(counts)) {
        const key = `${category} ${level}`;
        const known = stats.get(key);
        if (known === undefined) {
          stats.set(key, {
            ...{ category, level, firstHour: at, lastHour: at, maxHour: at },
            ...{ hoursCount: 1, maxCount: entry.count },
          });
          continue;
        }
        known.lastHour = at;
        known.hoursCount += 1;
        if (entry.count > known.maxCount) {
          known.maxCount = entry.count;
          known.maxHour = at;
        }
      }
    }
  }
  return [...stats.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, stat]) => stat);
}

/** All categories here have fewer than ten media. */
function levelsOf(counts: number[]): number[] {
  const two = counts.length >= 2;
  const twice = counts.some((count) => count >= 2);
  if (two && twice) return [2, 3];
  return two || twice ? [2] : [];
}

const TAGS = ['颱風', '選舉', 'ai', 'AI', '半導體', '中央/氣象署', '100%', '🦠', '捷運'];

t.test('stats are what all final snapshots say', async (t) => {
  for (const tag of TAGS) {
    const { stats } = await json<{ stats: Stat[] }>(tag, 'stats');
    t.strictSame(stats, expectedStats(tag), tag);
  }
  t.ok(expectedStats('颱風').length > 4, 'there is something to compare');
});

t.test('status shows the news ranking of now, related tags and history', async (t) => {
  const list = lists.get('news')!;
  const articles = oracle.window(oracle.bases.get('news')!, END_MS);
  for (const tag of TAGS) {
    const key = tagKey(tag);
    const found = await json<Status>(tag, 'status');
    const entry = list.entries.find((one) => tagKey(one.tag) === key);
    t.strictSame(
      found.ranking,
      entry === undefined
        ? null
        : {
            category: 'news',
            hourStart: new Date(END_MS - (END_MS % HOUR_MS)).toISOString(),
            position: entry.position,
            rank: entry.rank,
            normalized: entry.normalized,
            burst: entry.burst,
            count: entry.count,
            mediaCount: Object.keys(entry.media).length,
            basisMediaCount: 3,
            rank24h: entry.rank24h,
            new: entry.new,
          },
      tag,
    );
    t.strictSame(found.related, oracle.related(articles, key, END_MS, 8), tag);
    for (const { id } of found.threads) {
      const thread = await get(`/api/v1/events/threads/${id}`);
      t.match(await thread.text(), tag, `${tag} is in the hours of thread ${id}`);
    }
    const news = expectedStats(tag).filter(({ category }) => category === 'news');
    const best = news.find(({ level }) => level === 3) ?? news[0];
    const { category: _category, ...history } = best ?? { category: '' };
    t.strictSame(found.history, best === undefined ? null : history, tag);
  }
});

t.test('a tag that nobody used has nothing to show', async (t) => {
  t.strictSame(await json('沒有人用過', 'status'), {
    tag: '沒有人用過',
    ranking: null,
    related: [],
    threads: [],
    history: null,
  });
  t.strictSame(await json('沒有人用過', 'stats'), { tag: '沒有人用過', stats: [] });
});

t.test('what is no tag answers 400', async (t) => {
  for (const what of ['status', 'stats']) {
    for (const path of ['%20', 'x'.repeat(41), '%ED%A0%80', '%ff']) {
      t.equal((await get(`/api/v1/tags/${path}/${what}`)).status, 400, `${path} ${what}`);
    }
    t.equal((await get(`/api/v1/tags/%2e%2e%2fx%25/${what}`)).status, 200);
  }
});

/** What is left two days after the end of the world. */
export function testPastTags(): void {
  t.test('history outlives the articles', async (t) => {
    await server.app.pipeline.advance(END_MS + 2 * DAY_MS);
    server.clock.set(END_MS + 2 * DAY_MS);
    const { stats } = await json<{ stats: Stat[] }>('颱風', 'stats');
    t.ok(stats.length > 0);
    const { ranking, history } = await json<Status>('颱風', 'status');
    t.equal(ranking, null);
    t.not(history, null);
  });
}
