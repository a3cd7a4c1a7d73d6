/**
 * The main thread's side of the log: typed calls, and a new thread when the old thread dies.
 *
 * Invariants: a call under way when the thread dies fails with STORE_WRITE_FAILED and may be
 * repeated; acknowledged entries do not depend on the thread. A thread whose event loop stands still
 * while calls wait is ended. After a failed attempt to open the log, the next call tries again. The
 * process holds the folder's lock, not the thread, so no other process can take the folder between
 * two threads.
 *
 * LevelDB compacts on a native thread of its own, which never ends. Node.js unloads LevelDB's code with
 * the last of its threads that loaded the code. If that is the log's thread, a compaction thread that is
 * still running executes unloaded code, and the process ends by SIGSEGV. So the main thread, which never
 * unloads code, loads LevelDB too (`database.js`), without opening a database.
 */
import '../store/database.js';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransferListItem } from 'node:worker_threads';
import { Heartbeat } from '../engine/actor/heartbeat.js';
import type { EntrySource } from '../engine/actor/ports.js';
import { CELL_COUNT } from '../engine/actor/protocol.js';
import { Thread } from '../engine/actor/thread.js';
import { ByteCache } from '../kernel/byte-cache.js';
import type { LogLevel } from '../kernel/config.js';
import { messageOf, TagwireError } from '../kernel/errors.js';
import { COLD, STORE } from '../kernel/limits.js';
import type { Logger, LogSettings } from '../kernel/logger.js';
import { lockFolder, lockIfPossible, type Release } from '../store/lock.js';
import type { NodeSettings } from '../store/log/node-state.js';
import type { AnyLog, LogCallName, LogCalls, LogReply, LogState } from '../store/log/protocol.js';
import { tagNoiseOf } from '../store/log/tag-noise.js';
import { type ThreadSettings, workerPath } from './paths.js';
import { ruleFile } from './rule-files.js';

/** Calls that the log's thread works on at once: one is admitted while another is synced. */
const CONCURRENCY = 8;
const WAITING_MAX = 1024;
/** Pauses between tries to lock a folder that could not be written to. */
const LOCK_PAUSE_MS = 1000;
/** Heap for new objects: few objects of parsed lines survive, so more memory makes nothing faster. */
const YOUNG_MB = 48;
/** Calls that only read, and that a caller of an API waits for. */
const READS: ReadonlySet<LogCallName> = new Set([
  'item',
  'items',
  'state',
  'readCold',
  'changes',
  'find',
]);

export class LogClient {
  readonly #threads: ThreadSettings;
  readonly #states: LogWatch;
  readonly #folder: string;
  readonly #settings: LogSettings;
  readonly #node: NodeSettings | AnyLog;
  readonly #logger: Logger;
  /** Releases the folder's lock; a text is the reason why the folder cannot be written to and locked. */
  #release: Release | string;
  #locking: NodeJS.Timeout | undefined;
  #thread: Thread | null = null;
  #opening: Promise<LogCalls['open']['response']> | null = null;
  #heartbeat: Heartbeat | null = null;
  #closed = false;

  private constructor(
    folder: string,
    settings: LogSettings,
    logger: Logger,
    release: Release | string,
    threads: ThreadSettings,
    node: NodeSettings | AnyLog,
  ) {
    this.#node = node;
    this.#threads = threads;
    this.#states = new LogWatch(() => this.call('state', {}), logger);
    this.#folder = folder;
    this.#settings = settings;
    this.#logger = logger;
    this.#release = release;
  }

  /**
   * Locks and opens a data folder, which must exist. A folder that cannot be written to is read without
   * a lock; the lock is taken as soon as possible, and before anything is written.
   * @throws TagwireError STORE_LOCKED, STORE_DAMAGED, STORE_WRITE_FAILED where there is no store and
   * none can be made.
   */
  static async open(
    folder: string,
    settings: LogLevel | LogSettings,
    logger: Logger,
    threads: ThreadSettings = {},
    node: NodeSettings | AnyLog = 'own',
  ): Promise<{ client: LogClient; opened: LogCalls['open']['response'] }> {
    const release = lockIfPossible(folder);
    if (typeof release === 'string') {
      logger.warn({ reason: release }, 'nothing can be written; the store is only read');
    }
    const client = new LogClient(folder, settingsOf(settings), logger, release, threads, node);
    try {
      const opened = await client.#connect();
      if (typeof release === 'string') client.#lockLater(release);
      return { client, opened };
    } catch (error) {
      await client.#thread?.destroy();
      client.#giveBack();
      throw error;
    }
  }

