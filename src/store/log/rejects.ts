/**
 * The lines that ingest refused, set aside as they came, so that they can be mended and sent
 * again: `rejects.ndjson` in the data folder.
 */
import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A source gone mad must not fill the disk: beyond this, lines are reported but not stored. */
const FILE_BYTES_MAX = 256 * 1024 * 1024;

export class Rejects {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, 'rejects.ndjson');
  }

  /** Appends lines verbatim. */
  append(lines: Uint8Array[]): void {
    if (lines.length === 0 || this.#sizeBytes() > FILE_BYTES_MAX) return;
    const feed = Buffer.from('\n');
    appendFileSync(this.#path, Buffer.concat(lines.flatMap((line) => [line, feed])));
  }

  #sizeBytes(): number {
    return statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
  }
}
