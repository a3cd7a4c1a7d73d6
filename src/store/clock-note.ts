/**
 * A note in the data folder of a correct time, for the next process of the same boot of the
 * machine, which computes the time from the age of the boot.
 *
 * The note is a hint: a note that is missing, damaged or of another boot is ignored.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from '../kernel/errors.js';

/** Identifies a boot of the machine; exists on Linux only, so other systems have no notes. */
const BOOT_ID_PATH = '/proc/sys/kernel/random/boot_id';
const FILE_NAME = 'clock';

export interface ClockNote {
  /** The time of the clock. */
  wallMs: number;
  /** Time since the boot at that moment. */
  bootMs: number;
}

/** The note of this boot; null when there is none. */
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

/** Replaces the note. @throws the error of the file system. */
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
