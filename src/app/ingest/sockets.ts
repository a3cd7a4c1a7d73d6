/**
 * Local sockets of a data folder: their paths, how they are opened, and how their bytes are cut into frames.
 *
 * A socket lies in the data folder, or, where that path is too long for a socket, in a private folder with a random
 * name, whose path a file in the data folder holds.
 *
 *   <data>/ingest.sock                    or   <temporary>/tagwire-Xy12ab/ingest.sock
 *                                              <data>/sockets: the path of that folder
 *
 *   frame := length u32 | bytes
 *
 * Invariant: neither end uses a path that another user could have made. Folder and socket belong to the owner of the
 * data folder, who alone has access to both.
 */
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { TagwireError } from '../../kernel/errors.js';
import { hash64, hexOf } from '../../kernel/hash.js';
import { INGEST } from '../../kernel/limits.js';

/** Longest path of a socket on every system. */
const PATH_BYTES_MAX = 100;
const WINDOWS = process.platform === 'win32';
const RECORD = 'sockets';

type SocketPurpose = 'ingest' | 'crawler';

/** The path to listen on; makes a private folder where the data folder's path is too long. */
export function listeningPathOf(folder: string, purpose: SocketPurpose): string {
  return plainPathOf(folder, purpose) ?? join(privateFolder(folder), `${purpose}.sock`);
}

/**
 * The path to connect to; null where no process listens.
 * @throws TagwireError CONFIG_INVALID where the socket or its folder belongs to another user.
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

/** The path in the data folder; null where it is too long. */
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

/** A batch and one line of the maximum length. */
const FRAME_BYTES_MAX = 2 * INGEST.lineBytesMax;

/** Serves the connections of a socket of a data folder, and ends open connections when it closes. */
export abstract class SocketServer {
  readonly #path: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(folder: string, purpose: SocketPurpose) {
    this.#path = listeningPathOf(folder, purpose);
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => socket.destroy());
      this.serve(socket);
    });
  }

  /** Answers the requests of a connection. */
  protected abstract serve(socket: Socket): void;

  listen(): Promise<void> {
    return listenOn(this.#server, this.#path);
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolved) => this.#server.close(() => resolved()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

/** Listens on a path. A socket of a dead process is replaced: this process holds the lock. */
export async function listenOn(server: Server, path: string): Promise<void> {
  if (!WINDOWS) rmSync(path, { force: true });
  await new Promise<void>((resolved, failed) => {
    server.once('error', failed);
    server.listen(path, resolved);
  });
  if (!WINDOWS) chmodSync(path, 0o600);
}

/** Connects to a path; null when there is no path, or no process listens there. */
export async function connectSocket(path: string | null): Promise<Socket | null> {
  if (path === null) return null;
  const socket = connect(path);
  const isOpen = await new Promise<boolean>((resolved) => {
    socket.once('connect', () => resolved(true));
    socket.once('error', () => resolved(false));
  });
  return isOpen ? socket : null;
}

/** Writes one frame, given in parts. `onSent`: the system has taken the bytes, or the socket has ended. */
export function writeFrame(
  socket: Socket,
  parts: readonly Uint8Array[],
  onSent: () => void = () => undefined,
): void {
  if (socket.destroyed) return;
  const length = Buffer.alloc(4);
  length.writeUInt32LE(parts.reduce((sum, part) => sum + part.length, 0));
  socket.cork();
  socket.write(length);
  for (const part of parts.slice(0, -1)) socket.write(part);
  socket.write(parts.at(-1)!, onSent);
  socket.uncork();
}

/**
 * Cuts the bytes of a socket into frames. Each part of a frame has a buffer of its own, mostly the one that
 * was read into, so that a part is copied at most once on its way to another thread.
 */
export function readFrames(socket: Socket, onFrame: (parts: Uint8Array[]) => void): void {
  const head = Buffer.alloc(4);
  let headFilled = 0;
  let parts: Uint8Array[] = [];
  let missing = 0;
  socket.on('data', (chunk: Buffer) => {
    let isShared = chunk.length !== chunk.buffer.byteLength;
    let at = 0;
    while (at < chunk.length) {
      if (missing === 0) {
        const taken = chunk.copy(head, headFilled, at);
        headFilled += taken;
        at += taken;
        if (headFilled < head.length) return;
        missing = head.readUInt32LE(0);
        headFilled = 0;
        if (missing > 0 && missing <= FRAME_BYTES_MAX) continue;
        socket.destroy();
        return;
      }
      const part = chunk.subarray(at, at + missing);
      at += part.length;
      missing -= part.length;
      isShared ||= at < chunk.length;
      parts.push(isShared ? Uint8Array.from(part) : part);
      if (missing > 0) return;
      const whole = parts;
      parts = [];
      onFrame(whole);
    }
  });
}
