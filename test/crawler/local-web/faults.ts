/**
 * What goes wrong on the local web, decided by seed, site and number of the request.
 *
 * Invariants: the same requests in the same order meet the same faults; robots.txt meets none,
 * because a server error there forbids the whole site for a while.
 */
import { derive } from '../../../demo/random.js';
import type { SitePage } from '../../../demo/sites/site.js';
import { seedOf } from '../../../demo/sites/style.js';

/** Percentages of requests, and sites by key. Everything is optional. */
export interface Faults {
  seed?: number;
  /** 500. */
  errors?: number;
  /** 503 with Retry-After. */
  unavailable?: number;
  retryAfterS?: number;
  /** The connection is reset before an answer. */
  resets?: number;
  /** Answers that come after `slowMs` of real time. */
  slow?: number;
  slowMs?: number;
  /** The connection ends in the middle of the body. */
  truncated?: number;
  /** The wrong content type. */
  wrongType?: number;
  /** Sites whose feeds give every item a new guid at every visit. */
  newGuids?: readonly string[];
  /** Sites that reset every connection for a while of the web's clock. */
  away?: readonly { site: string; fromMs: number; toMs: number }[];
}

export type Fault = 'error' | 'unavailable' | 'reset' | 'slow' | 'truncated' | 'wrong-type';

const WHOLE = 100;
const ORDER: readonly [keyof Faults, Fault][] = [
  ['errors', 'error'],
  ['unavailable', 'unavailable'],
  ['resets', 'reset'],
  ['slow', 'slow'],
  ['truncated', 'truncated'],
  ['wrongType', 'wrong-type'],
];

/** What happens to a request; null when nothing does. */
export function faultOf(
  faults: Faults,
  site: string,
  kind: SitePage['kind'],
  number: number,
  nowMs: number,
): Fault | null {
  const isAway = (faults.away ?? []).some(
    (away) => away.site === site && nowMs >= away.fromMs && nowMs < away.toMs,
  );
  if (isAway) return 'reset';
  if (kind === 'robots') return null;
  let roll = derive(faults.seed ?? 1, seedOf(site), number) % WHOLE;
  for (const [name, fault] of ORDER) {
    const percent = faults[name] as number | undefined;
    if (percent === undefined) continue;
    if (roll < percent) return fault;
    roll -= percent;
  }
  return null;
}

/** The feed with other guids than at the last visit. */
export function withNewGuids(feed: string, visit: number): string {
  let number = 0;
  const next = (): string => {
    number += 1;
    return `${visit}-${number}`;
  };
  return feed
    .replace(/(<guid[^>]*>)[^<]*/g, (_, open: string) => open + next())
    .replace(/(<entry>[\s\S]*?<id>)[^<]*/g, (_, open: string) => `${open}urn:x:${next()}`)
    .replace(/"id":"[^"]*"/g, () => `"id":"${next()}"`);
}
