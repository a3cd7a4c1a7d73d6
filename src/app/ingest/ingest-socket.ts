/**
 * The local socket through which `tagwire ingest` reaches a running server: both ends of the protocol.
 *
 *   request  := 'i' | replay u8 | lines        → summary
 *             | 'a' | until f64                → advanced
 *             | 's'                            → settled
 *             | 'r' | JSON {kind, after}       → a page of the registry
 *             | 'q' | JSON {index, question}   → the answer of the actor of an index
 *             | 'b' | JSON BackupRequest       → a slice of a backup's session
 *             | 'c' | 'accept' or 'status'     → the state of the clock
 *             | 'd' | JSON DumpRequest         → 0x00 | JSON of the next place | 0x0A | rows
 *             | 'w'                            → the addresses of the server
 *   response := JSON, or {"error": …, "code": …}, or 0x00 | bytes
 *
 * A session of a backup ends with its connection. Requests of a connection are answered in order.
 * Frames: sockets.ts.
 */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ask } from '../../engine/index/reader.js';
import { type ErrorCode, messageOf, TagwireError } from '../../kernel/errors.js';
import { discard } from '../../kernel/runtime/garbage.js';
import { takeRank } from '../../kernel/runtime/thread-priority.js';
import type { DumpPiece, DumpPlace, DumpRequest } from '../../serve/dumps/dump-kinds.js';
import { servingProcessOf } from '../../store/lock.js';
import type { BackupRequest, BackupState } from '../../store/log/backup-session.js';
import type { RegisteredKind, RegistryPage } from '../../store/log/registry.js';
import type { ClockReport } from '../clock-watch.js';
import type { IndexDialogues } from '../indices.js';
import type { IngestSummary } from './ingest-tally.js';
import {
  connectingPathOf,
  connectSocket,
  readFrames,
  SocketServer,
  writeFrame,
} from './sockets.js';

const INGEST_TYPE = 0x69;
const ADVANCE_TYPE = 0x61;
const SETTLE_TYPE = 0x73;
const REGISTRY_TYPE = 0x72;
const QUESTION_TYPE = 0x71;
const BACKUP_TYPE = 0x62;
const CLOCK_TYPE = 0x63;
const DUMP_TYPE = 0x64;
const WHERE_TYPE = 0x77;
/** First byte of a response of bytes; no JSON starts with it. */
const BYTES_MARK = 0;

/**
 * Gives the calling thread a lower priority than the main thread of a server on the same machine: that of the
 * threads that make records durable and searchable. For a process that only sends. Linux only, as `takeRank`.
 */
export function giveWay(): void {
  takeRank('searched');
}

/** The receiver of lines: a running server, or a store opened by this process. */
export interface IngestSink {
  /** Makes lines durable and searchable; the bytes may be transferred. */
  ingest(bytes: Uint8Array, replay: boolean): Promise<IngestSummary>;
  advance(untilMs: number): Promise<void>;
  /** Waits until every index holds all acknowledged entries. */
  settle(): Promise<void>;
  /** A page of the registry after an identity: for administration. */
  registry(kind: RegisteredKind, after: string): Promise<RegistryPage>;
  /** Asks the actor of an index a question whose answer is plain JSON. */
  readonly ask: Ask<IndexDialogues>;
  /** Slices of a consistent copy of the store, and its compaction. */
  backup(request: BackupRequest): Promise<BackupState | Uint8Array | null>;
  /** A piece of a dump, in its present state. */
  dump(request: DumpRequest): Promise<DumpPiece>;
  /** The state of the clock; after `accept` the clock is believed. */
  clock(what: ClockRequest): Promise<ClockReport>;
  close(): Promise<void>;
}

/** An open store of this process: lines may come in parts, each in a buffer of its own. */
export interface StoreSink extends IngestSink {
  ingestParts(parts: readonly Uint8Array[], replay: boolean): Promise<IngestSummary>;
}

export type ClockRequest = 'status' | 'accept';

/** The addresses of a server's admin port and of its blog service. */
export interface Whereabouts {
  adminUrl: string;
  blogUrl: string;
}

interface IndexQuestion {
  index: keyof IndexDialogues;
  question: object;
}

