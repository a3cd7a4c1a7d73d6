/**
 * Reads what lies in a data folder, without changing any of it and whatever state it is in.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FolderReader } from '../store/leveldb/folder-reader.js';
import { profilesOf, type SnapshotProfile } from '../store/snapshots.js';
import type { LogView } from './log-check.js';
import type { Shelf } from './shelf-check.js';

const FIRST_KEY = Buffer.alloc(0);
const LAST_KEY = Buffer.alloc(64, 0xff);
/** Ends the name of a list that is being written. */
const NEXT = '.next';

/** A log as LevelDB would show it. @throws FileDamage when its manifest cannot be read. */
export async function viewOf(data: string): Promise<LogView> {
  // The callers report the damage of files themselves.
  const reader = await FolderReader.counted(join(data, 'log'), () => undefined);
  return {
    entries: (gte, lt) => reader.entries(gte, lt),
    get: (key) => reader.get(key),
  };
}

/** The lists of snapshots and of history. What cannot be read at all has none. */
export async function shelvesOf(data: string): Promise<Shelf[]> {
  const shelves: Shelf[] = [];
  for (const profile of profilesOf()) {
    const lists = profile === 'history' ? listFiles(data) : await listPairs(data, profile);
    shelves.push({ profile, lists });
  }
  return shelves;
}

function listFiles(data: string): Map<string, Buffer | null> {
  const folder = join(data, 'history', 'lists');
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder).filter((name) => !name.endsWith(NEXT));
  return new Map(names.map((name) => [name, readOrNull(join(folder, name))]));
}

async function listPairs(
  data: string,
  profile: SnapshotProfile,
): Promise<Map<string, Buffer | null>> {
  const lists = new Map<string, Buffer | null>();
  const folder = join(data, profile, 'lists');
  const reader = await FolderReader.counted(folder, () => undefined).catch(() => null);
  if (reader === null) return lists;
  for await (const [key, value] of reader.entries(FIRST_KEY, LAST_KEY)) {
    lists.set(key.toString(), value);
  }
  return lists;
}

function readOrNull(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
