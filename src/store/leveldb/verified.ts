/**
 * Remembers which tables of a folder were checked and found sound, so that a start checks only new
 * tables.
 *
 *   VERIFIED := checksum u64 (xxHash64 of the rest) | MessagePack: { boot, tables }
 *
 * A process that ends without closing the folder changes no table, whatever its end. A machine that
 * loses power may. So a note made while the folder was open is valid within the same boot of the
 * system (`boot`), and a note made after a clean close (`boot` is null) is always valid.
 *
 * Invariants: after a failed write or a copy, and after a crash of the machine, every table is
 * checked again. A table is the same while its size, its inode and both file times are the same. A
 * table is skipped at most `PASSES_MAX` times, so one of the next starts finds damage to a file at
 * rest. If the note cannot be read or written, the only cost is that a start checks all tables.
 * Not here: the checks of a table (table.ts). A check of a store on demand ignores this note.
 */
import { readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { decode, encode } from '../../kernel/codec.js';
import { HASH_BYTES, hash64 } from '../../kernel/hash.js';
import { replaceFile } from '../folders.js';

/** LevelDB leaves files alone whose names are not of its kinds. */
const NAME = 'VERIFIED';
/** Starts that skip a table before a start checks it again. Tables take turns. */
const PASSES_MAX = 15;
/**
 * A file that changed less than this before the note was written may have changed once more within
 * the same tick of the file system's clock.
 */
const MOMENT_NS = 1_000_000_000n;

/** Differs after each boot of the system; exists on Linux alone. */
const BOOT_PATH = '/proc/sys/kernel/random/boot_id';

interface Table {
  name: string;
  /** Size, inode, and times of the last change of the content and of the file. */
  mark: string;
  /** Time of the last change of the file, in nanoseconds. */
  changedNs: string;
  passes: number;
}

export class VerifiedTables {
  readonly #path: string;
  readonly #known: ReadonlyMap<string, Table>;
  readonly #boot: string | null;
  /** Tables that were found sound, or skipped, since the folder was opened. */
  readonly #found = new Map<string, Table>();
  #isTrusted = true;

  private constructor(path: string, known: ReadonlyMap<string, Table>, boot: string | null) {
    this.#path = path;
    this.#known = known;
    this.#boot = boot;
  }

  /** Reads the note of a folder. @param bootPath the file that differs after each boot. */
  static async of(folder: string, bootPath = BOOT_PATH): Promise<VerifiedTables> {
    const path = join(folder, NAME);
    const boot = await readFile(bootPath, 'latin1').catch(() => null);
    const known = await readTables(path, boot).catch(() => new Map<string, Table>());
    return new VerifiedTables(path, known, boot);
  }

  /** Runs the check of a table, unless the table is known to be sound. @throws the errors of `check`. */
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

  /** Whether a table was found sound since the folder was opened. */
  has(path: string): boolean {
    return this.#found.has(basename(path));
  }

  /** Forgets every table but these. */
  retainOnly(paths: readonly string[]): void {
    const names = new Set(paths.map((path) => basename(path)));
    for (const name of this.#found.keys()) if (!names.has(name)) this.#found.delete(name);
  }

  /** False after any failure. */
  get isTrusted(): boolean {
    return this.#isTrusted;
  }

  /** Notes a failure that may have changed the folder: the next start checks every table. */
  distrust(): void {
    if (this.#isTrusted) void this.forget();
    this.#isTrusted = false;
  }

  /** Deletes the note. */
  async forget(): Promise<void> {
    await rm(this.#path, { force: true }).catch(() => undefined);
  }

  /** Writes the note of a folder that is open, with these tables. */
  async rememberOpen(): Promise<void> {
    if (this.#boot === null) await this.forget();
    else await this.#write(this.#boot);
  }

  /** Writes the note of a folder that was closed, unless a failure happened before. */
  async rememberClosed(): Promise<void> {
    await this.#write(null);
  }

  async #write(boot: string | null): Promise<void> {
    if (!this.#isTrusted) return this.forget();
    const content = encode({ boot, tables: [...this.#found.values()] });
    const sum = Buffer.alloc(HASH_BYTES);
    sum.writeBigUInt64LE(hash64(content));
    // Without a note the next start checks every table; an older note may be that of a closed
    // folder.
    await replaceFile(this.#path, Buffer.concat([sum, content])).catch(() => this.forget());
    // `distrust` may have been called while the note was written.
    if (!this.#isTrusted) await this.forget();
  }
}

/** @param boot id of the current boot. */
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

/** The state of a table's file; null when the file is missing. */
async function tableOf(path: string): Promise<Table | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  if (found === null) return null;
  const { size, ino, mtimeNs, ctimeNs } = found;
  const name = basename(path);
  const mark = `${size} ${ino} ${mtimeNs} ${ctimeNs}`;
  return { name, mark, changedNs: String(ctimeNs), passes: firstPasses(name) };
}

/** Spreads the next checks of tables that one start found sound over several starts. */
function firstPasses(name: string): number {
  return Number(hash64(Buffer.from(name)) % BigInt(PASSES_MAX));
}
