/** The way to a server that has its store, and not yet its socket. */
import { setTimeout as sleep } from 'node:timers/promises';
import { servingProcessOf } from '../../store/lock.js';
import { connectIngest, type IngestSink } from './ingest-socket.js';

const LOOK_MS = 200;
/** A store of millions of records is checked in minutes; a server without a socket after these has none. */
const LOOKS_MAX = (10 * 60 * 1000) / LOOK_MS;

/**
 * Waits for the socket of the server that holds a folder: it opens it when its store is checked.
 * `gone` where the server ended meanwhile; `no server` where something else holds the folder, or the
 * server has no socket.
 * @param onWait told the server's process once, where there is something to wait for.
 */
export async function socketOfStarting(
  folder: string,
  onWait: (pid: number) => void,
): Promise<IngestSink | 'gone' | 'no server'> {
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    const socket = await connectIngest(folder);
    if (socket !== null) return socket;
    const pid = servingProcessOf(folder);
    if (pid === null) return looks === 0 ? 'no server' : 'gone';
    if (looks === 0) onWait(pid);
    await sleep(LOOK_MS);
  }
  return 'no server';
}
