/**
 * Local sockets in the data folder: where they lie, and how bytes are cut into frames.
 *
 *   frame := length u32 | bytes
 *
 * A socket lies in the data folder (or, where that path is too long for one, in the temporary folder
 * under a name made from it) and is open to the owner only.
 */
import { chmodSync, rmSync } from 'node:fs';
import { connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { hash64, hexOf } from '../kernel/hash.js';
import { INGEST } from '../kernel/limits.js';

/** A batch and one line of the greatest length. */
const FRAME_BYTES_MAX = 2 * INGEST.lineBytesMax;
/** Longest path that every system takes for a socket. */
const PATH_BYTES_MAX = 100;
const WINDOWS = process.platform === 'win32';

/** Address of a socket of a data folder: `ingest`, or `crawler`. */
export function socketPathOf(folder: string, purpose: 'ingest' | 'crawler' = 'ingest'): string {
  const path = join(resolve(folder), `${purpose}.sock`);
  if (!WINDOWS && Buffer.byteLength(path) <= PATH_BYTES_MAX) return path;
  const suffix = purpose === 'ingest' ? '' : `-${purpose}`;
  const name = `tagwire-${hexOf(hash64(Buffer.from(resolve(folder))))}${suffix}`;
  return WINDOWS ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

/** Listens on a path. A socket left behind by a dead process is replaced: the lock is ours. */
export async function listenOn(server: Server, path: string): Promise<void> {
  if (!WINDOWS) rmSync(path, { force: true });
  await new Promise<void>((resolved, failed) => {
    server.once('error', failed);
    server.listen(path, resolved);
  });
  if (!WINDOWS) chmodSync(path, 0o600);
}

/** Connects to a path; null when nobody answers there. */
export async function connectSocket(path: string): Promise<Socket | null> {
  const socket = connect(path);
  const isOpen = await new Promise<boolean>((resolved) => {
    socket.once('connect', () => resolved(true));
    socket.once('error', () => resolved(false));
  });
  return isOpen ? socket : null;
}

/** Writes one frame, which may come in parts. */
export function writeFrame(socket: Socket, ...parts: readonly Uint8Array[]): void {
  if (socket.destroyed) return;
  const length = Buffer.alloc(4);
  length.writeUInt32LE(parts.reduce((sum, part) => sum + part.length, 0));
  socket.cork();
  socket.write(length);
  for (const part of parts) socket.write(part);
  socket.uncork();
}

/**
 * Cuts what a socket sends into frames. The parts of a frame have their memory to themselves, mostly
 * that into which they were read: what is passed on to another thread is copied there, once.
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
