/**
 * Which thread goes first where threads compete for processors: the front, then what makes a record
 * durable and searchable, then what is derived from it. Shown by `bench ingest` (waiting, records per
 * second) with two processors, Node.js 20; what each of the means is worth stands in bench/README.md.
 */
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

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

/** Of the fields in /proc/PID/task/TID/stat behind the name, in parentheses. */
const FIELD = { state: 0, userTicks: 11, systemTicks: 12 } as const;
/** The unit of times in /proc, the same on every Linux. */
const TICK_MS = 10;

/** What the system knows of a thread: whether it wants a processor, and how much of one it had. Linux only. */
export interface ThreadState {
  /** It runs, or would if it were given a processor; otherwise it waits for something else. */
  isReady: boolean;
  /** Time on a processor since it began, ms, in steps of 10. */
  cpuMs: number;
}

/** The system's number for the calling thread; 0 where that is not known. */
export function systemThread(): number {
  if (process.platform !== 'linux') return 0;
  try {
    return Number(basename(readlinkSync('/proc/thread-self')));
  } catch {
    return 0;
  }
}

/** What a thread of this process is about; null where that is not known. */
export function threadState(number: number): ThreadState | null {
  if (number === 0) return null;
  try {
    const stat = readFileSync(`/proc/self/task/${number}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[FIELD.userTicks]) + Number(fields[FIELD.systemTicks]);
    return { isReady: fields[FIELD.state] === 'R', cpuMs: ticks * TICK_MS };
  } catch {
    return null; // It has ended.
  }
}
