/**
 * The list of files of a LevelDB folder: `CURRENT` names the manifest, a log of changes.
 *
 * A folder may hold other tables, from a compaction whose process died. LevelDB deletes these when
 * it opens the folder; their content is not part of the store.
 *
 * Sources: LevelDB 1.20, db/version_edit.cc (tags), db/version_set.cc (the order of changes).
 * Invariant: a manifest that LevelDB would refuse is refused.
 * Not here: the content of tables (table.ts).
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Cursor, damaged, isMissing, recordsOf } from './bytes.js';

/** A table by its number, which is also the name of its file. */
export interface TableFile {
  number: number;
  /** Tables of level 0 overlap; tables of any other level do not. */
  level: number;
  /** The footer ends at this length; LevelDB reads no bytes after it. */
  byteLength: number;
  smallest: Buffer;
  largest: Buffer;
}

export interface TableManifest {
  /** In the order in which the manifest adds them. */
  tables: TableFile[];
  /** Logs from this number on are not in tables yet. */
  logNumber: number;
  /** Path of the manifest. */
  path: string;
}

const TAG = {
  comparator: 1,
  logNumber: 2,
  nextFileNumber: 3,
  lastSequence: 4,
  compactPointer: 5,
  deletedFile: 6,
  newFile: 7,
  previousLogNumber: 9,
} as const;

/**
 * Reads the manifest of a folder.
 * @returns null where LevelDB itself reports a missing `CURRENT` or manifest.
 * @throws TagwireError STORE_DAMAGED when either file differs from LevelDB's format.
 */
export async function readManifest(folder: string): Promise<TableManifest | null> {
  const currentPath = join(folder, 'CURRENT');
  const current = await readIfThere(currentPath);
  if (current === null) return null;
  const name = /^(MANIFEST-\d+)\n$/.exec(current.toString('latin1'))?.[1];
  if (name === undefined) throw damaged(currentPath, 0, 'it names no manifest');
  const path = join(folder, name);
  const bytes = await readIfThere(path);
  if (bytes === null) return null;
  const state: State = { tables: new Map(), logNumber: 0 };
  const edits = recordsOf(bytes, (at, what, isCutShort) => {
    // An incomplete record at the end was never in force.
    if (!isCutShort) throw damaged(path, at, what);
  });
  for (const { at, record } of edits) applyEdit(state, new Cursor(record, path, at));
  return { tables: [...state.tables.values()], logNumber: state.logNumber, path };
}

/** Tables by level and number. */
interface State {
  tables: Map<string, TableFile>;
  logNumber: number;
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw damaged(path, 0, 'it cannot be read', cause);
  }
}

function applyEdit(state: State, cursor: Cursor): void {
  const added: [string, TableFile][] = [];
  while (!cursor.isAtEnd) {
    const tag = cursor.varint();
    switch (tag) {
      case TAG.comparator:
        cursor.prefixed();
        break;
      case TAG.logNumber:
        state.logNumber = cursor.varint();
        break;
      case TAG.nextFileNumber:
      case TAG.lastSequence:
      case TAG.previousLogNumber:
        cursor.varint();
        break;
      case TAG.compactPointer:
        cursor.varint();
        cursor.prefixed();
        break;
      case TAG.deletedFile:
        state.tables.delete(`${cursor.varint()} ${cursor.varint()}`);
        break;
      case TAG.newFile: {
        const level = cursor.varint();
        const table = {
          level,
          number: cursor.varint(),
          byteLength: cursor.varint(),
          smallest: cursor.prefixed(),
          largest: cursor.prefixed(),
        };
        added.push([`${level} ${table.number}`, table]);
        break;
      }
      default:
        throw cursor.damage(`unknown tag ${tag}`);
    }
  }
  // A table that one change deletes and adds has moved between levels, or stays.
  for (const [key, table] of added) state.tables.set(key, table);
}
