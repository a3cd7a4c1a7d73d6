/**
 * The folder of hosted icons: files named by the hash of their bytes, which the services read.
 *
 * Invariant: a file under its name is always complete.
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

  /** Stores a file; under its name it is complete or absent. */
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

/** Writes and syncs a file, before it is renamed to its final name. */
function writeDurably(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'w');
  try {
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
