/**
 * Lists of snapshots as they lay before each was a file: values of a LevelDB in the folder of the
 * lists, by the name of the actor. They become files in the same folder.
 *
 * ```
 *  CURRENT │ tables, logs                        the database counts, whatever files are there
 *  CURRENT │ tables, logs │ <actor> │ <actor> …  the same, while the files are written
 *  CONVERTED │ tables, logs │ <actor> …          the files count: one rename has decided that
 *  <actor> …                                     what is left of the database is deleted
 * ```
 *
 * A version from before goes on with a database of its own in the folder; it is newer than the files,
 * so it counts, and becomes files again.
 * Invariants: the database is read without LevelDB and never written to. One that is not whole is
 * refused, and stays. Not here: how a list is written (snapshot-lists.ts).
 */
import { existsSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './folder-sync.js';
import { checkFolder, holdsRecords } from './leveldb/check.js';
import { FolderReader } from './leveldb/folder-reader.js';
import { removeFiles } from './leveldb/making.js';

const CURRENT = 'CURRENT';
const CONVERTED = 'CONVERTED';
/** Nothing else in the folder is called like an actor. */
const ACTOR = /^[a-z-]+$/;
const ALL = { gte: Buffer.alloc(0), lt: Buffer.alloc(64, 0xff) };

/** Whether a database counts in a folder of lists, and no files. */
export async function holdsDatabase(folder: string): Promise<boolean> {
  if (existsSync(join(folder, CURRENT))) return true;
  return !existsSync(join(folder, CONVERTED)) && (await holdsRecords(folder));
}

/** The lists of a database, by actor. @throws TagwireError STORE_DAMAGED where it is not whole. */
export async function readDatabase(folder: string): Promise<Map<string, Buffer>> {
  await checkFolder(folder);
  return readWhatIsWhole(folder);
}

/** The same of one that may be damaged. @throws TagwireError STORE_DAMAGED for its manifest alone. */
export async function readWhatIsWhole(folder: string): Promise<Map<string, Buffer>> {
  const lists = new Map<string, Buffer>();
  const reader = await FolderReader.counted(folder, () => undefined);
  for await (const [key, value] of reader.entries(ALL)) lists.set(key.toString(), value);
  return lists;
}

/** The actors that have a file in a folder of lists. */
export function listNames(folder: string): string[] {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return entries
    .filter((entry) => entry.isFile() && ACTOR.test(entry.name))
    .map(({ name }) => name);
}

/** Makes the files count from here on, which are on disk; nothing where there is no database. */
export async function retireDatabase(folder: string): Promise<void> {
  if (!existsSync(join(folder, CURRENT))) return;
  await rename(join(folder, CURRENT), join(folder, CONVERTED));
  await syncFolder(folder);
}

/** Deletes a database that no longer counts. */
export async function removeRetired(folder: string): Promise<void> {
  if (!existsSync(join(folder, CONVERTED))) return;
  await removeFiles(folder);
  // What is left of them without `CONVERTED` would look like a damaged database.
  await syncFolder(folder);
  await rm(join(folder, CONVERTED));
}
