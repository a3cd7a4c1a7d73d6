/**
 * The folder of hosted icons: files named by their bytes, which the services read.
 *
 * Invariant: a file is there whole or not at all.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { iconFileOf } from '../kernel/model/icon.js';

export class IconFolder {
  readonly #path: string;
  readonly #names: Set<string>;

  constructor(path: string) {
    this.#path = path;
    mkdirSync(path, { recursive: true });
    this.#names = new Set(readdirSync(path));
  }

  has(hash: string): boolean {
    return this.#names.has(iconFileOf(hash));
  }

  /** Puts a file there, whole or not at all. */
  put(hash: string, png: Uint8Array): void {
    const name = iconFileOf(hash);
    const draft = join(this.#path, `${name}.new`);
    writeDurably(draft, png);
    renameSync(draft, join(this.#path, name));
    this.#names.add(name);
  }

  drop(hash: string): void {
    const name = iconFileOf(hash);
    if (this.#names.delete(name)) rmSync(join(this.#path, name), { force: true });
  }
}

/** Its bytes are on the disk before its name says that it is whole. */
function writeDurably(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'w');
  try {
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
