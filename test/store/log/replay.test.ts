import fc from 'fast-check';
import t from 'tap';
import { silentLogger } from '../../../src/kernel/logger.js';
import { IngestLog } from '../../../src/store/log/ingest-log.js';
import { times } from '../../all.js';
import { tempFolder } from '../helper.js';
import {
  at,
  BLOG,
  bytesOf,
  DAY_MS,
  dump,
  type Line,
  MEDIA,
  makeDesk,
  NOW_MS,
  news,
  post,
  readAll,
  recordsOf,
} from './helper.js';

/** Short words for what a log holds: `tick 4` is the tick at minute 4. */
async function story(log: IngestLog): Promise<string[]> {
  return (await readAll(log)).map(({ record }) => {
    if (record.kind === 'tick') return `tick ${(record.atMs - NOW_MS) / 60_000}`;
    return record.kind === 'news' ? `news ${record.id}` : record.kind;
  });
}

t.test('a replay writes the ticks that are due between records', async (t) => {
  const { log, send } = await makeDesk(t);
  const result = await send(
    [
      MEDIA,
      news(1, { observedAt: at(1) }),
      news(2, { observedAt: at(10) }),
      news(3, { observedAt: at(21) }),
    ],
    true,
  );
  t.same(await story(log), ['media', 'news 1', 'tick 4', 'tick 10', 'news 2', 'tick 20', 'news 3']);
  t.equal(result.lastTickMs, NOW_MS + 20 * 60_000);
});

t.test('without a replay no record moves the time', async (t) => {
  const { log, send } = await makeDesk(t);
  const result = await send([
    MEDIA,
    news(1, { observedAt: at(1) }),
    news(2, { observedAt: at(99) }),
  ]);
  t.same(await story(log), ['media', 'news 1', 'news 2']);
  t.equal(result.lastTickMs, null);
});

t.test('records behind the last tick are folded in as late ones', async (t) => {
  const desk = await makeDesk(t);
  await desk.send([MEDIA, news(1, { observedAt: at(0) }), news(2, { observedAt: at(12) })], true);
  await desk.reopen();
  await desk.send([news(3, { observedAt: at(-500) }), news(4, { observedAt: at(11) })], true);
  t.same((await story(desk.log)).slice(-3), ['news 2', 'news 3', 'news 4']);
  const [, , third] = await recordsOf(desk.log, 'news');
  t.equal(third!.observedMs, NOW_MS - 500 * 60_000);
});

t.test('under a replay a record became known when it was published', async (t) => {
  const { log, send } = await makeDesk(t);
  await send([MEDIA, news(1, { publishedAt: at(-100) }), news(2, { publishedAt: at(-89) })], true);
  t.same(
    (await recordsOf(log, 'news')).map(({ observedMs }) => (observedMs - NOW_MS) / 60_000),
    [-100, -89],
  );
  t.same(await story(log), ['media', 'news 1', 'tick -90', 'news 2']);
});

t.test('a refused record does not move the time', async (t) => {
  const { log, send } = await makeDesk(t);
  const stray = news(9, { media: 'nobody', observedAt: at(300) });
  await send([MEDIA, news(1, { observedAt: at(1) }), stray, news(2, { observedAt: at(2) })], true);
  t.same(await story(log), ['media', 'news 1', 'news 2']);
});

t.test(
  'time begins with the first record of a replay, even if that one is known already',
  async (t) => {
    const stories: string[][] = [];
    for (const together of [true, false]) {
      const { log, send } = await makeDesk(t);
      const lines = [news(1, { observedAt: at(1) }), news(2, { observedAt: at(5) })];
      await send([MEDIA, lines[0]!]);
      if (together) await send(lines, true);
      else for (const line of lines) await send([line], true);
      stories.push(await story(log));
    }
    t.same(stories[0], ['media', 'news 1', 'tick 4', 'news 2']);
    t.same(stories[1], stories[0]);
  },
);

t.test('one record far ahead costs a bounded number of ticks', async (t) => {
  const { log, send } = await makeDesk(t);
  await send(
    [MEDIA, news(1, { observedAt: at(0) }), news(2, { observedAt: '2199-01-01T00:00Z' })],
    true,
  );
  const ticks = await recordsOf(log, 'tick');
  t.ok(ticks.length > 0 && ticks.length < 100, `${ticks.length} ticks`);
});

