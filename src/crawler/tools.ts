/**
 * The way to the web with all its rules, from what an operator has set.
 */
import { type Clock, systemMonotonic } from '../kernel/clock.js';
import { CRAWL } from '../kernel/limits.js';
import type { Logger } from '../kernel/logger.js';
import { createAddressRules } from './fetch/addresses.js';
import type { FetchLimits } from './fetch/limits.js';
import { createPoliteFetcher, type PoliteFetcher } from './fetch/polite-fetcher.js';

export type WebFetcher = PoliteFetcher;

export interface WebSettings {
  /** Private ranges that may be connected to. */
  allow: readonly string[];
  userAgent: string;
  hostGapMs: number;
  /** In place of the usual ones. */
  limits?: Partial<FetchLimits>;
}

/** @throws TagwireError CONFIG_INVALID for a range that is none. */
export function createWebFetcher(settings: WebSettings, clock: Clock, logger: Logger): WebFetcher {
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
      // Nothing waits for them any more, and the process is to end.
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
