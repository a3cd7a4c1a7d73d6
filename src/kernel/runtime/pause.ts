/**
 * Short pauses of threads that have much to do, for the sake of those that have little.
 *
 * Where there are more busy threads than processors, one that becomes ready (the front, or its
 * caller) waits until the scheduler takes a processor from another: on Linux that is at the end of
 * its slice, which a timer notices every 4 ms, whatever the priorities say. A thread that sleeps yields
 * its processor at once. So threads that work through long lists pause between two pieces. Shown by
 * `bench ingest` (waiting) with two processors, Node.js 20.
 */
import { availableParallelism } from 'node:os';
import { systemMonotonic } from '../clock.js';

/** With more processors than this, the front has one to itself most of the time. */
const CROWDED_PROCESSORS_MAX = 3;

/**
 * `everyMs`: work between two pauses, for which others may wait. `pauseMs`: with 0.01 and less the
 * time is mostly up before the thread sleeps, and the processor is not yielded. Threads that do not wake
 * punctually (runtime/thread-priority.ts) sleep 0.05 ms longer.
 */
interface Rhythm {
  everyMs: number;
  pauseMs: number;
}

/**
 * For folding records, and for merging what was folded. Other turns and pauses made a flood
 * slower, and its callers not faster.
 */
export const FOLDING: Rhythm = { everyMs: 1, pauseMs: 0.08 };
/** For work on one answer: the shorter its turns, the less of a front's time they take at once. */
const ANSWERING: Rhythm = { everyMs: 0.3, pauseMs: 0.02 };
/** Steps between two looks at the time. */
const STEPS_MASK = 63;

/** Whether whatever runs beside the front takes its processor, or that of its callers. */
export const isCrowded = availableParallelism() <= CROWDED_PROCESSORS_MAX;

/** No thread notifies it: a wait for it ends with its time. */
const neverNotified = new Int32Array(new SharedArrayBuffer(4));
let lastMs = 0;

/** Pauses, if the thread has worked since its last pause. Not for the front's thread. */
export function pause({ everyMs, pauseMs } = FOLDING): void {
  if (!isCrowded || systemMonotonic.nowMs() - lastMs < everyMs) return;
  Atomics.wait(neverNotified, 0, 0, pauseMs);
  lastMs = systemMonotonic.nowMs();
}

/** The same in a loop whose steps take some microseconds at most and are counted. */
export function pauseAt(step: number, rhythm = ANSWERING): void {
  if ((step & STEPS_MASK) === 0) pause(rhythm);
}

/**
 * Long work as a generator that pauses after each millisecond or so: whoever runs it may do something else
 * in between. Where it pauses follows from the work and not from a clock.
 *
 * Does the work at a stretch.
 */
export function finished<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
