/** The state of each source, for people, metrics and statistics: plain data, no formatting. */
import { DAY_MS, HOUR_MS, localDateOf } from '../kernel/clock.js';
import { expectedIntervalMs, medianGapMs } from './schedule/rhythm.js';
import type { ChannelAtWork, Source } from './source.js';
import {
  type ChannelState,
  droppedOf,
  type Health,
  type Ledger,
  medianDelayMs,
} from './state/channel-state.js';

/** One channel of a source. Times are milliseconds since the epoch, null where they are not known. */
export interface ChannelStatus
  extends Pick<
    Ledger,
    'polls' | 'unchanged' | 'failed' | 'seen' | 'stored' | 'updated' | 'dropped'
  > {
  source: string;
  /** Category of its owner, as a list of blogs or an OPML file groups it; null where it has none. */
  group: string | null;
  type: string;
  url: string;
  movedTo: string | null;
  health: Health;
  message: string;
  droppedTotal: number;
  /** Articles whose pages are gone. */
  gone: number;
  medianDelayMs: number | null;
  /** Longest silence that is usual. */
  expectedIntervalMs: number;
  /** Since the newest item. */
  silenceMs: number | null;
  lastPolledMs: number | null;
  lastOkMs: number | null;
  dueMs: number | null;
  visitsWaiting: number;
}

export interface CrawlStatus {
  generatedMs: number;
  channels: ChannelStatus[];
  /** Faults of `sources.toml`. */
  faults: { line: number; key: string; message: string }[];
  figures: { sources: number; active: number; visitsWaiting: number; steps: number };
}

/** The status of a crawler, source by source. */
export function statusOf(crawler: {
  sources: readonly Source[];
  faults: CrawlStatus['faults'];
  figures: CrawlStatus['figures'];
  nowMs: number;
}): CrawlStatus {
  const { sources, faults, figures, nowMs } = crawler;
  const channels = sources.flatMap((source) =>
    source.channels.map((channel) => channelStatus(source, channel, nowMs)),
  );
  return { generatedMs: nowMs, channels, faults, figures };
}

function channelStatus(source: Source, at: ChannelAtWork, nowMs: number): ChannelStatus {
  const { channel, state } = at;
  const { ledger, timesMs, movedTo, lastPolledMs, lastOkMs, endedMs, dueMs } = state;
  const { polls, unchanged, failed, seen, stored, updated, dropped } = ledger;
  const lastItemMs = timesMs.at(-1);
  const isDueAgain = endedMs === null && source.isEnabled;
  return {
    source: source.key,
    group: groupOf(source),
    ...{ type: channel.type, url: channel.url, movedTo },
    ...healthOf(state, source.isEnabled, nowMs),
    ...{ polls, unchanged, failed, seen, stored, updated, dropped },
    droppedTotal: droppedOf(ledger),
    gone: ledger.gone ?? 0,
    medianDelayMs: medianDelayMs(ledger),
    expectedIntervalMs: expectedIntervalMs(timesMs),
    silenceMs: lastItemMs === undefined ? null : Math.max(0, nowMs - lastItemMs),
    ...{ lastPolledMs, lastOkMs, dueMs: isDueAgain ? dueMs : null },
    visitsWaiting: source.waitingVisits,
  };
}

function groupOf({ entry }: Source): string | null {
  return entry.kind === 'blog' ? entry.category : (entry.categories?.[0] ?? null);
}

/** The status in sums, with a line for each channel in trouble: for metrics and statistics. */
export interface CrawlDigest {
  figures: CrawlStatus['figures'];
  sums: { [name in Summed]: number };
  dropped: { [reason: string]: number };
  states: { [state in Health]: number };
  /** Median of the channels' medians; null where nothing is known. */
  delayMs: number | null;
  troubles: { source: string; url: string; health: Health }[];
  /** The worst channel of each media. */
  media: { media: string; state: Health; message: string }[];
}

const SUMMED = ['polls', 'unchanged', 'failed', 'stored', 'updated'] as const;
type Summed = (typeof SUMMED)[number];
/** Channels in trouble that are listed; more are only counted. */
const TROUBLES_MAX = 500;
/** States that need no attention. */
export const WELL: ReadonlySet<Health> = new Set(['ok', 'new', 'disabled']);

