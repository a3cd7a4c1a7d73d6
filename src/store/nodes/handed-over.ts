/**
 * Blocks from the thread of the log to the indices, with other changes.
 *
 * Bounded in bytes: reading of the shared log waits for space.
 */

import type { Block } from '../../kernel/model/block.js';
import { Rest } from '../../kernel/waits.js';

/** Two of the largest batches. */
const BYTES_MAX = 32 * 1024 * 1024;

export class HandedOver {
  #blocks: Block[] = [];
  #bytes = 0;
  #hasErased = false;
  #hasChanges = false;
  readonly #rest = new Rest();

  /** Resolves when there is space for more. */
  async untilSpace(): Promise<void> {
    while (this.#bytes >= BYTES_MAX) await this.#rest.take(null);
  }

  add(block: Block, hasErased: boolean): void {
    this.#blocks.push(block);
    this.#bytes += block.bytes.byteLength;
    this.#hasErased ||= hasErased;
    this.nudge();
  }

  /** Notes another change, which ends the wait of `take`. */
  nudge(): void {
    this.#hasChanges = true;
    this.#rest.nudge();
  }

  /** The pending blocks, or those that arrive within a time. */
  async take(waitMs: number): Promise<{ blocks: Block[]; hasErased: boolean }> {
    if (!this.#hasChanges) await this.#rest.take(waitMs);
    const taken = { blocks: this.#blocks, hasErased: this.#hasErased };
    this.#blocks = [];
    this.#bytes = 0;
    this.#hasErased = false;
    this.#hasChanges = false;
    this.#rest.nudge();
    return taken;
  }
}
