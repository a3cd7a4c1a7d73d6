/** How many connections a server takes, by what the process may open. */
import { CRAWL, HTTP } from '../../kernel/limits.js';
import { connectionsOf, openFilesMax } from './descriptors.js';

/** Connections that each of the two services may hold where the descriptors leave fewer than it would. */
export function connectionBound({ crawl }: { crawl: boolean }): number | null {
  const left = connectionsOf(openFilesMax(), 2, crawl ? CRAWL.underWayMax : 0);
  return left === null || left >= HTTP.connectionsMax ? null : left;
}
