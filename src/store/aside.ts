/**
 * A copy of a LevelDB folder beside it, while LevelDB opens it again after a failed write: what it
 * takes for damaged it leaves out, and deletes the files.
 *
 *   <folder>.aside    the copy, until what was opened is verified
 *   <folder>.failed   what was opened, while the copy takes its place
 *
 * Tables are linked, not copied: LevelDB never changes one that the manifest names, and gives its
 * number to no other. So a copy costs as much as the newest writes.
 */
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasFreeSpace, syncFolder } from './folders.js';
import { tablePathOf } from './leveldb/check.js';
import { readManifest } from './leveldb/manifest.js';

const ASIDE = '.aside';
const FAILED = '.failed';
/** Everything that is no table. */
const COPIED = /^(?:CURRENT|MANIFEST-\d+|\d+\.log)$/;

export class Aside {
  readonly #folder: string;

  /** The copy of a folder, if there is one. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Copies a folder to which no process writes; null where there is no free space for that. */
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
      // Where a file system has no links.
      await link(path, to).catch(() => copyFile(path, to));
    }
    for (const name of names) await copyFile(join(folder, name), join(copy, name));
    return aside;
  }

  /** Ends what a process left that died while it put a copy back. */
  static async resume(folder: string): Promise<void> {
    if (existsSync(folder) || !existsSync(`${folder}${ASIDE}`)) return;
    if (!existsSync(`${folder}${FAILED}`)) return;
    await new Aside(folder).#finish();
  }

  /** Puts the copy in the place of the folder, which no process has open. */
  async restore(): Promise<void> {
    await rm(`${this.#folder}${FAILED}`, { recursive: true, force: true });
    await rename(this.#folder, `${this.#folder}${FAILED}`);
    await this.#finish();
  }

  /** Deletes the copy. */
  async drop(): Promise<void> {
    await rm(`${this.#folder}${ASIDE}`, { recursive: true, force: true });
  }

  async #finish(): Promise<void> {
    await rename(`${this.#folder}${ASIDE}`, this.#folder);
    await syncFolder(dirname(this.#folder));
    await rm(`${this.#folder}${FAILED}`, { recursive: true, force: true });
  }
}
