/**
 * What a journal held when it was last written, in a file beside it: a journal that has lost its end,
 * all of it, or its file is then told from one that is short.
 *
 *   <journal>.anchor := line of points as a journal has it (checksum | blank | JSON | line feed)
 *   point := [bytes, chain]
 *
 * Two points stand there while the journal is rewritten: it is then either the old or the new one.
 * Invariant: a point is on disk before anybody is told of the record that it covers.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { TagwireError } from '../../kernel/errors.js';
import { replaceFile, syncFolderNow } from '../folder-sync.js';
import { CHECKSUM_CHARS, lineOf, MENDS, MODE, writeAll } from './journal-line.js';

/** A place in a journal: bytes before it, and the checksum of the line that ends there. */
export interface Point {
  bytes: number;
  chain: bigint;
}

export class JournalAnchor {
  readonly #path: string;

  constructor(journal: string) {
    this.#path = `${journal}.anchor`;
  }

  /** Null when there is none. @throws TagwireError STORE_DAMAGED. */
  read(): Point[] | null {
    if (!existsSync(this.#path)) return null;
    const bytes = readFileSync(this.#path);
    try {
      const json = bytes.subarray(CHECKSUM_CHARS + 1, -1).toString();
      const points = JSON.parse(json) as [number, string][];
      if (lineOf(points, 0n).line.equals(bytes)) {
        return points.map(([at, chain]) => ({ bytes: at, chain: BigInt(`0x${chain}`) }));
      }
    } catch {
      // Told below.
    }
    throw new TagwireError('STORE_DAMAGED', `${this.#path} is damaged; ${MENDS}`);
  }

  /** @throws TagwireError STORE_WRITE_FAILED. */
  write(points: readonly Point[]): void {
    const draft = `${this.#path}.draft`;
    try {
      const file = openSync(draft, 'w', MODE);
      try {
        writeAll(file, bytesOf(points), 0);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(draft, this.#path);
      syncFolderNow(dirname(this.#path));
    } catch (cause) {
      const message = `${this.#path} could not be written`;
      throw new TagwireError('STORE_WRITE_FAILED', message, { cause });
    }
  }
  /** The same without keeping the thread. @throws what the file system says. */
  writeSoon(points: readonly Point[]): Promise<void> {
    return replaceFile(this.#path, bytesOf(points));
  }
}

function bytesOf(points: readonly Point[]): Buffer {
  return lineOf(
    points.map(({ bytes, chain }) => [bytes, chain.toString(16)]),
    0n,
  ).line;
}
