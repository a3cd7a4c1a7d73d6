/**
 * Remembers which tables of a folder were read through and found whole, so that a start reads only
 * those that are new.
 *
 *   VERIFIED := checksum u64 (xxHash64 of the rest) | MessagePack: { boot, tables }
 *
 * A process that ends without closing the folder, whatever ends it, changes no table. A machine that
 * loses power may. So what was remembered of a folder that is open counts within the same boot of
 * the system (`boot`), and what was remembered when it was closed well (`boot` is null) always.
 *
 * Invariants: after a failed write or a copy, and after a crash of the machine, every table is read
 * again. A table counts as the same while its size, its inode and both times of the file system are;
 * it is passed over `PASSES_MAX` times at most, so damage that comes to a file at rest is found by one
 * of the next starts. A file that cannot be read, or not written, costs a start the time to read the
 * tables, and nothing else.
 * Not here: what is checked of a table (table.ts). What checks a store on demand does not ask here.
 */
import { readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { decode, encode } from '../../kernel/codec.js';
import { HASH_BYTES, hash64 } from '../../kernel/hash.js';
import { replaceFile } from '../folders.js';

/** LevelDB leaves alone what it has not named. */
const NAME = 'VERIFIED';
/** Starts that pass over a table before one reads it again. Tables take turns in that. */
const PASSES_MAX = 15;
/**
 * A file that changed so shortly before this one was written may have changed once more within the
 * same moment of the file system's clock.
 */
const MOMENT_NS = 1_000_000_000n;

/** Differs after each start of the system; Linux alone has it. */
const BOOT_PATH = '/proc/sys/kernel/random/boot_id';

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
  readonly #boot: string | null;
  /** What was found whole, or passed over, since the folder was opened. */
  readonly #found = new Map<string, Table>();
  #isTrusted = true;

  private constructor(path: string, known: ReadonlyMap<string, Table>, boot: string | null) {
    this.#path = path;
    this.#known = known;
    this.#boot = boot;
  }

  /** What is remembered of a folder. @param bootPath what tells starts of the system apart. */
  static async of(folder: string, bootPath = BOOT_PATH): Promise<VerifiedTables> {
    const path = join(folder, NAME);
    const boot = await readFile(bootPath, 'latin1').catch(() => null);
    const known = await readTables(path, boot).catch(() => new Map<string, Table>());
    return new VerifiedTables(path, known, boot);
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

  /** Whether a table was found whole since the folder was opened. */
  has(path: string): boolean {
    return this.#found.has(basename(path));
  }

  /** Forgets every table but these. */
  retainOnly(paths: readonly string[]): void {
    const names = new Set(paths.map((path) => basename(path)));
    for (const name of this.#found.keys()) if (!names.has(name)) this.#found.delete(name);
  }

  /** False once anything has failed. */
  get isTrusted(): boolean {
    return this.#isTrusted;
  }

  /** Something failed, which may have changed the folder: every table is read by the next start. */
  distrust(): void {
    if (this.#isTrusted) void this.forget();
    this.#isTrusted = false;
  }

  /** Nothing is remembered of the folder. */
  async forget(): Promise<void> {
    await rm(this.#path, { force: true }).catch(() => undefined);
  }

  /** The folder is open, and has these tables. */
  async rememberOpen(): Promise<void> {
    if (this.#boot === null) await this.forget();
    else await this.#write(this.#boot);
  }

  /** The folder was closed, and well unless something failed before. */
  async rememberClosed(): Promise<void> {
    await this.#write(null);
  }

  async #write(boot: string | null): Promise<void> {
    if (!this.#isTrusted) return this.forget();
    const content = encode({ boot, tables: [...this.#found.values()] });
    const sum = Buffer.alloc(HASH_BYTES);
    sum.writeBigUInt64LE(hash64(content));
    // Without it the next start reads every table; an older one may tell of a folder that was closed.
    await replaceFile(this.#path, Buffer.concat([sum, content])).catch(() => this.forget());
    // What failed meanwhile counts.
    if (!this.#isTrusted) await this.forget();
  }
}

/** @param boot of the system as it runs now. */
async function readTables(path: string, boot: string | null): Promise<Map<string, Table>> {
  const [bytes, { mtimeNs }] = await Promise.all([readFile(path), stat(path, { bigint: true })]);
  const content = bytes.subarray(HASH_BYTES);
  const isSound = bytes.length > HASH_BYTES && bytes.readBigUInt64LE(0) === hash64(content);
  const remembered = isSound ? rememberedIn(decode(content)) : { boot: null, tables: [] };
  const counts = remembered.boot === null || remembered.boot === boot;
  const settled = (counts ? remembered.tables : []).filter(
    ({ changedNs }) => BigInt(changedNs) + MOMENT_NS < mtimeNs,
  );
  return new Map(settled.map((table) => [table.name, table]));
}

interface Remembered {
  boot: string | null;
  tables: Table[];
}

/** Earlier versions wrote a list of tables, and only when the folder was closed. */
function rememberedIn(content: unknown): Remembered {
  return Array.isArray(content) ? { boot: null, tables: content } : (content as Remembered);
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
