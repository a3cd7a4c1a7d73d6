/**
 * Lets the front go first where threads compete for processors.
 */
import { constants, setPriority } from 'node:os';

/**
 * Lowers the priority of the calling thread, and of the threads that it starts from here on (those
 * of LevelDB among them). Linux keeps priorities by thread; elsewhere the call would lower the
 * whole process, so nothing is done.
 */
export function yieldToFront(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_LOW);
  } catch {
    // A system that forbids it serves as well, with a little more waiting.
  }
}
