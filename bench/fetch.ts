/**
 * How many feeds that have not changed, and pages, can one thread ask for?
 *
 * Limits: 200 unchanged polls a second, each over a connection of its own as it would be between
 * hosts of the web, with robots rules and gates; processor time of this thread a poll shows how far
 * away the limit is. Beside it the same over open connections, pages of 35 KB, and what ten
 * thousand hosts cost in memory at the gates.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createAddressRules } from '../src/crawler/fetch/addresses.js';
import { HostGates } from '../src/crawler/fetch/gates.js';
import type { FetchOutcome, FetchRequest } from '../src/crawler/fetch/outcome.js';
import { createPoliteFetcher, type PoliteFetcher } from '../src/crawler/fetch/polite-fetcher.js';
import { ManualClock, systemClock, systemMonotonic } from '../src/kernel/clock.js';
import { silentLogger } from '../src/kernel/logger.js';
import { round, table, threadMs, verdict } from './lab.js';

const SITES = 200;
const FETCHES = 4000;
const AT_ONCE = 64;
const POLLS_A_SECOND_MIN = 200;
const HOSTS = 10_000;
/** A fifth of what as many sources may take in all. */
const HOSTS_BYTES_MAX = 20_000_000;

interface Measured {
  name: string;
  perSecond: number;
  cpuMs: number;
}

export async function run(): Promise<void> {
  const script = fileURLToPath(new URL('./servers/unchanged.js', import.meta.url));
  const child = spawn(process.execPath, [script, String(SITES)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const ports = JSON.parse(line) as number[];
  const measured = [
    await measure('unchanged, new connections', ports, 0, true),
    await measure('unchanged, open connections', ports, SITES, true),
    await measure('page of 35 KB, new connections', ports, 0, false),
  ];
  child.stdin.end();
  table(
    `${FETCHES} fetches from ${SITES} sites, ${AT_ONCE} at once`,
    ['', 'per second', 'processor ms each'],
    measured.map(({ name, perSecond, cpuMs }) => [name, round(perSecond), round(cpuMs, 3)]),
  );
  verdict('unchanged polls a second', measured[0]!.perSecond, POLLS_A_SECOND_MIN, true);
  verdict(`bytes of ${HOSTS} hosts that wait`, await gateBytes(), HOSTS_BYTES_MAX, false);
}

async function measure(
  name: string,
  ports: number[],
  idleConnectionsMax: number,
  isConditional: boolean,
): Promise<Measured> {
  const fetcher = createPoliteFetcher({
    rules: createAddressRules(['127.0.0.0/8']),
    userAgent: 'Tagwire/0 (+https://crawler.example/about)',
    monotonic: systemMonotonic,
    clock: systemClock,
    logger: silentLogger,
    sleep: async (ms) => void (await sleep(ms)),
    hostGapMs: 0,
    limits: { idleConnectionsMax },
  });
  const urls = ports.map((port) => `http://127.0.0.1:${port}/feed`);
  const validators = isConditional ? { etag: '"a"' } : {};
  const ask = (at: number): FetchRequest => ({
    url: urls[at % urls.length]!,
    purpose: 'feed',
    ...validators,
  });
  const kind = isConditional ? 'unchanged' : 'ok';
  // Rules are in memory and code is compiled, as they are all day.
  await fetchAll(fetcher, 2 * SITES, ask, kind);
  const startedMs = systemMonotonic.nowMs();
  const before = threadMs();
  await fetchAll(fetcher, FETCHES, ask, kind);
  const cpuMs = (threadMs() - before) / FETCHES;
  const perSecond = (1000 * FETCHES) / (systemMonotonic.nowMs() - startedMs);
  await fetcher.close();
  return { name, perSecond, cpuMs };
}

async function fetchAll(
  fetcher: PoliteFetcher,
  count: number,
  ask: (at: number) => FetchRequest,
  kind: FetchOutcome['kind'],
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const outcome = await fetcher.fetch(ask(next++));
      if (outcome.kind !== kind) throw new Error(JSON.stringify(outcome));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Memory of hosts that each have one request under way or waiting and one behind it. */
async function gateBytes(): Promise<number> {
  const clock = new ManualClock();
  const gates = new HostGates({ monotonic: clock, sleep: () => new Promise(() => {}) });
  const never = (): Promise<void> => new Promise(() => {});
  const before = memoryBytes();
  for (let at = 0; at < 2 * HOSTS; at++) void gates.run(`host-${at % HOSTS}.example`, 1000, never);
  const bytes = memoryBytes() - before;
  if (gates.counts.hosts !== HOSTS) throw new Error('hosts are missing');
  return bytes;
}

function memoryBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
