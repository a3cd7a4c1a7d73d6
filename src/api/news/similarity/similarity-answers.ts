/**
 * Answers of the similarity index are kept while it stays as it is, for the minute that they are of.
 */
import { MINUTE_MS } from '../../../kernel/clock.js';
import { quantised } from '../../caching.js';
import { KeptAnswers } from '../../kept-answers.js';
import type { NewsSources } from '../sources.js';

/** A graph of a hundred outlets has some 50 KB. */
const BYTES_MAX = 8 * 1024 * 1024;

export function similarityAnswers({ similarity, clock }: NewsSources): KeptAnswers {
  return new KeptAnswers({
    clock,
    bytesMax: BYTES_MAX,
    refreshMs: MINUTE_MS,
    state: [() => similarity.generation, () => quantised(clock.nowMs())],
  });
}

/** An object of `head` and of what the actor has written, which is the inside of one. */
export function framed(head: object, { json }: { json: Uint8Array }): Buffer {
  const start = Buffer.from(`${JSON.stringify(head).slice(0, -1)},`);
  return Buffer.concat([start, json, Buffer.from('}')]);
}
