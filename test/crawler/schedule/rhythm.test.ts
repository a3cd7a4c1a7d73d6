import fc from 'fast-check';
import t from 'tap';
import {
  arrivalTimes,
  backoffMs,
  crowdedMs,
  expectedIntervalMs,
  medianGapMs,
  mergedTimes,
  pollIntervalMs,
  TIMES_MAX,
} from '../../../src/crawler/schedule/rhythm.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/clock.js';
import { CRAWL } from '../../../src/kernel/limits.js';

const times = fc.array(fc.integer({ min: 1, max: 10 ** 12 }), { maxLength: 60 });

/** What a poll depends on, for a channel with these publication times. */
function signs(timesMs: number[], nowMs: number, ttlMinutes: number | null = null) {
  const rest = { newsMs: nowMs, boundMs: null, everyMs: null };
  return { id: 'media:a feed x', polls: 3, times: timesMs, nowMs, ttlMinutes, ...rest };
}

function every(gapMs: number, count: number, endMs: number): number[] {
  return Array.from({ length: count }, (_, at) => endMs - (count - 1 - at) * gapMs);
}

t.test('the newest times are kept, ascending and each once', async (t) => {
  fc.assert(
    fc.property(times, times, (known, fresh) => {
      const merged = mergedTimes(known, fresh);
      const naive = [...new Set([...known, ...fresh])].sort((a, b) => a - b).slice(-TIMES_MAX);
      t.same(merged, naive);
    }),
  );
});

t.test(
  'the expected interval is the median gap of the last 20 items, within 1 and 720 hours',
  async (t) => {
    t.equal(expectedIntervalMs([1, 2]), 24 * HOUR_MS, 'a day before there are three');
    t.equal(expectedIntervalMs(every(5 * MINUTE_MS, 20, DAY_MS)), HOUR_MS);
    t.equal(expectedIntervalMs(every(3 * HOUR_MS, 20, 100 * DAY_MS)), 3 * HOUR_MS);
    t.equal(expectedIntervalMs(every(90 * DAY_MS, 4, 1000 * DAY_MS)), 720 * HOUR_MS);
    t.equal(medianGapMs([0, 10, 40, 100]), 30);
    t.equal(medianGapMs([0, 9, 19, 219]), 10, 'by size, not as texts');
  },
);

t.test(
  'an interval lies between two minutes and the expected interval, whatever the rhythm',
  async (t) => {
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: DAY_MS * 30 }), (list, silenceMs) => {
        const sorted = mergedTimes([], list);
        const nowMs = (sorted.at(-1) ?? 0) + silenceMs;
        const intervalMs = pollIntervalMs(signs(sorted, nowMs));
        const longest = Math.max(
          Math.min(expectedIntervalMs(sorted), CRAWL.pollMsMax),
          CRAWL.pollMsMin,
        );
        t.ok(intervalMs >= CRAWL.pollMsMin * 0.94 && intervalMs <= longest * 1.06);
      }),
    );
  },
);

t.test(
  'a busy channel is polled every two minutes, and less often while it is silent',
  async (t) => {
    const busy = every(4 * MINUTE_MS, 20, 100 * DAY_MS);
    const soon = pollIntervalMs(signs(busy, 100 * DAY_MS));
    const later = pollIntervalMs(signs(busy, 100 * DAY_MS + 8 * HOUR_MS));
    t.ok(soon < 2.2 * MINUTE_MS, `${soon}`);
    t.ok(later > 15 * MINUTE_MS && later < 25 * MINUTE_MS, `${later}`);
  },
);

t.test('a feed may ask to be left alone for a while, but not for long', async (t) => {
  const busy = every(4 * MINUTE_MS, 20, 100 * DAY_MS);
  t.ok(pollIntervalMs(signs(busy, 100 * DAY_MS, 10)) > 9 * MINUTE_MS);
  t.ok(pollIntervalMs(signs(busy, 100 * DAY_MS, 100_000)) < 16 * MINUTE_MS);
});

t.test(
  'failures double the wait up to a day, and a server that asks for longer gets it',
  async (t) => {
    let before = 0;
    for (let failures = 1; failures < 30; failures++) {
      const waitMs = backoffMs('media:a feed x', failures, null);
      t.ok(waitMs >= CRAWL.backoffMsMin && waitMs <= 1.25 * CRAWL.backoffMsMax);
      if (failures < 8) t.ok(waitMs > before, 'it grows');
      before = waitMs;
    }
    t.equal(backoffMs('media:a feed x', 1, 3 * DAY_MS), 3 * DAY_MS);
    t.not(backoffMs('media:a feed x', 3, null), backoffMs('media:b feed x', 3, null), 'spread');
  },
);

t.test(
  'a channel without a rhythm is looked at soon, and less often while it brings nothing',
  async (t) => {
    const wait = (silenceMs: number) =>
      pollIntervalMs({ ...signs([], DAY_MS), newsMs: DAY_MS - silenceMs });
    t.ok(wait(0) < 11 * MINUTE_MS);
    t.ok(wait(8 * HOUR_MS) > 55 * MINUTE_MS && wait(8 * HOUR_MS) < 65 * MINUTE_MS);
  },
);

t.test(
  'a channel whose list is mostly new is polled so often that nothing passes by',
  async (t) => {
    t.equal(crowdedMs(null, 3, 20, HOUR_MS), null, 'most was known');
    const boundMs = crowdedMs(null, 20, 20, HOUR_MS)!;
    t.equal(boundMs, 0.3 * HOUR_MS);
    t.ok(pollIntervalMs({ ...signs([], DAY_MS), newsMs: 0, boundMs }) < 0.32 * HOUR_MS);
    t.equal(
      crowdedMs(boundMs, 1, 20, HOUR_MS),
      1.5 * boundMs,
      'and slower again when it calms down',
    );
    t.equal(crowdedMs(10 * HOUR_MS, 1, 20, HOUR_MS), null);
  },
);

t.test('items without a time appeared some time since the poll before', async (t) => {
  t.same(arrivalTimes(4, 1000, 1400), [1100, 1200, 1300, 1400]);
});
