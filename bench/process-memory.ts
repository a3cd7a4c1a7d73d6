/**
 * What a process takes of the machine's memory, now and at its peak.
 */
import { readFileSync } from 'node:fs';

/** A peak that lasts less is not seen. */
const LOOK_MS = 100;

/** Memory of a process without pages of files: LevelDB maps its tables, and those are cache. */
export function memoryBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]);
  return 1024 * (kib('RssAnon') + kib('RssShmem'));
}

/** Watches a process from now on; what it returns ends that and tells the peak in bytes. */
export function watchMemory(pid: number): () => number {
  let peak = 0;
  const look = (): void => {
    try {
      const bytes = memoryBytes(pid);
      // What has ended and is still listed has none.
      if (bytes > peak) peak = bytes;
    } catch {
      // It has ended, or the system does not tell.
    }
  };
  const timer = setInterval(look, LOOK_MS);
  return () => {
    look();
    clearInterval(timer);
    return peak;
  };
}
