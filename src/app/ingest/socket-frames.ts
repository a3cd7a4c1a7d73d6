/**
 * Local sockets: how they are opened, and how bytes are cut into frames.
 *
 *   frame := length u32 | bytes
 *
 * A socket is open to its owner only. Where it lies: socket-paths.ts.
 */
import { chmodSync, rmSync } from 'node:fs';
import { connect, type Server, type Socket } from 'node:net';
import { INGEST } from '../../kernel/limits.js';

/** A batch and one line of the greatest length. */
const FRAME_BYTES_MAX = 2 * INGEST.lineBytesMax;
const WINDOWS = process.platform === 'win32';

/** Listens on a path. A socket left behind by a dead process is replaced: the lock is ours. */
export async function listenOn(server: Server, path: string): Promise<void> {
  if (!WINDOWS) rmSync(path, { force: true });
  await new Promise<void>((resolved, failed) => {
    server.once('error', failed);
    server.listen(path, resolved);
  });
  if (!WINDOWS) chmodSync(path, 0o600);
}

/** Connects to a path; null when there is none, or nobody answers there. */
export async function connectSocket(path: string | null): Promise<Socket | null> {
  if (path === null) return null;
  const socket = connect(path);
  const isOpen = await new Promise<boolean>((resolved) => {
    socket.once('connect', () => resolved(true));
    socket.once('error', () => resolved(false));
  });
  return isOpen ? socket : null;
}

/** Writes one frame, which may come in parts. `onSent`: the system has taken it, or the socket has ended. */
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
