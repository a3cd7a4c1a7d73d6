/**
 * Limits of the machine for the process: file descriptors, and the disk of a data folder.
 *
 * Imports no other module of Tagwire, because descriptors are counted before there are enough to load modules with.
 * Node.js raises the soft limit to the hard limit before it runs any module, so this limit is the one in force.
 */
import { readFileSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** A start reads its modules in parallel, with a little over 200 open files; an idle server has 75. */
const DESCRIPTORS_MIN = 256;
/**
 * Reserved for files that are no connections to an API: 75 of an idle server, 64 on the admin port, and as many again
 * for tables that are compacted, snapshots, backups and the modules of a restarting thread.
 */
const RESERVED = 192;
/** A fetch may need a connection for the look-up of a name beside its own connection. */
const FOR_A_FETCH = 2;
/** Each server may hold this many connections, however few descriptors there are. */
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

/** Whether an error says that no more files may be opened. */
export function isOutOfDescriptors(error: unknown): boolean {
  return error instanceof Error && CODES.has((error as NodeJS.ErrnoException).code ?? '');
}

/** Connections that each of `servers` may hold beside a crawler's fetches; null for no bound. */
export function connectionsOf(
  files: number | null,
  servers: number,
  fetches: number,
): number | null {
  if (files === null) return null;
  const left = files - RESERVED - fetches * FOR_A_FETCH;
  return Math.max(CONNECTIONS_MIN, Math.floor(left / servers));
}

/** Parts of a data folder that are measured by name; the rest is `other`. */
const PARTS = ['log', 'snapshots', 'history', 'crawler', 'accounts'] as const;
const OTHER = 'other';
/** Files measured at the same time: the thread pool that LevelDB works in has four threads. */
const AT_ONCE = 8;

export interface DiskUsage {
  /** Bytes by part. */
  parts: { [part: string]: number };
  bytes: number;
  /** Bytes that this user may still write. */
  freeBytes: number;
  sizeBytes: number;
}

/** Adds up the files of a folder; files that are deleted meanwhile count nothing. */
export async function diskUsage(folder: string): Promise<DiskUsage> {
  const parts: { [part: string]: number } = Object.fromEntries(
    [...PARTS, OTHER].map((part) => [part, 0]),
  );
  const names = await readdir(folder, { recursive: true });
  const add = async (name: string): Promise<void> => {
    const status = await stat(join(folder, name)).catch(() => null);
    if (status?.isFile() !== true) return;
    const first = name.split(sep)[0]!;
    const part = Object.hasOwn(parts, first) ? first : OTHER;
    parts[part]! += status.size;
  };
  for (let at = 0; at < names.length; at += AT_ONCE) {
    await Promise.all(names.slice(at, at + AT_ONCE).map(add));
  }
  const { bavail, blocks, bsize } = await statfs(folder);
  const bytes = Object.values(parts).reduce((sum, one) => sum + one, 0);
  return { parts, bytes, freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/** The disk usage, measured at most once in `cacheMs`. */
export class DiskWatch {
  readonly #folder: string;
  readonly #cacheMs: number;
  readonly #nowMs: () => number;
  #usage: Promise<DiskUsage | null> = Promise.resolve(null);
  #atMs = Number.NEGATIVE_INFINITY;

  constructor(folder: string, cacheMs: number, nowMs: () => number) {
    this.#folder = folder;
    this.#cacheMs = cacheMs;
    this.#nowMs = nowMs;
  }

  /** Null when the folder cannot be read. */
  usage(): Promise<DiskUsage | null> {
    const nowMs = this.#nowMs();
    if (nowMs - this.#atMs >= this.#cacheMs) {
      this.#atMs = nowMs;
      this.#usage = diskUsage(this.#folder).catch(() => null);
    }
    return this.#usage;
  }
}