t.test('moving on to an instant writes every tick up to it, once', async (t) => {
  const { log, send } = await makeDesk(t);
  t.equal(await log.advance(NOW_MS), null, 'a store without a time has nothing to move');
  await send([MEDIA, news(1, { observedAt: at(1) })], true);
  await log.advance(NOW_MS + 10 * 60_000);
  t.equal(await log.advance(NOW_MS + 10 * 60_000), null);
  t.equal(await log.advance(NOW_MS), null, 'time never runs back');
  t.same(await story(log), ['media', 'news 1', 'tick 4', 'tick 10']);
});

t.test('a running store ticks from where it began, which its first entry decides', async (t) => {
  const desk = await makeDesk(t);
  t.equal(await desk.log.tick(NOW_MS - DAY_MS), null);
  t.equal(await desk.log.tick(NOW_MS), null, 'nothing is there that could be due');
  await desk.send([MEDIA]);
  t.equal(await desk.log.tick(NOW_MS + 60_000), null);
  await desk.log.tick(NOW_MS + 5 * 60_000);
  await desk.reopen();
  t.equal(await desk.log.tick(NOW_MS + 5 * 60_000), null);
  t.equal(await desk.log.tick(NOW_MS - DAY_MS), null);
  await desk.log.tick(NOW_MS + 10 * 60_000);
  t.same(await story(desk.log), ['media', 'tick 4', 'tick 10']);
});

/** A line of some kind at some minute; few addresses, so that lines meet. */
const anyLine: fc.Arbitrary<Line> = fc
  .record({
    what: fc.constantFrom('news', 'news', 'news', 'post', 'crawl', 'stray', 'media', 'mask'),
    number: fc.integer({ min: 1, max: 4 }),
    minute: fc.integer({ min: -30, max: 200 }),
    body: fc.option(fc.string({ minLength: 1, maxLength: 20 }), { nil: undefined }),
    mask: fc.constantFrom('hide', 'hide', 'show', 'erase'),
    // Three such lines are more than what is parsed at once.
    padding: fc.constantFrom('', '', 'x'.repeat(50_000)),
  })
  .map(({ what, number, minute, body, mask, padding }) => {
    const time = { padding, observedAt: at(minute), publishedAt: at(minute - (minute % 3)) };
    if (what === 'news') return news(number, { ...time, body });
    if (what === 'post') return post(number, { ...time, body });
    if (what === 'crawl') return { kind: 'crawl', media: 'abc', at: at(minute), ok: true };
    if (what === 'stray') return news(number, { ...time, media: 'nobody' });
    if (what === 'media') return { ...MEDIA, title: `ABC ${number}` };
    return { kind: mask, target: 'news', key: `https://abc.example/${number}` };
  });

async function logOf(
  t: Parameters<typeof tempFolder>[0],
  requests: Line[][],
  { replay, atOnce = false }: { replay: boolean; atOnce?: boolean },
): Promise<[string, string][]> {
  const folder = tempFolder(t);
  const log = await IngestLog.open({ folder, logger: silentLogger });
  const results: Promise<unknown>[] = [];
  for (const lines of requests) {
    results.push(log.ingest({ bytes: bytesOf(lines), replay, nowMs: NOW_MS }));
    if (!atOnce) await results.at(-1);
  }
  await Promise.all(results);
  await log.close();
  return dump(folder, 'lhinb');
}

function split(lines: Line[], cuts: number[]): Line[][] {
  const ends = [...new Set(cuts.map((cut) => cut % (lines.length + 1)))].sort((a, b) => a - b);
  return [...ends, lines.length].map((end, index) => lines.slice(ends[index - 1] ?? 0, end));
}

for (const replay of [true, false]) {
  const title = `the same lines, split in any way, one after the other or at once, give the same bytes ${replay ? 'in a replay' : 'as they come'}`;
  t.test(title, async (t) => {
    const lines = fc.array(anyLine, { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(lines, fc.array(fc.nat(), { maxLength: 6 }), async (rest, cuts) => {
        const first = replay ? [] : [MEDIA, BLOG];
        // In a replay time may begin before anything is known.
        const all = replay ? [rest[0]!, MEDIA, BLOG, ...rest] : [...first, ...rest];
        const parts = split(all, cuts);
        const singles = all.map((line) => [line]);
        const logs = [
          await logOf(t, [all], { replay }),
          await logOf(t, parts, { replay }),
          await logOf(t, parts, { replay, atOnce: true }),
          await logOf(t, singles, { replay }),
          await logOf(t, singles, { replay, atOnce: true }),
        ];
        return new Set(logs.map((log) => JSON.stringify(log))).size === 1;
      }),
      { numRuns: times(12, 60) },
    );
    t.pass();
  });
}
