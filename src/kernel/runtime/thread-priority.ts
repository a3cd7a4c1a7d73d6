/**
 * Priorities of threads that compete for processors: first the main thread, then the threads that make a
 * record durable and searchable, then the threads of derived data. Shown by `bench ingest` (waiting,
 * records per second) with two processors, Node.js 20; bench/README.md says what each means is worth.
 */
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/** Threads behind the main thread: `searched` ones go before `derived` ones. */
export type Rank = 'searched' | 'derived';

const PRIORITY = {
  searched: constants.priority.PRIORITY_BELOW_NORMAL,
  derived: constants.priority.PRIORITY_LOW,
} as const;

/** The longest delay with which the system may wake a thread; its default is 50,000. */
const LATE_NS_MAX = 1000;

/**
 * Lowers the priority of the calling thread, and of the threads that it starts later (LevelDB's too).
 * Linux has priorities by thread; elsewhere the call would lower the whole process, so nothing is done.
 */
export function takeRank(rank: Rank): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, PRIORITY[rank]);
  } catch {
    // Without this permission the threads work too, with a little more waiting.
  }
  wakePunctually();
}

/** Makes pauses of the calling thread (runtime/pause.ts) last no longer than asked for. Linux only. */
export function wakePunctually(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(`/proc/${systemThread()}/timerslack_ns`, String(LATE_NS_MAX));
  } catch {
    // Without this permission pauses are longer.
  }
}

let isBeforeHelpers = false;

/**
 * Puts V8's helper threads (compilers, collectors) behind the calling thread, which is the main thread:
 * during a flood they work for the other threads. Called once, before any other thread is started. Linux
 * only, as `takeRank`.
 */
export function goBeforeHelpers(): void {
  if (process.platform !== 'linux' || isBeforeHelpers) return;
  isBeforeHelpers = true;
  try {
    for (const thread of readdirSync('/proc/self/task').map(Number)) {
      if (thread !== process.pid) setPriority(thread, PRIORITY.searched);
    }
  } catch {
    // No permission, or a helper has ended meanwhile.
  }
}

/** Positions of fields in /proc/PID/task/TID/stat, counted behind the name in parentheses. */
const FIELD = { state: 0, userTicks: 11, systemTicks: 12 } as const;
/** The unit of times in /proc, the same on every Linux. */
const TICK_MS = 10;

/** The system's figures of a thread. Linux only. */
export interface ThreadState {
  /** The thread runs, or would run if it were given a processor; otherwise it waits for something else. */
  isReady: boolean;
  /** Processor time since the thread began, ms, in steps of 10. */
  cpuMs: number;
}

/** The system's number of the calling thread; 0 where unknown. */
export function systemThread(): number {
  if (process.platform !== 'linux') return 0;
  try {
    return Number(basename(readlinkSync('/proc/thread-self')));
  } catch {
    return 0;
  }
}

/** State of a thread of this process; null where unknown. */
export function threadState(number: number): ThreadState | null {
  if (number === 0) return null;
  try {
    const stat = readFileSync(`/proc/self/task/${number}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[FIELD.userTicks]) + Number(fields[FIELD.systemTicks]);
    return { isReady: fields[FIELD.state] === 'R', cpuMs: ticks * TICK_MS };
  } catch {
    return null; // The thread has ended.
  }
}
