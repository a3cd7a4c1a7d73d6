/**
 * A copy of a LevelDB folder beside it, made before LevelDB reopens the folder after a failed
 * write, because LevelDB leaves out data that it takes for damaged, and deletes the files.
 *
 *   <folder>.aside    the copy, until the reopened folder is verified
 *   <folder>.failed   the reopened folder, while the copy replaces it
 *
 * Tables are linked, not copied: LevelDB never changes a table that the manifest names, and does
 * not use its number again. So a copy costs only the newest writes.
 */
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasFreeSpace, syncFolder } from './folders.js';
import { tablePathOf } from './leveldb/check.js';
import { readManifest } from './leveldb/manifest.js';

const ASIDE = '.aside';
const FAILED = '.failed';
/** All files except tables. */
const COPIED = /^(?:CURRENT|MANIFEST-\d+|\d+\.log)$/;

export class Aside {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Copies a folder to which no process writes; null without free space for the copy. */
  static async make(folder: string): Promise<Aside | null> {
    const manifest = await readManifest(folder);
    if (manifest === null) return null;
    const names = (await readdir(folder)).filter((name) => COPIED.test(name));
    let byteLength = 0;
    for (const name of names) byteLength += (await stat(join(folder, name))).size;
    if (!hasFreeSpace(folder, byteLength)) return null;
    const aside = new Aside(folder);
    await aside.drop();
    const copy = `${folder}${ASIDE}`;
    await mkdir(copy, { mode: 0o700 });
    for (const table of manifest.tables) {
      const path = await tablePathOf(folder, table);
      const to = join(copy, basename(path));
      // For file systems without links.
      await link(path, to).catch(() => copyFile(path, to));
    }
    for (const name of names) await copyFile(join(folder, name), join(copy, name));
    return aside;
  }

  /** Completes `restore` after a process died in it. */
  static async resume(folder: string): Promise<void> {
    if (existsSync(folder) || !existsSync(`${folder}${ASIDE}`)) return;
    if (!existsSync(`${folder}${FAILED}`)) return;
    await new Aside(folder).#finish();
  }

  /** Replaces the folder, which no process has open, by the copy. */
  async restore(): Promise<void> {
    await rm(`${this.#folder}${FAILED}`, { recursive: true, force: true });
    await rename(this.#folder, `${this.#folder}${FAILED}`);
    await this.#finish();
  }

  async drop(): Promise<void> {
    await rm(`${this.#folder}${ASIDE}`, { recursive: true, force: true });
  }

  async #finish(): Promise<void> {
    await rename(`${this.#folder}${ASIDE}`, this.#folder);
    await syncFolder(dirname(this.#folder));
    await rm(`${this.#folder}${FAILED}`, { recursive: true, force: true });
  }
}
