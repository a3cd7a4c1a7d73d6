/**
 * `tagwire crawl status`: the state of the crawler's sources, as a table for people and as JSON for programs; and
 * `tagwire source list`: the sources, and the faults of their file. Neither loads the code that fetches sources.
 */
import type { Command } from 'commander';
import {
  type ChannelStatus,
  type CrawlStatus,
  HEALTH_ORDER,
  WELL,
} from '../../../crawler/status.js';
import { DAY_MS, HOUR_MS, isoOf, isoOrNull, MINUTE_MS, SECOND_MS } from '../../../kernel/clock.js';
import { getOrInsert } from '../../../kernel/collections.js';
import { TagwireError } from '../../../kernel/errors.js';
import { createLogger } from '../../../kernel/logger.js';
import { crawlStatus } from '../../crawling/crawl-socket.js';
import { knownSourceList } from '../../crawling/source-list.js';
import { printRows } from '../answers.js';
import { configOf } from '../config-file.js';

/** The columns of the table: the head, and the cell of a channel at a time. */
const COLUMNS: readonly [
  head: string,
  cell: (one: ChannelStatus, nowMs: number) => string | number,
][] = [
  ['SOURCE', (one) => one.source],
  ['TYPE', (one) => one.type],
  ['STATE', (one) => one.health],
  [
    'LAST',
    ({ lastPolledMs }, nowMs) => spanOf(lastPolledMs === null ? null : nowMs - lastPolledMs),
  ],
  ['NEXT', ({ dueMs }, nowMs) => spanOf(dueMs === null ? null : Math.max(0, dueMs - nowMs))],
  ['POLLS', (one) => one.polls],
  ['SAME', (one) => one.unchanged],
  ['FAILED', (one) => one.failed],
  ['STORED', (one) => one.stored],
  ['UPDATED', (one) => one.updated],
  ['DROPPED', (one) => one.droppedTotal],
  ['GONE', (one) => one.gone],
  ['DELAY', (one) => spanOf(one.medianDelayMs)],
  ['RHYTHM', (one) => spanOf(one.expectedIntervalMs)],
  ['SILENT', (one) => spanOf(one.silenceMs)],
];
/** Columns of words; the others are numbers and times, which are aligned to the right. */
const WORDS = 3;
const NOTHING = '–';

