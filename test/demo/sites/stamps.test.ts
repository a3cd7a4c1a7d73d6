import fc from 'fast-check';
import t from 'tap';
import { dateText, httpTime, isoTime, mailTime, shownTime } from '../../../demo/sites/stamps.js';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/kernel/clock.js';

/** Seconds from 1970 to 2100, and offsets of quarter hours. */
const seconds = fc.integer({ min: 0, max: 4_102_444_799 });
const offsets = fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15 * MINUTE_MS);

t.test('every form is read back as the same second', async () => {
  const check = fc.property(seconds, offsets, (second, offsetMs) => {
    const atMs = second * SECOND_MS;
    return (
      Date.parse(mailTime(atMs, offsetMs)) === atMs &&
      Date.parse(isoTime(atMs, offsetMs)) === atMs &&
      httpTime(atMs) === new Date(atMs).toUTCString() &&
      Date.parse(`${shownTime(atMs, offsetMs).replace(' ', 'T')}Z`) === atMs + offsetMs &&
      dateText(atMs, offsetMs) === new Date(atMs + offsetMs).toISOString().slice(0, 10)
    );
  });
  fc.assert(check, { numRuns: 500 });
});

t.test('times are written as people know them', async (t) => {
  const atMs = Date.UTC(2025, 4, 19, 20, 50);
  t.equal(mailTime(atMs, 8 * HOUR_MS), 'Tue, 20 May 2025 04:50:00 +0800');
  t.equal(isoTime(atMs, 8 * HOUR_MS), '2025-05-20T04:50:00+08:00');
  t.equal(isoTime(atMs, 0), '2025-05-19T20:50:00Z');
  t.equal(shownTime(atMs, 8 * HOUR_MS), '2025-05-20 04:50');
  t.equal(shownTime(atMs + 7000, 8 * HOUR_MS), '2025-05-20 04:50:07');
});
