/**
 * The source of a backup or an export, read in slices: a running server, or a store of this
 * process.
 *
 * Invariant: between `begin` and `end` all slices show the store at one acknowledged head. A server
 * pauses between two slices, so that it can serve.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { systemMonotonic } from '../../kernel/clock.js';
import { assert, TagwireError } from '../../kernel/errors.js';
import type { KeyRange } from '../level.js';
import { lockSoon } from '../lock.js';
import {
  type BackupRequest,
  type BackupState,
  type Pair,
  unpackPairs,
} from '../log/backup-session.js';
import { entryKey } from '../log/keys.js';

/**
 * Slices pass through the main thread, and are read and packed on other threads. At ten times this
 * rate a backup takes half the time, and one answer in a hundred a third longer (`bench backup`).
 */
const BYTES_PER_MS_MAX = 4000;

/** Asks the thread of the log. */
export type AskStore = (request: BackupRequest) => Promise<BackupState | Uint8Array | null>;

export class BackupSource {
  /** Files of the data folder. */
  readonly files: StoreFiles;
  readonly #ask: AskStore;
  readonly #isShared: boolean;
  #session = 0;

  /**
   * @param files access to the files, or the path of a data folder of this machine.
   * @param isShared whether a server answers from the same store.
   */
  constructor(files: StoreFiles | string, ask: AskStore, isShared: boolean) {
    this.files = typeof files === 'string' ? new LocalFiles(files) : files;
    this.#ask = ask;
    this.#isShared = isShared;
  }

  /** @throws TagwireError STORE_LOCKED while another session is open. */
  async begin(): Promise<BackupState> {
    const state = (await this.#ask({ op: 'begin' })) as BackupState;
    this.#session = state.session;
    return state;
  }

  /** @throws TagwireError STORE_CLOSED when the session has ended; begin again. */
  async *range({ gte, lt }: KeyRange): AsyncGenerator<readonly [Buffer, Buffer]> {
    for (let from = gte; ; ) {
      const request = { gte: from.toString('hex'), lt: lt.toString('hex') };
      const pairs = await this.#pairs({ op: 'range', session: this.#session, ...request });
      if (pairs.length === 0) return;
      yield* pairs as [Buffer, Buffer][];
      from = Buffer.concat([pairs.at(-1)![0], Buffer.of(0)]);
    }
  }

  /** Stored entries of the log, both ends included. */
  entries(first: number, last: number): AsyncGenerator<readonly [Buffer, Buffer]> {
    return this.range({ gte: entryKey(first), lt: entryKey(last + 1) });
  }

  /** Values in the order of the keys. */
  async get(keys: readonly Buffer[]): Promise<Pair[]> {
    const found: Pair[] = [];
    while (found.length < keys.length) {
      const asked = keys.slice(found.length).map((key) => key.toString('hex'));
      const pairs = await this.#pairs({ op: 'get', session: this.#session, keys: asked });
      assert(pairs.length > 0, 'a slice has one value at least');
      found.push(...pairs);
    }
    return found;
  }

  /** The newest snapshot of an actor, as a list; with `isWhole` the bytes on disk. */
  async list(folder: string, actor: string, isWhole = false): Promise<Buffer> {
    const bytes = await this.#ask({ op: 'list', session: this.#session, folder, actor, isWhole });
    return bufferOf(bytes as Uint8Array);
  }

  /** Keeps the session open. @throws TagwireError STORE_CLOSED. */
  async stay(): Promise<void> {
    await this.#pairs({ op: 'get', session: this.#session, keys: [] });
  }

  async end(): Promise<void> {
    await this.#ask({ op: 'end', session: this.#session }).catch(() => undefined);
  }

  /** Runs some work, then pauses for as long when a server shares the store. */
  async rested<T>(work: () => Promise<T>): Promise<T> {
    const beganMs = systemMonotonic.nowMs();
    const result = await work();
    await this.#rest(systemMonotonic.nowMs() - beganMs);
    return result;
  }

  async #pairs(request: BackupRequest): Promise<Pair[]> {
    const bytes = await this.rested(() => this.#ask(request));
    const slice = bufferOf(bytes as Uint8Array);
    await this.#rest(slice.length / BYTES_PER_MS_MAX);
    return unpackPairs(slice);
  }

  async #rest(ms: number): Promise<void> {
    if (this.#isShared) await new Promise((resolve) => setTimeout(resolve, ms));
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Files of an operator at the top of the data folder. */
const OWN_FILES = ['sources.toml', 'tagwire.toml', 'place.json'];
/** Folder of the accounts; several processes share it, and each locks it for milliseconds. */
const ACCOUNTS = 'accounts';
/** Paths that `status` and `read` accept. */
const PIECES_PATH = /^(snapshots|history)\/pieces\/[\w-]+$/;

export interface FileStatus {
  size: number;
  changedMs: number;
}

export interface StoreFiles {
  /** True on this machine, where reading twice costs little. */
  readonly isNear: boolean;
  /** Of a piece file, by path in the data folder. @throws TagwireError STORE_CLOSED if it is missing. */
  status(path: string): Promise<FileStatus>;
  /** Bytes of a file; fewer at its end. */
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
    // The file was deleted because the session had ended.
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

  /** @throws TagwireError INPUT_INVALID for a path that is no piece file. */
  #placeOf(path: string): string {
    if (!PIECES_PATH.test(path))
      throw new TagwireError('INPUT_INVALID', `${path} is not given out`);
    return join(this.#folder, path);
  }
}

/** Files of the accounts by name, all of one point in time. */
async function accountFiles(data: string): Promise<[string, Buffer][]> {
  const folder = join(data, ACCOUNTS);
  if (!existsSync(folder)) return [];
  const release = await lockSoon(folder).catch((error: unknown) => {
    // A folder that cannot be written to does not change.
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
