/** What `at=` says of an hour against what the service said when the clock was there. */
import '../../../engine/actor/threads-here.js';
import t from 'tap';
import { generateCorpus } from '../../../../demo/corpus.js';
import { readVocabulary } from '../../../../demo/read-vocabulary.js';
import { HOUR_MS, isoOf, MINUTE_MS } from '../../../../src/kernel/clock.js';
import { startServer } from '../harness.js';

const END_MS = Date.parse('2026-03-10T11:00:00.000Z');
const WORLD = { seed: 5, days: 2, media: 8, perDay: 40, blogs: 6, endMs: END_MS };
/** Hours before the end at which the service is asked while the clock is there. */
const ASKED = [9, 5, 2];

/** Answers about windows that end at a full hour. */
const AT_HOURS = [
  '/api/v1/media-stats?',
  '/api/v1/similarity?hours=24&',
  '/api/v1/similarity/daily?',
  '/api/v1/similarity/evidence?hours=24&threshold=0.5&',
  '/api/v1/topics?kind=topic&',
];

type Json = { [field: string]: unknown };

/** Without what an answer says of its past, and what it says that it has not kept. */
function comparable(path: string, answer: Json): unknown {
  const { past, ...rest } = structuredClone(answer) as Json & { past: unknown };
  const text = JSON.stringify(rest, (key, value: unknown) => {
    const notKept = ['lastCrawlOk', 'health', 'lastVerifiedMethod', 'check', 'coverage'];
    if (path.includes('media-stats') && key === 'topics') return undefined;
    return path.includes('similarity') || !notKept.includes(key) ? value : undefined;
  });
  t.not(past, undefined, path);
  const told = JSON.parse(text) as { media: Json[] };
  if (!path.includes('media-stats')) return told;
  // What a discovery source found is told as it is today, as the answer says.
  return { ...told, media: told.media.filter(({ sourceKind }) => sourceKind !== 'discovery') };
}

