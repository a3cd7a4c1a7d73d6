/**
 * Fetches politely: reads robots.txt first, waits for the turn of the host, then fetches.
 *
 * Invariants: every hop obeys the robots.txt of its own origin and takes a turn at its own host. No hop
 * waits for one host while it holds the turn of another.
 */
import { type Clock, systemMonotonic } from '../../kernel/clock.js';
import { CRAWL } from '../../kernel/limits.js';
import type { Logger } from '../../kernel/logger.js';
import { createAddressRules } from './addresses.js';
import { ended } from './dial.js';
import { createFetcher, type FetcherOptions, type Turn } from './fetcher.js';
import { BUSY, type GateOptions, HostGates } from './gates.js';
import {
  type FetchAccess,
  type Fetcher,
  FetchFault,
  type FetchLimits,
  type FetchRequest,
  shown,
} from './outcome.js';
import { RobotsCache, type RobotsRules } from './robots.js';

export interface PoliteFetcher extends Fetcher {
  /** The robots.txt rules for the origin of an http or https address. */
  robotsOf(url: string, access?: FetchAccess): Promise<RobotsRules>;
}

export interface PoliteOptions
  extends Omit<FetcherOptions, 'turn'>,
    Pick<GateOptions, 'underWayMax' | 'waitingPerHostMax'> {
  sleep: GateOptions['sleep'];
  /** Pause between two requests to a host; robots.txt may ask for a longer one. */
  hostGapMs?: number;
}

export function createPoliteFetcher(options: PoliteOptions): PoliteFetcher {
  const gates = new HostGates(options);
  const hostGapMs = options.hostGapMs ?? CRAWL.hostGapMs;
  const turn: Turn = async (url, request, signal, work) => {
    const isFree =
      request.ignoreRobots || request.purpose === 'robots' || request.purpose === 'hub';
    const rules = isFree ? null : await ended(robots.rulesOf(url.href, request.access), signal);
    const isOpen = request.isNamed && rules?.fault === null;
    if (rules !== null && !isOpen && !rules.allows(url.href)) throw refusalOf(rules, url);
    const gapMs = gapOf(request, rules, hostGapMs);
    const result = await gates.run(hostKeyOf(url), gapMs, work, signal);
    if (result !== BUSY) return result;
    throw new FetchFault('busy', `Too many requests wait for ${url.host} already.`);
  };
  const fetcher = createFetcher({ ...options, turn });
  const robots = new RobotsCache({
    fetcher,
    clock: options.clock,
    token: tokenOf(options.userAgent),
  });
  return {
    fetch: (request) => fetcher.fetch(request),
    robotsOf: (url, access) => robots.rulesOf(url, access),
    close: () => fetcher.close(),
  };
}

/** The pause before a request: none before robots.txt, otherwise the longer of our pause and the host's. */
function gapOf({ purpose }: FetchRequest, rules: RobotsRules | null, hostGapMs: number): number {
  return purpose === 'robots' ? 0 : Math.max(hostGapMs, rules?.crawlDelayMs ?? 0);
}

function refusalOf({ fault }: RobotsRules, url: URL): FetchFault {
  if (fault !== null) return fault;
  const rules = `The robots.txt of ${url.host}, which counts without \`obeyRobots = false\`,`;
  return new FetchFault('robots', `${rules} forbids ${shown(url)}.`);
}

/** The host; with its port only where that is not 80 or 443, which belong to the same site. */
function hostKeyOf(url: URL): string {
  return url.port === '80' || url.port === '443' ? url.hostname : url.host;
}

/** The name before the version, by which robots.txt files name a crawler. */
function tokenOf(userAgent: string): string {
  return /^[a-z_-]*/i.exec(userAgent)![0];
}

interface WebSettings {
  /** Private ranges that may be connected to. */
  allow: readonly string[];
  userAgent: string;
  hostGapMs: number;
  /** Replaces default limits. */
  limits?: Partial<FetchLimits>;
}

/**
 * A fetcher with all rules, from the settings of an operator.
 * @throws TagwireError CONFIG_INVALID for an invalid range.
 */
export function createWebFetcher(
  settings: WebSettings,
  clock: Clock,
  logger: Logger,
): PoliteFetcher {
  const { allow, userAgent, hostGapMs, limits = {} } = settings;
  const pauses = new Set<NodeJS.Timeout>();
  const fetcher = createPoliteFetcher({
    ...{ userAgent, hostGapMs, limits, clock, logger },
    rules: createAddressRules(allow),
    monotonic: systemMonotonic,
    sleep: (ms: number) => slept(ms, pauses),
    underWayMax: CRAWL.underWayMax,
    waitingPerHostMax: CRAWL.waitingPerHostMax,
  });
  return {
    ...fetcher,
    close: async () => {
      await fetcher.close();
      // No request waits for these pauses any more, and the process must be able to end.
      for (const pause of pauses) clearTimeout(pause);
    },
  };
}

function slept(ms: number, pauses: Set<NodeJS.Timeout>): Promise<void> {
  return new Promise((resolve) => {
    const pause = setTimeout(() => {
      pauses.delete(pause);
      resolve();
    }, ms);
    pauses.add(pause);
  });
}
