/**
 * The target of a backup: a folder, which may have an older backup of the same store, or a tar.
 *
 * Invariants: a file of the folder is complete or missing: it is written under another name, synced
 * and renamed. The manifest is written last, after all names are on disk. Until then the older
 * backup is untouched; afterwards the files that the new manifest does not name are deleted.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { messageOf, TagwireError } from '../../kernel/errors.js';
import { makeFolder, syncFolder } from '../folders.js';
import {
  Checksum,
  decodeManifest,
  encodeManifest,
  type FileFacts,
  MANIFEST,
  type Manifest,
} from './manifest.js';

const DRAFT = '.draft';
/** Readable by the owner alone, as the store. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Blocks of a file, each of `BLOCK_BYTES` but the last. */
export type Blocks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface BackupTarget {
  /** The existing backup; null when there is none. */
  readonly older: Manifest | null;
  /** Writes a file. `pathOf` makes its path from its checksum; `byteLength` must be exact. */
  write(
    pathOf: (checksum: string) => string,
    blocks: Blocks,
    byteLength: number,
  ): Promise<FileFacts>;
  /** A file of the older backup. */
  read(path: string): Promise<Buffer>;
  /** Completes the backup. */
  commit(manifest: Manifest): Promise<void>;
  readonly writtenBytes: number;
  /** Whether the files written so far can be abandoned. */
  readonly canBeginAgain: boolean;
}

export class FolderTarget implements BackupTarget {
  readonly canBeginAgain = true;
  readonly older: Manifest | null;
  readonly #folder: string;
  #writtenBytes = 0;
  #drafts = 0;

  private constructor(folder: string, older: Manifest | null) {
    this.#folder = folder;
    this.older = older;
  }

  /** @throws TagwireError BACKUP_DAMAGED, BACKUP_UNKNOWN. */
  static async open(folder: string): Promise<FolderTarget> {
    makeFolder(folder);
    const path = join(folder, MANIFEST);
    const older = existsSync(path) ? decodeManifest(await readFile(path), path) : null;
    const strangers = readdirSync(folder).filter((name) => !OWN_NAMES.test(name));
    if (older === null && strangers.length > 0) {
      throw new TagwireError(
        'INPUT_INVALID',
        `${folder} holds ${strangers[0]} and no backup; give an empty folder or one of an older backup`,
      );
    }
    return new FolderTarget(folder, older);
  }

  get writtenBytes(): number {
    return this.#writtenBytes;
  }

  async write(pathOf: (checksum: string) => string, blocks: Blocks): Promise<FileFacts> {
    this.#drafts += 1;
    const draft = join(this.#folder, `${this.#drafts}${DRAFT}`);
    const sum = new Checksum();
    await written(draft, async (file) => {
      for await (const block of blocks) {
        await file.appendFile(block);
        sum.add(block);
      }
    });
    const path = pathOf(sum.hex);
    const place = join(this.#folder, path);
    mkdirSync(dirname(place), { recursive: true, mode: FOLDER_MODE });
    await rename(draft, place);
    this.#writtenBytes += sum.byteLength;
    return { path, byteLength: sum.byteLength, checksum: sum.hex };
  }

  read(path: string): Promise<Buffer> {
    return readFile(join(this.#folder, path));
  }

  async commit(manifest: Manifest): Promise<void> {
    const bytes = encodeManifest(manifest);
    for (const folder of this.#folders()) await syncFolder(folder);
    const draft = join(this.#folder, `${MANIFEST}${DRAFT}`);
    await written(draft, (file) => file.writeFile(bytes));
    await rename(draft, join(this.#folder, MANIFEST));
    await syncFolder(this.#folder);
    this.#writtenBytes += bytes.length;
    await this.#clean(new Set(manifest.files.map(({ path }) => path)));
  }

  #folders(): string[] {
    const entries = readdirSync(this.#folder, { recursive: true, withFileTypes: true });
    const below = entries.filter((entry) => entry.isDirectory());
    return [...below.map((entry) => join(entry.parentPath, entry.name)), this.#folder];
  }

  /** Deletes files with names of a backup that the manifest does not name. Other files stay. */
  async #clean(named: ReadonlySet<string>): Promise<void> {
    const entries = readdirSync(this.#folder, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const place = join(entry.parentPath, entry.name);
      const path = relative(this.#folder, place).replaceAll('\\', '/');
      const isOurs = OURS.test(path) || (path === entry.name && entry.name.endsWith(DRAFT));
      if (entry.isFile() && isOurs && !named.has(path)) await rm(place, { force: true });
    }
  }
}

/** Files of a first backup that was interrupted. */
const OWN_NAMES = /^(log|bodies|erased|pieces|lists|plain|.*\.draft|lost\+found)$/;
/** Files of a backup; their names end with a checksum. */
const OURS = /^(log|bodies|erased|pieces|lists|plain)\/.*-[0-9a-f]{16}$/;

async function written(path: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'w', FILE_MODE).catch((cause) => failWrite(path, cause));
  try {
    chmodSync(path, FILE_MODE);
    await work(file);
    await file.sync();
  } catch (cause) {
    failWrite(path, cause);
  } finally {
    await file.close();
  }
}

/** @throws TagwireError STORE_WRITE_FAILED for a system error; rethrows any other error. */
export function failWrite(path: string, cause: unknown): never {
  if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause;
  throw new TagwireError('STORE_WRITE_FAILED', `${path} cannot be written: ${messageOf(cause)}`, {
    cause,
  });
}
