/** Lines of a journal and of its anchor: how they look, and how they get to the disk. */
import { writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { hash64, hexOf } from '../../kernel/hash.js';

export const CHECKSUM_CHARS = 16;
/** Readable by the owner alone. */
export const MODE = 0o600;

/** What to do about a damaged journal. */
export const MENDS =
  'no key is valid until `tagwire repair`, which says before it writes what can be kept';

/** A line of its own, and the checksum with which the next one is seeded. */
export function lineOf(record: unknown, before: bigint): { line: Buffer; chain: bigint } {
  const json = Buffer.from(JSON.stringify(record));
  const chain = hash64(json, before);
  const line = Buffer.concat([Buffer.from(`${hexOf(chain)} `), json, Buffer.from('\n')]);
  return { line, chain };
}

/** Whether a line, without its line feed, is what `lineOf` makes of its JSON. */
export function isSound(line: Buffer, chain: bigint): boolean {
  return line.toString('latin1', 0, CHECKSUM_CHARS + 1) === `${hexOf(chain)} `;
}

export function writeAll(file: number, bytes: Buffer, from: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, from + done);
  }
}

/** The same without keeping the thread. */
export async function writeAllSoon(file: FileHandle, bytes: Buffer, from: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, from + done);
    done += bytesWritten;
  }
}
