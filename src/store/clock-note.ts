/**
 * A note in the data folder of a clock that was right, for the next process of the same start of the
 * machine, whose age then tells what time it is.
 *
 * It is a hint: one that is missing, damaged or of another start of the machine says nothing.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from '../kernel/errors.js';

/** Names a start of the machine; Linux only, elsewhere there are no notes. */
const BOOT_ID_PATH = '/proc/sys/kernel/random/boot_id';
const FILE_NAME = 'clock';

export interface ClockNote {
  /** What the clock said. */
  wallMs: number;
  /** The age of the machine at that moment. */
  bootMs: number;
}

/** The note of this start of the machine; null when there is none. */
export function readClockNote(folder: string): ClockNote | null {
  try {
    const text = readFileSync(join(folder, FILE_NAME), 'utf8');
    const { bootId, wallMs, bootMs } = JSON.parse(text) as ClockNote & { bootId: string };
    assert(Number.isFinite(wallMs) && Number.isFinite(bootMs), 'a note has times');
    return bootId === bootIdOf() ? { wallMs, bootMs } : null;
  } catch {
    return null;
  }
}

/** Replaces the note. @throws what the file system says. */
export function writeClockNote(folder: string, note: ClockNote): void {
  const bootId = bootIdOf();
  if (bootId === null) return;
  const path = join(folder, FILE_NAME);
  writeFileSync(`${path}.new`, `${JSON.stringify({ bootId, ...note })}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function bootIdOf(): string | null {
  try {
    return readFileSync(BOOT_ID_PATH, 'utf8').trim();
  } catch {
    return null;
  }
}
