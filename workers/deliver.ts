/**
 * The thread that posts to webhooks, so that sockets, TLS and slow receivers take no time of the main
 * thread. It connects only to public addresses and to the ranges that a task names.
 */
import { createAddressRules } from '../src/crawler/fetch/addresses.js';
import { createFetcher, deliver } from '../src/crawler/fetch/fetcher.js';
import type { Fetcher } from '../src/crawler/fetch/outcome.js';
import { systemClock, systemMonotonic } from '../src/kernel/clock.js';
import { getOrInsert } from '../src/kernel/collections.js';
import { WEBHOOKS } from '../src/kernel/limits.js';
import { silentLogger } from '../src/kernel/logger.js';
import { takeRank } from '../src/kernel/runtime/thread-priority.js';

takeRank('derived');

const fetchers = new Map<string, Fetcher>();

/** One delivery, and the ranges beside public addresses to which it may connect. */
interface DeliverTask {
  allow: readonly string[];
  /** The name of the option with these ranges. */
  option: string;
  userAgent: string;
  url: string;
  headers: { readonly [name: string]: string };
  body: Uint8Array;
}

export default ({ allow, option, userAgent, ...delivery }: DeliverTask): Promise<unknown> => {
  const key = JSON.stringify([allow, option, userAgent]);
  const fetcher = getOrInsert(fetchers, key, () => {
    const { connectMs, headersMs, totalMs } = WEBHOOKS;
    return createFetcher({
      rules: createAddressRules(allow, option),
      ...{ userAgent, monotonic: systemMonotonic, clock: systemClock, logger: silentLogger },
      limits: { connectMs, headersMs, totalMs },
    });
  });
  return deliver(fetcher, delivery);
};
