/**
 * Which thread goes first where threads compete for processors: the front, then what makes a record
 * durable and searchable, then what is derived from it.
 */
import { constants, setPriority } from 'node:os';

/** Threads behind the front: `searched` ones go before `derived` ones. */
export type Rank = 'searched' | 'derived';

const PRIORITY = {
  searched: constants.priority.PRIORITY_BELOW_NORMAL,
  derived: constants.priority.PRIORITY_LOW,
} as const;

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
}
