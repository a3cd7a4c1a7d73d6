/**
 * Schedule of the runs of a server: rankings every ten minutes, events at :04 and :34, portals at
 * :50, expiry on the hour. A tick record in the log makes its runs happen "as of then".
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kernel/clock.js';
import { BlockCursor } from '../../kernel/model/block.js';
import type { TickRecord, TickRun } from '../../kernel/model/records.js';
import type { Database } from '../database.js';
import { readEntries } from './entries.js';
import type { Rewinds } from './rewinds.js';

/** A store that was down gets hourly ticks for this time, and one for now. Decision 2. */
const BACKLOG_MS = 72 * HOUR_MS;

/** No ranking has a longer window: after a longer gap there is nothing to rank. */
const GAP_MS_MAX = 31 * DAY_MS;

const RANKING_MS = 10 * MINUTE_MS;

/** Minutes of the hour with runs, ascending. */
const SCHEDULE: readonly { minute: number; runs: readonly TickRun[] }[] = [
  { minute: 0, runs: ['ranking', 'expiry'] },
  { minute: 4, runs: ['events'] },
  { minute: 10, runs: ['ranking'] },
  { minute: 20, runs: ['ranking'] },
  { minute: 30, runs: ['ranking'] },
  { minute: 34, runs: ['events'] },
  { minute: 40, runs: ['ranking'] },
  { minute: 50, runs: ['ranking', 'portal'] },
];

const ALL_RUNS: readonly TickRun[] = ['ranking', 'events', 'portal', 'expiry'];

/** Every tick due after `afterMs`, up to and including `untilMs`. */
export function* ticksBetween(afterMs: number, untilMs: number): Generator<TickRecord> {
  let hourMs = Math.floor(afterMs / HOUR_MS) * HOUR_MS;
  for (; hourMs <= untilMs; hourMs += HOUR_MS) {
    for (const { minute, runs } of SCHEDULE) {
      const atMs = hourMs + minute * MINUTE_MS;
      if (atMs > afterMs && atMs <= untilMs) yield { kind: 'tick', atMs, runs: [...runs] };
    }
  }
}

/**
 * The ticks of a replay from `afterMs` to `untilMs`. A gap without records that is longer than any
 * window gets only the few ticks of a store that was down for so long: otherwise one record with a
 * far future date would cost millions of entries.
 */
export function* ticksAlong(afterMs: number, untilMs: number): Generator<TickRecord> {
  if (untilMs - afterMs > GAP_MS_MAX) yield* ticksOwed(afterMs, untilMs);
  else yield* ticksBetween(afterMs, untilMs);
}

/** The ticks for a store that was down from `afterMs` to `nowMs`. */
export function* ticksOwed(afterMs: number, nowMs: number): Generator<TickRecord> {
  if (nowMs - afterMs <= HOUR_MS) {
    yield* ticksBetween(afterMs, nowMs);
    return;
  }
  const fromMs = Math.max(afterMs, nowMs - BACKLOG_MS);
  // The last tick is at a time of rankings, so that later rankings find it h hours earlier.
  const lastMs = Math.floor(nowMs / RANKING_MS) * RANKING_MS;
  let atMs = (Math.floor(fromMs / HOUR_MS) + 1) * HOUR_MS;
  for (; atMs < lastMs; atMs += HOUR_MS) yield { kind: 'tick', atMs, runs: [...ALL_RUNS] };
  yield { kind: 'tick', atMs: lastMs, runs: [...ALL_RUNS] };
}

/** A tick out of schedule at `nowMs`, on a whole second if possible; none without time passed. */
export function* tickBetween(afterMs: number, nowMs: number): Generator<TickRecord> {
  const atMs = Math.max(Math.floor(nowMs / SECOND_MS) * SECOND_MS, afterMs + 1);
  if (atMs <= nowMs) yield { kind: 'tick', atMs, runs: ['ranking', 'events', 'portal'] };
}

/** The first time after `afterMs` with a run. */
export function nextDueMs(afterMs: number): number {
  for (const tick of ticksBetween(afterMs, afterMs + 2 * HOUR_MS)) return tick.atMs;
  return afterMs + HOUR_MS;
}

/** Entries read at once. */
const ENTRIES_MAX = 1024;

/** Searches the log backwards for the last tick that is not after a time. */
export async function ticksAfter(
  database: Database,
  headSequence: number,
  rewinds: Rewinds,
  atMs: number,
): Promise<{ fromSequence: number; ticks: number }> {
  let fromSequence = headSequence + 1;
  let ticks = 0;
  for (let until = headSequence; until > 0; until -= ENTRIES_MAX) {
    const from = Math.max(1, until - ENTRIES_MAX + 1);
    const block = await readEntries(database, from, until, 'none', rewinds);
    let isOlder = false;
    let first = 0;
    for (const cursor = new BlockCursor(block); cursor.remaining > 0; ) {
      if (cursor.kind !== 'tick') cursor.skip();
      else {
        const { sequence, record } = cursor.next(false);
        if ((record as TickRecord).atMs <= atMs) {
          isOlder = true;
          continue;
        }
        ticks += 1;
        if (first === 0) first = sequence;
      }
    }
    if (first > 0) fromSequence = first;
    if (isOlder) break;
  }
  return { fromSequence, ticks };
}
