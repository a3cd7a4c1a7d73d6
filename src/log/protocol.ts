/**
 * The messages of the log's thread, on one page.
 *
 * The log is an actor with its own protocol: the only thread that touches the disk. Everything
 * durable passes through it: entries, bodies, and the snapshots of the other actors.
 */
import type { ErrorCode } from '../kernel/errors.js';
import type { Block } from '../model/block.js';
import type { ChunkNames, NamedBytes } from '../store/snapshots.js';
import type { BackupRequest, BackupState } from './backup-session.js';
import type { IngestRequest, IngestResult, StoredItem } from './ingest-log.js';
import type { RegisteredKind, RegistryPage } from './registry.js';

/** Each message with what answers it. */
export interface LogCalls {
  open: { request: { folder: string }; response: LogState & { secret: Uint8Array } };
  ingest: {
    request: Omit<IngestRequest, 'bytes'> & { parts: readonly Uint8Array[] };
    response: IngestResult;
  };
  tick: { request: { nowMs: number }; response: Block | null };
  advance: { request: { untilMs: number }; response: Block | null };
  skip: { request: { actor: string; sequence: number }; response: Block };
  skipped: { request: { actor: string }; response: number[] };
  read: { request: { fromSequence: number; withBodies: boolean }; response: Block | null };
  item: { request: { kind: 'news' | 'post'; id: number }; response: StoredItem | null };
  /** Newest records in the order of `ids`, as `readItems` packs them. */
  items: {
    request: { kind: 'news' | 'post'; ids: readonly number[]; tellBodies: boolean };
    response: Block;
  };
  registry: { request: { kind: RegisteredKind; after: string }; response: RegistryPage };
  expireBodies: { request: { atMs: number; compact: boolean }; response: null };
  state: { request: object; response: LogState };
  listSnapshots: { request: { actor: string }; response: SnapshotListing[] };
  readChunk: {
    request: { actor: string; sequence: number; name: string };
    response: Uint8Array | null;
  };
  dropSnapshot: { request: { actor: string; sequence: number }; response: null };
  /** Answered by the names of the chunks that the snapshot before does not have. */
  beginSnapshot: {
    request: { actor: string; plan: ChunkNames; keepPrevious: boolean };
    response: string[];
  };
  /** A chunk of the newest snapshot, cold or not. */
  readCold: { request: { actor: string; name: string }; response: Uint8Array | null };
  /** Adds the next piece to each of the chunks. */
  addChunks: { request: { actor: string; pieces: readonly NamedBytes[] }; response: null };
  commitSnapshot: {
    request: { actor: string; version: number; sequence: number };
    response: null;
  };
  /** Slices of a consistent copy; compaction. */
  backup: { request: BackupRequest; response: BackupState | Uint8Array | null };
  close: { request: object; response: null };
}

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
}

export interface SnapshotListing {
  sequence: number;
  version: number;
  /** Without the cold ones. */
  names: string[];
}

/** A response, or an operating error that must keep its code across threads. */
export type LogReply =
  | { ok: true; response: unknown }
  | { ok: false; code: ErrorCode | null; message: string };
