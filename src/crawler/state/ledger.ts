/**
 * What one channel brought and what it did not: the counts that tell users what they miss.
 *
 * Plain data, saved with the channel's state; functions here are its only writers.
 */
import { localDateOf } from '../../kernel/clock.js';

/** Delays from which the median is taken. */
const DELAYS_MAX = 51;
/** Days of volume that a range is read from. */
const DAYS_MAX = 29;
/** Reasons are few; a bug must not make them many. */
const REASONS_MAX = 40;

export interface Ledger {
  polls: number;
  /** Polls that brought what was known already: 304, or the same bytes. */
  unchanged: number;
  failed: number;
  /** Items listed by polls, each time that they were listed anew or changed. */
  seen: number;
  stored: number;
  updated: number;
  /** Items whose pages are gone; absent before the first. */
  gone?: number;
  /** Items and pages that were left out, by reason. */
  dropped: { [reason: string]: number };
  /** From publication to being served, of the newest items that came while we watched. */
  delaysMs: number[];
  /** Items stored by day in UTC+8, newest last. */
  days: { date: string; stored: number }[];
  /** Items of the last poll that listed any document; null before the first. */
  listed: number | null;
}

export function newLedger(): Ledger {
  return {
    polls: 0,
    unchanged: 0,
    failed: 0,
    seen: 0,
    stored: 0,
    updated: 0,
    dropped: {},
    delaysMs: [],
    days: [],
    listed: null,
  };
}

export function noteDropped(ledger: Ledger, reason: string, count = 1): void {
  const known = ledger.dropped[reason];
  const key =
    known !== undefined || Object.keys(ledger.dropped).length < REASONS_MAX ? reason : 'other';
  ledger.dropped[key] = (ledger.dropped[key] ?? 0) + count;
}

/** Notes an item that was stored at `nowMs`; `publishedMs` only where its delay means something. */
export function noteStored(ledger: Ledger, nowMs: number, publishedMs: number | null): void {
  ledger.stored += 1;
  const date = localDateOf(nowMs);
  const today = ledger.days.at(-1);
  if (today?.date === date) today.stored += 1;
  else ledger.days.push({ date, stored: 1 });
  if (ledger.days.length > DAYS_MAX) ledger.days.shift();
  if (publishedMs === null || publishedMs > nowMs) return;
  ledger.delaysMs.push(nowMs - publishedMs);
  if (ledger.delaysMs.length > DELAYS_MAX) ledger.delaysMs.shift();
}

/** Median milliseconds from publication to being served; null when nothing is known. */
export function medianDelayMs({ delaysMs }: Ledger): number | null {
  if (delaysMs.length === 0) return null;
  return [...delaysMs].sort((a, b) => a - b)[delaysMs.length >> 1]!;
}

/** Sum of everything that was dropped. */
export function droppedOf({ dropped }: Ledger): number {
  return Object.values(dropped).reduce((sum, count) => sum + count, 0);
}
