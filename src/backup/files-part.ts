/**
 * The parts of a backup that are files already: snapshots and history of the indices, accounts, and
 * what the operator wrote.
 *
 *   pieces/<folder>-<name>-<checksum>   a file of pieces, as it is
 *   lists/<folder>-<actor>-<checksum>   the newest snapshot of an actor, which names those files
 *   plain/<name>-<checksum>             small files, with `+` for each `/`
 *
 * Invariants: a file of pieces never changes, so one that the older backup has is not read again. Of
 * the pieces only that is copied which the newest snapshot of an actor names. What is damaged in the
 * store is copied as it is and reported: its checksums go along, and a restore reports it too.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { TagwireError } from '../kernel/errors.js';
import type { BackupState } from '../log/backup-session.js';
import { decodeList, type Piece, storedLength } from '../store/generation.js';
import { lockFolder, type Release } from '../store/lock.js';
import { contentOf } from '../store/snapshots.js';
import { BLOCK_BYTES, blocksOf } from './checksum.js';
import type { BackupFile } from './manifest.js';
import type { BackupSource } from './source.js';
import type { BackupTarget } from './target.js';

/** Files of the data folder's top that an operator may have written. */
const OWN_FILES = ['sources.toml', 'tagwire.toml'];
/** Several processes share this folder, each of which locks it for milliseconds. */
const ACCOUNTS = 'accounts';
const LOCK_TRIES_MAX = 100;
const LOCK_PAUSE_MS = 20;

/** The store hears this often that its files are still needed. */
const STAY_BYTES = 64 * BLOCK_BYTES;

type PiecesFile = Extract<BackupFile, { part: 'pieces' }>;

export class FilesPart {
  readonly #source: BackupSource;
  readonly #target: BackupTarget;
  readonly #files: BackupFile[] = [];
  /** Pieces that are damaged in the store. */
  readonly warnings: string[] = [];

  constructor(source: BackupSource, target: BackupTarget) {
    this.#source = source;
    this.#target = target;
  }

  async run(actors: BackupState['actors']): Promise<BackupFile[]> {
    for (const [folder, names] of Object.entries(actors)) {
      for (const actor of names) await this.#addSnapshot(folder, actor);
    }
    for (const name of OWN_FILES) {
      const path = join(this.#source.folder, name);
      if (existsSync(path)) await this.#addPlain(name, readFileSync(path));
    }
    for (const [name, bytes] of await accountFiles(this.#source.folder)) {
      await this.#addPlain(name, bytes);
    }
    return this.#files;
  }

  async #addSnapshot(folder: string, actor: string): Promise<void> {
    const list = await this.#source.list(folder, actor);
    const [generation] = decodeList(list) ?? [];
    const pieces = generation?.chunks.flatMap((chunk) => chunk.pieces) ?? [];
    for (const number of new Set(pieces.map(({ file }) => file))) {
      const named = pieces.filter(({ file }) => file === number);
      await this.#addPieces(folder, `${actor}-${number}`, named);
    }
    const pathOf = (checksum: string): string => `lists/${folder}-${actor}-${checksum}`;
    const facts = await this.#write(pathOf, list);
    this.#files.push({ ...facts, part: 'list', folder, actor });
  }

  async #addPieces(folder: string, name: string, pieces: readonly Piece[]): Promise<void> {
    const path = join(this.#source.folder, folder, 'pieces', name);
    const { size, mtimeMs: changedMs } = statusOf(path);
    const isThere = (file: BackupFile): file is PiecesFile =>
      file.part === 'pieces' &&
      file.folder === folder &&
      file.name === name &&
      file.byteLength === size &&
      file.changedMs === changedMs;
    const there = this.#target.older?.files.find(isThere);
    if (there !== undefined) {
      this.#files.push(there);
      return;
    }
    const pathOf = (checksum: string): string => `pieces/${folder}-${name}-${checksum}`;
    const facts = await this.#target.write(pathOf, this.#blocksOfFile(path, size), size);
    this.#files.push({ ...facts, part: 'pieces', folder, name, changedMs });
    await this.#check(path, pieces);
    await this.#source.stay();
  }

  /** Compares what a file holds with what the list says. */
  async #check(path: string, pieces: readonly Piece[]): Promise<void> {
    const file = await open(path, 'r');
    try {
      for (const piece of pieces) {
        const { at } = piece;
        const bytes = Buffer.alloc(storedLength(piece));
        await this.#source.rested(() => file.read(bytes, 0, bytes.length, at));
        const content = await contentOf(piece, bytes);
        if (content === null) this.warnings.push(`${path} is damaged at byte ${at}`);
      }
    } finally {
      await file.close();
    }
  }

  async *#blocksOfFile(path: string, size: number): AsyncGenerator<Uint8Array> {
    const file = await open(path, 'r');
    try {
      for (let at = 0; at < size; at += BLOCK_BYTES) {
        const block = Buffer.alloc(Math.min(BLOCK_BYTES, size - at));
        await this.#source.rested(() => readWhole(file, block, at, path));
        if (at % STAY_BYTES === 0) await this.#source.stay();
        yield block;
      }
    } finally {
      await file.close();
    }
  }

  async #addPlain(name: string, bytes: Buffer): Promise<void> {
    const stem = name.replaceAll('/', '+');
    const facts = await this.#write((checksum) => `plain/${stem}-${checksum}`, bytes);
    this.#files.push({ ...facts, part: 'plain', name });
  }

  #write(pathOf: (checksum: string) => string, bytes: Buffer): ReturnType<BackupTarget['write']> {
    return this.#target.write(pathOf, blocksOf(bytes), bytes.length);
  }
}

async function readWhole(file: FileHandle, block: Buffer, at: number, path: string): Promise<void> {
  const { bytesRead } = await file.read(block, 0, block.length, at);
  if (bytesRead === block.length) return;
  throw new TagwireError('STORE_DAMAGED', `${path} is shorter than it was`);
}

/** @throws TagwireError STORE_CLOSED: the file went because the session had ended. */
function statusOf(path: string): { size: number; mtimeMs: number } {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status !== undefined) return status;
  throw new TagwireError('STORE_CLOSED', `${path} is gone; begin again`);
}

/** Files of the accounts by name, all of one moment. */
async function accountFiles(data: string): Promise<[string, Buffer][]> {
  const folder = join(data, ACCOUNTS);
  if (!existsSync(folder)) return [];
  const release = await locked(folder);
  try {
    const names = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !/^lock/.test(entry.name))
      .map(({ name }) => name);
    return names.map((name) => [`${ACCOUNTS}/${name}`, readFileSync(join(folder, name))]);
  } finally {
    release();
  }
}

async function locked(folder: string): Promise<Release> {
  for (let tries = 1; ; tries++) {
    try {
      return lockFolder(folder);
    } catch (error) {
      // What cannot be written to does not change.
      const isUnwritable = error instanceof TagwireError && error.code === 'STORE_WRITE_FAILED';
      if (isUnwritable) return () => undefined;
      if (tries === LOCK_TRIES_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
    }
  }
}
