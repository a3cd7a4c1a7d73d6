/**
 * The `crawl` records: how collecting a source goes, for the services' own statistics.
 *
 * Every failure and every change between well and not well is told; what goes well all the time is
 * told now and then, because a poll every two minutes is nothing to keep for ever.
 */
import { isoOf } from '../kernel/clock.js';
import { CRAWL } from '../kernel/limits.js';
import type { PollResult } from './channel-poll.js';
import type { IngestRecord } from './records/article-records.js';
import type { Source } from './source.js';

/** The record of a poll, or null where there is nothing to tell. */
export function crawlReport(
  source: Source,
  result: PollResult,
  nowMs: number,
): IngestRecord | null {
  const { crawlRecordMs, crawlRecordOk } = source.state;
  const { ok, message, stored, method } = result;
  const isDue = crawlRecordMs === null || nowMs - crawlRecordMs >= CRAWL.crawlRecordMs;
  if (ok && crawlRecordOk && !isDue) return null;
  const { kind, key } = source.entry;
  return {
    kind: 'crawl',
    ...(kind === 'media' ? { media: key } : { blog: key }),
    at: isoOf(nowMs),
    ok,
    method,
    ...(ok ? { items: stored } : { error: message }),
  };
}
