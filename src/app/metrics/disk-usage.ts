/**
 * What a data folder takes on the disk, by its parts, and what is left there.
 */
import { readdir, stat, statfs } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** Parts of a data folder that are counted by name; the rest is `other`. */
const PARTS = ['log', 'snapshots', 'history', 'crawler', 'accounts'] as const;
const OTHER = 'other';
/** Files asked for at once: the thread pool that LevelDB works in has four threads. */
const AT_ONCE = 8;

export interface DiskUsage {
  /** Bytes by part. */
  parts: { [part: string]: number };
  bytes: number;
  /** What this user may still write. */
  freeBytes: number;
  sizeBytes: number;
}

/** Adds up the files of a folder; those that go meanwhile count nothing. */
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

/** The same, measured no more often than once in a while. */
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
