/**
 * Small disks for tests of what happens when one is full or cannot be written to. Only root on Linux
 * can mount them; elsewhere there are none.
 */
import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MB = 1024 * 1024;
const FILLER = 'filler';
/** Told where a test is left out. */
export const NO_DISKS = 'a disk of its own can only be mounted by root on Linux';

export interface Disk {
  folder: string;
  /** Leaves so many bytes free. */
  fill(freeBytes: number): void;
  /** Gives back what `fill` took. */
  free(): void;
  setReadOnly(isReadOnly: boolean): void;
  unmount(): void;
}

/** Mounts a disk in memory on an empty folder; null where that cannot be done. */
export function mountMemory(folder: string, megabytes: number): Disk | null {
  if (!canMount()) return null;
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder];
  return run('mount', options) ? diskAt(folder) : null;
}

/** Mounts an ext4 file system, which lies in the file `image`; null where that cannot be done. */
export function mountImage(folder: string, image: string, megabytes: number): Disk | null {
  if (!canMount()) return null;
  writeFileSync(image, '');
  truncateSync(image, megabytes * MB);
  const isMade = run('mkfs.ext4', ['-q', '-F', image]);
  return isMade && run('mount', ['-o', 'loop', image, folder]) ? diskAt(folder) : null;
}

function canMount(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

function diskAt(folder: string): Disk {
  const filler = join(folder, FILLER);
  return {
    folder,
    fill(freeBytes) {
      const { bavail, bsize } = statfsSync(folder);
      const taken = Math.max(0, bavail * bsize - freeBytes);
      const part = Buffer.alloc(Math.min(taken, MB));
      for (let done = 0; done < taken; done += part.length) {
        writeFileSync(filler, part.subarray(0, taken - done), { flag: 'a' });
      }
    },
    free() {
      rmSync(filler, { force: true });
    },
    setReadOnly(isReadOnly) {
      const mode = isReadOnly ? 'ro' : 'rw';
      if (!run('mount', ['-o', `remount,${mode}`, folder])) {
        throw new Error(`${folder} cannot be made ${mode}`);
      }
    },
    unmount() {
      run('umount', ['-l', folder]);
    },
  };
}

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args).status === 0;
}
