/**
 * How often a channel gets new items, and the interval of polls that follows from it.
 *
 * Pure functions of publication times. The expected interval is the median gap of the last 20 items, within 1
 * and 720 hours, or 24 hours while there are fewer than three (decision 34c).
 */
import { HOUR_MS, MINUTE_MS } from '../../kernel/clock.js';
import { hash53 } from '../../kernel/hash.js';
import { CRAWL } from '../../kernel/limits.js';
import { doubledMs } from '../../kernel/waits.js';

/** Publication times from which a rhythm is computed. */
export const TIMES_MAX = 20;
const TIMES_MIN = 3;
const EXPECTED_MS_MIN = HOUR_MS;
const EXPECTED_MS_MAX = 720 * HOUR_MS;
const EXPECTED_MS = 24 * HOUR_MS;
/** Polls between two items of an average channel: on average an item waits an eighth of a gap. */
const POLLS_PER_GAP = 4;
/** The interval of polls is at most this fraction of the silence: a day of silence means a poll every hour. */
const SILENCE_SHARE = 24;
/** A channel without a rhythm is polled after an eighth of the time that it has been silent. */
const UNKNOWN_SHARE = 8;
const UNKNOWN_MS_MIN = 10 * MINUTE_MS;
/** When a larger share of a listing is new, items may have been missed. */
const FRESH_SHARE_MAX = 0.5;
/** The next poll should find this share new. */
const FRESH_SHARE_AIM = 0.3;
/** Listings with fewer items do not count. */
const LISTED_MIN = 5;
/** Spread of intervals, so that channels of one rhythm are not polled at the same moments. */
const JITTER = 0.1;
const BACKOFF_JITTER = 0.25;
/** 2^53: `hash53` divided by it is a number from 0 to 1. */
const HASH_RANGE = 2 ** 53;

/** The newest of the known and fresh times, ascending, without repeats. */
export function mergedTimes(known: readonly number[], fresh: readonly number[]): number[] {
  const all = [...new Set([...known, ...fresh])].sort((a, b) => a - b);
  return all.slice(-TIMES_MAX);
}

/** Median gap between ascending times in milliseconds; null when there are fewer than three. */
export function medianGapMs(times: readonly number[]): number | null {
  if (times.length < TIMES_MIN) return null;
  const gaps = times.slice(1).map((time, at) => time - times[at]!);
  gaps.sort((a, b) => a - b);
  const middle = gaps.length >> 1;
  return gaps.length % 2 === 1 ? gaps[middle]! : (gaps[middle - 1]! + gaps[middle]!) / 2;
}

/** Longest usual silence of a source, in milliseconds. */
export function expectedIntervalMs(times: readonly number[]): number {
  const gapMs = medianGapMs(times);
  if (gapMs === null) return EXPECTED_MS;
  return Math.min(Math.max(gapMs, EXPECTED_MS_MIN), EXPECTED_MS_MAX);
}

/**
 * Assumed times of items without an exact time: at equal distances in the time since the poll before.
 * @returns `count` times, ascending; the last one is now.
 */
export function arrivalTimes(count: number, sinceMs: number, nowMs: number): number[] {
  const stepMs = (nowMs - sinceMs) / count;
  return Array.from({ length: count }, (_, at) => Math.round(sinceMs + (at + 1) * stepMs));
}

/**
 * Longest interval after a poll that found `fresh` of `listed` items new, `elapsedMs` after the poll before:
 * a channel that lists only its newest items must not have replaced unread items meanwhile. A bound grows
 * by half with each poll that finds few new items.
 */
export function crowdedMs(
  boundMs: number | null,
  fresh: number,
  listed: number,
  elapsedMs: number,
): number | null {
  if (listed < LISTED_MIN) return boundMs;
  const share = fresh / listed;
  if (share > FRESH_SHARE_MAX)
    return Math.max(CRAWL.pollMsMin, (elapsedMs * FRESH_SHARE_AIM) / share);
  if (boundMs === null || share > FRESH_SHARE_AIM) return boundMs;
  const grownMs = boundMs * 1.5;
  return grownMs > CRAWL.pollMsMax ? null : grownMs;
}

/** The facts that decide an interval. */
export interface PollSigns {
  /** Identity of the channel, and its number of polls: they decide the jitter. */
  id: string;
  polls: number;
  times: readonly number[];
  nowMs: number;
  /** The last poll that found a new item, or else the first poll. */
  newsMs: number;
  /** Bound by `crowdedMs`. */
  boundMs: number | null;
  /** Requested by the feed. */
  ttlMinutes: number | null;
  /** Set by the operator. */
  everyMs: number | null;
}

/** Milliseconds until the next poll of a channel that answers. */
export function pollIntervalMs(signs: PollSigns): number {
  const { id, polls, everyMs } = signs;
  const plainMs = everyMs ?? rhythmicIntervalMs(signs);
  return Math.round(plainMs * (1 - JITTER / 2 + JITTER * fractionOf(id, polls)));
}

function rhythmicIntervalMs(signs: PollSigns): number {
  const { times, ttlMinutes, boundMs } = signs;
  const askedMs = Math.min((ttlMinutes ?? 0) * MINUTE_MS, CRAWL.ttlMsMax);
  const longestMs = Math.min(
    expectedIntervalMs(times),
    CRAWL.pollMsMax,
    boundMs ?? CRAWL.pollMsMax,
  );
  return Math.max(Math.min(wantedMs(signs), longestMs), askedMs, CRAWL.pollMsMin);
}

function wantedMs({ times, nowMs, newsMs }: PollSigns): number {
  const gapMs = medianGapMs(times);
  if (gapMs === null) return Math.max(UNKNOWN_MS_MIN, (nowMs - newsMs) / UNKNOWN_SHARE);
  const silenceMs = Math.max(0, nowMs - times.at(-1)!);
  return Math.max(gapMs / POLLS_PER_GAP, silenceMs / SILENCE_SHARE);
}

/**
 * Milliseconds until the next attempt after `failures` failures in a row: doubled with each, up to a day,
 * with jitter, so that channels that failed together are not tried at the same moment again.
 */
export function backoffMs(id: string, failures: number, retryAfterMs: number | null): number {
  const plainMs = doubledMs(failures - 1, CRAWL.backoffMsMin, CRAWL.backoffMsMax);
  const spreadMs = plainMs * (1 + BACKOFF_JITTER * fractionOf(id, failures));
  return Math.round(Math.max(spreadMs, retryAfterMs ?? 0));
}

/** From 0 to 1, the same for the same channel and number. */
function fractionOf(id: string, number: number): number {
  return hash53(`${id} ${number}`) / HASH_RANGE;
}