  get folder(): string {
    return this.#folder;
  }

  get waiting(): number {
    return (this.#thread?.waiting('normal') ?? 0) + (this.#thread?.waiting('urgent') ?? 0);
  }

  /** Calls the log's thread. Reads go first, because callers of an API wait for them. */
  async call<N extends LogCallName>(
    name: N,
    request: LogCalls[N]['request'],
    transfer: readonly TransferListItem[] = [],
  ): Promise<LogCalls[N]['response']> {
    if (this.#closed) throw new TagwireError('STORE_CLOSED', 'the store is closed');
    await this.#connect();
    return this.#send(name, request, transfer);
  }

  /** The state of the log; while its thread does not answer, the last state, with that trouble. */
  state(last: LogState): Promise<LogState> {
    return this.#states.state(last);
  }

  /** Closes the store, ends the thread and releases the folder. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#locking);
    this.#heartbeat?.stop();
    if (this.#thread !== null) await this.#send('close', {}).catch(() => undefined);
    await this.#thread?.destroy();
    this.#giveBack();
  }

  #giveBack(): void {
    if (typeof this.#release !== 'string') this.#release();
  }

  /** Tries to lock the folder until it can be written to; the log then takes writes. */
  #lockLater(reason: string): void {
    let told = reason;
    this.#locking = setInterval(() => {
      try {
        this.#release = lockFolder(this.#folder);
      } catch (error) {
        const now = messageOf(error);
        if (now !== told) this.#logger.warn({ reason: now }, 'the folder cannot be locked yet');
        told = now;
        return;
      }
      clearInterval(this.#locking);
      this.call('allowWrites', {}).catch((error: unknown) => {
        this.#logger.error(
          { reason: messageOf(error) },
          'the thread of the log could not be sent the lock',
        );
      });
    }, LOCK_PAUSE_MS).unref();
  }

  /** The opened log; after the death of the thread, opened again on a new thread. */
  #connect(): Promise<LogCalls['open']['response']> {
    if (this.#opening === null) {
      const cells = new SharedArrayBuffer(CELL_COUNT * Float64Array.BYTES_PER_ELEMENT);
      const thread = new Thread({
        filename: (this.#threads.workerPath ?? workerPath)('log'),
        workerData: { ...this.#settings, cells },
        concurrency: CONCURRENCY,
        waitingMax: WAITING_MAX,
        youngMb: YOUNG_MB,
      });
      const barrier = typeof this.#release === 'string' ? this.#release : null;
      this.#thread = thread;
      const noise = tagNoiseOf(ruleFile('tag-noise'));
      const opening = { folder: this.#folder, barrier, noise, node: this.#node };
      this.#opening = this.#send('open', opening);
      this.#opening.then(
        () => this.#watch(thread, cells),
        (error: unknown) => this.#bury(thread, error),
      );
    }
    return this.#opening;
  }

  async #send<N extends LogCallName>(
    call: N,
    request: LogCalls[N]['request'],
    transfer: readonly TransferListItem[] = [],
  ): Promise<LogCalls[N]['response']> {
    const thread = this.#thread!;
    const isRead = READS.has(call);
    let reply: LogReply;
    try {
      const priority = isRead ? 'urgent' : 'normal';
      reply = (await thread.send({ call, request }, priority, transfer)) as LogReply;
    } catch (cause) {
      if (cause instanceof TagwireError) throw cause;
      this.#bury(thread, cause);
      throw new TagwireError('STORE_WRITE_FAILED', 'the log restarts; send again', { cause });
    }
    if (reply.ok) return reply.response as LogCalls[N]['response'];
    throw reply.code === null
      ? new Error(`log: ${reply.message}`)
      : new TagwireError(reply.code, reply.message);
  }

  /** Watches the event loop of the log's thread, which does not stand still while an open log waits for the disk. */
  #watch(thread: Thread, cells: SharedArrayBuffer): void {
    if (this.#thread !== thread || this.#closed) return;
    this.#heartbeat = new Heartbeat({
      cells,
      silentMsMax: this.#threads.silentMsMax ?? STORE.silentMsMax,
      hasWork: () => thread.underWay > 0,
      onSilence: () => this.#bury(thread, new Error('its thread has work and does nothing')),
    });
  }

  #bury(thread: Thread, cause: unknown): void {
    if (this.#thread !== thread || this.#closed) return;
    this.#heartbeat?.stop();
    this.#logger.error({ reason: messageOf(cause) }, 'the log died; it restarts at the next call');
    this.#thread = null;
    this.#opening = null;
    void thread.destroy().catch(() => undefined);
  }
}

