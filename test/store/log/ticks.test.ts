import fc from 'fast-check';
import t from 'tap';
import type { TickRecord } from '../../../src/kernel/model/records.js';
import { nextDueMs, ticksAlong, ticksBetween, ticksOwed } from '../../../src/store/log/ticks.js';
import { DAY_MS, HOUR_MS, NOW_MS } from './helper.js';

const MINUTE_MS = 60_000;

function minutesOf(ticks: Iterable<TickRecord>): string[] {
  return [...ticks].map(({ atMs, runs }) => `${(atMs - NOW_MS) / MINUTE_MS} ${runs.join(' ')}`);
}

/** What is due at an instant, from the words of the specification. */
function dueAt(atMs: number): string[] {
  const minute = (atMs / MINUTE_MS) % 60;
  const runs: string[] = [];
  if (minute % 10 === 0) runs.push('ranking');
  if (minute === 4 || minute === 34) runs.push('events');
  if (minute === 50) runs.push('portal');
  if (minute === 0) runs.push('expiry');
  return runs;
}

t.test('an hour has every run at its minute', async (t) => {
  t.same(minutesOf(ticksBetween(NOW_MS - 1, NOW_MS + HOUR_MS - 1)), [
    '0 ranking expiry',
    '4 events',
    '10 ranking',
    '20 ranking',
    '30 ranking',
    '34 events',
    '40 ranking',
    '50 ranking portal',
  ]);
});

t.test('between any two instants exactly what is due happens, in order', async () => {
  const from = fc.integer({ min: NOW_MS - DAY_MS, max: NOW_MS });
  const span = fc.integer({ min: -HOUR_MS, max: 6 * HOUR_MS });
  fc.assert(
    fc.property(from, span, (afterMs, spanMs) => {
      const untilMs = afterMs + spanMs;
      const expected: string[] = [];
      for (let atMs = Math.ceil((afterMs + 1) / MINUTE_MS) * MINUTE_MS; atMs <= untilMs; ) {
        const runs = dueAt(atMs);
        if (runs.length > 0) expected.push(`${(atMs - NOW_MS) / MINUTE_MS} ${runs.join(' ')}`);
        atMs += MINUTE_MS;
      }
      return t.same(minutesOf(ticksBetween(afterMs, untilMs)), expected, { diagnostic: false });
    }),
    { numRuns: 40 },
  );
});

t.test('a span cut anywhere has the same ticks', async () => {
  const cut = fc.integer({ min: 0, max: 5 * HOUR_MS });
  fc.assert(
    fc.property(fc.array(cut, { maxLength: 5 }), (cuts) => {
      const ends = [0, ...cuts.sort((a, b) => a - b), 5 * HOUR_MS];
      const parts = ends
        .slice(1)
        .flatMap((end, at) => minutesOf(ticksBetween(NOW_MS + ends[at]!, NOW_MS + end)));
      return t.same(parts, minutesOf(ticksBetween(NOW_MS, NOW_MS + 5 * HOUR_MS)));
    }),
    { numRuns: 20 },
  );
});

t.test('a store that was down for at most an hour owes everything', async (t) => {
  const afterMs = NOW_MS + 7 * MINUTE_MS;
  t.same(
    minutesOf(ticksOwed(afterMs, afterMs + HOUR_MS)),
    minutesOf(ticksBetween(afterMs, afterMs + HOUR_MS)),
  );
});

t.test('a store that was down for longer owes one tick an hour, and one for now', async (t) => {
  const all = 'ranking events portal expiry';
  t.same(minutesOf(ticksOwed(NOW_MS + 7 * MINUTE_MS, NOW_MS + 217 * MINUTE_MS)), [
    `60 ${all}`,
    `120 ${all}`,
    `180 ${all}`,
    `210 ${all}`,
  ]);
});

t.test('a store that was down for months owes 72 hours', async (t) => {
  const owed = [...ticksOwed(NOW_MS - 90 * DAY_MS, NOW_MS + 25 * MINUTE_MS)];
  t.equal(owed.length, 73);
  t.equal(owed[0]!.atMs, NOW_MS - 71 * HOUR_MS);
  t.equal(owed.at(-1)!.atMs, NOW_MS + 20 * MINUTE_MS);
});

t.test('what is owed lies after the last tick, rises and never lies ahead', async () => {
  const gap = fc.integer({ min: -DAY_MS, max: 100 * DAY_MS });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: DAY_MS }), gap, (offsetMs, gapMs) => {
      const afterMs = NOW_MS + offsetMs;
      const nowMs = afterMs + gapMs;
      const times = [...ticksOwed(afterMs, nowMs)].map(({ atMs }) => atMs);
      const rise = times.every((atMs, index) => atMs > (times[index - 1] ?? afterMs));
      return rise && times.every((atMs) => atMs <= nowMs) && times.length <= 74;
    }),
  );
});

t.test('a clock behind the last tick owes nothing', async (t) => {
  t.same([...ticksOwed(NOW_MS, NOW_MS - DAY_MS)], []);
  t.same([...ticksOwed(NOW_MS, NOW_MS)], []);
});

t.test(
  'a replay makes every tick of a month without records, and of more only what is owed',
  async (t) => {
    const month = [...ticksAlong(NOW_MS, NOW_MS + 31 * DAY_MS)];
    t.equal(month.length, 31 * 24 * 8);
    t.same([...ticksAlong(NOW_MS, NOW_MS + 31 * DAY_MS + 1)].length, 72);
    t.equal(
      [...ticksAlong(NOW_MS, NOW_MS + 60_000 * DAY_MS)].at(-1)!.atMs,
      NOW_MS + 60_000 * DAY_MS,
    );
  },
);

t.test('the next due time is the first tick', async () => {
  fc.assert(
    fc.property(fc.integer({ min: NOW_MS, max: NOW_MS + DAY_MS }), (afterMs) => {
      const [first] = ticksBetween(afterMs, afterMs + DAY_MS);
      return nextDueMs(afterMs) === first!.atMs;
    }),
  );
});
