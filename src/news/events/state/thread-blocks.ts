/**
 * Decides which threads are in memory and which on disk.
 *
 * Threads are grouped in blocks by id. A block whose threads cannot change any more is written to
 * disk once. Readers hold its threads until the store has the block.
 */
import {
  blockChunk,
  blockEnd,
  blockOf,
  decodeBlock,
  EVENTS_CHUNKS,
  encodeBlock,
} from '../codec.js';
import { decodeThread, encodeThread } from './thread.js';
import type { ThreadTable } from './thread-table.js';

export interface ThreadBlocksState {
  /** Blocks on disk, ascending. */
  frozen: number[];
  /** The last entry that changed each block in memory. */
  revisions: [block: number, sequence: number][];
}

/** Changes for readers. */
export interface ThreadChanges {
  threads: [id: number, bytes: Uint8Array | null][];
  blocksOnDisk: number[];
}

export class ThreadBlocks {
  readonly #table: ThreadTable;
  readonly #revisions = new Map<number, number>();
  readonly #changed = new Set<number>();
  readonly #frozen = new Set<number>();
  /** Frozen blocks that the store does not have yet. */
  readonly #unstored = new Map<number, Buffer>();
  #left: number[] = [];

  constructor(table: ThreadTable) {
    this.#table = table;
  }

  /** Takes the changes of a run. */
  settle(sequence: number): void {
    for (const id of this.#table.takeChanged()) {
      this.#changed.add(id);
      this.#revisions.set(blockOf(id), sequence);
    }
    for (const block of [...this.#revisions.keys()].sort((a, b) => a - b)) {
      if (this.#canFreeze(block)) this.#freeze(block);
    }
  }

  stored(names: ReadonlySet<string>): void {
    for (const block of [...this.#unstored.keys()]) {
      if (!names.has(blockChunk(block))) continue;
      this.#unstored.delete(block);
      this.#left.push(block);
    }
  }

  takeChanges(): ThreadChanges {
    const threads = [...this.#changed]
      .sort((a, b) => a - b)
      .map((id): [number, Uint8Array | null] => [id, this.#bytesOf(id)]);
    const changes = { threads, blocksOnDisk: this.#left };
    this.#changed.clear();
    this.#left = [];
    return changes;
  }

  /** Marks the whole state as changed for readers. */
  resend(): void {
    this.#changed.clear();
    for (const block of this.#revisions.keys()) {
      for (const [id] of this.#threadsOf(block)) this.#changed.add(id);
    }
    for (const bytes of this.#unstored.values()) {
      for (const id of decodeBlock(bytes).keys()) this.#changed.add(id);
    }
    this.#left = [...this.#frozen].filter((block) => !this.#unstored.has(block));
  }

  get names(): string[] {
    const blocks = [...this.#revisions].sort(([a], [b]) => a - b);
    return blocks.map(([block, revision]) => EVENTS_CHUNKS.format('block', block, revision));
  }

  get coldNames(): string[] {
    return [...this.#frozen].sort((a, b) => a - b).map(blockChunk);
  }

  chunk(block: number): Buffer {
    return encodeBlock(this.#threadsOf(block));
  }

  /** Bytes of a frozen block; undefined when the store has it. */
  coldChunk(block: number): Buffer | undefined {
    return this.#unstored.get(block);
  }

  get state(): ThreadBlocksState {
    return {
      frozen: [...this.#frozen].sort((a, b) => a - b),
      revisions: [...this.#revisions].sort(([a], [b]) => a - b),
    };
  }

  restore({ frozen, revisions }: ThreadBlocksState): void {
    for (const block of frozen) this.#frozen.add(block);
    for (const [block, revision] of revisions) this.#revisions.set(block, revision);
  }

  restoreBlock(bytes: Uint8Array): void {
    for (const thread of decodeBlock(bytes).values()) {
      this.#table.restoreRecord(decodeThread(thread));
    }
  }

  #canFreeze(block: number): boolean {
    if (blockEnd(block) > this.#table.nextId) return false;
    for (let id = blockEnd(block - 1); id < blockEnd(block); id++) {
      if (this.#table.isOpen(id)) return false;
    }
    return true;
  }

  #freeze(block: number): void {
    const threads = this.#threadsOf(block);
    this.#unstored.set(block, encodeBlock(threads));
    this.#frozen.add(block);
    this.#revisions.delete(block);
    this.#table.forget(threads.map(([id]) => id));
  }

  #threadsOf(block: number): [number, Uint8Array][] {
    const threads: [number, Uint8Array][] = [];
    for (let id = blockEnd(block - 1); id < blockEnd(block); id++) {
      const thread = this.#table.record(id);
      if (thread !== undefined) threads.push([id, encodeThread(thread)]);
    }
    return threads;
  }

  /** The bytes of a thread; a thread that was frozen after its change is read from its block. */
  #bytesOf(id: number): Uint8Array | null {
    const thread = this.#table.record(id);
    if (thread !== undefined) return encodeThread(thread);
    const block = this.#unstored.get(blockOf(id));
    return block === undefined ? null : (decodeBlock(block).get(id) ?? null);
  }
}
