/** What the thread that answers works: the main one of a server's process. */
import { readFileSync } from 'node:fs';

/** Processor milliseconds so far; NaN where the system does not tell. */
export function mainThreadMs(pid: number): number {
  try {
    const schedule = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8');
    return Number(schedule.split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}
