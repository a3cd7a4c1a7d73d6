/**
 * The files of a data folder that a backup copies as they are: pieces of snapshots, which a session of
 * the store keeps in place, and small files beside the store.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { TagwireError } from '../../kernel/errors.js';
import { lockSoon } from '../lock.js';

/** Files of the data folder's top that an operator may have written. */
const OWN_FILES = ['sources.toml', 'tagwire.toml', 'place.json'];
/** Several processes share this folder, each of which locks it for milliseconds. */
const ACCOUNTS = 'accounts';
/** What `status` and `read` may be asked for. */
export const PIECES_PATH = /^(snapshots|history)\/pieces\/[\w-]+$/;

export interface FileStatus {
  size: number;
  changedMs: number;
}

export interface StoreFiles {
  /** On this machine, where reading twice costs little. */
  readonly isNear: boolean;
  /** Of a file of pieces, by its path in the data folder. @throws TagwireError STORE_CLOSED: it is gone. */
  status(path: string): Promise<FileStatus>;
  /** Bytes of it; fewer at its end. */
  read(path: string, at: number, length: number): Promise<Buffer>;
  /** Small files beside the store that belong to a backup, by name. */
  plain(): Promise<[string, Buffer][]>;
}

export class LocalFiles implements StoreFiles {
  readonly isNear = true;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async status(path: string): Promise<FileStatus> {
    const status = statSync(this.#placeOf(path), { throwIfNoEntry: false });
    if (status !== undefined) return { size: status.size, changedMs: status.mtimeMs };
    // The file went because the session had ended.
    throw new TagwireError('STORE_CLOSED', `${path} is gone; begin again`);
  }

  async read(path: string, at: number, length: number): Promise<Buffer> {
    const file = await open(this.#placeOf(path), 'r');
    try {
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await file.read(bytes, 0, length, at);
      return bytes.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async plain(): Promise<[string, Buffer][]> {
    const own = OWN_FILES.filter((name) => existsSync(join(this.#folder, name)));
    const files = own.map((name): [string, Buffer] => [
      name,
      readFileSync(join(this.#folder, name)),
    ]);
    return [...files, ...(await accountFiles(this.#folder))];
  }

  /** @throws TagwireError INPUT_INVALID for what is no file of pieces. */
  #placeOf(path: string): string {
    if (!PIECES_PATH.test(path))
      throw new TagwireError('INPUT_INVALID', `${path} is not given out`);
    return join(this.#folder, path);
  }
}

/** Files of the accounts by name, all of one moment. */
async function accountFiles(data: string): Promise<[string, Buffer][]> {
  const folder = join(data, ACCOUNTS);
  if (!existsSync(folder)) return [];
  const release = await lockSoon(folder).catch((error: unknown) => {
    // What cannot be written to does not change.
    if (error instanceof TagwireError && error.code === 'STORE_WRITE_FAILED')
      return () => undefined;
    throw error;
  });
  try {
    const names = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !/^lock/.test(entry.name))
      .map(({ name }) => name);
    return names.map((name) => [`${ACCOUNTS}/${name}`, readFileSync(join(folder, name))]);
  } finally {
    release();
  }
}
