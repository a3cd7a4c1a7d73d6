/**
 * The blocks that wait for an actor, in memory that all actors share and bounded in bytes, and the calls
 * that wait until an entry has been folded.
 */
import type { Block } from '../../kernel/model/block.js';

/** Blocks that wait for an actor. Blocks that do not fit are dropped, and read from the log later. */
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

  /** Adds a block that follows those before, if it fits. */
  offer(block: Block): void {
    if (this.#bytes + block.bytes.byteLength > this.#bytesMax) return;
    this.#blocks.push(block);
    this.#bytes += block.bytes.byteLength;
  }

  /** Returns the block with an entry and drops those before it; null when it is not in memory. */
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

/** A call that waits until an entry has been folded. */
interface Waiter {
  sequence: number;
  resolve(): void;
  reject(error: unknown): void;
}

export class Waiters {
  #waiters: Waiter[] = [];

  /** Resolves when an entry has been folded. @throws the error that `fail` gets before. */
  async until(sequence: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#waiters.push({ sequence, resolve, reject });
    });
  }

  /** Resolves the waits for all entries up to this one. */
  reach(sequence: number): void {
    const reached = this.#waiters.filter((waiter) => waiter.sequence <= sequence);
    if (reached.length === 0) return;
    this.#waiters = this.#waiters.filter((waiter) => waiter.sequence > sequence);
    for (const { resolve } of reached) resolve();
  }

  fail(error: unknown): void {
    for (const { reject } of this.#waiters.splice(0)) reject(error);
  }
}