interface RegistryRequest {
  kind: RegisteredKind;
  after: string;
}

/** Answers requests to an open store on the local socket. */
export class IngestSocket extends SocketServer {
  readonly #sink: StoreSink;
  readonly #where: Whereabouts;

  constructor(folder: string, sink: StoreSink, { adminUrl, blogUrl }: Whereabouts) {
    super(folder, 'ingest');
    this.#sink = sink;
    this.#where = { adminUrl, blogUrl };
  }

  protected override serve(socket: Socket): void {
    let turn = Promise.resolve();
    let session: number | null = null;
    const endSession = (): void => {
      if (session !== null) this.#sink.backup({ op: 'end', session }).catch(() => undefined);
    };
    socket.on('close', endSession);
    readFrames(socket, (parts) => {
      const answer = this.#answer(parts, (begun) => {
        session = begun;
        if (socket.destroyed) endSession();
      }).catch((error: unknown) => ({
        error: messageOf(error),
        code: error instanceof TagwireError ? error.code : null,
      }));
      turn = turn.then(async () => send(socket, await answer));
    });
  }

  async #answer(parts: Uint8Array[], onSession: (session: number) => void): Promise<unknown> {
    const type = cutByte(parts);
    if (type === INGEST_TYPE) {
      const replay = cutByte(parts) === 1;
      return this.#sink.ingestParts(parts, replay);
    }
    const frame = Buffer.concat(parts);
    if (type === ADVANCE_TYPE && frame.length === 8) {
      await this.#sink.advance(frame.readDoubleLE(0));
      return {};
    }
    if (type === SETTLE_TYPE) {
      await this.#sink.settle();
      return {};
    }
    if (type === REGISTRY_TYPE) {
      const { kind, after } = JSON.parse(frame.toString()) as RegistryRequest;
      return this.#sink.registry(kind, after);
    }
    if (type === QUESTION_TYPE) {
      const { index, question } = JSON.parse(frame.toString()) as IndexQuestion;
      // The index refuses questions that it does not know.
      return this.#sink.ask(index, question as never);
    }
    if (type === BACKUP_TYPE) {
      const answer = await this.#sink.backup(JSON.parse(frame.toString()) as BackupRequest);
      if (answer !== null && 'session' in answer) onSession(answer.session);
      return answer;
    }
    if (type === CLOCK_TYPE) {
      return this.#sink.clock(frame.toString() === 'accept' ? 'accept' : 'status');
    }
    if (type === DUMP_TYPE) {
      const { rows, next } = await this.#sink.dump(JSON.parse(frame.toString()) as DumpRequest);
      return Buffer.concat([Buffer.from(`${JSON.stringify(next)}\n`), rows]);
    }
    if (type === WHERE_TYPE) return this.#where;
    throw new TagwireError('INPUT_INVALID', 'the request is of no known type');
  }
}

/** Connects to the server that holds a data folder; null when no server answers. */
export async function connectIngest(folder: string): Promise<RemoteSink | null> {
  const socket = await connectSocket(connectingPathOf(folder, 'ingest'));
  return socket === null ? null : new RemoteSink(socket);
}

/**
 * The addresses of the server that holds a data folder; null where no server holds it. An older server
 * does not give all of them.
 */
export async function serverOf(folder: string): Promise<Partial<Whereabouts> | null> {
  const sink = await connectIngest(folder);
  if (sink === null) return null;
  const where = await sink.where().catch(() => ({}));
  await sink.close();
  return where;
}

class RemoteSink implements IngestSink {
  readonly #socket: Socket;
  readonly #waiting: { resolve(value: unknown): void; reject(error: unknown): void }[] = [];

