/**
 * Makes a backup: a session with the store, the parts, the manifest.
 *
 * Invariant: a backup is valid only with its manifest. When the session ends early because the
 * store was compacted (after an erasure or the expiry of bodies), the backup begins again: the
 * files written until then may hold erased items, and the next manifest removes them.
 */

import { TagwireError } from '../../kernel/errors.js';
import type { BackupState } from '../log/backup-session.js';
import { decodeList, type Piece, storedLength } from '../snapshot-lists.js';
import { contentOf } from '../snapshots.js';
import { LogPart } from './log-part.js';
import { type BackupFile, BLOCK_BYTES, blocksOf } from './manifest.js';
import type { BackupSource } from './source.js';
import type { BackupTarget } from './target.js';

export interface BackupReport {
  sequence: number;
  files: number;
  /** Bytes of the whole backup, and of its new files. */
  byteLength: number;
  writtenBytes: number;
  isIncremental: boolean;
  /** Damage in the store, and so in the backup. */
  warnings: string[];
}

/** @throws TagwireError STORE_LOCKED, STORE_DAMAGED, BACKUP_DAMAGED, INPUT_INVALID. */
export async function makeBackup(
  source: BackupSource,
  target: BackupTarget,
): Promise<BackupReport> {
  return readUndisturbed(
    () => backUpOnce(source, target).finally(() => source.end()),
    () => target.canBeginAgain,
  );
}

async function backUpOnce(source: BackupSource, target: BackupTarget): Promise<BackupReport> {
  const state = await source.begin();
  const { head, secret, marks, actors } = state;
  const entries = await new LogPart(source, target, state).run();
  const rest = new FilesPart(source, target);
  const files = [...entries, ...(await rest.run(actors))];
  await target.commit({ head, secret, marks, files });
  return {
    sequence: head.sequence,
    files: files.length,
    byteLength: files.reduce((sum, { byteLength }) => sum + byteLength, 0),
    writtenBytes: target.writtenBytes,
    isIncremental: target.older !== null,
    warnings: rest.warnings,
  };
}

/** Bytes between two notices to the store that its files are still needed. */
const STAY_BYTES = 64 * BLOCK_BYTES;

type PiecesFile = Extract<BackupFile, { part: 'pieces' }>;

/**
 * The parts of a backup that are files already: snapshots, history, accounts, files of the
 * operator.
 *
 *   pieces/<folder>-<name>-<checksum>   a piece file, unchanged
 *   lists/<folder>-<actor>-<checksum>   the newest snapshot of an actor, which names those files
 *   plain/<name>-<checksum>             small files, with `+` for each `/`
 *
 * Invariants: a piece file never changes, so a file of the older backup is not read again. Only
 * piece files that an actor's newest snapshot names are copied. Damaged data of the store is copied
 * unchanged, with its checksums, and reported; a restore reports it, too.
 */
class FilesPart {
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
    for (const [name, bytes] of await this.#source.files.plain()) {
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
    const path = `${folder}/pieces/${name}`;
    const { size, changedMs } = await this.#source.files.status(path);
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

  /** Compares the content of a file with the list. */
  async #check(path: string, pieces: readonly Piece[]): Promise<void> {
    const { files } = this.#source;
    // A restore reads all pieces, so remote files are not read twice.
    if (!files.isNear) return;
    for (const piece of pieces) {
      const { at } = piece;
      const bytes = await this.#source.rested(() => files.read(path, at, storedLength(piece)));
      const content = await contentOf(piece, bytes);
      if (content === null) this.warnings.push(`${path} is damaged at byte ${at}`);
    }
  }

  async *#blocksOfFile(path: string, size: number): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < size; at += BLOCK_BYTES) {
      const length = Math.min(BLOCK_BYTES, size - at);
      const block = await this.#source.rested(() => this.#source.files.read(path, at, length));
      if (block.length !== length) {
        throw new TagwireError('STORE_DAMAGED', `${path} is shorter than it was`);
      }
      if (at % STAY_BYTES === 0) await this.#source.stay();
      yield block;
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

/** Bounds the attempts in a store with continual erasures. */
const ATTEMPTS_MAX = 10;

/** Repeats `read` until no compaction disturbs it. @param mayRepeat whether output can be dropped. */
export async function readUndisturbed<T>(
  read: () => Promise<T>,
  mayRepeat: () => boolean = () => true,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      const isEnded = error instanceof TagwireError && error.code === 'STORE_CLOSED';
      if (!isEnded || attempt === ATTEMPTS_MAX || !mayRepeat()) throw error;
    }
  }
}
