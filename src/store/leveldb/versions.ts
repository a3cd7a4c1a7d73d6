/**
 * What the files of a LevelDB folder hold, key by key: every value that was written for it, with the
 * number of the write. The highest number counts.
 *
 * A log record is a batch of writes:
 *
 *   number of the first write u64 │ count u32 │ write │ …
 *   write: 1 │ key with its length │ value with its length      or: 0 │ key with its length (a deletion)
 *
 * Sources: LevelDB 1.20, db/write_batch.cc, db/dbformat.cc.
 * Invariant: nothing is given out whose checksum does not match; it is told to `onFlaw` and skipped.
 * Not here: which files count (folder-reader.ts).
 */
import { readFile } from 'node:fs/promises';
import { messageOf } from '../../kernel/errors.js';
import { MARK_BYTES } from './block.js';
import { Cursor, damaged, FileDamage, FRAGMENT, fragmentsOf, LOG_BLOCK_BYTES } from './bytes.js';
import type { Handle, TableReader } from './table.js';

const VALUE = 1;
const BATCH_HEAD_BYTES = 12;
/** Writes have numbers of 56 bits. */
const HIGH_BYTE = 2 ** 48;

/** A value that a key had, or null where it was deleted. */
export interface Version {
  key: Buffer;
  /** Number of the write. */
  stamp: number;
  value: Buffer | null;
}

export type OnFlaw = (flaw: FileDamage) => void;

/** By key, and the newest first. */
export function compareVersions(
  a: Pick<Version, 'key' | 'stamp'>,
  b: Pick<Version, 'key' | 'stamp'>,
): number {
  return Buffer.compare(a.key, b.key) || b.stamp - a.stamp;
}

/** The versions in a table's order, a block at a time. */
export async function* versionsOfTable(
  table: TableReader,
  from: Buffer,
  onFlaw: OnFlaw,
): AsyncGenerator<Version[]> {
  let blocks: { handle: Handle; last: Buffer }[];
  try {
    const { index } = await table.footer();
    const content = await table.content(index);
    const handles = table.handlesIn(content);
    blocks = [...content.keys()].map((key, at) => ({ handle: handles[at]!, last: key }));
  } catch (error) {
    onFlaw(flawOf(error));
    return;
  }
  for (const { handle, last } of blocks) {
    if (Buffer.compare(last.subarray(0, -MARK_BYTES), from) < 0) continue;
    const versions: Version[] = [];
    try {
      const content = await table.content(handle);
      for (const { key, value } of content.pairs()) versions.push(versionOf(key, value));
    } catch (error) {
      onFlaw(flawOf(error));
      continue;
    }
    yield versions;
  }
}

/**
 * The versions of a log, sorted. LevelDB's write buffer bounds it, so it is read as a whole.
 * A record that is not whole is left out, with what follows it in its block.
 */
export async function versionsOfLog(path: string, onFlaw: OnFlaw): Promise<Version[]> {
  let file: Buffer;
  try {
    file = await readFile(path);
  } catch (cause) {
    onFlaw(damaged(path, 0, `it cannot be read: ${messageOf(cause)}`, cause));
    return [];
  }
  const versions: Version[] = [];
  for (const { at, record } of recordsOf(file, path, onFlaw)) {
    try {
      for (const version of writesOf(record, path, at)) versions.push(version);
    } catch (error) {
      onFlaw(flawOf(error));
    }
  }
  return versions.sort(compareVersions);
}

function* recordsOf(
  file: Buffer,
  path: string,
  onFlaw: OnFlaw,
): Generator<{ at: number; record: Buffer }> {
  let parts: Buffer[] = [];
  let start = 0;
  for (let blockAt = 0; blockAt < file.length; blockAt += LOG_BLOCK_BYTES) {
    for (const fragment of fragmentsOf(file.subarray(blockAt, blockAt + LOG_BLOCK_BYTES))) {
      const at = blockAt + fragment.at;
      if (fragment.flaw !== null) {
        onFlaw(damaged(path, at, fragment.flaw));
        parts = [];
        break;
      }
      const { type, bytes } = fragment;
      if (type === FRAGMENT.full || type === FRAGMENT.first) {
        parts = [];
        start = at;
      } else if (parts.length === 0) continue;
      parts.push(bytes);
      if (type !== FRAGMENT.full && type !== FRAGMENT.last) continue;
      yield { at: start, record: Buffer.concat(parts) };
      parts = [];
    }
  }
}

function* writesOf(record: Buffer, path: string, at: number): Generator<Version> {
  if (record.length < BATCH_HEAD_BYTES) throw damaged(path, at, 'a batch without a head');
  const first = numberAt(record, 0, path, at);
  const count = record.readUInt32LE(8);
  const cursor = new Cursor(record.subarray(BATCH_HEAD_BYTES), path, at);
  let stamp = first;
  for (; !cursor.isAtEnd; stamp++) {
    const kind = cursor.varint();
    if (kind > VALUE) throw damaged(path, at, `a write of kind ${kind}`);
    const key = cursor.prefixed();
    yield { key, stamp, value: kind === VALUE ? cursor.prefixed() : null };
  }
  if (stamp - first !== count) throw damaged(path, at, 'a batch has another number of writes');
}

function numberAt(bytes: Buffer, from: number, path: string, at: number): number {
  const high = bytes.readUInt16LE(from + 6);
  if (high >= 32) throw damaged(path, at, 'a write of an impossible number');
  return bytes.readUIntLE(from, 6) + high * HIGH_BYTE;
}

function versionOf(key: Buffer, value: Buffer): Version {
  const end = key.length - MARK_BYTES;
  const stamp = key.readUIntLE(end + 1, 6) + key[end + 7]! * HIGH_BYTE;
  return { key: key.subarray(0, end), stamp, value: key[end] === VALUE ? value : null };
}

/** The damage that was met; anything else is a bug. */
function flawOf(error: unknown): FileDamage {
  if (error instanceof FileDamage) return error;
  throw error;
}