  constructor(socket: Socket) {
    this.#socket = socket;
    readFrames(socket, (parts) => this.#onAnswer(Buffer.concat(parts)));
    const fail = (): void => this.#failAll();
    socket.on('close', fail);
    socket.on('error', fail);
  }

  ingest(bytes: Uint8Array, replay: boolean): Promise<IngestSummary> {
    return this.#ask(INGEST_TYPE, Uint8Array.of(replay ? 1 : 0), bytes);
  }

  async advance(untilMs: number): Promise<void> {
    const until = Buffer.alloc(8);
    until.writeDoubleLE(untilMs);
    await this.#ask(ADVANCE_TYPE, until);
  }

  async settle(): Promise<void> {
    await this.#ask(SETTLE_TYPE);
  }

  registry(kind: RegisteredKind, after: string): Promise<RegistryPage> {
    const request: RegistryRequest = { kind, after };
    return this.#ask(REGISTRY_TYPE, jsonOf(request));
  }

  readonly ask: Ask<IndexDialogues> = (index, question) => {
    const asked: IndexQuestion = { index, question };
    return this.#ask(QUESTION_TYPE, jsonOf(asked));
  };

  backup(request: BackupRequest): Promise<BackupState | Uint8Array | null> {
    return this.#ask(BACKUP_TYPE, jsonOf(request));
  }

  async dump(request: DumpRequest): Promise<DumpPiece> {
    const bytes = await this.#ask<Buffer>(DUMP_TYPE, jsonOf(request));
    const end = bytes.indexOf(0x0a);
    const next = JSON.parse(bytes.subarray(0, end).toString()) as DumpPlace;
    return { rows: bytes.subarray(end + 1), next };
  }

  clock(what: ClockRequest): Promise<ClockReport> {
    return this.#ask(CLOCK_TYPE, Buffer.from(what));
  }

  where(): Promise<Whereabouts> {
    return this.#ask(WHERE_TYPE);
  }

  async close(): Promise<void> {
    await new Promise<void>((resolved) => this.#socket.end(resolved));
  }

  #ask<T>(type: number, ...rest: readonly Uint8Array[]): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve: resolve as (value: unknown) => void, reject });
      writeFrame(this.#socket, [Uint8Array.of(type), ...rest]);
    });
  }

  #onAnswer(frame: Buffer): void {
    const waiting = this.#waiting.shift();
    if (frame[0] === BYTES_MARK) {
      waiting?.resolve(frame.subarray(1));
      return;
    }
    const answer = JSON.parse(frame.toString()) as {
      error?: string;
      code?: ErrorCode | null;
    } | null;
    if (answer?.error === undefined) waiting?.resolve(answer);
    else waiting?.reject(new TagwireError(answer.code ?? 'STORE_WRITE_FAILED', answer.error));
  }

  #failAll(): void {
    for (const { reject } of this.#waiting.splice(0)) {
      reject(new TagwireError('STORE_CLOSED', 'the server went away; send the rest again'));
    }
  }
}

/** Sends an answer. Answers of bytes own their buffers, which are discarded when they are sent. */
function send(socket: Socket, answer: unknown): void {
  if (!(answer instanceof Uint8Array)) writeFrame(socket, [jsonOf(answer)]);
  else writeFrame(socket, [Uint8Array.of(BYTES_MARK), answer], () => discard(answer));
}

function jsonOf(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** Removes the first byte from the parts of a frame; undefined when none is left. */
function cutByte(parts: Uint8Array[]): number | undefined {
  const first = parts[0];
  if (first === undefined) return undefined;
  if (first.length === 1) parts.shift();
  else parts[0] = first.subarray(1);
  return first[0];
}

/** Between two attempts to reach a server that holds its store and has not opened its socket yet. */
const LOOK_MS = 200;
/** A store of millions of records is checked in minutes; a server without a socket after this time has none. */
const LOOKS_MAX = (10 * 60 * 1000) / LOOK_MS;

/**
 * Waits for the socket of the server that holds a folder: the server opens the socket when its store is checked.
 * `gone` where the server has ended meanwhile; `no server` where another process holds the folder, or the
 * server has no socket.
 * @param onWait called once with the process id of the server, where it must be waited for.
 */
export async function socketOfStarting(
  folder: string,
  onWait: (pid: number) => void,
): Promise<IngestSink | 'gone' | 'no server'> {
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    const socket = await connectIngest(folder);
    if (socket !== null) return socket;
    const pid = servingProcessOf(folder);
    if (pid === null) return looks === 0 ? 'no server' : 'gone';
    if (looks === 0) onWait(pid);
    await sleep(LOOK_MS);
  }
  return 'no server';
}
