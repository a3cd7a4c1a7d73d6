/**
 * Checks the files of a LevelDB folder before LevelDB opens the folder, because LevelDB does not
 * verify enough.
 *
 * Invariant: in a folder that passes, LevelDB reads only bytes as LevelDB wrote them, so damage
 * that happened while the folder was closed neither ends the process nor goes unnoticed.
 * Not here: errors that LevelDB reports (missing files, the lock), and damage that happens while
 * the folder is open, because most later reads come from the system's page cache.
 */

import { existsSync } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../kernel/errors.js';
import { damaged, FileDamage, FRAGMENT, fragmentsOf, isMissing, LOG_BLOCK_BYTES } from './bytes.js';
import { readManifest, type TableFile, type TableManifest } from './manifest.js';
import { TableCheck } from './table.js';
import type { VerifiedTables } from './verified.js';

/**
 * Tables checked at the same time: while checksums of one table are computed, the other is read.
 */
const LANES = 2;

/**
 * Reads all files of a folder that LevelDB would read: 0.4 s for a gigabyte in the system's page
 * cache.
 * @param verified names tables that need not be read; null: all are read.
 * @throws FileDamage with the file and the place in it.
 */
export async function checkFolder(
  folder: string,
  verified: VerifiedTables | null = null,
): Promise<void> {
  const manifest = await readManifest(folder);
  if (manifest === null) {
    // LevelDB would then create a new database where it may, and delete the files that it finds.
    if (await holdsRecords(folder)) throw withoutManifest(folder);
    return;
  }
  await checkLogs(folder, manifest.logNumber);
  await checkTables(folder, manifest, verified, (flaw) => {
    throw flaw;
  });
}

/** Whether any file of a folder may hold records. A folder in creation has an empty log. */
export async function holdsRecords(folder: string): Promise<boolean> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (/^\d+\.(ldb|sst)$/.test(name)) return true;
    if (/^\d+\.log$/.test(name) && (await stat(join(folder, name))).size > 0) return true;
  }
  return false;
}

function withoutManifest(folder: string): FileDamage {
  return damaged(join(folder, 'CURRENT'), 0, 'it, or the manifest that it names, is missing');
}

/**
 * The damage of a folder, one for each damaged file, for reports.
 * @param onTail gets the place where the newest log ends in an incomplete write: a write that was
 * cut off, or damage.
 */
export async function flawsOf(
  folder: string,
  onTail: (tail: FileDamage) => void,
): Promise<FileDamage[]> {
  const flaws: FileDamage[] = [];
  const note = (error: unknown): void => {
    if (!(error instanceof FileDamage)) throw error;
    flaws.push(error);
  };
  const manifest = await readManifest(folder).catch(note);
  if (manifest === undefined) return flaws;
  if (manifest === null) {
    flaws.push(withoutManifest(folder));
    return flaws;
  }
  const tail = await checkLogs(folder, manifest.logNumber).catch(note);
  if (tail != null) onTail(tail);
  await checkTables(folder, manifest, null, note);
  return flaws;
}

/**
 * Checks the tables that LevelDB has written since the folder was opened, so that the next start
 * need not, if the process ends without closing the folder. LevelDB may write meanwhile.
 * @returns the damage of tables that the folder still has.
 */
export async function checkNewTables(
  folder: string,
  verified: VerifiedTables,
): Promise<FileDamage[]> {
  const flaws: FileDamage[] = [];
  if (!verified.isTrusted) return flaws;
  const check = new TableCheck();
  for (const table of await tablesNow(folder)) {
    try {
      const path = await tablePathOf(folder, table);
      if (!verified.has(path)) await verified.check(path, () => check.run(path, table));
    } catch (error) {
      if (!(error instanceof FileDamage)) throw error;
      const isLeft = (await tablesNow(folder)).some(({ number }) => number === table.number);
      if (isLeft) flaws.push(error);
    }
  }
  const left = await tablesNow(folder);
  const paths = left.map((table) => tablePathOf(folder, table).catch(() => ''));
  verified.retainOnly(await Promise.all(paths));
  if (flaws.length > 0) verified.distrust();
  await verified.rememberOpen();
  return flaws;
}

