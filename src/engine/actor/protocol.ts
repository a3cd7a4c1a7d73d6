/**
 * All messages between the main thread and an actor's thread.
 *
 *   start ─► restore* ─► restored ─► ( apply │ restored │ compact │ ask │ snapshot ─► chunks* )* ─► end
 *
 * Invariants: each message gets one reply; only `ask` overtakes; a reply carries the generation of the
 * thread that made it. Deltas and questions belong to the index; the runtime passes them on unread.
 */

import type { TransferListItem } from 'node:worker_threads';
import type { Block } from '../../kernel/model/block.js';
import type { Rank } from '../../kernel/runtime/thread-priority.js';

/** Messages that change or read the state. One loop sends them, one at a time. */
export type Command =
  | { type: 'start'; options: unknown }
  /** `version`: the format of the snapshot of the chunk. Cold chunks contain their own. */
  | { type: 'restore'; name: string; bytes: Uint8Array; version: number }
  /** The next delta must hold the whole state, as of this entry. */
  | { type: 'restored'; sequence: number }
  /** `from` counts entries within the block; `acked` is the newest delta that readers hold. */
  | { type: 'apply'; block: Block; from: number; acked: number }
  | { type: 'compact'; acked: number }
  | { type: 'snapshot' }
  | { type: 'stored'; cold: string[] }
  | { type: 'lost'; name: string }
  /** The reply is `ChunkPieces`. `piece` counts pieces of the first chunk: 0 unless a long one has begun. */
  | { type: 'chunks'; names: readonly string[]; piece: number };

export type Message = Command | { type: 'ask'; question: unknown };

/** The result of folding a slice: its progress, and the changes for readers. */
export interface Folded {
  /** Entries of the block that are folded. */
  folded: number;
  /** Number of the delta, counting from 1 in each generation; 0 when nothing changed. */
  deltaNumber: number;
  delta: unknown;
  canCompact: boolean;
  /** Cold chunks that the writer needs. */
  wanted: readonly string[];
}

/**
 * As many of the chunks as fit into a piece, each in a buffer of its own that is transferred; of a chunk
 * that is longer than a piece, one piece alone.
 */
export interface ChunkPieces {
  pieces: Uint8Array[];
  /** True when the last piece is a whole chunk, or the end of one. */
  isLast: boolean;
}

export type Outcome =
  | { ok: true; value: unknown }
  /** `fatal`: the state may be wrong, so the thread must be replaced. */
  | { ok: false; fatal: boolean; message: string };

export interface ActorReply {
  generation: number;
  outcome: Outcome;
}

/**
 * Slots of shared memory. They tell, after a crash, which entry the thread was folding, and before that
 * its progress (messages taken and entries folded) and the size of its heap (heartbeat.ts).
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

/** `workerData` of an actor's thread. */
export interface ThreadData {
  name: string;
  rank: Rank;
  generation: number;
  /** `Float64Array` over shared memory, `CELL_COUNT` slots. */
  cells: SharedArrayBuffer;
  /** Sequence numbers of the entries that this actor sets aside. */
  skipped: number[];
}

/**
 * A worker's reply whose `transfer` buffers move; the value itself where there are none. Piscina is
 * loaded by the first reply with buffers, because some threads never send one.
 */
export async function moving(
  value: unknown,
  transfer: readonly TransferListItem[],
): Promise<unknown> {
  if (transfer.length === 0) return value;
  const { Piscina } = await import('piscina');
  const { transferableSymbol, valueSymbol } = Piscina;
  // Piscina's interface for naming the buffers of a result that move to the other thread.
  return Piscina.move({
    get [transferableSymbol]() {
      return transfer;
    },
    get [valueSymbol]() {
      return value;
    },
  } as never);
}
