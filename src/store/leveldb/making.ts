/**
 * Makes a new LevelDB folder so that a power cut leaves a whole one or none, and deletes one that no
 * longer counts.
 *
 * LevelDB does not sync its first manifest, but the file that names it: after a power cut the folder
 * cannot be opened. So it is made in a folder within, synced, and moved, `CURRENT` last.
 */
import { existsSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TagwireError } from '../../kernel/errors.js';
import { makeFolder, syncFolder } from '../folders.js';

/** LevelDB leaves alone what it has not named. */
const DRAFT = 'new';
const CURRENT = 'CURRENT';
/** Everything but `CURRENT` that LevelDB looks for when it opens a folder; its log is empty. */
const NAMED = /^(?:MANIFEST-\d+|\d+\.log)$/;
/** The same, and what it looks for later. */
const OURS = /^(?:MANIFEST-\d+|\d+\.(?:ldb|sst|log)|LOCK|LOG|LOG\.old|new)$/;
/** Files that are open cannot be moved there, and folders not be synced. */
const IS_POSSIBLE = process.platform !== 'win32';

interface Opened {
  close(): Promise<void>;
}

/**
 * @param folder one without a database.
 * @param openNew opens a folder, and makes a database in it.
 * @throws what `openNew` does, for example when another process is making the same.
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
    // The power failed while it was made.
    await rm(draft, { recursive: true, force: true });
    return openNew(draft);
  });
  try {
    const names = (await readdir(draft)).filter((name) => NAMED.test(name));
    // Another process may have made it before the draft was locked.
    if (!existsSync(join(folder, CURRENT))) {
      for (const name of [...names, CURRENT]) await moveDurably(draft, folder, name);
    }
  } finally {
    await level.close();
  }
  await rm(draft, { recursive: true, force: true });
}

/** Deletes a database without `CURRENT`, and nothing else that lies in its folder. */
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
