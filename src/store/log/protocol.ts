/**
 * The messages of the log's thread.
 *
 * The log is an actor with its own protocol: the only thread that uses the disk. All durable data
 * passes through it: entries, bodies, and the snapshots of the other actors.
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

/** Each message with its response. */
export interface LogCalls {
  /** With a `barrier`, the reason against writes, the store is only read until `allowWrites`. */
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
  /** Blocks of other nodes of a shared log; waits for some. */
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
  /** Items by address; null for unknown ones. */
  find: {
    request: { kind: 'news' | 'post'; urls: readonly string[]; ids: readonly number[] };
    response: (FoundItem | null)[];
  };
  /** Items that changed after a place: a bounded part. */
  changes: { request: ChangesRequest; response: ChangesPart };
  registry: { request: { kind: RegisteredKind; after: string }; response: RegistryPage };
  /** Deletes bodies that expired by a time, as far as all of the actors have folded them. */
  expireBodies: {
    request: { atMs: number; actors: readonly string[]; compact: boolean };
    response: null;
  };
  /** Checks new tables of the log, as `IngestLog.verifyNew` does. */
  verifyNew: { request: object; response: null };
  /** Neither snapshots nor history have content erased up to an entry. */
  erasurePaid: { request: { sequence: number }; response: null };
  state: { request: object; response: LogState };
  /** Snapshots for the start of a thread, best first, each with all entries up to `floor`. */
  listSnapshots: {
    request: { actor: string; bodies: BodyUse };
    response: { listings: GenerationListing[]; floor: number };
  };
  readChunk: { request: { actor: string; base: Base; name: string }; response: Uint8Array | null };
  /** The snapshot that the thread has started from; null when it folds from the beginning. */
  chooseSnapshot: { request: { actor: string; base: Base | null }; response: null };
  /** Returns the names of the chunks that the snapshot before does not have. */
  beginSnapshot: { request: BeginRequest; response: string[] };
  /** A chunk of the newest snapshot, cold or not. */
  readCold: { request: { actor: string; name: string }; response: Uint8Array | null };
  /** Adds the next piece to each of the chunks. */
  addChunks: { request: { actor: string; pieces: readonly NamedBytes[] }; response: null };
  commitSnapshot: { request: { actor: string; sequence: number }; response: null };
  /** Copies the newest snapshot into history. */
  keepHistory: { request: { actor: string; keepPrevious: boolean }; response: null };
  /** Number of entries that history is behind the log. */
  historyLag: { request: { actors: readonly string[] }; response: number };
  /** Slices of a consistent copy; compaction. */
  backup: { request: BackupRequest; response: BackupState | Uint8Array | null };
  close: { request: object; response: null };
}

/** Whether a store is opened for a single server (`own`), or by a tool that appends nothing (`any`). */
export type AnyLog = 'own' | 'any';

export type LogCallName = keyof LogCalls;

export type LogMessage = {
  [N in LogCallName]: { call: N; request: LogCalls[N]['request'] };
}[LogCallName];

/** State of the log. */
export interface LogState {
  sequence: number;
  lastTickMs: number | null;
  /** Writes fail until the store is reopened. */
  degraded: boolean;
  /** Reason of the failures. */
  trouble: string | null;
  /** Heap of its thread. */
  heap: HeapFigures;
  /** Memory of words learned for derived tags, and rows of letters that found no slot. */
  learned: { bytes: number; dropped: number };
}

/** State of a store at its opening. */
export interface OpenedLog extends LogState {
  secret: Uint8Array;
  /** True when snapshots may still have erased content. */
  owesErasure: boolean;
  /** State of a node of a shared log; null otherwise. */
  node: NodeState | null;
}

/** A response, or an operating error that must keep its code across threads. */
export type LogReply =
  | { ok: true; response: unknown }
  | { ok: false; code: ErrorCode | null; message: string };
