/**
 * The part of the ustar format that a backup needs: plain files with short names.
 *
 *   archive := (header of 512 bytes | content, filled up with zeros to 512)* | 1024 zeros
 *
 * A library would add folders, links, long names and other formats, which are not needed. Every
 * `tar` reads these archives; archives of other programs are read if they have only plain files.
 */

import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Clock } from '../../kernel/clock.js';
import { assert, TagwireError } from '../../kernel/errors.js';
import { syncFolder } from '../folders.js';
import { Checksum, encodeManifest, type FileFacts, MANIFEST, type Manifest } from './manifest.js';
import { type BackupTarget, type Blocks, failWrite } from './target.js';

const BLOCK = 512;
const NAME_MAX = 100;
/** Eleven octal digits. */
const SIZE_MAX = 8 ** 11 - 1;
const SUM_AT = 148;
const SUM_END = 156;
const FOLDER_TYPE = 0x35;

const TAR_END = Buffer.alloc(2 * BLOCK);

/** Place of a file's content in an archive. */
export interface TarPlace {
  at: number;
  byteLength: number;
}

/** The header of a file. @throws TagwireError INPUT_INVALID when a field is too long. */
function tarHeader(name: string, byteLength: number, changedMs: number): Buffer {
  if (Buffer.byteLength(name) > NAME_MAX || byteLength > SIZE_MAX) {
    throw new TagwireError('INPUT_INVALID', `${name} does not fit into a tar; use a folder`);
  }
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number): void => {
    header.write(value.toString(8).padStart(digits, '0'), at, 'latin1');
  };
  header.write(name, 0);
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(byteLength, 124, 11);
  octal(Math.max(0, Math.floor(changedMs / 1000)), 136, 11);
  header.write('0', 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  octal(sumOf(header), SUM_AT, 6);
  header[SUM_AT + 6] = 0;
  header[SUM_AT + 7] = 0x20;
  return header;
}

/** Zeros after a file of this length. */
function tarPadding(byteLength: number): Buffer {
  return Buffer.alloc((BLOCK - (byteLength % BLOCK)) % BLOCK);
}

/**
 * The files of an archive by name. `read` gives bytes at an offset, fewer at the end.
 * @throws TagwireError BACKUP_DAMAGED.
 */
export async function tarIndex(
  read: (at: number, byteLength: number) => Promise<Buffer>,
): Promise<Map<string, TarPlace>> {
  const files = new Map<string, TarPlace>();
  for (let at = 0; ; ) {
    const header = await read(at, BLOCK);
    if (header.length < BLOCK) throw damage('it ends without an end mark');
    if (header.every((byte) => byte === 0)) return files;
    if (Number.parseInt(header.toString('latin1', SUM_AT, SUM_END), 8) !== sumOf(header)) {
      throw damage(`the header at byte ${at} does not match its checksum`);
    }
    const name = textOf(header, 0, NAME_MAX).replace(/^\.\//, '');
    const byteLength = Number.parseInt(textOf(header, 124, 12), 8) || 0;
    if (header[156] !== FOLDER_TYPE) files.set(name, { at: at + BLOCK, byteLength });
    at += BLOCK + Math.ceil(byteLength / BLOCK) * BLOCK;
  }
}

/** Sum of a header's bytes, with blanks in place of the sum itself. */
function sumOf(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= SUM_AT && at < SUM_END ? 0x20 : byte), 0);
}

function textOf(header: Buffer, at: number, length: number): string {
  const field = header.toString('utf8', at, at + length);
  const end = field.indexOf('\0');
  return end < 0 ? field : field.slice(0, end);
}

function damage(why: string): TagwireError {
  return new TagwireError('BACKUP_DAMAGED', `the tar is damaged: ${why}`);
}

/**
 * A backup as one tar: always whole, never incremental.
 *
 * A name precedes its content, so names have a number where those of a folder have a checksum. The
 * manifest is the last file. A tar replaces an older one when it is complete and on disk.
 */
const NUMBER_CHARS = 16;

export class TarTarget implements BackupTarget {
  readonly older = null;
  readonly canBeginAgain = false;
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #nowMs: number;
  #files = 0;
  #writtenBytes = 0;
  #isComplete = false;

  private constructor(path: string, file: FileHandle, nowMs: number) {
    this.#path = path;
    this.#file = file;
    this.#nowMs = nowMs;
  }

  static async open(path: string, clock: Clock): Promise<TarTarget> {
    const draft = draftOf(path);
    const file = await open(draft, 'w', 0o600).catch((cause) => failWrite(draft, cause));
    return new TarTarget(path, file, clock.nowMs());
  }

  get writtenBytes(): number {
    return this.#writtenBytes;
  }

  async write(
    pathOf: (checksum: string) => string,
    blocks: Blocks,
    byteLength: number,
  ): Promise<FileFacts> {
    this.#files += 1;
    const path = pathOf(this.#files.toString(16).padStart(NUMBER_CHARS, '0'));
    await this.#append(tarHeader(path, byteLength, this.#nowMs));
    const sum = new Checksum();
    for await (const block of blocks) {
      await this.#append(block);
      sum.add(block);
    }
    assert(sum.byteLength === byteLength, 'a file in a tar is as long as its header says');
    await this.#append(tarPadding(byteLength));
    return { path, byteLength, checksum: sum.hex };
  }

  async read(path: string): Promise<Buffer> {
    throw new TagwireError('INPUT_INVALID', `${path} of a tar is not read while it is written`);
  }

  async commit(manifest: Manifest): Promise<void> {
    const bytes = encodeManifest(manifest);
    await this.#append(tarHeader(MANIFEST, bytes.length, this.#nowMs));
    await this.#append(bytes);
    await this.#append(tarPadding(bytes.length));
    await this.#append(TAR_END);
    await this.#file.sync();
    await rename(draftOf(this.#path), this.#path);
    this.#isComplete = true;
    await syncFolder(dirname(this.#path));
  }

  /** Must be called in any case; deletes an incomplete tar. */
  async close(): Promise<void> {
    await this.#file.close();
    if (!this.#isComplete) await rm(draftOf(this.#path), { force: true });
  }

  async #append(bytes: Uint8Array): Promise<void> {
    await this.#file.appendFile(bytes).catch((cause) => failWrite(this.#path, cause));
    this.#writtenBytes += bytes.length;
  }
}

function draftOf(path: string): string {
  assert(basename(path) !== '', 'a tar has a name');
  return `${path}.draft`;
}
