/**
 * What a backup holds of a log, for a repair: entries by their number, bodies, the names of erased
 * items, lists and pieces of snapshots. Each file is verified when it is read.
 */
import type { BackupFile } from '../backup/manifest.js';
import { BackupReader } from '../backup/reader.js';
import { type Pair, unpackPairs } from '../pairs.js';
import type { SnapshotProfile } from '../snapshots.js';

type EntriesFile = Extract<BackupFile, { part: 'entries' }>;

export class BackupEntries {
  readonly reader: BackupReader;
  readonly #files: readonly EntriesFile[];
  #current: { file: EntriesFile; entries: Map<number, Buffer> } | null = null;

  private constructor(reader: BackupReader) {
    this.reader = reader;
    this.#files = reader.manifest.files.filter((file) => file.part === 'entries');
  }

  /** @throws TagwireError INPUT_INVALID, BACKUP_DAMAGED, BACKUP_UNKNOWN. */
  static async open(path: string): Promise<BackupEntries> {
    return new BackupEntries(await BackupReader.open(path));
  }

  /** The frame of an entry; null when the backup has none. @throws TagwireError BACKUP_DAMAGED. */
  async entry(sequence: number): Promise<Buffer | null> {
    if (this.#current === null || !isIn(this.#current.file, sequence)) {
      const file = this.#files.find((one) => isIn(one, sequence));
      if (file === undefined) return null;
      const pairs = unpackPairs(await this.reader.read(file));
      const entries = new Map(pairs.map(([key, value]) => [key.readUIntBE(1, 6), value!]));
      this.#current = { file, entries };
    }
    return this.#current.entries.get(sequence) ?? null;
  }

  /** Bodies, or identities of erased items, in the order in which a later one wins. */
  pairs(part: 'bodies' | 'erased'): AsyncGenerator<Pair> {
    return this.reader.pairs(this.reader.manifest.files.filter((file) => file.part === part));
  }

  /** The list of an actor; null when there is none. */
  list(folder: SnapshotProfile, actor: string): Promise<Buffer | null> {
    return this.#first(
      (one) => one.part === 'list' && one.folder === folder && one.actor === actor,
    );
  }

  /** A file of pieces; null when there is none. */
  pieces(folder: SnapshotProfile, name: string): Promise<Buffer | null> {
    return this.#first(
      (one) => one.part === 'pieces' && one.folder === folder && one.name === name,
    );
  }

  /** A small file of the data folder; null when there is none. */
  plain(name: string): Promise<Buffer | null> {
    return this.#first((one) => one.part === 'plain' && one.name === name);
  }

  async #first(isWanted: (file: BackupFile) => boolean): Promise<Buffer | null> {
    const file = this.reader.manifest.files.find(isWanted);
    return file === undefined ? null : this.reader.read(file);
  }

  async close(): Promise<void> {
    await this.reader.close();
  }
}

function isIn({ first, last }: EntriesFile, sequence: number): boolean {
  return sequence >= first && sequence <= last;
}