t.test('at= says of an hour what the service said then', async (t) => {
  const lines = [...generateCorpus(WORLD, readVocabulary())].map(
    (line) => JSON.parse(line) as Json,
  );
  const seenMs = (record: Json): number =>
    Date.parse(String(record.observedAt ?? record.checkedAt ?? record.at ?? 0)) || 0;
  const startMs = END_MS - 48 * HOUR_MS;
  const { app, clock, get, getBlog, ingest } = await startServer(t, {
    ticksByHand: true,
    now: isoOf(startMs),
    records: lines.filter((record) => seenMs(record) < startMs),
  });
  const ask = async (path: string): Promise<Json> => {
    const response = await (path.startsWith('blog') ? getBlog(path.slice(4)) : get(path));
    t.equal(response.status, 200, path);
    return (await response.json()) as Json;
  };
  const saidThen: { path: string; atMs: number; answer: Json }[] = [];
  const note = async (path: string, atMs: number): Promise<void> => {
    saidThen.push({ path, atMs, answer: await ask(path.replace(/[?&]$/, '')) });
  };
  for (let hourMs = startMs + HOUR_MS; hourMs <= END_MS; hourMs += HOUR_MS) {
    const came = lines.filter((one) => seenMs(one) >= hourMs - HOUR_MS && seenMs(one) < hourMs);
    clock.set(hourMs - MINUTE_MS);
    if (came.length > 0) await ingest(came);
    await app.pipeline.advance(hourMs - MINUTE_MS);
    const isAsked = ASKED.includes((END_MS - hourMs) / HOUR_MS);
    if (isAsked) await note('/api/v1/events/threads?', hourMs - HOUR_MS);
    clock.set(hourMs);
    await app.pipeline.advance(hourMs);
    if (!isAsked) continue;
    for (const path of AT_HOURS) await note(path, hourMs);
    await note('blog/api/v1/topics?hours=720&', hourMs);
  }
  for (const { path, atMs, answer } of saidThen) {
    await t.test(`${path}at=${isoOf(atMs)}`, async (t) => {
      const now = await ask(`${path}at=${isoOf(atMs)}`);
      if (path.includes('/threads')) t.strictSame(now, answer);
      else if (path.startsWith('blog')) {
        t.strictSame([now.items, now.generatedAt], [answer.items, answer.generatedAt]);
      } else t.strictSame(comparable(path, now), comparable(path, answer));
    });
  }

  await t.test('an hour before everything is a 404, and the clock is now', async (t) => {
    const early = isoOf(startMs - 1000 * HOUR_MS);
    for (const path of [...AT_HOURS, '/api/v1/events/threads?']) {
      t.equal((await get(`${path}at=${early}`)).status, 404, path);
      t.equal((await get(`${path}at=yesterday`)).status, 400, path);
    }
    t.equal((await getBlog(`/api/v1/topics?at=${early}`)).status, 404);
    const { past } = await ask(`/api/v1/media-stats?at=${isoOf(END_MS)}`);
    t.equal(past, null);
  });

  await t.test('diff tells events and tags apart as the two hours do', async (t) => {
    const [fromMs, toMs] = [END_MS - 9 * HOUR_MS, END_MS - 2 * HOUR_MS];
    const query = `from=${isoOf(fromMs)}&to=${isoOf(toMs)}`;
    const { events, tags, outlets } = (await ask(`/api/v1/diff?${query}&limit=20`)) as {
      events: { [list: string]: { threadId: number; firstTime: string }[] };
      tags: { order: string; came: { tag: string }[]; went: { tag: string }[]; stayed: number };
      outlets: { silent: object[]; resumed: object[] } | null;
    };
    const threadsAt = async (atMs: number): Promise<Set<number>> => {
      const answer = (await ask(`/api/v1/events?at=${isoOf(atMs)}`)) as {
        events: { threadId: number }[];
      };
      return new Set(answer.events.map(({ threadId }) => threadId));
    };
    const [then, now] = [await threadsAt(fromMs), await threadsAt(toMs)];
    const ids = (list: string): number[] => events[list]!.map(({ threadId }) => threadId);
    for (const id of [...ids('new'), ...ids('back')]) t.ok(now.has(id) && !then.has(id));
    for (const id of ids('grown')) t.ok(now.has(id) && then.has(id));
    for (const id of [...ids('ended'), ...ids('merged')]) t.notOk(now.has(id));
    t.equal(
      new Set([...ids('new'), ...ids('back')]).size,
      [...now].filter((id) => !then.has(id)).length,
    );
    for (const id of then) if (!now.has(id)) t.ok([...ids('ended'), ...ids('merged')].includes(id));
    const firstTags = async (atMs: number): Promise<string[]> => {
      const path = `/api/v1/ranking?order=${tags.order}&limit=20&at=${isoOf(atMs)}`;
      return ((await ask(path)) as { entries: { tag: string }[] }).entries.map(({ tag }) => tag);
    };
    const [tagsThen, tagsNow] = [await firstTags(fromMs), await firstTags(toMs)];
    t.strictSame(
      tags.came.map(({ tag }) => tag),
      tagsNow.filter((tag) => !tagsThen.includes(tag)),
    );
    t.strictSame(
      tags.went.map(({ tag }) => tag),
      tagsThen.filter((tag) => !tagsNow.includes(tag)),
    );
    t.not(outlets, null);
    for (const wrong of ['from=yesterday', `from=${isoOf(END_MS + HOUR_MS)}`, `${query}&hours=3`]) {
      t.equal((await get(`/api/v1/diff?${wrong}`)).status, 400, wrong);
    }
    t.equal((await get(`/api/v1/diff?from=${isoOf(END_MS - 900 * HOUR_MS)}`)).status, 400);
  });

  await t.test('what is hidden now is in no past answer', async (t) => {
    const path = `/api/v1/media-stats?at=${isoOf(END_MS - 2 * HOUR_MS)}`;
    type Stats = { media: { media: string; last24h: number }[] };
    const { media } = (await ask(path)) as Stats;
    const busiest = media.reduce((a, b) => (b.last24h > a.last24h ? b : a));
    await ingest([{ kind: 'hide', target: 'media', key: busiest.media }]);
    t.notOk(((await ask(path)) as Stats).media.some((one) => one.media === busiest.media));
    const threads = JSON.stringify(
      await ask(`/api/v1/events/threads?at=${isoOf(END_MS - 4 * HOUR_MS)}`),
    );
    t.notOk(threads.includes(`"media":"${busiest.media}","title"`));
  });
});
