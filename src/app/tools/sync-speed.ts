/**
 * How long a disk takes to make a small write durable.
 */
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemMonotonic } from '../../kernel/clock.js';

const WRITES = 9;
const BYTES = 4096;
const NAME = '.tagwire-doctor';

/** Median milliseconds of a write with its sync. @throws where the folder cannot be written. */
export async function syncMs(folder: string): Promise<number> {
  const path = join(folder, `${NAME}-${process.pid}`);
  const file = await open(path, 'wx', 0o600);
  try {
    const times: number[] = [];
    for (let at = 0; at < WRITES; at++) {
      const startMs = systemMonotonic.nowMs();
      await file.write(new Uint8Array(BYTES), 0, BYTES, at * BYTES);
      await file.datasync();
      times.push(systemMonotonic.nowMs() - startMs);
    }
    return times.sort((a, b) => a - b)[WRITES >> 1]!;
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
