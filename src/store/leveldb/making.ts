/**
 * Makes a new LevelDB folder so that a power cut leaves a complete folder or none, and deletes an
 * invalid folder.
 *
 * LevelDB syncs the file that names its first manifest, but not that manifest: after a power cut
 * LevelDB cannot open the folder. So the database is made in a folder inside of the folder, synced,
 * and moved up, `CURRENT` last.
 */
import { existsSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TagwireError } from '../../kernel/errors.js';
import { makeFolder, syncFolder } from '../folders.js';

/** LevelDB leaves files alone whose names are not of its kinds. */
const DRAFT = 'new';
const CURRENT = 'CURRENT';
/** The files, besides `CURRENT`, that LevelDB needs to open a folder; its log is empty. */
const NAMED = /^(?:MANIFEST-\d+|\d+\.log)$/;
/** All files that LevelDB may create, and the draft. */
const OURS = /^(?:MANIFEST-\d+|\d+\.(?:ldb|sst|log)|LOCK|LOG|LOG\.old|new)$/;
/** Windows cannot move open files or sync folders. */
const IS_POSSIBLE = process.platform !== 'win32';

interface Opened {
  close(): Promise<void>;
}

/**
 * @param folder a folder without a database.
 * @param openNew opens a folder, and makes a database in it.
 * @throws the errors of `openNew`, for example when another process is making the same database.
 */
export async function makeWhole(
  folder: string,
  openNew: (folder: string) => Promise<Opened>,
): Promise<void> {
  if (!IS_POSSIBLE) return;
  const draft = join(folder, DRAFT);
  makeFolder(folder);
  const level = await openNew(draft).catch(async (error: unknown) => {
    if (error instanceof TagwireError && error.code === 'STORE_LOCKED') throw error;
    // The draft is left from a power cut.
    await rm(draft, { recursive: true, force: true });
    return openNew(draft);
  });
  try {
    const names = (await readdir(draft)).filter((name) => NAMED.test(name));
    // Another process may have made the database before the draft was locked.
    if (!existsSync(join(folder, CURRENT))) {
      for (const name of [...names, CURRENT]) await moveDurably(draft, folder, name);
    }
  } finally {
    await level.close();
  }
  await rm(draft, { recursive: true, force: true });
}

/** Deletes the files of a database without `CURRENT`, and no other files of its folder. */
export async function removeFiles(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => OURS.test(one))) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function moveDurably(from: string, to: string, name: string): Promise<void> {
  const file = await open(join(from, name), 'r');
  await file.sync().finally(() => file.close());
  await rename(join(from, name), join(to, name));
  await syncFolder(to);
}