/** Prints the table: channels that need attention first, and the reasons below the table. */
export function printStatus(status: CrawlStatus): void {
  const { channels, faults, figures, generatedMs } = status;
  const groups = new Set(channels.map(({ group }) => group ?? NOTHING));
  const lines = tableOf([
    COLUMNS.map(([head]) => head),
    ...channels.map((one) => COLUMNS.map(([, cell]) => `${cell(one, generatedMs)}`)),
  ]);
  if (groups.size > 1) lines.push(...groupLines(channels));
  for (const { source, health, message, url } of channels) {
    if (message !== '') lines.push(`${source} ${health}: ${message} (${url})`);
  }
  for (const { line, key, message } of faults) {
    lines.push(`sources.toml:${line}: ${key === '' ? '' : `${key}: `}${message}`);
  }
  const waiting = figures.visitsWaiting;
  const well = channels.filter(({ health }) => health === 'ok').length;
  lines.push(`${channels.length} channels, ${well} well, ${waiting} pages to visit`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Options that choose and order channels. */
interface StatusChoice {
  failing?: boolean;
  group?: string;
  sort?: string;
}

/**
 * Returns the function that chooses and orders channels.
 * @throws TagwireError CONFIG_INVALID for an unknown order; the function throws it for an unknown group.
 */
export function chosenOf({ failing, group, sort = 'state' }: StatusChoice) {
  const order = ORDERS.get(sort);
  if (order === undefined) {
    const known = [...ORDERS.keys()].join(' or ');
    throw new TagwireError('CONFIG_INVALID', `--sort takes ${known}, not "${sort}"`);
  }
  return (status: CrawlStatus): CrawlStatus => {
    const { channels } = status;
    if (group !== undefined && !channels.some((one) => one.group === group)) {
      const groups = [...new Set(channels.flatMap((one) => one.group ?? []))].join(', ');
      const hint = groups === '' ? 'no source has one' : `there are ${groups}`;
      throw new TagwireError('CONFIG_INVALID', `there is no group "${group}"; ${hint}`);
    }
    const chosen = channels.filter(
      (one) => (group === undefined || one.group === group) && (!failing || !WELL.has(one.health)),
    );
    return { ...status, channels: chosen.toSorted(order) };
  };
}

type Order = (a: ChannelStatus, b: ChannelStatus) => number;
const byState: Order = (a, b) => rankOf(a) - rankOf(b) || a.source.localeCompare(b.source);
const ORDERS = new Map<string, Order>([
  ['state', byState],
  ['delay', (a, b) => (b.medianDelayMs ?? -1) - (a.medianDelayMs ?? -1) || byState(a, b)],
]);

/** For each group, how many channels work. */
function groupLines(channels: readonly ChannelStatus[]): string[] {
  const groups = new Map<string, ChannelStatus[]>();
  for (const one of channels) getOrInsert(groups, one.group ?? NOTHING, () => []).push(one);
  return [...groups].map(([name, members]) => {
    const well = members.filter(({ health }) => WELL.has(health)).length;
    return `${name}: ${members.length} channels, ${well} well`;
  });
}

/** The status with ISO times, for programs. */
function statusJson({ generatedMs, channels, faults, figures }: CrawlStatus): object {
  return {
    generatedAt: isoOf(generatedMs),
    channels: channels.map(({ lastPolledMs, lastOkMs, dueMs, ...rest }) => ({
      ...rest,
      lastPolledAt: isoOrNull(lastPolledMs),
      lastOkAt: isoOrNull(lastOkMs),
      nextPollAt: isoOrNull(dueMs),
    })),
    faults,
    figures,
  };
}

function rankOf({ health }: ChannelStatus): number {
  return HEALTH_ORDER.indexOf(health);
}

function tableOf(rows: readonly (readonly string[])[]): string[] {
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at < WORDS ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd(),
  );
}

/** `3h`, `12m`, `40s`, `9d`. */
function spanOf(ms: number | null): string {
  if (ms === null) return NOTHING;
  if (ms >= 2 * DAY_MS) return `${Math.round(ms / DAY_MS)}d`;
  if (ms >= 2 * HOUR_MS) return `${Math.round(ms / HOUR_MS)}h`;
  if (ms >= 2 * MINUTE_MS) return `${Math.round(ms / MINUTE_MS)}m`;
  return `${Math.round(ms / SECOND_MS)}s`;
}

/** `tagwire crawl status`: the state of the crawler's sources, whether it runs or not. */
export async function status(
  flags: StatusChoice & { json?: boolean },
  own: Command,
): Promise<void> {
  const config = configOf(own);
  const chosen = chosenOf(flags);
  const found = chosen(await crawlStatus(config, createLogger(config, 'tagwire')));
  if (flags.json) process.stdout.write(`${JSON.stringify(statusJson(found))}\n`);
  else printStatus(found);
}

/** `tagwire source list`. */
export async function listSources(_: object, own: Command): Promise<void> {
  const { path, file } = await knownSourceList(configOf(own));
  printRows(
    file.entries.map((entry) => {
      const name = entry.kind === 'media' ? entry.title : entry.name;
      const state = entry.enabled ? 'enabled' : 'disabled';
      return [entry.kind, entry.key, state, name, ...entry.channels.map(({ url }) => url)];
    }),
  );
  for (const { line, key, message } of file.faults) {
    process.stderr.write(`${path}:${line}: ${key === '' ? '' : `${key}: `}${message}\n`);
  }
  if (file.faults.length > 0) process.exitCode = 1;
}
