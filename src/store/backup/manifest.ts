/**
 * The manifest of a backup: its files with checksums, and the head of the log.
 *
 *   line 1        {"format":"tagwire-backup","version":1,"head":…,"secret":…,"marks":…}
 *   lines 2 to n  a file each
 *   last line     {"checksum": xxHash64 of all lines before it, with their line feeds}
 *
 * Invariants: it is written last and atomically, so the files that it names exist. A backup of a
 * newer version is refused before any other part is read. Files without a name in it are leftovers.
 */
import { messageOf, TagwireError } from '../../kernel/errors.js';
import { hash64, hexOf } from '../../kernel/hash.js';
import type { LogMarks, StoredHead } from '../log/head.js';

export const MANIFEST = 'manifest';
const FORMAT = 'tagwire-backup';
const VERSION = 1;

/** Common facts of all files of a backup. */
export interface FileFacts {
  /** Path within the backup, derived from the content, so that no older file is overwritten. */
  path: string;
  byteLength: number;
  checksum: string;
}

/** A file with its kind of content. */
export type BackupFile = FileFacts &
  (
    | { part: 'entries'; first: number; last: number }
    /** Bodies of articles or posts that expire between two times, both included. */
    | { part: 'bodies'; expiresMsMin: number; expiresMsMax: number }
    /** Identities of erased items. */
    | { part: 'erased' }
    /** A piece file of a folder of the store; `changedMs` tells it from a later file of the same name. */
    | { part: 'pieces'; folder: string; name: string; changedMs: number }
    | { part: 'list'; folder: string; actor: string }
    /** A small file of the data folder, under its name there. */
    | { part: 'plain'; name: string }
  );

export interface Manifest {
  head: StoredHead;
  /** Secret of the store, hex; it authenticates cursors. */
  secret: string;
  marks: LogMarks;
  files: BackupFile[];
}

export function encodeManifest({ head, secret, marks, files }: Manifest): Buffer {
  const lines = [{ format: FORMAT, version: VERSION, head, secret, marks }, ...files];
  const text = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const checksum = hexOf(hash64(text));
  return Buffer.concat([text, Buffer.from(`${JSON.stringify({ checksum })}\n`)]);
}

/** @throws TagwireError BACKUP_DAMAGED, or BACKUP_UNKNOWN for a newer version. */
export function decodeManifest(bytes: Buffer, where: string): Manifest {
  const lines = bytes.toString('utf8').split('\n').slice(0, -1);
  const first = parsed(lines[0], where) as Pick<Manifest, 'head' | 'secret' | 'marks'> & {
    format: unknown;
    version: unknown;
  };
  if (first.format !== FORMAT) throw damage(where, 'its first line is not that of a manifest');
  if (first.version !== VERSION) {
    throw new TagwireError(
      'BACKUP_UNKNOWN',
      `${where} is of version ${String(first.version)}; this Tagwire reads version ${VERSION}. Use the Tagwire that wrote it, or a newer one`,
    );
  }
  const lastAt = bytes.lastIndexOf('\n', bytes.length - 2) + 1;
  const { checksum } = parsed(lines.at(-1), where) as { checksum: unknown };
  const isWhole = bytes.at(-1) === 0x0a;
  if (!isWhole || checksum !== hexOf(hash64(bytes.subarray(0, lastAt)))) {
    throw damage(where, 'its checksum does not match');
  }
  const files = lines.slice(1, -1).map((line) => parsed(line, where) as BackupFile);
  return { head: first.head, secret: first.secret, marks: first.marks, files };
}

function parsed(line: string | undefined, where: string): unknown {
  try {
    return JSON.parse(line ?? '');
  } catch (cause) {
    throw damage(where, messageOf(cause));
  }
}

function damage(where: string, why: string): TagwireError {
  return new TagwireError('BACKUP_DAMAGED', `${where} is damaged: ${why}; use another backup`);
}

/** Bytes hashed at once; part of the format. */
export const BLOCK_BYTES = 1024 * 1024;

/**
 * The checksum of a file of any length, computed block by block.
 *
 * xxHash64 of each block, seeded with that of the block before; the last block may be shorter. It
 * detects damage, but not a deliberate change.
 */
export class Checksum {
  #sum = 0n;
  #bytes = 0;

  /** Takes the next block, of `BLOCK_BYTES` unless it is the last. */
  add(block: Uint8Array): void {
    this.#sum = hash64(block, this.#sum);
    this.#bytes += block.length;
  }

  get byteLength(): number {
    return this.#bytes;
  }

  get hex(): string {
    return hexOf(this.#sum);
  }
}

export function* blocksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) yield bytes.subarray(at, at + BLOCK_BYTES);
}

export function checksumOf(bytes: Uint8Array): string {
  const sum = new Checksum();
  for (const block of blocksOf(bytes)) sum.add(block);
  return sum.hex;
}
