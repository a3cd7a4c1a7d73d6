/**
 * Short pauses of threads with much work, in favour of threads with little.
 *
 * Where more threads are busy than there are processors, a thread that becomes ready (the main thread, or
 * a client's) waits until the scheduler takes a processor from another thread: on Linux at the end of its
 * slice, which a timer checks every 4 ms, whatever the priorities are. A thread that sleeps yields its
 * processor at once. So threads that work through long lists pause between two pieces. Shown by `bench
 * ingest` (waiting) with two processors, Node.js 20.
 */
import { availableParallelism } from 'node:os';
import { systemMonotonic } from '../clock.js';

/** With more processors than this, the main thread has a processor to itself most of the time. */
const CROWDED_PROCESSORS_MAX = 3;

/**
 * `everyMs`: work between two pauses, for which other threads may wait. `pauseMs`: with 0.01 and less the
 * time is mostly over before the thread sleeps, and the processor is not yielded. Threads without
 * `wakePunctually` (runtime/thread-priority.ts) sleep 0.05 ms longer.
 */
interface Rhythm {
  everyMs: number;
  pauseMs: number;
}

/** For folding records and for merging runs. Other values made a flood slower and its callers not faster. */
export const FOLDING: Rhythm = { everyMs: 1, pauseMs: 0.08 };
/** For work on one answer: the shorter its turns, the less time they take from the main thread at once. */
const ANSWERING: Rhythm = { everyMs: 0.3, pauseMs: 0.02 };
/** Steps between two readings of the time. */
const STEPS_MASK = 63;

/** Whether threads beside the main thread take its processor, or that of its callers. */
export const isCrowded = availableParallelism() <= CROWDED_PROCESSORS_MAX;

/** No thread notifies this: a wait for it ends with its time. */
const neverNotified = new Int32Array(new SharedArrayBuffer(4));
let lastMs = 0;

/** Pauses if the thread has worked for `everyMs` since its last pause. Not for the main thread. */
export function pause({ everyMs, pauseMs } = FOLDING): void {
  if (!isCrowded || systemMonotonic.nowMs() - lastMs < everyMs) return;
  Atomics.wait(neverNotified, 0, 0, pauseMs);
  lastMs = systemMonotonic.nowMs();
}

/** The same in a loop with a counter whose steps take some microseconds at most. */
export function pauseAt(step: number, rhythm = ANSWERING): void {
  if ((step & STEPS_MASK) === 0) pause(rhythm);
}

/**
 * Runs a generator to its end at a stretch. The generators of this kind yield after each millisecond or
 * so of work, so that a caller may do something else in between; the work decides where, not a clock.
 */
export function finished<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
