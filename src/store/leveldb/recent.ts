/**
 * Whether the logs of a folder hold, whole, what was written last and is in no table yet.
 *
 * Opening a folder, LevelDB leaves out records that are damaged, with what follows them in their
 * block, and goes on with the next one. At the end of the newest log that is right: there a process
 * or a machine may have stopped in the middle of a write. Before a record that is good it is a
 * loss, since each write is synced before the next one begins.
 *
 * Not here: a loss at the very end. It looks like a write that was not finished; a caller that must know
 * writes down elsewhere how far it came (store/anchor.ts).
 */
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../kernel/errors.js';
import {
  damaged,
  type FileDamage,
  FRAGMENT,
  fragmentsOf,
  isMissing,
  LOG_BLOCK_BYTES,
} from './bytes.js';

/** Read at once. */
const WINDOW_BYTES = 32 * LOG_BLOCK_BYTES;

/**
 * Reads the logs of a folder through, oldest first.
 * @param logNumber older logs are in tables already.
 * @returns where the newest one ends in something that is not whole; null when it does not.
 * @throws FileDamage with the file and the place in it.
 */
export async function checkLogs(folder: string, logNumber: number): Promise<FileDamage | null> {
  const numbers = await logsFrom(folder, logNumber);
  // LevelDB makes a log before its manifest names it; only a new folder names none.
  if (logNumber > 0 && !numbers.some(({ number }) => number === logNumber)) {
    const name = `${String(logNumber).padStart(6, '0')}.log`;
    throw damaged(join(folder, name), 0, 'it is missing');
  }
  /** The first record that is not whole, until one behind it is. */
  let loss: FileDamage | null = null;
  const window = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  for (const { name } of numbers) {
    const path = join(folder, name);
    for await (const { at, block } of blocksOf(path, window)) {
      for (const fragment of fragmentsOf(block)) {
        if (fragment.flaw !== null) {
          loss ??= damaged(path, at + fragment.at, fragment.flaw);
        } else if (fragment.type === FRAGMENT.full || fragment.type === FRAGMENT.first) {
          if (loss !== null) throw loss;
        }
      }
    }
  }
  return loss;
}

/** Logs whose content is in no table, oldest first. */
export async function logsFrom(
  folder: string,
  logNumber: number,
): Promise<{ name: string; number: number }[]> {
  return (await readdir(folder))
    .filter((name) => /^\d+\.log$/.test(name))
    .map((name) => ({ name, number: Number.parseInt(name, 10) }))
    .filter(({ number }) => number >= logNumber)
    .sort((a, b) => a.number - b.number);
}

async function* blocksOf(
  path: string,
  window: Buffer,
): AsyncGenerator<{ at: number; block: Buffer }> {
  let at = 0;
  try {
    const file = await open(path);
    try {
      for (;;) {
        const { bytesRead } = await file.read(window, 0, window.length, at);
        for (let from = 0; from < bytesRead; from += LOG_BLOCK_BYTES) {
          const block = window.subarray(from, Math.min(from + LOG_BLOCK_BYTES, bytesRead));
          yield { at: at + from, block };
        }
        if (bytesRead < window.length) return;
        at += bytesRead;
      }
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (isMissing(cause)) return;
    throw damaged(path, at, `it cannot be read: ${messageOf(cause)}`, cause);
  }
}
