/**
 * Reads what lies in a data folder, without changing any of it and whatever state it is in.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FolderReader } from '../leveldb/folder-reader.js';
import { holdsDatabase, listNames, readWhatIsWhole } from '../snapshot-lists.js';
import { PROFILES, type SnapshotProfile } from '../snapshots.js';
import type { LogView } from './log-check.js';
import type { SnapshotFolder } from './snapshot-check.js';

/** A log as LevelDB would show it. @throws FileDamage when its manifest cannot be read. */
export async function viewOf(data: string): Promise<LogView> {
  // The callers report the damage of files themselves.
  return FolderReader.counted(join(data, 'log'), () => undefined);
}

/** The lists of snapshots and of history. What cannot be read at all has none. */
export async function snapshotFoldersOf(data: string): Promise<SnapshotFolder[]> {
  const folders: SnapshotFolder[] = [];
  for (const profile of PROFILES) {
    folders.push({ profile, lists: await listsIn(listsFolder(data, profile)) });
  }
  return folders;
}

/** Where the lists of snapshots or of history lie in a data folder. */
export function listsFolder(data: string, profile: SnapshotProfile): string {
  return join(data, profile, 'lists');
}

async function listsIn(folder: string): Promise<Map<string, Buffer | null>> {
  if (await holdsDatabase(folder)) return readWhatIsWhole(folder).catch(() => new Map());
  return new Map(listNames(folder).map((name) => [name, readOrNull(join(folder, name))]));
}

function readOrNull(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
