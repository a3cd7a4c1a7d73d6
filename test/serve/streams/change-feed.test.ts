import t from 'tap';
import {
  ChangeFeed,
  type FeedPart,
  type FeedRequest,
  type FeedView,
  feedStart,
} from '../../../src/serve/streams/change-feed.js';

const NOW_MS = Date.parse('2026-03-10T04:00:00Z');

/** A log of one item an entry, which notes what is asked of it. */
function logOf(entries: number) {
  const asked: string[] = [];
  const log = {
    asked,
    sequence: entries,
    fails: false,
    /** Of so many entries, one is about something else. */
    gap: Number.POSITIVE_INFINITY,
    /** Items by the time that they wait for, in its order. */
    arrived: [] as { id: number; timeMs: number }[],
    read: async ({ after, untilSequence, countMax }: FeedRequest): Promise<FeedPart> => {
      asked.push(`${after.sequence} to ${untilSequence}`);
      if (log.fails) throw new Error('the thread of the log is gone');
      const last = Math.min(untilSequence, after.sequence + countMax);
      const all = Array.from({ length: last - after.sequence }, (_, at) => after.sequence + at + 1);
      const ids = all.filter((id) => id % log.gap !== 0);
      const next = { sequence: last, id: 0, chain: 7 };
      return { isKnown: true, ids, sortMs: ids.map(() => NOW_MS), owners: [], next };
    },
  };
  const view: FeedView = {
    kind: 'news',
    itemKind: 'article',
    ownerKind: 'media',
    sequence: () => log.sequence,
    arrived: (afterMs, untilMs) =>
      log.arrived.filter(({ timeMs }) => timeMs > afterMs && timeMs <= untilMs),
    items: async (refs) => refs.map(({ id }) => Buffer.from(String(id))),
    owner: () => null,
  };
  const feed = new ChangeFeed(view, { changes: log.read, entriesOf: async (ids) => [...ids] });
  return { log, feed };
}

t.test('the next page of a walk is read ahead, and nothing behind the last', async (t) => {
  const { log, feed } = logOf(25);
  const first = await feed.page(feedStart(NOW_MS), NOW_MS, 10);
  t.same(log.asked, ['0 to 25', '10 to 25']);
  const second = await feed.page(first!.next, NOW_MS, 10);
  const third = await feed.page(second!.next, NOW_MS, 10);
  t.same(log.asked, ['0 to 25', '10 to 25', '20 to 25']);
  const pages = [first, second, third].map((page) => page!.changes.map(({ id }) => id));
  t.same(
    pages.flat(),
    Array.from({ length: 25 }, (_, at) => at + 1),
  );
  t.equal(third!.caughtUp, true);
});

t.test('many who begin at once have the log read for one of them', async (t) => {
  const { log, feed } = logOf(25);
  const begin = () => feed.page(feedStart(NOW_MS), NOW_MS, 10);
  const pages = [...(await Promise.all([begin(), begin()])), await begin()];
  t.same(log.asked, ['0 to 25', '10 to 25']);
  for (const page of pages) t.same(page, pages[0]);
  log.sequence = 26;
  await begin();
  t.same(log.asked.slice(2), ['0 to 26', '10 to 26'], 'until something has changed');
});

t.test('what was read ahead is not used when something has changed since', async (t) => {
  const { log, feed } = logOf(25);
  const first = await feed.page(feedStart(NOW_MS), NOW_MS, 10);
  log.sequence = 26;
  await feed.page(first!.next, NOW_MS, 10);
  t.same(log.asked.slice(2), ['10 to 26', '20 to 26']);
});

t.test('a failure while reading ahead is nobody’s: it is read again', async (t) => {
  const { log, feed } = logOf(15);
  const page = feed.page(feedStart(NOW_MS), NOW_MS, 10);
  log.fails = true;
  const first = await page;
  log.fails = false;
  const second = await feed.page(first!.next, NOW_MS, 10);
  t.equal(second!.changes.length, 5);
  t.same(log.asked, ['0 to 15', '10 to 15', '10 to 15']);
});

t.test('walks that nobody goes on with are forgotten', async (t) => {
  const { log, feed } = logOf(1000);
  const pages = [];
  for (let limit = 1; limit <= 40; limit++) {
    pages.push(await feed.page(feedStart(NOW_MS), NOW_MS, limit));
  }
  log.asked.length = 0;
  await feed.page(pages.at(-1)!.next, NOW_MS, 40);
  t.same(log.asked, ['80 to 1000'], 'the newest was read already');
  log.asked.length = 0;
  await feed.page(pages[0]!.next, NOW_MS, 1);
  t.same(log.asked, ['1 to 1000', '2 to 1000'], 'the oldest is not held');
});

t.test('a page that is nearly full is left at that, a page that is not is filled up', async (t) => {
  const { log, feed } = logOf(1000);
  log.gap = 5;
  const nearlyFull = await feed.page(feedStart(NOW_MS), NOW_MS, 100);
  t.equal(nearlyFull!.changes.length, 80);
  t.equal(nearlyFull!.next.sequence, 100, 'the log was asked once');
  log.gap = 2;
  const filled = await feed.page({ ...nearlyFull!.next, sequence: 200 }, NOW_MS, 100);
  t.equal(filled!.changes.length, 75);
  t.equal(filled!.next.sequence, 350, 'twice');
});

t.test(
  'what came of itself is told once, though the log is still to tell some of it',
  async (t) => {
    const { log, feed } = logOf(2000);
    // Three at a time; the last thousand are new after the place.
    log.arrived = Array.from({ length: 2000 }, (_, at) => ({
      id: at + 1,
      timeMs: NOW_MS + Math.floor(at / 3),
    }));
    for (const limit of [1, 7, 500, 5000]) {
      const ids: number[] = [];
      let place = { sequence: 1000, id: 0, chain: 7, nowMs: NOW_MS - 1 };
      let pages = 0;
      let longest = 0;
      for (let caughtUp = false; !caughtUp; pages++) {
        const page = await feed.page(place, NOW_MS + 1000, limit);
        longest = Math.max(longest, page!.changes.length);
        ids.push(...page!.changes.map(({ id }) => id as number));
        place = page!.next;
        caughtUp = page!.caughtUp;
        if (pages > 3000) throw new Error('no end');
      }
      t.ok(longest < limit + 3, 'a page has what is asked for, and what has the same time');
      t.equal(ids.length, 2000, `${limit} at a time`);
      t.equal(new Set(ids).size, 2000);
      t.same((await feed.page(place, NOW_MS + 1000, limit))!.changes, []);
    }
  },
);
