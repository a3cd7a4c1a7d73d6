/**
 * Every message between the main thread and an actor's thread, on one page.
 *
 *   start ─► restore* ─► restored ─► ( apply │ restored │ compact │ ask │ snapshot ─► chunks* )* ─► end
 *
 * Invariants: one message is answered by one reply; only `ask` overtakes; a reply carries the
 * generation of the thread that made it. Deltas and questions are the business of the index; the
 * runtime passes them on unread.
 */

import type { TransferListItem } from 'node:worker_threads';
import type { Block } from '../../kernel/model/block.js';
import type { Rank } from '../../kernel/runtime/thread-priority.js';

/** Messages that move state. They come from one loop, one at a time. */
export type Command =
  | { type: 'start'; options: unknown }
  /** `version`: the format of the snapshot that a chunk comes from. Cold chunks tell theirs. */
  | { type: 'restore'; name: string; bytes: Uint8Array; version: number }
  /** The next delta is to hold the whole state, which is that of an entry. */
  | { type: 'restored'; sequence: number }
  /** `from` counts entries within the block; `acked` is the newest delta that readers hold. */
  | { type: 'apply'; block: Block; from: number; acked: number }
  | { type: 'compact'; acked: number }
  | { type: 'snapshot' }
  | { type: 'stored'; cold: string[] }
  | { type: 'lost'; name: string }
  /** Answered by `ChunkPieces`. `piece` is that of the first chunk: 0 until a long one has begun. */
  | { type: 'chunks'; names: readonly string[]; piece: number };

export type Message = Command | { type: 'ask'; question: unknown };

/** A piece of folding: how far it came, and what changed for readers. */
export interface Folded {
  /** Entries of the block that are folded. */
  folded: number;
  /** Number of the delta, counting from 1 in each generation; 0 when nothing changed. */
  deltaNumber: number;
  delta: unknown;
  /** True when `compact` has something to do. */
  canCompact: boolean;
  /** Cold chunks that the writer would have back. */
  wanted: readonly string[];
}

/**
 * As many of the chunks as fit into a piece, each in a buffer of its own that moves; of a chunk that is
 * longer than that one piece alone.
 */
export interface ChunkPieces {
  pieces: Uint8Array[];
  /** The last of them is a whole chunk, or the end of one. */
  isLast: boolean;
}

export type Outcome =
  | { ok: true; value: unknown }
  /** `fatal`: the state is in doubt, the thread is to be replaced. */
  | { ok: false; fatal: boolean; message: string };

export interface ActorReply {
  generation: number;
  outcome: Outcome;
}

/**
 * Slots of the memory that tells, after a crash, which entry the thread was folding, and meanwhile that
 * it does something (messages taken and entries folded), and what its heap takes (heartbeat.ts).
 */
export const CELL = {
  sequence: 0,
  beats: 1,
  heapUsed: 2,
  heapSize: 3,
  external: 4,
  thread: 5,
} as const;
export const CELL_COUNT = 6;

/** What a thread is born with. */
export interface ThreadData {
  name: string;
  rank: Rank;
  generation: number;
  /** `Float64Array` over shared memory, `CELL_COUNT` slots. */
  cells: SharedArrayBuffer;
  /** Sequence numbers that this actor sets aside. */
  skipped: number[];
}

/**
 * A worker's reply whose `transfer` buffers move; the value itself where there are none. The library is
 * loaded by the first reply that has some: there are threads that never send one.
 */
export async function moving(
  value: unknown,
  transfer: readonly TransferListItem[],
): Promise<unknown> {
  if (transfer.length === 0) return value;
  const { Piscina } = await import('piscina');
  const { transferableSymbol, valueSymbol } = Piscina;
  // Piscina's way of saying which buffers of a result move to the other thread.
  return Piscina.move({
    get [transferableSymbol]() {
      return transfer;
    },
    get [valueSymbol]() {
      return value;
    },
  } as never);
}
