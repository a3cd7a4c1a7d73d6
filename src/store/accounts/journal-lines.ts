/** Lines of a journal and of its anchor: how they look, and how they get to the disk. */
import { existsSync, readFileSync, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { TagwireError } from '../../kernel/errors.js';
import { hash64, hexOf } from '../../kernel/hash.js';
import { replaceFile, replaceFileNow } from '../folders.js';

const CHECKSUM_CHARS = 16;
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

/**
 * The lines of bytes that go on from a point, each with the point behind it, up to the first that is not
 * what `lineOf` makes of its JSON: for that one null.
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

/** The same without keeping the thread. */
export async function writeAllSoon(file: FileHandle, bytes: Buffer, from: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, from + done);
    done += bytesWritten;
  }
}

/** A place in a journal: bytes before it, and the checksum of the line that ends there. */
export interface Point {
  bytes: number;
  chain: bigint;
}

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
    try {
      replaceFileNow(this.#path, bytesOf(points));
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

/**
 * What is whole of a damaged journal: the lines up to the first that is not, and an anchor for them.
 *
 * The lines after it are lost, also those that revoke keys: commands say so before they use it.
 */
interface MendedJournal {
  journal: Buffer;
  anchor: Buffer;
  lines: number;
  /** Whether the journal was whole, and only its anchor is not. */
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
