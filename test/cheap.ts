/**
 * What makes processes of tests cost less. `npm run test:all` has none of it: the engine as it is, and a disk.
 */
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAll } from './all.js';

/** Functions of tests rarely run for long enough to be worth optimizing. */
const OPTIMIZED_LATE = '--interrupt-budget=2500000';
/** Most of what tests make dies young. */
const YOUNG = '--min-semi-space-size=16';

/** Arguments of Node.js for a process that a test starts, and whose memory it may measure. */
export const cheapArguments: readonly string[] = isAll ? [] : [OPTIMIZED_LATE];

/** Linux keeps what stands there in memory. */
const MEMORY = '/dev/shm';
/** Stores of tests that run at once are much smaller than this; containers may have 64 megabytes. */
const FREE_BYTES_MIN = 4 * 1024 ** 3;

/** What one run gives its processes. */
export interface Cheapness {
  arguments: readonly string[];
  /** Where temporary folders stand. */
  folder: string;
}

/**
 * Optimizing late and large young generations save a tenth of the suite's processor time. Stores of tests are made
 * and removed by the thousand, which takes a sixth of it on a disk. The folder goes when this process ends, but for
 * a kill.
 */
export function cheapness(isWhole: boolean): Cheapness {
  const cheap = isWhole ? [] : [OPTIMIZED_LATE, YOUNG];
  if (isWhole || !hasMemory()) return { arguments: cheap, folder: tmpdir() };
  const folder = mkdtempSync(join(MEMORY, 'tagwire-tests-'));
  // As the system's own one: a process of another user finds what is its own in it.
  chmodSync(folder, 0o711);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return { arguments: cheap, folder };
}

function hasMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= FREE_BYTES_MIN;
  } catch {
    return false;
  }
}
