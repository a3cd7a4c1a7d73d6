/**
 * What an actor is made of: its worker module, where its entries and snapshots come from, and who gets
 * its deltas.
 */
import type { Logger } from '../../kernel/logger.js';
import type { Rank } from '../../kernel/runtime/thread-priority.js';
import type { EntrySource, SnapshotPort } from './ports.js';

export interface ActorOptions {
  name: string;
  /** Absolute path of the compiled worker module. */
  filename: string;
  /** Which threads it lets go first. */
  rank: Rank;
  /** Blocks in memory; what is beyond is read from the log again. */
  blockBytesMax: number;
  /** A thread that has work may be silent for this long. */
  silentMsMax?: number;
  /** True while this actor, so many entries behind, is to leave the processors to others. */
  mustYield(lagEntries: number): boolean;
  /** Options of the start message; made anew for each thread (shared memory belongs to one). */
  startOptions(): unknown;
  /** Receives every delta. `fresh`: it holds the whole state of a new thread. */
  onDelta(delta: unknown, fresh: boolean): void;
  log: EntrySource;
  snapshots: SnapshotPort;
  logger: Logger;
}
