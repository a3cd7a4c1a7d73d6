/**
 * What an actor needs from outside: the log that it folds, and the shelf of its snapshots; and what
 * it tells of itself.
 *
 * Not here: who offers them (app/ wires the log's thread in), what is in a chunk (a `Writer`).
 */
import type { Block } from '../model/block.js';

/** The log, as actors need it. */
export interface EntrySource {
  /** Entries from a sequence number on; null at the head. */
  read(fromSequence: number, withBodies: boolean): Promise<Block | null>;
  skipped(actor: string): Promise<number[]>;
  skip(actor: string, sequence: number): Promise<void>;
}

/** A snapshot being written. */
export interface SnapshotSink {
  /** Adds a piece to the chunk. `cold`: it is history, which no new thread is given. */
  add(name: string, bytes: Uint8Array, cold: boolean): Promise<void>;
  /** Takes over the chunk of the snapshot before; false when that has none. */
  keep(name: string): Promise<boolean>;
  commit(version: number, sequence: number): Promise<void>;
}

/** The snapshot that a new thread starts from. */
export interface SnapshotSource {
  sequence: number;
  version: number;
  /** Chunks that make up the state; cold ones are not among them. */
  names: string[];
  /** Null when the chunk is missing or damaged. */
  read(name: string): Promise<Uint8Array | null>;
}

export interface SnapshotShelf {
  begin(actor: string): Promise<SnapshotSink>;
  /** The newest snapshots of an actor first. */
  list(actor: string): Promise<SnapshotSource[]>;
  drop(actor: string, sequence: number): Promise<void>;
  /** A chunk of the newest snapshot, cold or not; null when it is missing or damaged. */
  cold(actor: string, name: string): Promise<Uint8Array | null>;
}

/** Figures for the metrics page. */
export interface ActorFigures {
  sequence: number;
  headSequence: number;
  questionsWaiting: number;
  blocksAtHand: number;
  crashes: number;
  generation: number;
  snapshotSequence: number;
  /** Cold chunks that the writer waits for. */
  chunksWanted: number;
}