export function digestOf({ channels, figures }: CrawlStatus): CrawlDigest {
  const sums = Object.fromEntries(SUMMED.map((name) => [name, 0])) as CrawlDigest['sums'];
  const states = Object.fromEntries(HEALTH_ORDER.map((state) => [state, 0])) as {
    [state in Health]: number;
  };
  const dropped: CrawlDigest['dropped'] = {};
  const worst = new Map<string, ChannelStatus>();
  for (const channel of channels) {
    for (const name of SUMMED) sums[name] += channel[name];
    states[channel.health] += 1;
    for (const [reason, count] of Object.entries(channel.dropped)) {
      dropped[reason] = (dropped[reason] ?? 0) + count;
    }
    const known = worst.get(channel.source);
    if (known === undefined || rankOf(channel) < rankOf(known)) worst.set(channel.source, channel);
  }
  const delays = channels.flatMap(({ medianDelayMs: delayMs }) => delayMs ?? []);
  delays.sort((a, b) => a - b);
  return {
    ...{ figures, sums, dropped, states, delayMs: delays[delays.length >> 1] ?? null },
    troubles: channels
      .filter(({ health }) => !WELL.has(health))
      .slice(0, TROUBLES_MAX)
      .map(({ source, url, health }) => ({ source, url, health })),
    media: [...worst.values()]
      .filter(({ source }) => source.startsWith(MEDIA_PREFIX))
      .map(({ source, health: state, message }) => ({
        ...{ media: source.slice(MEDIA_PREFIX.length), state, message },
      })),
  };
}

const MEDIA_PREFIX = 'media:';

function rankOf({ health }: ChannelStatus): number {
  return HEALTH_ORDER.indexOf(health);
}

/** States of a channel in the order of severity, the worst first. */
export const HEALTH_ORDER: readonly Health[] = [
  ...(['dead', 'blocked', 'failing', 'ended', 'empty', 'stale', 'low-volume', 'disabled'] as const),
  ...(['new', 'ok'] as const),
];

/** A single failure may be an accident; from the second in a row on the channel is failing. */
const FAILURES_MIN = 2;
const DEAD_MS = 3 * DAY_MS;
/** A pause may be this many times as long as any recent gap before the channel is stale. */
const PAUSE_FACTOR = 3;
const SILENCE_MS_MIN = 12 * HOUR_MS;
/** Days of volume that are enough for a comparison. */
const RANGE_DAYS_MIN = 7;
const RANGE_SHARE = 0.5;
/** A smaller number on the weakest day allows no comparison. */
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

/**
 * Names the state of a channel, so that people see what the crawler misses.
 *
 *   new         not read yet
 *   ended       the server said that it is gone for good (410)
 *   blocked     refused by the server, by robots.txt or by the address rules
 *   dead        has failed for three days
 *   failing     the last polls failed
 *   empty       answers, and lists nothing
 *   stale       silent for longer than its own rhythm explains
 *   low-volume  yesterday brought less than half of the weakest day of four weeks
 *   ok          none of these
 *
 * A pure function of the state. Not here: polling, reporting to people.
 */
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

/** Compares yesterday with the days before it; today is not complete. */
function volumeOf({ ledger, firstPolledMs }: ChannelState, nowMs: number): HealthReport | null {
  if (firstPolledMs === null) return null;
  const storedOn = new Map(ledger.days.map(({ date, stored }) => [date, stored]));
  const dayOf = (ago: number): number => storedOn.get(localDateOf(nowMs - ago * DAY_MS)) ?? 0;
  // The first day is not complete, and brings the backlog.
  const watched = Math.min(28, Math.floor((nowMs - firstPolledMs) / DAY_MS) - 1);
  if (watched < RANGE_DAYS_MIN + 1) return null;
  const yesterday = dayOf(1);
  let weakest = Number.POSITIVE_INFINITY;
  for (let ago = 2; ago <= watched; ago++) weakest = Math.min(weakest, dayOf(ago));
  if (weakest < RANGE_STORED_MIN || yesterday >= weakest * RANGE_SHARE) return null;
  const message = `${yesterday} items yesterday; the weakest day of the ${watched - 1} before had ${weakest}`;
  return { health: 'low-volume', message };
}
