/** "Now" as windows of the blog service know it. */
import { SECOND_MS } from '../../../kernel/clock.js';

/** The end of the running second, so that equal questions are equal. */
export function windowNowMs(nowMs: number): number {
  return Math.ceil(nowMs / SECOND_MS) * SECOND_MS;
}
