/**
 * Makes a backup: a session with the store, the parts, the manifest.
 *
 * Invariant: nothing counts before the manifest is there. When the session ends early because the
 * store was compacted (something was erased, or expired bodies were), everything begins again: what was
 * written until then may hold what was erased, and goes with the next manifest.
 */
import { readUndisturbed } from './attempts.js';
import { FilesPart } from './files-part.js';
import { LogPart } from './log-part.js';
import type { BackupSource } from './source.js';
import type { BackupTarget } from './target.js';

export interface BackupReport {
  sequence: number;
  files: number;
  /** Bytes of the whole backup, and those of it that were written now. */
  byteLength: number;
  writtenBytes: number;
  isIncremental: boolean;
  /** What is damaged in the store, and so in the backup. */
  warnings: string[];
}

/** @throws TagwireError STORE_LOCKED, STORE_DAMAGED, BACKUP_DAMAGED, INPUT_INVALID. */
export async function makeBackup(
  source: BackupSource,
  target: BackupTarget,
): Promise<BackupReport> {
  return readUndisturbed(
    () => backUpOnce(source, target).finally(() => source.end()),
    () => target.canBeginAgain,
  );
}

async function backUpOnce(source: BackupSource, target: BackupTarget): Promise<BackupReport> {
  const { head, secret, marks, actors } = await source.begin();
  const entries = await new LogPart(source, target, head).run();
  const rest = new FilesPart(source, target);
  const files = [...entries, ...(await rest.run(actors))];
  await target.commit({ head, secret, marks, files });
  return {
    sequence: head.sequence,
    files: files.length,
    byteLength: files.reduce((sum, { byteLength }) => sum + byteLength, 0),
    writtenBytes: target.writtenBytes,
    isIncremental: target.older !== null,
    warnings: rest.warnings,
  };
}
