/**
 * The blocks that wait for an actor, in memory that all actors share. Bounded in bytes: what does
 * not fit is read from the log when its turn comes.
 */
import type { Block } from '../../kernel/model/block.js';

export class BlocksAtHand {
  readonly #bytesMax: number;
  readonly #blocks: Block[] = [];
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get count(): number {
    return this.#blocks.length;
  }

  /** Takes a block that follows those before. */
  offer(block: Block): void {
    if (this.#bytes + block.bytes.byteLength > this.#bytesMax) return;
    this.#blocks.push(block);
    this.#bytes += block.bytes.byteLength;
  }

  /** Gives the block that holds an entry and drops those before it; null when it is not here. */
  take(sequence: number): Block | null {
    for (let [block] = this.#blocks; block !== undefined; [block] = this.#blocks) {
      if (block.firstSequence > sequence) break;
      this.#blocks.shift();
      this.#bytes -= block.bytes.byteLength;
      if (block.firstSequence + block.count > sequence) return block;
    }
    return null;
  }
}
