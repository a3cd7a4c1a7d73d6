/**
 * The main thread's side of the log: typed calls, and a new thread when the old one dies.
 *
 * Invariants: a call that was under way when the thread died fails with STORE_WRITE_FAILED and
 * may be repeated; nothing that was acknowledged depends on the thread. A thread whose event loop
 * stands still while calls wait is ended. A log that could not be opened again is tried again with the
 * next call. The folder's lock belongs to the process, not to the thread, so no other process gets in
 * between.
 */
import type { TransferListItem } from 'node:worker_threads';
import { Heartbeat } from '../engine/actor/heartbeat.js';
import { CELL_COUNT } from '../engine/actor/protocol.js';
import { Thread } from '../engine/actor/thread.js';
import { messageOf, TagwireError } from '../kernel/errors.js';
import { STORE } from '../kernel/limits.js';
import type { LogLevel } from '../kernel/log-levels.js';
import type { Logger, LogSettings } from '../kernel/logger.js';
import type { NodeSettings } from '../store/log/node-state.js';
import type { AnyLog, LogCallName, LogCalls, LogReply, LogState } from '../store/log/protocol.js';
import { tagNoiseOf } from '../store/log/tag-noise.js';
import '../store/engine.js';
import { lockFolder, lockIfPossible, type Release } from '../store/lock.js';
import { LogWatch } from './log-watch.js';
import { workerPath } from './paths.js';
import { ruleFile } from './rule-files.js';
import type { ThreadSettings } from './thread-settings.js';

/** Requests that the log works on at once: one is admitted while another is synced. */
const CONCURRENCY = 8;
const WAITING_MAX = 1024;
/** Pauses between tries to lock a folder that could not be written to. */
const LOCK_PAUSE_MS = 1000;
/** Heap for new objects: of a piece of parsed lines little lives on, so more makes nothing faster. */
const YOUNG_MB = 48;
/** Calls that only read, for which somebody waits. */
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
  /** Gives the folder back; or why it cannot be written to, and so not be locked. */
  #release: Release | string;
  #locking: NodeJS.Timeout | null = null;
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
   * Locks and opens a data folder, which must exist. One that cannot be written to is read without a
   * lock, which is taken, before anything is written, as soon as it can be.
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

  /** Calls the log's thread. Reads go first: somebody waits for them. */
  async call<N extends LogCallName>(
    name: N,
    request: LogCalls[N]['request'],
    transfer: readonly TransferListItem[] = [],
  ): Promise<LogCalls[N]['response']> {
    if (this.#closed) throw new TagwireError('STORE_CLOSED', 'the store is closed');
    await this.#connect();
    return this.#send(name, request, transfer);
  }

  /** How the log is doing; while its thread does not answer, what it said last, and that. */
  state(last: LogState): Promise<LogState> {
    return this.#states.state(last);
  }

  /** Closes the store, ends the thread and gives the folder back. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#locking !== null) clearInterval(this.#locking);
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
      if (this.#locking !== null) clearInterval(this.#locking);
      this.call('allowWrites', {}).catch((error: unknown) => {
        this.#logger.error(
          { reason: messageOf(error) },
          'the thread of the log could not be sent the lock',
        );
      });
    }, LOCK_PAUSE_MS);
    this.#locking.unref();
  }

  /** The opened log; opens it again on a new thread when the last one died. */
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

  /** An open log's thread waits for the disk beside its event loop, which turns meanwhile. */
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
