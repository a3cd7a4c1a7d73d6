/**
 * The crawler's own reports: one an hour for each outlet, four a day for each blog.
 *
 * Invariants: a report fails during an outage of its outlet, so statistics and articles agree.
 */
import { HOUR_MS, localDayOf, MINUTE_MS } from '../src/kernel/clock.js';
import type { Blog } from './blogs.js';
import { iso } from './calendar.js';
import type { Outlet } from './outlets.js';
import type { Due } from './portals.js';
import { derive } from './random.js';
import type { Storyteller } from './stories.js';

const BLOG_HOURS = 6;
const ERRORS = ['timeout', 'HTTP 503', 'connection reset', 'HTTP 403'] as const;

function report(who: Record<string, string>, atMs: number, failed: boolean, roll: number): string {
  return JSON.stringify({
    kind: 'crawl',
    ...who,
    at: iso(atMs),
    ok: !failed,
    method: 'rss',
    error: failed ? ERRORS[roll % ERRORS.length] : null,
    items: failed ? null : roll % 30,
  });
}

export function crawlsOf(
  hour: number,
  outlets: readonly Outlet[],
  blogs: readonly Blog[],
  teller: Storyteller,
): Due[] {
  const due: Due[] = [];
  const add = (who: Record<string, string>, index: number, failing: boolean): void => {
    const roll = derive(index, hour, failing ? 72 : 71);
    const atMs = hour * HOUR_MS + ((index * 7) % 60) * MINUTE_MS + (roll % 60) * 1000;
    const failed = failing || roll % 97 === 0;
    due.push({ atMs, write: () => report(who, atMs, failed, roll) });
  };
  for (const outlet of outlets) {
    const outage = teller.outage(outlet.index, localDayOf(hour * HOUR_MS));
    const startMs = hour * HOUR_MS;
    const failing = outage !== null && startMs >= outage.fromMs && startMs < outage.toMs;
    add({ media: outlet.code }, outlet.index, failing);
  }
  for (const blog of blogs) {
    if ((hour + blog.index) % BLOG_HOURS === 0) add({ blog: blog.slug }, blog.index + 1000, false);
  }
  return due;
}
