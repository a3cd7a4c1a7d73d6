/**
 * Lines of a journal and of its anchor: their format, and how they are written to disk.
 */
import { existsSync, readFileSync, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { TagwireError } from '../../kernel/errors.js';
import { hash64, hexOf } from '../../kernel/hash.js';
import { replaceFile, replaceFileNow } from '../folders.js';

const CHECKSUM_CHARS = 16;
/** Readable by the owner alone. */
export const MODE = 0o600;

/** Advice for a damaged journal. */
export const MENDS =
  'no key is valid until `tagwire repair`, which says before it writes what can be kept';

/** The line of a record, and the checksum that seeds the next line's. */
export function lineOf(record: unknown, before: bigint): { line: Buffer; chain: bigint } {
  const json = Buffer.from(JSON.stringify(record));
  const chain = hash64(json, before);
  const line = Buffer.concat([Buffer.from(`${hexOf(chain)} `), json, Buffer.from('\n')]);
  return { line, chain };
}

/**
 * The lines from a point on, each with the point behind it. The first line that differs from
 * `lineOf` of its JSON gives null and ends them.
 */
export function* linesIn(
  bytes: Buffer,
  from: Point,
): Generator<{ json: Buffer; behind: Point } | null> {
  let { chain } = from;
  let at = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, at)) {
    const json = bytes.subarray(at + CHECKSUM_CHARS + 1, end);
    chain = hash64(json, chain);
    if (bytes.toString('latin1', at, at + CHECKSUM_CHARS + 1) !== `${hexOf(chain)} `)
      return yield null;
    at = end + 1;
    yield { json, behind: { bytes: from.bytes + at, chain } };
  }
}

export function writeAll(file: number, bytes: Buffer, from: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, from + done);
  }
}

/** The same without blocking the thread. */
export async function writeAllSoon(file: FileHandle, bytes: Buffer, from: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, from + done);
    done += bytesWritten;
  }
}

/** A place in a journal: number of bytes before it, and checksum of the line that ends there. */
export interface Point {
  bytes: number;
  chain: bigint;
}

/**
 * The end of a journal as of its last write, in a file beside it, so that a journal that is cut
 * off, empty or missing is told from a short one.
 *
 *   <journal>.anchor := line of points in the journal's format (checksum | blank | JSON | line feed)
 *   point := [bytes, chain]
 *
 * The anchor has two points while the journal is rewritten: the journal is the old or the new one.
 * Invariant: the point of a record is on disk before the record is acknowledged.
 */
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
      // The error follows below.
    }
    throw new TagwireError('STORE_DAMAGED', `${this.#path} is damaged; ${MENDS}`);
  }

  /** @throws TagwireError STORE_WRITE_FAILED. */
  write(points: readonly Point[]): void {
    try {
      replaceFileNow(this.#path, bytesOf(points));
    } catch (cause) {
      const message = `${this.#path} could not be written`;
      throw new TagwireError('STORE_WRITE_FAILED', message, { cause });
    }
  }

  /** The same without blocking the thread. @throws the error of the file system. */
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

/**
 * The sound part of a damaged journal: the lines before the first damaged one, and their anchor.
 *
 * The lines after it are lost, also revocations of keys: commands say so before they use this part.
 */
interface MendedJournal {
  journal: Buffer;
  anchor: Buffer;
  lines: number;
  /** Whether the journal is sound, and only its anchor is not. */
  isWhole: boolean;
}

export function mendJournal(bytes: Buffer): MendedJournal {
  let end: Point = { bytes: 0, chain: 0n };
  let lines = 0;
  for (const line of linesIn(bytes, end)) {
    if (line === null) break;
    end = line.behind;
    lines += 1;
  }
  const { bytes: length } = end;
  const isWhole = length === bytes.length && length > 0;
  return { journal: bytes.subarray(0, length), anchor: bytesOf([end]), lines, isWhole };
}
