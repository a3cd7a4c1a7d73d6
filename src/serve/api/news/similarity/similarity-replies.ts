/**
 * Replies of the similarity index are given again while it stays as it is, for the minute that they are of.
 */
import { MINUTE_MS } from '../../../../kernel/clock.js';
import { quantised } from '../../caching.js';
import { QueryReplies } from '../../replies/query-replies.js';
import type { NewsSources } from '../sources.js';

/** Those of the route of a path. */
export function similarityReplies(
  { similarity, clock, cachePart }: NewsSources,
  path: string,
): QueryReplies {
  return new QueryReplies({
    part: cachePart(path),
    clock,
    refreshMs: MINUTE_MS,
    state: [() => similarity.generation, () => quantised(clock.nowMs())],
  });
}

/** An object of `head` and of what the actor has written, which is the inside of one. */
export function framed(head: object, { json }: { json: Uint8Array }): Buffer {
  const start = Buffer.from(`${JSON.stringify(head).slice(0, -1)},`);
  return Buffer.concat([start, json, Buffer.from('}')]);
}
