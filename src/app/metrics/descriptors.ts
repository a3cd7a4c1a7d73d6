/**
 * File descriptors: how many the process may open, and what that leaves for connections.
 *
 * Imports nothing of ours: it runs before there are descriptors to load modules with. Node.js raises
 * the soft limit to the hard one before it runs anything, so what is read here is what counts.
 */
import { readFileSync } from 'node:fs';

/**
 * A start reads its modules side by side, which takes a little over 200 at once; a server at rest
 * holds 75.
 */
const DESCRIPTORS_MIN = 256;
/**
 * Reserved for what is no connection to an API: 75 at rest, 64 on the admin port, and as many again for
 * tables that are compacted, snapshots, backups and the modules of a thread that begins again.
 */
const RESERVED = 192;
/** A page that is read may need a name's address as well as its own connection. */
const FOR_A_FETCH = 2;
/** Each server takes some connections, however few descriptors there are. */
const CONNECTIONS_MIN = 16;

const CODES = new Set(['EMFILE', 'ENFILE']);

/** How many files the process may have open; null where that cannot be read. */
export function openFilesMax(): number | null {
  if (process.platform !== 'linux') return null;
  const limits = readFileSync('/proc/self/limits', 'utf8');
  const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits);
  if (soft === null) return null;
  return soft[1] === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft[1]);
}

/** Why the program cannot be loaded, and what to do; null when it can. */
export function descriptorRefusal(files: number | null = openFilesMax()): string | null {
  if (files === null || files >= DESCRIPTORS_MIN) return null;
  return (
    `this process may open ${files} files at once, and needs ${DESCRIPTORS_MIN} to start; raise the ` +
    'limit to 65536: `ulimit -n` in a shell, LimitNOFILE= in a systemd unit, --ulimit nofile= of docker'
  );
}

/** Whether something failed because no more files may be opened. */
export function isOutOfDescriptors(error: unknown): boolean {
  return error instanceof Error && CODES.has((error as NodeJS.ErrnoException).code ?? '');
}

/** Connections that each of some servers may hold, beside a crawler's fetches; null for no bound. */
export function connectionsOf(
  files: number | null,
  servers: number,
  fetches: number,
): number | null {
  if (files === null) return null;
  const left = files - RESERVED - fetches * FOR_A_FETCH;
  return Math.max(CONNECTIONS_MIN, Math.floor(left / servers));
}
