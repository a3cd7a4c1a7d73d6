import '../../engine/actor/threads-here.js';
import t from 'tap';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/clock.js';
import { busySet, compare, crawlThrough, versionsOf } from './crawl-through.js';

/** What appears in the last minutes may not have been found yet. */
const LAST_MS = 45 * MINUTE_MS;

t.test('an invented web is crawled to equality through two restarts and a kill', async (t) => {
  const toMs = Date.parse('2026-03-20T04:00:00Z');
  const fromMs = toMs - 6 * HOUR_MS;
  const set = busySet(fromMs, toMs);
  const crawl = await crawlThrough(t, { set, fromMs, toMs, isInterrupted: true });
  const published = crawl.web
    .published(toMs - LAST_MS)
    .filter(({ visibleMs }) => visibleMs > fromMs && visibleMs <= toMs - LAST_MS);
  await compare(t, crawl, published, versionsOf(crawl.web, fromMs, toMs));
});
