/**
 * What decides which change of the accounts follows which, where several nodes share them.
 *
 * ```
 *  change decided on the newest state ─► order ─► this node's journal ─► acknowledged
 *                                          └────► the journals of the other nodes
 * ```
 *
 * Invariants: of two changes that were decided on the same state one is refused, and decided again. What
 * was appended stays. A change names the one before it by its checksum, so every node sees whether what
 * it has is what the others have. Not here: where the order is kept (`src/store/nodes`).
 */
import { hash64, hexOf } from '../../kernel/hash.js';
import type { AccountEvent, SharedPlace } from './roster-events.js';

/** One change, or everything up to one. */
export interface AccountChange extends Omit<SharedPlace, 'log'> {
  /** Tells the attempts to append it from other changes with the same number. */
  id: string;
  /** The records are all there is at this entry, and take the place of whatever was before. */
  isWhole: boolean;
  events: readonly AccountEvent[];
}

export interface AccountOrder {
  /** Name of the log that the nodes share. */
  readonly log: string;
  /** The newest change of the order as it was read last; 0 where there is none. */
  readonly end: number;
  /** The order is long, or holds records of removed users: a whole one should take their place. */
  readonly isLong: boolean;
  /** What came since the last time. @throws TagwireError STORE_WRITE_FAILED when the order does not answer. */
  read(): Promise<AccountChange[]>;
  /** Reads all of it again, because what was read could not be used. */
  restart(): void;
  /**
   * Appends a change behind what was read; false when something else came first.
   * @throws TagwireError STORE_WRITE_FAILED when that stays unknown.
   */
  append(change: AccountChange): Promise<boolean>;
  /** Forgets what comes before the whole change that was appended last. */
  dropOlder(): Promise<void>;
  /** Tells the others what this node has. */
  tell(entry: number): void;
  /** Resolves when all nodes that live have a change, or after a moment. */
  settled(entry: number): Promise<void>;
  /** A piece of work is over. */
  rest(): Promise<void>;
}

/** The checksum of changes, with one more. */
export function chainOf(before: string, events: readonly AccountEvent[]): string {
  return hexOf(hash64(Buffer.from(JSON.stringify(events)), BigInt(`0x${before || '0'}`)));
}
