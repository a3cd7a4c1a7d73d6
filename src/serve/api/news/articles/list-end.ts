/**
 * Where the window of a list of articles ends when the caller does not say (decisions 9 and 50).
 */
import { quantised } from '../../caching.js';
import type { NewsSources } from '../sources.js';

/**
 * The end of a window up to now, exclusive: the start of the current minute, or just after the newest
 * acknowledged article that is not in the future, whichever is later. So what was acknowledged is
 * listed at once, and equal questions have equal answers until an article comes or a minute begins.
 */
export function listEndMs({ catalog, clock }: NewsSources): number {
  const nowMs = clock.nowMs();
  const minuteMs = quantised(nowMs);
  const newestMs = catalog.newestMs(nowMs);
  return newestMs === null || newestMs < minuteMs ? minuteMs : newestMs + 1;
}
