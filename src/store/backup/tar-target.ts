/**
 * A backup as one tar: always whole, never incremental.
 *
 * Names have to stand before what they name, so they hold a number where those of a folder hold a
 * checksum. The manifest is the last file. A tar that is written over an older one replaces it when it
 * is complete and on disk.
 */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { assert } from '../../kernel/assert.js';
import type { Clock } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';
import { syncFolder } from '../folder-sync.js';
import { Checksum } from './checksum.js';
import { encodeManifest, type FileFacts, MANIFEST, type Manifest } from './manifest.js';
import { TAR_END, tarHeader, tarPadding } from './tar.js';
import { type BackupTarget, type Blocks, failWrite } from './target.js';

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

  /** To be called in any case; what is not complete goes. */
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
