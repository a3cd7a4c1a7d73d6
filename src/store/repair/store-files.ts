/**
 * Reads what lies in a data folder, without changing any of it and whatever state it is in. And what the
 * files of the log's database hold, in words.
 */

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FolderReader } from '../leveldb/folder-reader.js';
import { readManifest } from '../leveldb/manifest.js';
import { holdsDatabase, listNames, readWhatIsWhole } from '../snapshot-lists.js';
import { PROFILES, type SnapshotProfile } from '../snapshots.js';
import type { LogView } from './log-check.js';
import type { SnapshotFolder } from './snapshot-check.js';

/** A log as LevelDB would show it. @throws FileDamage when its manifest cannot be read. */
export async function viewOf(data: string): Promise<LogView> {
  // The callers report the damage of files themselves.
  return FolderReader.counted(join(data, 'log'));
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

/** By the first byte of a key, in the order of the keys. */
const TABLES: readonly (readonly [string, string])[] = [
  ['b', 'bodies'],
  ['i', 'identities'],
  ['l', 'entries'],
  ['n', 'pointers to newest records'],
  ['t', 'rewinds of the clock'],
  ['x', 'marks of entries that are set aside'],
];

/** What depends on a file of `log/`. */
export async function contentOfLogFile(data: string, path: string): Promise<string> {
  const name = basename(path);
  if (/^(CURRENT|MANIFEST)/.test(name))
    return 'everything: it says which files the log consists of';
  if (name.endsWith('.log')) return 'what was written last';
  const manifest = await readManifest(join(data, 'log')).catch(() => null);
  const number = Number.parseInt(name, 10);
  const table = manifest?.tables.find((one) => one.number === number);
  if (table === undefined) return 'a part of the log';
  const [from, to] = [table.smallest, table.largest].map((key) => key.subarray(0, -8));
  if (from![0] === 0x6c && to![0] === 0x6c && from!.length === 7 && to!.length === 7) {
    return `entries ${from!.readUIntBE(1, 6)} to ${to!.readUIntBE(1, 6)}`;
  }
  const held = TABLES.filter(([letter]) => {
    const byte = letter.charCodeAt(0);
    return byte >= from![0]! && byte <= to![0]!;
  });
  return held.map(([, words]) => words).join(', ') || 'the head of the log';
}
