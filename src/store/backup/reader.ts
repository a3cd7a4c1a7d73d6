/**
 * Reads a backup, a folder or a tar, file by file with verification.
 *
 * Invariant: a whole file is returned only if it matches its checksum; a file in blocks is verified
 * after the last block, before the caller may report success.
 */
import { existsSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { TagwireError } from '../../kernel/errors.js';
import { type Pair, unpackPairs } from '../log/backup-session.js';
import {
  type BackupFile,
  BLOCK_BYTES,
  Checksum,
  decodeManifest,
  MANIFEST,
  type Manifest,
} from './manifest.js';
import { type TarPlace, tarIndex } from './tar.js';

type EntriesFile = Extract<BackupFile, { part: 'entries' }>;

interface Tar {
  file: FileHandle;
  places: Map<string, TarPlace>;
}

export class BackupReader {
  readonly manifest: Manifest;
  readonly #path: string;
  /** The tar; null for a folder. */
  readonly #tar: Tar | null;
  readonly #entries: readonly EntriesFile[];
  /** The file of the last entry that was read. */
  #current: { file: EntriesFile; entries: Map<number, Buffer> } | null = null;

  private constructor(path: string, manifest: Manifest, tar: Tar | null) {
    this.#path = path;
    this.manifest = manifest;
    this.#tar = tar;
    const entries = manifest.files.filter((file) => file.part === 'entries');
    this.#entries = entries.sort((a, b) => a.first - b.first);
  }

  /** @throws TagwireError INPUT_INVALID, BACKUP_DAMAGED, BACKUP_UNKNOWN. */
  static async open(path: string): Promise<BackupReader> {
    if (!existsSync(path)) throw new TagwireError('INPUT_INVALID', `there is no ${path}`);
    if (statSync(path).isDirectory()) return openFolder(path);
    const file = await open(path, 'r');
    try {
      const places = await tarIndex((at, byteLength) => readAt(file, at, byteLength));
      const place = places.get(MANIFEST);
      if (place === undefined) throw noManifest(path);
      const bytes = await readAt(file, place.at, place.byteLength);
      const manifest = decodeManifest(bytes, `${MANIFEST} in ${path}`);
      return new BackupReader(path, manifest, { file, places });
    } catch (error) {
      await file.close();
      throw error;
    }

    async function openFolder(path: string): Promise<BackupReader> {
      const place = join(path, MANIFEST);
      if (!existsSync(place)) throw noManifest(path);
      const file = await open(place, 'r');
      const bytes = await file.readFile().finally(() => file.close());
      return new BackupReader(path, decodeManifest(bytes, place), null);
    }
  }

  /** A file in memory. @throws TagwireError BACKUP_DAMAGED with its name. */
  async read(file: BackupFile): Promise<Buffer> {
    const blocks: Uint8Array[] = [];
    for await (const block of this.blocks(file)) blocks.push(block);
    return Buffer.concat(blocks);
  }

  /**
   * Keys and values: entries in order; bodies, and identities of erased items, in an order in which
   * later ones win. @throws as `read` does.
   */
  async *pairs(part: 'entries' | 'bodies' | 'erased'): AsyncGenerator<Pair> {
    const files =
      part === 'entries' ? this.#entries : this.manifest.files.filter((file) => file.part === part);
    for (const file of files) yield* unpackPairs(await this.read(file));
  }

  /** The frame of an entry; null when the backup has none. @throws as `read` does. */
  async entry(sequence: number): Promise<Buffer | null> {
    if (this.#current === null || !isIn(this.#current.file, sequence)) {
      const file = this.#entries.find((one) => isIn(one, sequence));
      if (file === undefined) return null;
      const pairs = unpackPairs(await this.read(file));
      const entries = new Map(pairs.map(([key, value]) => [key.readUIntBE(1, 6), value!]));
      this.#current = { file, entries };
    }
    return this.#current.entries.get(sequence) ?? null;
  }

  /** A list, a piece file or a small file; null when there is none. @throws as `read` does. */
  async found(isWanted: (file: BackupFile) => boolean): Promise<Buffer | null> {
    const file = this.manifest.files.find(isWanted);
    return file === undefined ? null : this.read(file);
  }

  /** A file block by block. @throws TagwireError BACKUP_DAMAGED after the last one. */
  async *blocks(file: BackupFile): AsyncGenerator<Uint8Array> {
    const { handle, at, byteLength } = await this.#open(file);
    const sum = new Checksum();
    try {
      for (let done = 0; done < byteLength; done += BLOCK_BYTES) {
        const block = await readAt(handle, at + done, Math.min(BLOCK_BYTES, byteLength - done));
        sum.add(block);
        yield block;
      }
    } finally {
      if (this.#tar === null) await handle.close();
    }
    if (sum.byteLength !== file.byteLength) {
      throw this.#damage(file, `it has ${sum.byteLength} bytes instead of ${file.byteLength}`);
    }
    if (sum.hex !== file.checksum) throw this.#damage(file, 'its checksum does not match');
  }

  async close(): Promise<void> {
    await this.#tar?.file.close();
  }

  async #open(file: BackupFile): Promise<{ handle: FileHandle } & TarPlace> {
    if (this.#tar !== null) {
      const place = this.#tar.places.get(file.path);
      if (place === undefined) throw this.#damage(file, 'it is missing');
      return { handle: this.#tar.file, ...place };
    }
    const handle = await open(join(this.#path, file.path), 'r').catch(() => null);
    if (handle === null) throw this.#damage(file, 'it is missing or cannot be read');
    return { handle, at: 0, byteLength: (await handle.stat()).size };
  }

  #damage({ path }: BackupFile, why: string): TagwireError {
    return new TagwireError(
      'BACKUP_DAMAGED',
      `${path} in ${this.#path} is damaged: ${why}; use another backup`,
    );
  }
}

function isIn({ first, last }: EntriesFile, sequence: number): boolean {
  return sequence >= first && sequence <= last;
}

function noManifest(path: string): TagwireError {
  return new TagwireError('BACKUP_DAMAGED', `${path} has no ${MANIFEST}: it is no complete backup`);
}

async function readAt(file: FileHandle, at: number, byteLength: number): Promise<Buffer> {
  const bytes = Buffer.alloc(byteLength);
  const { bytesRead } = await file.read(bytes, 0, byteLength, at);
  return bytes.subarray(0, bytesRead);
}
