/**
 * What an actor needs from outside: the log that it folds, and the store of its snapshots; and what
 * it tells of itself.
 *
 * Not here: who offers them (app/ wires the log's thread in), what is in a chunk (an `IndexWriter`).
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

/** A piece of a chunk, in a buffer of its own that moves. */
interface NamedPiece {
  name: string;
  bytes: Uint8Array;
}

/** A snapshot being written. */
export interface SnapshotSink {
  /** Chunks of the plan that the snapshot before does not have; all others are taken over. */
  readonly missing: readonly string[];
  /** Adds the next piece to each of the chunks; together no more than a piece may have. */
  add(pieces: readonly NamedPiece[]): Promise<void>;
  /** Once all that was missing was added. */
  commit(sequence: number): Promise<void>;
}

/** A snapshot that a new thread may start from. */
export interface SnapshotSource {
  sequence: number;
  /** Where it lies: the newest ones, or an older copy of them. */
  profile: string;
  version: number;
  /** Chunks that make up the state; cold ones are not among them. */
  names: string[];
  /** Null when the chunk is missing or damaged. */
  read(name: string): Promise<Uint8Array | null>;
}

/** What a new thread may start from. */
interface SnapshotSources {
  /** The best first. */
  sources: SnapshotSource[];
  /** Above 0: a start from the beginning misses what is gone from the log up to here. */
  floor: number;
}

export interface SnapshotPort {
  /** `version`: format of the chunks; hot ones of another format are asked for again. */
  begin(actor: string, plan: SnapshotPlan, version: number): Promise<SnapshotSink>;
  list(actor: string, bodies: BodyUse): Promise<SnapshotSources>;
  /** What the thread has started from, so that the next snapshot rests on it; null: nothing. */
  choose(actor: string, source: SnapshotSource | null): Promise<void>;
  /** A chunk of the snapshot that the thread rests on, cold or not; null when it is damaged. */
  cold(actor: string, name: string): Promise<Uint8Array | null>;
}

/** Figures for the metrics page. */
export interface ActorFigures {
  sequence: number;
  headSequence: number;
  questionsWaiting: number;
  blocksAtHand: number;
  crashes: number;
  /** Threads that were ended because they did nothing, crashes all of them. */
  silences: number;
  generation: number;
  /** Readers get what the thread folds. */
  isFollowing: boolean;
  snapshotSequence: number;
  /** Cold chunks that the writer waits for. */
  chunksWanted: number;
  /** Of the thread. */
  heap: HeapFigures;
}

/**
 * What an actor is made of: its worker module, where its entries and snapshots come from, and who gets
 * its deltas.
 */
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
