/**
 * How a media's collection stands: its status, from its crawls and from its own rhythm.
 *
 *   disabled   periodic crawling is off, or the media is only cited
 *   failing    it was crawled in the last three hours, and no crawl went well
 *   stale      it has been silent for longer than its own rhythm explains
 *   ok         none of these
 *
 * The rhythm: with at least eight articles in the last two weeks, a media may be silent for twice
 * the longest pause between the hours in which it published, but for six hours in any case. One
 * with fewer may be silent for two weeks; nothing tells a rarer rhythm from one that has ended.
 */
import { DAY_MS, HOUR_MS } from '../../kernel/clock.js';

export const STANDINGS = ['ok', 'stale', 'failing', 'disabled'] as const;
export type Standing = (typeof STANDINGS)[number];

/** From the contract: `failing` looks at the crawls of the last three hours. */
const CRAWLS_MS = 3 * HOUR_MS;
/** Fewer articles say nothing about pauses. */
const RHYTHM_ARTICLES_MIN = 8;
/** A pause may be twice as long as any before, before it means something. */
const PAUSE_FACTOR = 2;
/** Shorter silence is a quiet evening, whatever the last two weeks were like. */
const SILENCE_MS_MIN = 6 * HOUR_MS;
const SILENCE_MS_MAX = 14 * DAY_MS;

/** What a status follows from. */
export interface Signs {
  /** Periodic crawling is on. */
  crawls: boolean;
  crawledMs: number | null;
  crawledOkMs: number | null;
  /** The newest article, or else since when articles are expected; null when neither is known. */
  lastMs: number | null;
  /** Articles of each of the hours before `nowMs`, oldest first. */
  hours: Uint8Array;
}

export function standingOf(signs: Signs, nowMs: number): Standing {
  if (!signs.crawls) return 'disabled';
  if (isFailing(signs, nowMs)) return 'failing';
  const { lastMs, hours } = signs;
  return lastMs !== null && nowMs - lastMs <= silenceMsOf(hours) ? 'ok' : 'stale';
}

/** It was crawled in the last three hours, and no crawl went well. */
export function isFailing(
  { crawledMs, crawledOkMs }: Pick<Signs, 'crawledMs' | 'crawledOkMs'>,
  nowMs: number,
): boolean {
  const sinceMs = nowMs - CRAWLS_MS;
  return (
    crawledMs !== null && crawledMs >= sinceMs && (crawledOkMs === null || crawledOkMs < sinceMs)
  );
}

/** Milliseconds for which a media of this rhythm may be silent. */
export function silenceMsOf(hours: Uint8Array): number {
  let articles = 0;
  let before = -1;
  let longest = 0;
  hours.forEach((count, hour) => {
    if (count === 0) return;
    articles += count;
    if (before >= 0) longest = Math.max(longest, hour - before);
    before = hour;
  });
  if (articles < RHYTHM_ARTICLES_MIN) return SILENCE_MS_MAX;
  const silenceMs = PAUSE_FACTOR * longest * HOUR_MS;
  return Math.min(Math.max(silenceMs, SILENCE_MS_MIN), SILENCE_MS_MAX);
}
