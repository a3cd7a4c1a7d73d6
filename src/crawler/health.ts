/**
 * Names how a channel is doing, so that what a crawler misses is seen.
 *
 *   new         not read yet
 *   ended       the server said that it is gone for good (410)
 *   blocked     refused by the server, by robots.txt or by the address rules
 *   dead        has failed for three days
 *   failing     the last polls failed
 *   empty       answers, and lists nothing
 *   stale       silent for longer than its own rhythm explains
 *   low-volume  brings less than half of what its weakest day of four weeks brought
 *   ok          none of these
 *
 * Pure functions of the state. Not here: polling, telling people.
 */
import { DAY_MS, HOUR_MS, localDateOf } from '../kernel/clock.js';
import { expectedIntervalMs, medianGapMs } from './schedule/rhythm.js';
import type { ChannelState, Health } from './state/channel-state.js';

/** A failure may be an accident; the second in a row has a name. */
const FAILURES_MIN = 2;
const DEAD_MS = 3 * DAY_MS;
/** A pause may be this many times as long as any gap of late before it means something. */
const PAUSE_FACTOR = 3;
const SILENCE_MS_MIN = 12 * HOUR_MS;
/** Days of volume that make a range. */
const RANGE_DAYS_MIN = 7;
const RANGE_SHARE = 0.5;
/** A weakest day below this says nothing. */
const RANGE_STORED_MIN = 4;

const BLOCKING: ReadonlySet<string> = new Set([
  'blocked',
  'robots',
  'private-address',
  'bad-address',
  'login-wall',
]);

export interface HealthReport {
  health: Health;
  /** One sentence that says why; empty when all is well. */
  message: string;
}

export function healthOf(state: ChannelState, isEnabled: boolean, nowMs: number): HealthReport {
  const report = (health: Health, message = ''): HealthReport => ({ health, message });
  if (!isEnabled) return report('disabled', 'it is switched off');
  if (state.endedMs !== null) return report('ended', 'the server says that it is gone for good');
  const { failures, failingSinceMs, lastFault, lastOkMs } = state;
  if (failures >= FAILURES_MIN && lastFault !== null) {
    if (BLOCKING.has(lastFault.reason)) return report('blocked', lastFault.message);
    const isDead = failingSinceMs !== null && nowMs - failingSinceMs >= DEAD_MS;
    return report(isDead ? 'dead' : 'failing', lastFault.message);
  }
  if (lastOkMs === null) return report('new', lastFault?.message ?? '');
  if (state.ledger.listed === 0) return report('empty', 'it answers and lists nothing');
  return silenceOf(state, nowMs) ?? volumeOf(state, nowMs) ?? report('ok');
}

function silenceOf({ timesMs }: ChannelState, nowMs: number): HealthReport | null {
  const lastMs = timesMs.at(-1);
  if (lastMs === undefined || medianGapMs(timesMs) === null) return null;
  const gaps = timesMs.slice(1).map((time, at) => time - timesMs[at]!);
  const longestMs = Math.max(...gaps, expectedIntervalMs(timesMs));
  const silenceMs = nowMs - lastMs;
  if (silenceMs <= Math.max(PAUSE_FACTOR * longestMs, SILENCE_MS_MIN)) return null;
  const hours = Math.round(silenceMs / HOUR_MS);
  const message = `nothing new for ${hours} hours; the longest pause of late was ${Math.round(longestMs / HOUR_MS)}`;
  return { health: 'stale', message };
}

/** Yesterday against the days before it: today is not over. */
function volumeOf({ ledger, firstPolledMs }: ChannelState, nowMs: number): HealthReport | null {
  if (firstPolledMs === null) return null;
  const storedOn = new Map(ledger.days.map(({ date, stored }) => [date, stored]));
  const dayOf = (ago: number): number => storedOn.get(localDateOf(nowMs - ago * DAY_MS)) ?? 0;
  // The first day is not whole, and brings the backlog.
  const watched = Math.min(28, Math.floor((nowMs - firstPolledMs) / DAY_MS) - 1);
  if (watched < RANGE_DAYS_MIN + 1) return null;
  const yesterday = dayOf(1);
  let weakest = Number.POSITIVE_INFINITY;
  for (let ago = 2; ago <= watched; ago++) weakest = Math.min(weakest, dayOf(ago));
  if (weakest < RANGE_STORED_MIN || yesterday >= weakest * RANGE_SHARE) return null;
  const message = `${yesterday} items yesterday; the weakest day of the ${watched - 1} before had ${weakest}`;
  return { health: 'low-volume', message };
}