/** Empty while LevelDB is writing its manifest. */
async function tablesNow(folder: string): Promise<readonly TableFile[]> {
  try {
    return (await readManifest(folder))?.tables ?? [];
  } catch (error) {
    if (error instanceof FileDamage) return [];
    throw error;
  }
}

async function checkTables(
  folder: string,
  { tables }: TableManifest,
  verified: VerifiedTables | null,
  onFlaw: (error: unknown) => void,
): Promise<void> {
  const queue = tables.values();
  const lane = async (): Promise<void> => {
    const check = new TableCheck();
    for (const table of queue) {
      const run = async (): Promise<void> => {
        const path = await tablePathOf(folder, table);
        if (verified === null) await check.run(path, table);
        else await verified.check(path, () => check.run(path, table));
      };
      await run().catch(onFlaw);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: LANES }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/**
 * Tables have one of two file extensions; LevelDB looks for the newer extension first.
 * @throws FileDamage when neither file exists.
 */
export async function tablePathOf(folder: string, { number }: TableFile): Promise<string> {
  const stem = join(folder, String(number).padStart(6, '0'));
  const path = [`${stem}.ldb`, `${stem}.sst`].find((one) => existsSync(one));
  if (path !== undefined) return path;
  throw damaged(`${stem}.ldb`, 0, 'it is missing');
}

/** Bytes of one read. */
const WINDOW_BYTES = 32 * LOG_BLOCK_BYTES;

/**
 * Checks whether the logs of a folder still have every write that is in no table yet.
 *
 * When LevelDB opens a folder, it leaves out damaged records, with the rest of their block, and
 * continues with the next record. That is right at the end of the newest log, where a process or a
 * machine may have stopped in the middle of a write. Before a sound record it is a loss, because
 * each write is synced before the next write begins.
 *
 * Not here: a loss at the very end, which looks like an unfinished write. A caller that must know
 * notes its last write elsewhere (store/anchor.ts).
 *
 * Reads the logs of a folder completely, oldest first.
 * @param logNumber older logs are in tables already.
 * @returns the place where the newest log ends in an incomplete record; null when there is none.
 * @throws FileDamage with the file and the place in it.
 */
async function checkLogs(folder: string, logNumber: number): Promise<FileDamage | null> {
  const numbers = await logsFrom(folder, logNumber);
  // LevelDB makes a log before its manifest names the log; only a new folder names none.
  if (logNumber > 0 && !numbers.some(({ number }) => number === logNumber)) {
    const name = `${String(logNumber).padStart(6, '0')}.log`;
    throw damaged(join(folder, name), 0, 'it is missing');
  }
  /** The first incomplete record, until a sound record follows. */
  let loss: FileDamage | null = null;
  const window = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  for (const { name } of numbers) {
    const path = join(folder, name);
    for await (const { at, block } of blocksOf(path, window)) {
      for (const fragment of fragmentsOf(block)) {
        if (fragment.flaw !== null) {
          loss ??= damaged(path, at + fragment.at, fragment.flaw);
        } else if (fragment.type === FRAGMENT.full || fragment.type === FRAGMENT.first) {
          if (loss !== null) throw loss;
        }
      }
    }
  }
  return loss;
}

/** Logs with content that is in no table, oldest first. */
export async function logsFrom(
  folder: string,
  logNumber: number,
): Promise<{ name: string; number: number }[]> {
  return (await readdir(folder))
    .filter((name) => /^\d+\.log$/.test(name))
    .map((name) => ({ name, number: Number.parseInt(name, 10) }))
    .filter(({ number }) => number >= logNumber)
    .sort((a, b) => a.number - b.number);
}

async function* blocksOf(
  path: string,
  window: Buffer,
): AsyncGenerator<{ at: number; block: Buffer }> {
  let at = 0;
  try {
    const file = await open(path);
    try {
      for (;;) {
        const { bytesRead } = await file.read(window, 0, window.length, at);
        for (let from = 0; from < bytesRead; from += LOG_BLOCK_BYTES) {
          const block = window.subarray(from, Math.min(from + LOG_BLOCK_BYTES, bytesRead));
          yield { at: at + from, block };
        }
        if (bytesRead < window.length) return;
        at += bytesRead;
      }
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (isMissing(cause)) return;
    throw damaged(path, at, `it cannot be read: ${messageOf(cause)}`, cause);
  }
}
