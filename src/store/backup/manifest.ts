/**
 * The manifest of a backup: which files belong to it, with their checksums, and where the log stood.
 *
 *   line 1        {"format":"tagwire-backup","version":1,"head":…,"secret":…,"marks":…}
 *   lines 2 to n  a file each
 *   last line     {"checksum": xxHash64 of all lines before it, with their line feeds}
 *
 * Invariants: it is written last and whole, so what it names is there. A backup of a newer version is
 * refused before anything of it is believed. Files that it does not name are leftovers.
 */
import { messageOf, TagwireError } from '../../kernel/errors.js';
import { hash64, hexOf } from '../../kernel/hash.js';
import type { LogMarks, StoredHead } from '../log/head.js';

export const MANIFEST = 'manifest';
const FORMAT = 'tagwire-backup';
const VERSION = 1;

/** What every file of a backup has. */
export interface FileFacts {
  /** Within the backup; made from the content, so that an older file is never overwritten. */
  path: string;
  byteLength: number;
  checksum: string;
}

/** A file with what it holds. */
export type BackupFile = FileFacts &
  (
    | { part: 'entries'; first: number; last: number }
    /** Bodies of articles or posts that expire between two times, both included. */
    | { part: 'bodies'; expiresMsMin: number; expiresMsMax: number }
    /** Identities of items that were erased. */
    | { part: 'erased' }
    /** A file of pieces as a folder of the store has it; `changedMs` tells it from one of the same name. */
    | { part: 'pieces'; folder: string; name: string; changedMs: number }
    | { part: 'list'; folder: string; actor: string }
    /** A small file of the data folder, under its name there. */
    | { part: 'plain'; name: string }
  );

export interface Manifest {
  head: StoredHead;
  /** Of the store, hex: cursors are authenticated with it. */
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

/** @throws TagwireError BACKUP_DAMAGED, or BACKUP_UNKNOWN for what a newer version wrote. */
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
 * The checksum of a file of any length, computed while it passes by.
 *
 * xxHash64 of each megabyte, seeded with that of the one before; the last may be shorter. It finds
 * damage; it proves nothing against somebody who changes a backup on purpose.
 */
export class Checksum {
  #sum = 0n;
  #bytes = 0;

  /** Takes the next block: all but the last have `BLOCK_BYTES`. */
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

/** Blocks of bytes that are in memory. */
export function* blocksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) yield bytes.subarray(at, at + BLOCK_BYTES);
}

export function checksumOf(bytes: Uint8Array): string {
  const sum = new Checksum();
  for (const block of blocksOf(bytes)) sum.add(block);
  return sum.hex;
}
