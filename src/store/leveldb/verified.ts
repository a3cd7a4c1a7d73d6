/**
 * Remembers which tables of a folder were read through and found whole, so that a start after a
 * clean stop reads only those that are new.
 *
 *   VERIFIED := checksum u64 (xxHash64 of the rest) | tables (MessagePack)
 *
 * Invariants: the file is there only while the folder is closed and was closed well: after a crash,
 * a failed write or a copy every table is read again. A table counts as the same while its size,
 * its inode and both times of the file system are; it is passed over `PASSES_MAX` times at most, so
 * damage that comes to a file at rest is found by one of the next starts. A file that cannot be read,
 * or not written, costs a start the time to read the tables, and nothing else.
 * Not here: what is checked of a table (table.ts). What checks a store on demand does not ask here.
 */
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { decode, encode } from '../../kernel/codec.js';
import { HASH_BYTES, hash64 } from '../../kernel/hash.js';
import { syncFolder } from '../folder-sync.js';

/** LevelDB leaves alone what it has not named. */
const NAME = 'VERIFIED';
/** Starts that pass over a table before one reads it again. Tables take turns in that. */
const PASSES_MAX = 15;
/**
 * A file that changed so shortly before this one was written may have changed once more within the
 * same moment of the file system's clock.
 */
const MOMENT_NS = 1_000_000_000n;

interface Table {
  name: string;
  /** Size, inode, and times of the last change of the content and of the file. */
  mark: string;
  /** When the file was last changed, in nanoseconds. */
  changedNs: string;
  passes: number;
}

export class VerifiedTables {
  readonly #path: string;
  readonly #known: ReadonlyMap<string, Table>;
  /** What was found whole, or passed over, since the folder was opened. */
  readonly #found = new Map<string, Table>();

  private constructor(path: string, known: ReadonlyMap<string, Table>) {
    this.#path = path;
    this.#known = known;
  }

  /** What is remembered of a folder: nothing, unless it was closed well. */
  static async of(folder: string): Promise<VerifiedTables> {
    const path = join(folder, NAME);
    return new VerifiedTables(path, await readTables(path).catch(() => new Map<string, Table>()));
  }

  /** Runs the check of a table, unless it is known to be whole. @throws what `check` does. */
  async check(path: string, check: () => Promise<void>): Promise<void> {
    const before = await tableOf(path);
    const known = before === null ? undefined : this.#known.get(before.name);
    if (before !== null && known?.mark === before.mark && known.passes < PASSES_MAX) {
      this.#found.set(before.name, { ...before, passes: known.passes + 1 });
      return;
    }
    await check();
    const after = await tableOf(path);
    if (after === null || after.mark !== before?.mark) return;
    this.#found.set(after.name, known === undefined ? after : { ...after, passes: 0 });
  }

  /** The folder is open from now on: whatever comes, nothing is remembered of it. */
  async forget(): Promise<void> {
    await rm(this.#path, { force: true }).catch(() => undefined);
  }

  /** The folder was closed well. */
  async remember(): Promise<void> {
    const content = encode([...this.#found.values()]);
    const sum = Buffer.alloc(HASH_BYTES);
    sum.writeBigUInt64LE(hash64(content));
    const draft = `${this.#path}.next`;
    try {
      const file = await open(draft, 'w', 0o600);
      await file
        .writeFile(Buffer.concat([sum, content]))
        .then(() => file.sync())
        .finally(() => file.close());
      await rename(draft, this.#path);
      await syncFolder(join(this.#path, '..'));
    } catch {
      // Without it the next start reads every table.
      await rm(draft, { force: true }).catch(() => undefined);
    }
  }
}

async function readTables(path: string): Promise<Map<string, Table>> {
  const [bytes, { mtimeNs }] = await Promise.all([readFile(path), stat(path, { bigint: true })]);
  const content = bytes.subarray(HASH_BYTES);
  const isSound = bytes.length > HASH_BYTES && bytes.readBigUInt64LE(0) === hash64(content);
  const tables = isSound ? (decode(content) as Table[]) : [];
  const settled = tables.filter(({ changedNs }) => BigInt(changedNs) + MOMENT_NS < mtimeNs);
  return new Map(settled.map((table) => [table.name, table]));
}

/** A table as it lies there; null when there is none. */
async function tableOf(path: string): Promise<Table | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  if (found === null) return null;
  const { size, ino, mtimeNs, ctimeNs } = found;
  const name = basename(path);
  const mark = `${size} ${ino} ${mtimeNs} ${ctimeNs}`;
  return { name, mark, changedNs: String(ctimeNs), passes: firstPasses(name) };
}

/** Tables that were found whole by one start are read again by different ones. */
function firstPasses(name: string): number {
  return Number(hash64(Buffer.from(name)) % BigInt(PASSES_MAX));
}
