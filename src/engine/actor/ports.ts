/**
 * The interfaces that an actor needs from outside (the log that it folds, the store of its snapshots),
 * and its figures.
 *
 * Not here: the implementations (app/ connects the thread of the log), the content of chunks (`IndexWriter`).
 */

import type { Logger } from '../../kernel/logger.js';
import type { Block } from '../../kernel/model/block.js';
import type { BodyUse } from '../../kernel/model/records.js';
import type { HeapFigures } from '../../kernel/runtime/garbage.js';
import type { Rank } from '../../kernel/runtime/thread-priority.js';
import type { SnapshotPlan } from '../index/writer.js';

/** The log, as actors need it. */
export interface EntrySource {
  /** Entries from a sequence number on; null at the head. */
  read(fromSequence: number, bodies: BodyUse): Promise<Block | null>;
  skipped(actor: string): Promise<number[]>;
  skip(actor: string, sequence: number): Promise<void>;
}

/** A piece of a chunk, in a buffer of its own that is transferred. */
interface NamedPiece {
  name: string;
  bytes: Uint8Array;
}

export interface SnapshotSink {
  /** Chunks of the plan that the previous snapshot does not have; all others are taken over. */
  readonly missing: readonly string[];
  /** Adds the next piece of each chunk; all together are at most as long as one piece may be. */
  add(pieces: readonly NamedPiece[]): Promise<void>;
  /** Completes the snapshot, after all missing chunks were added. */
  commit(sequence: number): Promise<void>;
}

/** A snapshot that a new thread may start from. */
export interface SnapshotSource {
  sequence: number;
  /** Where it lies: the newest snapshots, or an older copy of them. */
  profile: string;
  version: number;
  /** Chunks that make up the state; cold ones are not among them. */
  names: string[];
  /** Null when the chunk is missing or damaged. */
  read(name: string): Promise<Uint8Array | null>;
}

/** The snapshots from which a new thread may start. */
interface SnapshotSources {
  /** The best first. */
  sources: SnapshotSource[];
  /** Above 0: bodies of entries up to this one have left the log; a start without a snapshot lacks them. */
  floor: number;
}

export interface SnapshotPort {
  /** `version`: format of the chunks; hot chunks of another format are written again. */
  begin(actor: string, plan: SnapshotPlan, version: number): Promise<SnapshotSink>;
  list(actor: string, bodies: BodyUse): Promise<SnapshotSources>;
  /** Notes the snapshot from which the thread has started, on which the next one builds; null: none. */
  choose(actor: string, source: SnapshotSource | null): Promise<void>;
  /** A chunk of the noted snapshot, cold or not; null when it is damaged. */
  cold(actor: string, name: string): Promise<Uint8Array | null>;
}

export interface ActorFigures {
  sequence: number;
  headSequence: number;
  questionsWaiting: number;
  blocksAtHand: number;
  crashes: number;
  /** Threads that were ended because they showed no progress; each of them is a crash too. */
  silences: number;
  generation: number;
  /** Whether readers get the thread's deltas. */
  isFollowing: boolean;
  snapshotSequence: number;
  /** Cold chunks that the writer waits for. */
  chunksWanted: number;
  heap: HeapFigures;
}

/**
 * The parts of an actor: its worker module, the sources of its entries and snapshots, and the receiver of
 * its deltas.
 */
export interface ActorOptions {
  name: string;
  /** Absolute path of the compiled worker module. */
  filename: string;
  /** Decides which threads have a higher priority. */
  rank: Rank;
  /** Bytes of blocks in memory; further blocks are read from the log again. */
  blockBytesMax: number;
  /** A thread that has work is ended after this time without progress. */
  silentMsMax?: number;
  /** True while this actor, `lagEntries` behind, should leave the processors to others. */
  mustYield(lagEntries: number): boolean;
  /** Options of the start message; made anew for each thread (shared memory belongs to one). */
  startOptions(): unknown;
  /** Receives every delta. `fresh`: it holds the whole state of a new thread. */
  onDelta(delta: unknown, fresh: boolean): void;
  log: EntrySource;
  snapshots: SnapshotPort;
  logger: Logger;
}
