/**
 * The log's thread: answers the messages of protocol.ts.
 *
 * Invariant: a snapshot is offered only when the log still has, at its sequence number, the chain
 * hash that it had when the snapshot was taken; anything else is dropped.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from '../kernel/assert.js';
import { Discards } from '../kernel/collect.js';
import { messageOf, TagwireError } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';
import { SpareBytes } from '../kernel/spare-bytes.js';
import { SnapshotStore, type SnapshotWarning, type SnapshotWriter } from '../store/snapshots.js';
import { BackupSessions } from './backup-session.js';
import { IngestLog, type IngestResult } from './ingest-log.js';
import type {
  LogCallName,
  LogCalls,
  LogMessage,
  LogReply,
  LogState,
  SnapshotListing,
} from './protocol.js';

/** Requests that wait or are taken in at the same time, for which memory is kept. */
const REQUESTS = 4;

type Handlers = {
  [N in LogCallName]: (request: LogCalls[N]['request']) => Promise<LogCalls[N]['response']>;
};

interface Open {
  log: IngestLog;
  snapshots: SnapshotStore;
}

/** Makes the function that a worker module exports. */
export function createLogService(logger: Logger): (message: LogMessage) => Promise<LogReply> {
  const handlers = new LogService(logger).handlers;
  return async ({ call, request }) => {
    try {
      const handler = handlers[call] as (request: unknown) => Promise<unknown>;
      return { ok: true, response: await handler(request) };
    } catch (error) {
      const code = error instanceof TagwireError ? error.code : null;
      const detail = code === null && error instanceof Error ? error.stack : undefined;
      return { ok: false, code, message: detail ?? messageOf(error) };
    }
  };
}

class LogService {
  readonly #logger: Logger;
  readonly #writers = new Map<string, SnapshotWriter>();
  readonly #spare = new SpareBytes(REQUESTS);
  readonly #discards = new Discards();
  #open: Open | null = null;
  readonly #backups = new BackupSessions(() => ({
    log: this.#log,
    pieces: { snapshots: this.#snapshots },
  }));

  readonly handlers: Handlers = {
    open: async ({ folder }) => this.#start(folder),
    ingest: (request) => this.#ingest(request),
    tick: ({ nowMs }) => this.#log.tick(nowMs),
    advance: ({ untilMs }) => this.#log.advance(untilMs),
    skip: ({ actor, sequence }) => this.#log.skip(actor, sequence),
    skipped: ({ actor }) => this.#log.skipped(actor),
    read: ({ fromSequence, withBodies }) => this.#log.read(fromSequence, withBodies),
    item: ({ kind, id }) => this.#log.item(kind, id),
    items: ({ kind, ids, tellBodies }) => this.#log.items(kind, ids, tellBodies),
    registry: ({ kind, after }) => this.#log.registry(kind, after),
    expireBodies: async ({ atMs, compact }) => {
      await this.#log.expireBodies(atMs, compact);
      return null;
    },
    state: async () => this.#state(),
    listSnapshots: ({ actor }) => this.#listSnapshots(actor),
    readChunk: ({ actor, sequence, name }) => this.#readChunk(actor, name, sequence),
    dropSnapshot: async ({ actor, sequence }) => {
      await this.#snapshots.drop(actor, sequence);
      return null;
    },
    beginSnapshot: async ({ actor, plan, keepPrevious }) => {
      const writer = await this.#snapshots.begin(actor, plan, keepPrevious);
      this.#writers.set(actor, writer);
      return writer.missing;
    },
    readCold: ({ actor, name }) => this.#readChunk(actor, name),
    addChunks: async ({ actor, pieces }) => {
      await this.#writerOf(actor).add(pieces);
      for (const { bytes } of pieces) this.#discards.add(bytes.byteLength);
      return null;
    },
    commitSnapshot: async ({ actor, version, sequence }) => {
      const chain = await this.#log.chainHexAt(sequence);
      await this.#writerOf(actor).commit({ version, sequence, chain });
      this.#writers.delete(actor);
      return null;
    },
    backup: (request) => this.#backups.answer(request),
    close: async () => {
      const open = this.#open;
      this.#open = null;
      await open?.log.close();
      await open?.snapshots.close();
      return null;
    },
  };

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get #log(): IngestLog {
    if (this.#open === null) throw new TagwireError('STORE_CLOSED', 'the store is not open');
    return this.#open.log;
  }

  get #snapshots(): SnapshotStore {
    if (this.#open === null) throw new TagwireError('STORE_CLOSED', 'the store is not open');
    return this.#open.snapshots;
  }

  /** Puts a request together that came in parts. */
  async #ingest({ parts, ...request }: LogCalls['ingest']['request']): Promise<IngestResult> {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const room = this.#spare.take(length);
    let at = 0;
    for (const part of parts) {
      room.set(part, at);
      at += part.length;
    }
    try {
      return await this.#log.ingest({ ...request, bytes: room.subarray(0, length) });
    } finally {
      this.#spare.give(room);
    }
  }

  async #start(folder: string): Promise<LogCalls['open']['response']> {
    mkdirSync(folder, { recursive: true });
    const log = await IngestLog.open({ folder, logger: this.#logger });
    const snapshots = await this.#openSnapshots(join(folder, 'snapshots'));
    this.#open = { log, snapshots };
    return { ...this.#state(), secret: Uint8Array.from(log.secret) };
  }

  /** Snapshots are a convenience: a folder that cannot be opened is deleted and made anew. */
  async #openSnapshots(folder: string): Promise<SnapshotStore> {
    const warn = (warning: SnapshotWarning): void => {
      this.#logger.warn(warning, 'snapshot dropped');
    };
    try {
      return await SnapshotStore.open(folder, warn);
    } catch (error) {
      // What another process uses is not ours to delete.
      if (error instanceof TagwireError && error.code === 'STORE_LOCKED') throw error;
      this.#logger.warn({ reason: messageOf(error) }, 'snapshots unreadable; the log is replayed');
      await SnapshotStore.destroy(folder);
      return SnapshotStore.open(folder, warn);
    }
  }

  #state(): LogState {
    const { sequence, lastTickMs } = this.#log.head;
    return { sequence, lastTickMs, degraded: this.#log.degraded };
  }

  async #readChunk(actor: string, name: string, sequence?: number): Promise<Buffer | null> {
    const bytes = await this.#snapshots.readChunk(actor, name, sequence);
    // What it was put together from, and itself: it moves to another thread.
    if (bytes !== null) this.#discards.add(bytes.byteLength);
    return bytes;
  }

  async #listSnapshots(actor: string): Promise<SnapshotListing[]> {
    const listings: SnapshotListing[] = [];
    for (const { version, sequence, chain, chunks } of await this.#snapshots.generations(actor)) {
      const isOurs =
        sequence <= this.#log.head.sequence && (await this.#log.chainHexAt(sequence)) === chain;
      if (isOurs) {
        const names = chunks.filter(({ cold }) => !cold).map(({ name }) => name);
        listings.push({ version, sequence, names });
      } else {
        this.#logger.warn({ actor, sequence }, 'snapshot belongs to another log; dropped');
        await this.#snapshots.drop(actor, sequence);
      }
    }
    return listings;
  }

  #writerOf(actor: string): SnapshotWriter {
    const writer = this.#writers.get(actor);
    assert(writer !== undefined, `a snapshot of ${actor} has begun`);
    return writer;
  }
}
