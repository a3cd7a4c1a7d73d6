/**
 * Where the local sockets of a data folder lie: in it, or, where that path is too long for a socket,
 * in a private folder with a random name, which a file in the data folder tells.
 *
 *   <data>/ingest.sock                    or   <temporary>/tagwire-Xy12ab/ingest.sock
 *                                              <data>/sockets: the path of that folder
 *
 * Invariant: neither end uses a place that another user could have made: folder and socket belong to
 * the owner of the data folder, and nobody else may enter.
 */
import { lstatSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { TagwireError } from '../../kernel/errors.js';
import { hash64, hexOf } from '../../kernel/hash.js';

/** Longest path that every system takes for a socket. */
const PATH_BYTES_MAX = 100;
const WINDOWS = process.platform === 'win32';
const RECORD = 'sockets';

export type SocketPurpose = 'ingest' | 'crawler';

/** Where to listen; makes a private folder where the data folder's path is too long. */
export function listeningPathOf(folder: string, purpose: SocketPurpose): string {
  return plainPathOf(folder, purpose) ?? join(privateFolder(folder), `${purpose}.sock`);
}

/**
 * Where to connect; null where nobody listens.
 * @throws TagwireError CONFIG_INVALID where what is there belongs to somebody else.
 */
export function connectingPathOf(folder: string, purpose: SocketPurpose): string | null {
  const plain = plainPathOf(folder, purpose);
  if (WINDOWS) return plain;
  const known = plain === null ? recorded(folder) : null;
  if (plain === null && known === null) return null;
  const path = plain ?? join(known!, `${purpose}.sock`);
  const socket = lstatSync(path, { throwIfNoEntry: false });
  if (socket === undefined) return null;
  if (socket.uid === ownerOf(folder) && (known === null || isPrivate(known, folder))) return path;
  throw new TagwireError(
    'CONFIG_INVALID',
    `${path} does not belong to the owner of ${folder}; nothing is sent there`,
  );
}

/** Null where the path is too long. */
function plainPathOf(folder: string, purpose: SocketPurpose): string | null {
  const path = join(resolve(folder), `${purpose}.sock`);
  if (!WINDOWS) return Buffer.byteLength(path) <= PATH_BYTES_MAX ? path : null;
  return `\\\\.\\pipe\\tagwire-${hexOf(hash64(Buffer.from(resolve(folder))))}-${purpose}`;
}

function privateFolder(folder: string): string {
  const known = recorded(folder);
  if (known !== null && isPrivate(known, folder)) return known;
  const made = mkdtempSync(join(tmpdir(), 'tagwire-'));
  writeFileSync(join(folder, RECORD), made, { mode: 0o600 });
  return made;
}

function recorded(folder: string): string | null {
  try {
    return readFileSync(join(folder, RECORD), 'utf8');
  } catch {
    return null;
  }
}

function isPrivate(path: string, folder: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status?.isDirectory() !== true) return false;
  return status.uid === ownerOf(folder) && (status.mode & 0o077) === 0;
}

function ownerOf(folder: string): number {
  return statSync(folder).uid;
}
