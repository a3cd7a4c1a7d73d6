/**
 * Finds the addresses of a name without holding up the thread pool that files and decoders share.
 *
 * The name servers are asked directly. Only where they cannot be reached or do not know the name
 * is the operating system asked, which knows the hosts file, but blocks a thread of the pool until
 * it answers: at most `LOOKUPS_MAX` of these run at once.
 */
import { lookup, Resolver } from 'node:dns/promises';
import { Turns } from '../../kernel/turns.js';
import { codeOf } from './faults.js';

/** Addresses of a name; rejects where there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Half of the thread pool's four threads. */
const LOOKUPS_MAX = 2;
/** Lookups that wait for these; beyond, the name counts as unknown. */
const LOOKUPS_WAITING_MAX = 1000;
/** A query is asked twice, so that one lost packet costs nothing. */
const QUERY_MS = 2500;

/** Asking the operating system, too, would only take a thread for as long again. */
const HOPELESS = new Set(['ETIMEOUT', 'ESERVFAIL', 'ECANCELLED']);

export interface ResolverOptions {
  /** Name servers that are asked instead of those of the system. */
  servers?: readonly string[];
  /** Asks the operating system. */
  lookup?: Resolve;
}

const systemLookup: Resolve = async (hostname) => {
  const known = await lookup(hostname, { all: true, verbatim: true });
  return known.map(({ address }) => address);
};

export function createResolver(options: ResolverOptions = {}): Resolve {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: 2 });
  if (options.servers !== undefined) resolver.setServers(options.servers);
  const ask = options.lookup ?? systemLookup;
  const lookups = new Turns(LOOKUPS_MAX, LOOKUPS_WAITING_MAX, tooManyNames);
  return async (hostname) => {
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed !== undefined && HOPELESS.has(codeOf(failed.reason))) throw failed.reason;
    return lookups.take(() => ask(hostname));
  };
}

function tooManyNames(): Error {
  return new Error('too many names wait');
}
