/**
 * The way from a command to a store that it verifies or repairs.
 */

import { systemClock } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';
import { readUndisturbed } from '../../store/backup/attempts.js';
import { BackupSource } from '../../store/backup/source.js';
import { lockFolder, type Release } from '../../store/lock.js';
import { holdsStore } from '../../store/log/store-traces.js';
import { Repair } from '../../store/repair/repair.js';
import { type Verified, verify } from '../../store/repair/verify.js';
import { connectIngest } from '../ingest/ingest-socket.js';
import { INDEX_FORMATS } from './index-formats.js';

export type { Plan, Repair } from '../../store/repair/repair.js';
export type { Finding, Report } from '../../store/repair/report.js';

/** A folder that cannot be written to is nobody's to lock. */
const UNWRITABLE = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT']);

/**
 * Verifies a data folder, through the server that holds it or without one.
 * @throws TagwireError INPUT_INVALID when there is no store, STORE_LOCKED while another command has it.
 */
export async function verifyFolder(data: string): Promise<Verified> {
  checkThere(data);
  const served = await verifyServed(data);
  if (served !== null) return served;
  let release: Release;
  try {
    release = lockOf(data);
  } catch (error) {
    // A server that was just starting opens its socket last.
    const late = await verifyServed(data);
    if (late === null) throw error;
    return late;
  }
  try {
    return await verify({ data, formats: INDEX_FORMATS, served: null });
  } finally {
    release();
  }
}

async function verifyServed(data: string): Promise<Verified | null> {
  const sink = await connectIngest(data);
  if (sink === null) return null;
  try {
    return await readUndisturbed(() => {
      const served = new BackupSource(data, (request) => sink.backup(request), true);
      return verify({ data, formats: INDEX_FORMATS, served });
    });
  } finally {
    await sink.close();
  }
}

function lockOf(data: string): Release {
  try {
    return lockFolder(data);
  } catch (error) {
    if (UNWRITABLE.has((error as NodeJS.ErrnoException).code ?? '')) return () => undefined;
    throw error;
  }
}

/**
 * Does some work with the plan of a repair, while nobody else holds the folder.
 * @throws TagwireError STORE_LOCKED while a server runs on it.
 */
export async function withRepair<T>(
  data: string,
  backup: string | null,
  work: (repair: Repair) => Promise<T>,
): Promise<T> {
  checkThere(data);
  const release = lockFolder(data);
  try {
    const options = { data, formats: INDEX_FORMATS, backup, clock: systemClock };
    const repair = await Repair.plan(options);
    return await work(repair).finally(() => repair.close());
  } finally {
    release();
  }
}

function checkThere(data: string): void {
  if (holdsStore(data)) return;
  throw new TagwireError(
    'INPUT_INVALID',
    `there is no store in ${data}; give its folder as --data`,
  );
}
