import '../../engine/actor/threads-here.js';
import t from 'tap';
import { HOUR_MS } from '../../../src/kernel/clock.js';
import { isAll } from '../../all.js';
import { busySet, compare, crawlThrough, versionsOf } from './crawl-through.js';

/** One request in fourteen fails: the third try comes after an hour. */
const LATE_MS = 3 * HOUR_MS;

t.test('a web full of faults is crawled to equality, a little later', async (t) => {
  const toMs = Date.parse('2026-03-20T04:00:00Z');
  const fromMs = toMs - 8 * HOUR_MS;
  const faults = {
    ...{ errors: 2, unavailable: 1, retryAfterS: 600, resets: 2, truncated: 1, wrongType: 1 },
    seed: 5,
  };
  const set = busySet(fromMs, toMs);
  const crawl = await crawlThrough(t, { set, fromMs, toMs, faults, isInterrupted: isAll });
  const published = crawl.web
    .published(toMs - LATE_MS)
    .filter(({ visibleMs }) => visibleMs > fromMs && visibleMs <= toMs - LATE_MS);
  await compare(t, crawl, published, versionsOf(crawl.web, fromMs, toMs));
});
