/**
 * Short pauses of threads that have much to do, for the sake of those that have little.
 *
 * Where there are more busy threads than processors, one that becomes ready (the front, or its
 * caller) waits until the scheduler takes a processor from another: on Linux that is at the end of
 * its slice, which a timer notices every 4 ms, whatever the priorities say. A thread that lies down by
 * itself lets it in at once. So whoever works through long lists breathes between two pieces.
 */
import { availableParallelism } from 'node:os';
import { systemMonotonic } from './clock.js';

/** With more processors than this, the front has one to itself most of the time. */
const CROWDED_PROCESSORS_MAX = 3;
/** Work between two pauses: how long others may wait. */
const EVERY_MS = 1;
/** Shorter than the system can measure: it makes 0.1 ms of it, or as long as others need. */
const PAUSE_MS = 0.02;

/** Whether whatever runs beside the front takes its processor, or that of its callers. */
export const isCrowded = availableParallelism() <= CROWDED_PROCESSORS_MAX;

const nobody = new Int32Array(new SharedArrayBuffer(4));
let lastMs = 0;

/** Pauses, if the thread has worked since its last pause. Not for the front's thread. */
export function breathe(): void {
  if (!isCrowded || systemMonotonic.nowMs() - lastMs < EVERY_MS) return;
  Atomics.wait(nobody, 0, 0, PAUSE_MS);
  lastMs = systemMonotonic.nowMs();
}
