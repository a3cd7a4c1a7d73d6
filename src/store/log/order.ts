/**
 * The order of a log: what decides which batch follows which. Two kinds: the store's own, of a node
 * that is alone, and one that an engine keeps for several nodes (`src/store/nodes`).
 *
 * ```
 *  admission ─► batch ─► order.append ─► the node's own store ─► order.confirm ─► acknowledged
 *                            │
 *                            └─► other nodes ─► IngestLog.follow ─► their own stores
 * ```
 *
 * Invariants: a batch is written to the store after it is in the order. What is in the order and not in
 * the store comes back by `follow`: the node that appended it may have heard nothing of it.
 */
import type { Block } from '../../kernel/model/block.js';
import type { Operation } from '../writes.js';
import type { Batch, Head } from './batch.js';

export interface LogOrder {
  /** The log that several nodes share; null for one of this store alone. */
  readonly sharedName: string | null;
  /** @throws TagwireError NOT_WRITER where nothing may be appended now. */
  demand(): void;
  /**
   * Resolves when the batch is in the order, behind what it rests on.
   * @throws TagwireError NOT_WRITER, or STORE_WRITE_FAILED where that is unknown. `demand` then throws
   * until the store has come to the end of the order.
   */
  append(batch: Batch): Promise<void>;
  /**
   * Notes that the store has a batch of the order; it is acknowledged after that.
   * @throws TagwireError as `append`.
   */
  confirm(head: Head): Promise<void>;
  /** A batch of the order could not be written to the store. */
  onWriteFailure(): void;
}

/** The store's own order. */
export const LOCAL_ORDER: LogOrder = {
  sharedName: null,
  demand: () => undefined,
  append: async () => undefined,
  confirm: async () => undefined,
  onWriteFailure: () => undefined,
};

/** A batch as every node writes it. */
export interface SharedBatch {
  /** The head that it rests on. */
  before: { sequence: number; chain: bigint };
  head: Head;
  operations: readonly Operation[];
  /** Those of the operations that replace what is to leave the files too (`erasure.ts`). */
  rewritten: readonly Operation[];
}

/** What came of a batch that was taken over. */
export interface Followed {
  /** The entries that are new here; null where there are none. */
  block: Block | null;
  hasErased: boolean;
}
