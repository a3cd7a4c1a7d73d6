/**
 * The messages of the log's thread, on one page.
 *
 * The log is an actor with its own protocol: the only thread that touches the disk. Everything
 * durable passes through it: entries, bodies, and the snapshots of the other actors.
 */
import type { ErrorCode } from '../../kernel/errors.js';
import type { Block } from '../../kernel/model/block.js';
import type { BodyUse } from '../../kernel/model/records.js';
import type { HeapFigures } from '../../kernel/runtime/garbage.js';
import type { NamedBytes } from '../snapshot-writer.js';
import type { BackupRequest, BackupState } from './backup-session.js';
import type { ChangesPart, ChangesRequest } from './changes.js';
import type { FoundItem, StoredItem } from './entries.js';
import type { IngestRequest, IngestResult } from './intake.js';
import type { Followings, NodeSettings, NodeState } from './node-state.js';
import type { RegisteredKind, RegistryPage } from './registry.js';
import type { Base, BeginRequest, GenerationListing } from './snapshot-stores.js';

/** Each message with what answers it. */
export interface LogCalls {
  /** With a `barrier`, which is a reason, it is only read until `allowWrites`. */
  open: {
    /** `noise`: words that are never derived as tags. */
    request: {
      folder: string;
      barrier: string | null;
      noise: readonly string[];
      node?: NodeSettings | AnyLog;
    };
    response: OpenedLog;
  };
  /** What a node of a shared log has taken over from others; waits for something new. */
  followings: { request: { waitMs: number }; response: Followings };
  allowWrites: { request: object; response: null };
  ingest: {
    request: Omit<IngestRequest, 'bytes'> & { parts: readonly Uint8Array[] };
    response: IngestResult;
  };
  tick: { request: { nowMs: number }; response: Block | null };
  tickEarly: { request: { nowMs: number }; response: Block | null };
  advance: { request: { untilMs: number }; response: Block | null };
  /** Sets the store's time back, as `IngestLog.rewind` does. */
  rewind: { request: { atMs: number }; response: { fromSequence: number; ticks: number } };
  skip: { request: { actor: string; sequence: number }; response: Block };
  skipped: { request: { actor: string }; response: number[] };
  read: { request: { fromSequence: number; bodies: BodyUse }; response: Block | null };
  /** The newest record, as `readItem` says. */
  item: {
    request: { kind: 'news' | 'post'; id: number; withEarlier: boolean };
    response: StoredItem | null;
  };
  /** Newest records in the order of `ids`, as `readItems` packs them. */
  items: {
    request: { kind: 'news' | 'post'; ids: readonly number[]; tellBodies: boolean };
    response: Block;
  };
  /** Items by address; null for what was never seen. */
  find: {
    request: { kind: 'news' | 'post'; urls: readonly string[]; ids: readonly number[] };
    response: (FoundItem | null)[];
  };
  /** Which items changed after a place: a bounded part. */
  changes: { request: ChangesRequest; response: ChangesPart };
  registry: { request: { kind: RegisteredKind; after: string }; response: RegistryPage };
  /** Bodies that expired by an instant go, as far as all of the actors hold what they told. */
  expireBodies: {
    request: { atMs: number; actors: readonly string[]; compact: boolean };
    response: null;
  };
  /** Reads new tables of the log through, as `IngestLog.verifyNew` does. */
  verifyNew: { request: object; response: null };
  /** Neither snapshots nor history hold what was erased up to an entry. */
  erasurePaid: { request: { sequence: number }; response: null };
  state: { request: object; response: LogState };
  /** What a thread may start from, the best first; `floor`: it must hold everything up to there. */
  listSnapshots: {
    request: { actor: string; bodies: BodyUse };
    response: { listings: GenerationListing[]; floor: number };
  };
  readChunk: { request: { actor: string; base: Base; name: string }; response: Uint8Array | null };
  /** What the thread has started from; null when it folds from the beginning. */
  chooseSnapshot: { request: { actor: string; base: Base | null }; response: null };
  /** Answered by the names of the chunks that the snapshot before does not have. */
  beginSnapshot: { request: BeginRequest; response: string[] };
  /** A chunk of the newest snapshot, cold or not. */
  readCold: { request: { actor: string; name: string }; response: Uint8Array | null };
  /** Adds the next piece to each of the chunks. */
  addChunks: { request: { actor: string; pieces: readonly NamedBytes[] }; response: null };
  commitSnapshot: { request: { actor: string; sequence: number }; response: null };
  /** Copies the newest snapshot into history. */
  keepHistory: { request: { actor: string; keepPrevious: boolean }; response: null };
  /** How many entries history is behind the log. */
  historyLag: { request: { actors: readonly string[] }; response: number };
  /** Slices of a consistent copy; compaction. */
  backup: { request: BackupRequest; response: BackupState | Uint8Array | null };
  close: { request: object; response: null };
}

/**
 * A store is opened for a shared log, for none, or by a tool that appends nothing (`any`): a backup is
 * made of either.
 */
export type AnyLog = 'own' | 'any';

export type LogCallName = keyof LogCalls;

export type LogMessage = {
  [N in LogCallName]: { call: N; request: LogCalls[N]['request'] };
}[LogCallName];

/** Where the log stands. */
export interface LogState {
  sequence: number;
  lastTickMs: number | null;
  /** Writes fail; the store waits to be reopened. */
  degraded: boolean;
  /** Why they do. */
  trouble: string | null;
  /** Of its thread. */
  heap: HeapFigures;
  /** Words that were learned for derived tags: their memory, and rows of letters that found no place in it. */
  learned: { bytes: number; dropped: number };
}

/** What a store says when it is opened. */
export interface OpenedLog extends LogState {
  secret: Uint8Array;
  /** Something was erased that snapshots may still hold. */
  owesErasure: boolean;
  /** Of a node of a shared log; null otherwise. */
  node: NodeState | null;
}

/** A response, or an operating error that must keep its code across threads. */
export type LogReply =
  | { ok: true; response: unknown }
  | { ok: false; code: ErrorCode | null; message: string };
