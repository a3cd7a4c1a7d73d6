/**
 * Reads a LevelDB folder without LevelDB, which changes what it opens and trusts it too far.
 *
 * Two views: `counted` shows what LevelDB would show, by the manifest. `all` shows every value that
 * any file of the folder still holds whole, for a repair that saves what can be saved; there a file counts
 * whether the manifest names it or not.
 *
 * Invariants: nothing is written. Entries come in the order of their keys. What is damaged is skipped
 * and told. Memory holds the logs and a block of each table.
 * Not here: what keys and values mean.
 */
import { readdirSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { firstPlace, Heap } from '../../kernel/collections.js';
import { messageOf } from '../../kernel/errors.js';
import type { KeyRange } from '../writes.js';
import { damaged } from './bytes.js';
import { readManifest, type TableFile } from './manifest.js';
import { TableReader } from './table.js';
import {
  compareVersions,
  type OnFlaw,
  type Version,
  versionsOfLog,
  versionsOfTable,
} from './versions.js';

const TABLE_NAME = /^\d+\.(ldb|sst)$/;
const LOG_NAME = /^\d+\.log$/;

/** A file that gives versions in order. */
interface Source {
  /** The next version, or the place before which it has none. */
  next: Pick<Version, 'key' | 'stamp'>;
  /** Versions read already, from `at` on; null before the first were read. */
  block: Version[] | null;
  at: number;
  blocks: AsyncGenerator<Version[]>;
}

interface Table {
  path: string;
  entry: TableFile;
  smallest: Buffer;
}

export class FolderReader {
  readonly #tables: readonly Table[];
  readonly #recent: readonly Version[];
  readonly #onFlaw: OnFlaw;

  private constructor(tables: readonly Table[], recent: readonly Version[], onFlaw: OnFlaw) {
    this.#tables = tables;
    this.#recent = recent;
    this.#onFlaw = onFlaw;
  }

  /**
   * What LevelDB would show. @throws FileDamage when the manifest cannot be read; of a folder without
   * one it shows nothing.
   */
  static async counted(folder: string, onFlaw: OnFlaw): Promise<FolderReader> {
    const manifest = await readManifest(folder);
    if (manifest === null) return new FolderReader([], [], onFlaw);
    const names = namesIn(folder);
    const tables: Table[] = [];
    for (const entry of manifest.tables) {
      const name = nameOf(entry, names);
      const path = join(folder, name);
      if (names.includes(name)) tables.push({ path, entry, smallest: keyOf(entry.smallest) });
      else onFlaw(damaged(path, 0, 'it is missing'));
    }
    const logs = names.filter((name) => LOG_NAME.test(name)).map((name) => join(folder, name));
    const wanted = logs.filter((path) => numberOf(path) >= manifest.logNumber);
    return new FolderReader(tables, await readLogs(wanted, onFlaw), onFlaw);
  }

  /** Whatever is whole in any of the folder's files. */
  static async all(folder: string, onFlaw: OnFlaw): Promise<FolderReader> {
    const names = namesIn(folder);
    const tables = names
      .filter((name) => TABLE_NAME.test(name))
      .map((name) => wholeTable(folder, name));
    const logs = names.filter((name) => LOG_NAME.test(name)).map((name) => join(folder, name));
    return new FolderReader(tables, await readLogs(logs, onFlaw), onFlaw);
  }

  /** The newest value of each key of a range that was not deleted. */
  async *entries(range: KeyRange): AsyncGenerator<[Buffer, Buffer]> {
    let last: Pick<Version, 'key'> | null = null;
    for await (const version of this.versions(range)) {
      const { key, value } = version;
      if (last?.key.equals(key) === true) continue;
      last = version;
      if (value !== null) yield [key, value];
    }
  }

  /** The newest value of a key; undefined when there is none. */
  async get(key: Buffer): Promise<Buffer | undefined> {
    const behind = Buffer.concat([key, Buffer.alloc(1)]);
    for await (const { value } of this.versions({ gte: key, lt: behind }))
      return value ?? undefined;
    return undefined;
  }

  /** Everything that keys of a range ever had, as far as it is still there, the newest first. */
  async *versions({ gte, lt }: KeyRange): AsyncGenerator<Version> {
    const files: FileHandle[] = [];
    const heap = new Heap<Source>((a, b) => compareVersions(a.next, b.next) < 0);
    for (const table of this.#tables) {
      const isBehind = Buffer.compare(table.smallest, lt) >= 0;
      const { largest } = table.entry;
      const isBefore = largest.length > 0 && Buffer.compare(keyOf(largest), gte) < 0;
      if (isBehind || isBefore) continue;
      const next = { key: table.smallest, stamp: Number.POSITIVE_INFINITY };
      heap.push({ next, block: null, at: 0, blocks: this.#blocksOf(table, gte, files) });
    }
    const from = lowerBound(this.#recent, gte);
    if (from < this.#recent.length) {
      const block = [...this.#recent.slice(from)];
      heap.push({ next: block[0]!, block, at: 0, blocks: nothing() });
    }
    try {
      for (let source = heap.pop(); source !== undefined; source = heap.pop()) {
        if (source.block === null) {
          if (await advance(source, gte)) heap.push(source);
          continue;
        }
        const version = source.block[source.at]!;
        if (Buffer.compare(version.key, lt) >= 0) continue;
        yield version;
        source.at += 1;
        if (source.at < source.block.length) source.next = source.block[source.at]!;
        else if (!(await advance(source, gte))) continue;
        heap.push(source);
      }
    } finally {
      for (const file of files) await file.close();
    }
  }

  async *#blocksOf({ path, entry }: Table, from: Buffer, files: FileHandle[]) {
    let file: FileHandle;
    try {
      file = await open(path);
    } catch (cause) {
      this.#onFlaw(damaged(path, 0, `it cannot be opened: ${messageOf(cause)}`, cause));
      return;
    }
    files.push(file);
    yield* versionsOfTable(new TableReader(file, path, entry), from, this.#onFlaw);
  }
}

/** Reads on to the next version from `gte` on; false when there is none. */
async function advance(source: Source, gte: Buffer): Promise<boolean> {
  for (;;) {
    const { done, value } = await source.blocks.next();
    if (done) return false;
    const at = lowerBound(value, gte);
    if (at === value.length) continue;
    source.block = value;
    source.at = at;
    source.next = value[at]!;
    return true;
  }
}

/** Place of the first version that has a key from `gte` on. */
function lowerBound(versions: readonly Version[], gte: Buffer): number {
  return firstPlace(0, versions.length, (at) => Buffer.compare(versions[at]!.key, gte) < 0);
}

async function* nothing(): AsyncGenerator<Version[]> {}

async function readLogs(paths: readonly string[], onFlaw: OnFlaw): Promise<Version[]> {
  const found: Version[][] = [];
  for (const path of paths) found.push(await versionsOfLog(path, onFlaw));
  return found.flat().sort(compareVersions);
}

/** A table of which only the file is known. */
function wholeTable(folder: string, name: string): Table {
  const path = join(folder, name);
  const byteLength = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const none = Buffer.alloc(0);
  const number = numberOf(path);
  return {
    path,
    entry: { level: 0, number, byteLength, smallest: none, largest: none },
    smallest: none,
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Tables have had two endings; LevelDB looks for the newer one first. */
function nameOf({ number }: TableFile, names: readonly string[]): string {
  const stem = String(number).padStart(6, '0');
  return names.includes(`${stem}.sst`) && !names.includes(`${stem}.ldb`)
    ? `${stem}.sst`
    : `${stem}.ldb`;
}

function numberOf(path: string): number {
  return Number.parseInt(path.slice(path.lastIndexOf('/') + 1).replace(/^.*\\/, ''), 10);
}

/** The caller's part of a key of LevelDB's. */
function keyOf(marked: Buffer): Buffer {
  return marked.subarray(0, Math.max(0, marked.length - 8));
}
