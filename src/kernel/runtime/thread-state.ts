/** What the system knows of a thread: whether it wants a processor, and how much of one it had. Linux only. */
import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** Of the fields in /proc/PID/task/TID/stat behind the name, in parentheses. */
const FIELD = { state: 0, userTicks: 11, systemTicks: 12 } as const;
/** The unit of times in /proc, the same on every Linux. */
const TICK_MS = 10;

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
