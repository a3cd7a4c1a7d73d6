/**
 * Distinguishes a folder without a store from one that has lost parts of its store.
 *
 * Invariants: a folder with any part of a store is never taken for new. A folder with a missing
 * part is not changed; the error names the part and the remedy.
 * Not here: whether the parts are sound and belong together (head.ts, repair/).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TagwireError } from '../../kernel/errors.js';
import { type AnchorPoint, inspectAnchor } from '../anchor.js';
import { holdsRecords } from '../leveldb/check.js';
import { FolderReader } from '../leveldb/folder-reader.js';
import { readHead } from './head.js';
import { traceOf } from './store-traces.js';

const RESTORING = 'restoring';

/**
 * Checks the parts of a folder before any is opened.
 * @returns true where a new store may be made.
 * @throws TagwireError STORE_DAMAGED when a part is missing.
 */
export async function isNewStore(folder: string): Promise<boolean> {
  const log = join(folder, 'log');
  const { point, isThere } = inspectAnchor(join(folder, 'anchor'));
  const trace = traceOf(folder);
  if (existsSync(join(log, 'CURRENT'))) {
    if (point === null) await demandNothing(folder, isThere, trace);
    return false;
  }
  if (await holdsRecords(log)) {
    throw missing(folder, 'log/CURRENT, which names the files of the log, is missing');
  }
  if (isThere) throw missing(folder, `its log is missing${acknowledgedIn(point)}`);
  if (trace !== null)
    throw missing(folder, `its log and its anchor are missing, and ${trace} is there`);
  return true;
}

/** A log without an anchor is new when it is empty. */
async function demandNothing(
  folder: string,
  isThere: boolean,
  trace: string | null,
): Promise<void> {
  const reader = await FolderReader.counted(join(folder, 'log'));
  const { sequence } = await readHead(reader);
  const anchor = isThere ? 'its anchor cannot be read' : 'its anchor is missing';
  if (sequence > 0) {
    const doubt = 'nothing else tells whether more was acknowledged';
    throw missing(folder, `${anchor}: the log ends at entry ${sequence}, and ${doubt}`);
  }
  if (trace !== null)
    throw missing(folder, `${anchor}, its log holds nothing, and ${trace} is there`);
}

function acknowledgedIn(point: AnchorPoint | null): string {
  return point === null ? '' : `, in which entry ${point.sequence} was acknowledged`;
}

function missing(folder: string, what: string): TagwireError {
  const way = existsSync(join(folder, RESTORING))
    ? 'a restore into this folder did not end; restore the backup again, into an empty folder'
    : 'nothing was changed; `tagwire repair` says what can be made of it, with --from-backup also from a backup';
  return new TagwireError('STORE_DAMAGED', `${folder}: ${what}; ${way}`);
}
