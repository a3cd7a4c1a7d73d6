/**
 * Makes a store from a backup.
 *
 * Invariants: the folder is a store only when every file of the backup matches its checksum, every
 * entry the chain, the end of the log the manifest's head, and the store, opened as by a server,
 * its anchor. Otherwise the folder stays empty and the error names the damage.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import { makeFolder, replaceFile, syncFolder } from '../folders.js';
import { isLockFile, lockFolder, type Release } from '../lock.js';
import { IngestLog } from '../log/ingest-log.js';
import { LogRebuild } from '../log/rebuild.js';
import { type SnapshotProfile, SnapshotStore, type SnapshotWarning } from '../snapshots.js';
import type { BackupFile } from './manifest.js';
import { BackupReader } from './reader.js';
import { failWrite } from './target.js';

interface RestoreReport {
  sequence: number;
  lastTickMs: number | null;
  byteLength: number;
  /** Pieces of snapshots that were damaged in the store already; the server makes them again. */
  warnings: string[];
}

/** @throws TagwireError INPUT_INVALID, BACKUP_DAMAGED, BACKUP_UNKNOWN. */
export async function restore(
  backup: string,
  data: string,
  logger: Logger,
): Promise<RestoreReport> {
  const reader = await BackupReader.open(backup);
  try {
    return await fillFolder(data, async (draft) => {
      await new Restore(reader, draft).run();
      return verified(reader, draft, logger);
    });
  } finally {
    await reader.close();
  }
}

/** Reads a whole backup without making a store. @throws TagwireError BACKUP_DAMAGED. */
export async function checkBackup(backup: string): Promise<RestoreReport> {
  const reader = await BackupReader.open(backup);
  try {
    for (const file of reader.manifest.files) for await (const _ of reader.blocks(file));
    return reportOf(reader, []);
  } finally {
    await reader.close();
  }
}

class Restore {
  readonly #reader: BackupReader;
  readonly #folder: string;

  constructor(reader: BackupReader, folder: string) {
    this.#reader = reader;
    this.#folder = folder;
  }

