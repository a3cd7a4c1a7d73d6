/**
 * Which thread goes first where threads compete for processors: the front, then what makes a record
 * durable and searchable, then what is derived from it. Shown by `bench ingest` (waiting, records per
 * second) with two processors, Node.js 20; what each of the means is worth stands in bench/README.md.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { systemThread } from './thread-state.js';

/** Threads behind the front: `searched` ones go before `derived` ones. */
export type Rank = 'searched' | 'derived';

const PRIORITY = {
  searched: constants.priority.PRIORITY_BELOW_NORMAL,
  derived: constants.priority.PRIORITY_LOW,
} as const;

/** How much later than asked for the system may wake a thread; by its own choice it is 50,000. */
const LATE_NS_MAX = 1000;

/**
 * Lowers the priority of the calling thread, and of the threads that it starts from here on (those
 * of LevelDB among them). Linux keeps priorities by thread; elsewhere the call would lower the
 * whole process, so nothing is done.
 */
export function takeRank(rank: Rank): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, PRIORITY[rank]);
  } catch {
    // A system that forbids it serves as well, with a little more waiting.
  }
  wakePunctually();
}

/** Has the calling thread's pauses (runtime/pause.ts) last no longer than asked for. Linux only. */
export function wakePunctually(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(`/proc/${systemThread()}/timerslack_ns`, String(LATE_NS_MAX));
  } catch {
    // As above: its pauses are longer.
  }
}

let isBeforeHelpers = false;

/**
 * Puts the engine's own helpers (compilers, collectors) behind the calling thread, which is the
 * front's: during a flood they work for the other threads.
 * Once, before any other thread is started. Linux only, as `takeRank`.
 */
export function goBeforeHelpers(): void {
  if (process.platform !== 'linux' || isBeforeHelpers) return;
  isBeforeHelpers = true;
  try {
    for (const thread of readdirSync('/proc/self/task').map(Number)) {
      if (thread !== process.pid) setPriority(thread, PRIORITY.searched);
    }
  } catch {
    // As above; a helper may also have ended meanwhile.
  }
}