function settingsOf(settings: LogLevel | LogSettings): LogSettings {
  if (typeof settings === 'string') return { logLevel: settings };
  const { logLevel, logFormat } = settings;
  return logFormat === undefined ? { logLevel } : { logLevel, logFormat };
}

/** The log as an actor reads it. */
export function entriesOf(log: LogClient, skip: EntrySource['skip']): EntrySource {
  return {
    read: (fromSequence, bodies) => log.call('read', { fromSequence, bodies }),
    skipped: (actor) => log.call('skipped', { actor }),
    skip,
  };
}

/**
 * The state of the log, also while its thread does not answer: the log then takes no writes, and the
 * state says so, whatever the last state was.
 */
const TROUBLE = 'the thread of the log does not answer';

export class LogWatch {
  readonly #ask: () => Promise<LogState>;
  readonly #logger: Logger;
  readonly #answerMsMax: number;
  #isSilent = false;

  constructor(
    ask: () => Promise<LogState>,
    logger: Logger,
    answerMsMax: number = STORE.answerMsMax,
  ) {
    this.#ask = ask;
    this.#logger = logger;
    this.#answerMsMax = answerMsMax;
  }

  /** @param last the last known state, for the time while the thread does not answer. */
  async state(last: LogState): Promise<LogState> {
    const waiting = new AbortController();
    const late = sleep(this.#answerMsMax, null, { signal: waiting.signal }).catch(() => null);
    try {
      const state = await Promise.race([this.#ask(), late]);
      if (state === null) return this.#silent(last);
      if (this.#isSilent) this.#logger.info('the thread of the log answers again');
      this.#isSilent = false;
      return state;
    } finally {
      waiting.abort();
    }
  }

  #silent(last: LogState): LogState {
    if (!this.#isSilent) this.#logger.error({ ms: this.#answerMsMax }, TROUBLE);
    this.#isSilent = true;
    return { ...last, degraded: true, trouble: TROUBLE };
  }
}

/**
 * Cold chunks of the indices on demand: read through the log's thread, and cached within a budget by
 * least recent use.
 *
 * Invariant: a chunk never changes under its name, so a cached chunk never becomes stale. Simultaneous
 * requests for a chunk share one read.
 */
export class ColdChunks {
  readonly #read: (index: string, name: string) => Promise<Uint8Array | null>;
  readonly #cache = new ByteCache<Uint8Array>(COLD.bytesMax, (bytes) => bytes.byteLength);
  readonly #underWay = new Map<string, Promise<Uint8Array | null>>();

  constructor(read: (index: string, name: string) => Promise<Uint8Array | null>) {
    this.#read = read;
  }

  get cachedBytes(): number {
    return this.#cache.byteLength;
  }

  /** The bytes of a chunk, not to be changed; null when it is missing or damaged. */
  async get(index: string, name: string): Promise<Uint8Array | null> {
    const key = `${index}/${name}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    let reading = this.#underWay.get(key);
    if (reading === undefined) {
      reading = this.#load(key, index, name).finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, reading);
    }
    return reading;
  }

  /** Empties the cache, after an erasure. */
  clear(): void {
    this.#cache.clear();
  }

  async #load(key: string, index: string, name: string): Promise<Uint8Array | null> {
    const bytes = await this.#read(index, name);
    if (bytes !== null) this.#cache.set(key, bytes);
    return bytes;
  }
}