  async run(): Promise<void> {
    await this.#log();
    const lists = new Map<string, Map<string, Buffer>>();
    for (const file of this.#reader.manifest.files) {
      if (file.part === 'pieces') await this.#copy(file, join(file.folder, 'pieces', file.name));
      if (file.part === 'plain') await this.#copy(file, file.name);
      if (file.part !== 'list') continue;
      const ofFolder = lists.get(file.folder) ?? new Map<string, Buffer>();
      lists.set(file.folder, ofFolder.set(file.actor, await this.#reader.read(file)));
    }
    for (const [folder, ofFolder] of lists) {
      await SnapshotStore.fill(join(this.#folder, profileOf(folder)), ofFolder);
    }
  }

  async #log(): Promise<void> {
    const { head, secret, marks } = this.#reader.manifest;
    await LogRebuild.make(this.#folder, async (log) => {
      const reader = this.#reader;
      for await (const [key, value] of reader.pairs('entries')) {
        await log.addEntry(key.readUIntBE(1, 6), value!);
      }
      for await (const [key, value] of reader.pairs('erased')) {
        await log.addErased(key, value!);
      }
      for await (const [key, value] of reader.pairs('bodies')) {
        await log.addBody(key, value!);
      }
      await log.finish(head, Buffer.from(secret, 'hex'), marks);
    });
  }

  async #copy(file: BackupFile, name: string): Promise<void> {
    const path = join(this.#folder, inside(name));
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const copy = await open(path, 'wx', 0o600);
    try {
      for await (const block of this.#reader.blocks(file)) await copy.appendFile(block);
      await copy.sync();
    } finally {
      await copy.close();
    }
  }
}

/** Opens the new store as a server does, and reads all snapshots. */
async function verified(
  reader: BackupReader,
  folder: string,
  logger: Logger,
): Promise<RestoreReport> {
  const { head, files } = reader.manifest;
  const log = await IngestLog.open({ folder, logger, mayBeShared: true });
  const { sequence, chain } = log.head;
  await log.close();
  if (sequence !== head.sequence || chain !== BigInt(head.chain)) {
    throw new TagwireError('BACKUP_DAMAGED', 'the restored log does not end where the backup does');
  }
  const warnings: string[] = [];
  const lists = files.filter((file) => file.part === 'list');
  for (const name of new Set(lists.map(({ folder }) => folder))) {
    const actors = lists.filter((file) => file.folder === name).map(({ actor }) => actor);
    const warn = ({ actor, reason }: SnapshotWarning): void => {
      warnings.push(`${name} of ${actor}: ${reason}`);
    };
    const pieces = await SnapshotStore.open(join(folder, name), warn, profileOf(name));
    for (const actor of actors) await readThrough(pieces, actor);
    await pieces.close();
  }
  return reportOf(reader, warnings);
}

async function readThrough(pieces: SnapshotStore, actor: string): Promise<void> {
  for (const { sequence, chunks } of await pieces.generations(actor)) {
    for (const { name } of chunks) await pieces.readChunk(actor, name, sequence);
  }
}

function reportOf({ manifest }: BackupReader, warnings: string[]): RestoreReport {
  const { sequence, lastTickMs } = manifest.head;
  const byteLength = manifest.files.reduce((sum, file) => sum + file.byteLength, 0);
  return { sequence, lastTickMs, byteLength, warnings };
}

/** @throws TagwireError BACKUP_DAMAGED for a folder other than snapshots and history. */
function profileOf(folder: string): SnapshotProfile {
  if (folder === 'snapshots' || folder === 'history') return folder;
  throw new TagwireError('BACKUP_DAMAGED', `the manifest names an unknown folder: ${folder}`);
}

/** A name from the manifest, if it stays inside of the folder. */
function inside(name: string): string {
  const plain = normalize(name);
  if (plain.startsWith('..') || plain.startsWith('/') || plain.includes(':')) {
    throw new TagwireError('BACKUP_DAMAGED', `the manifest names a file outside: ${name}`);
  }
  return plain;
}

/**
 * A data folder in the making: all files are made in a folder inside of it and moved up at the end.
 *
 * Invariants: existing files are never touched: a folder with any files is refused, except those of
 * a process that was killed while it made the folder. One process at a time makes a folder. The log
 * moves first and the anchor last, so an interrupted move is not taken for a store. The names to
 * move are noted before the first move, so the next run knows its own files and begins again.
 */
const DRAFT = 'restoring';
const FIRST = 'log';
const LAST = 'anchor';
/** A new file system has the first; the draft and locks are left by a process that was killed here. */
const IGNORED: ReadonlySet<string> = new Set(['lost+found', DRAFT]);
/** File in the draft: names to move up, one in each line. */
const MOVING = 'moving';

/** Fills an empty data folder by `work`, which gets the folder to write to. */
export async function fillFolder<T>(data: string, work: (draft: string) => Promise<T>): Promise<T> {
  const draft = join(data, DRAFT);
  const moved = movedBefore(data, draft);
  const found = existsSync(data)
    ? readdirSync(data).filter(
        (name) => !IGNORED.has(name) && !isLockFile(name) && !moved.includes(name),
      )
    : [];
  if (found.length > 0) {
    throw new TagwireError(
      'INPUT_INVALID',
      `${data} is not empty (it holds ${found[0]}); give an empty folder as --data`,
    );
  }
  let release: Release;
  try {
    makeFolder(data);
    release = lockFolder(data);
  } catch (error) {
    failWrite(data, error);
  }
  try {
    for (const name of moved) rmSync(join(data, name), { recursive: true, force: true });
    return await filled(data, draft, work);
  } finally {
    release();
  }
}

/** Names that a killed process had begun to move; none in a folder with an anchor, which is complete. */
function movedBefore(data: string, draft: string): string[] {
  const note = join(draft, MOVING);
  if (!existsSync(note) || existsSync(join(data, LAST))) return [];
  return readFileSync(note, 'utf8').split('\n');
}

async function filled<T>(
  data: string,
  draft: string,
  work: (draft: string) => Promise<T>,
): Promise<T> {
  let result: T;
  try {
    rmSync(draft, { recursive: true, force: true });
    makeFolder(draft);
    result = await work(draft);
  } catch (error) {
    if (existsSync(draft)) rmSync(draft, { recursive: true, force: true });
    failWrite(data, error);
  }
  const rank = (name: string): number => (name === FIRST ? 0 : name === LAST ? 2 : 1);
  const names = readdirSync(draft).sort((a, b) => rank(a) - rank(b));
  await replaceFile(join(draft, MOVING), Buffer.from(names.join('\n')));
  for (const name of names) renameSync(join(draft, name), join(data, name));
  rmSync(draft, { recursive: true });
  await syncFolder(data);
  return result;
}
