/**
 * What waits for an actor: blocks, in memory that all actors share and bounded in bytes, and who waits until
 * an entry of the log has been reached.
 */
import type { Block } from '../../kernel/model/block.js';

/** Blocks that wait for an actor. What does not fit is read from the log when its turn comes. */
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

/** Who waits until an entry of the log has been reached. */
interface Waiter {
  sequence: number;
  resolve(): void;
  reject(error: unknown): void;
}

export class Waiters {
  #waiters: Waiter[] = [];

  /** Resolves when an entry has been reached. @throws what `fail` was given before. */
  async until(sequence: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#waiters.push({ sequence, resolve, reject });
    });
  }

  /** Everything up to an entry has been reached. */
  reach(sequence: number): void {
    const reached = this.#waiters.filter((waiter) => waiter.sequence <= sequence);
    if (reached.length === 0) return;
    this.#waiters = this.#waiters.filter((waiter) => waiter.sequence > sequence);
    for (const { resolve } of reached) resolve();
  }

  /** Nothing further will be reached. */
  fail(error: unknown): void {
    for (const { reject } of this.#waiters.splice(0)) reject(error);
  }
}
