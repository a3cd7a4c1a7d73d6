/**
 * The main thread's side of the log: typed calls, and a new thread when the old one dies.
 *
 * Invariants: a call that was under way when the thread died fails with STORE_WRITE_FAILED and
 * may be repeated; nothing that was acknowledged depends on the thread. The folder's lock belongs
 * to the process, not to the thread, so no other process gets in between.
 */
import type { TransferListItem } from 'node:worker_threads';
import { Thread } from '../actor/thread.js';
import { messageOf, TagwireError } from '../kernel/errors.js';
import type { Logger, LogLevel, LogSettings } from '../kernel/logger.js';
import type { LogCallName, LogCalls, LogReply } from '../log/protocol.js';
import '../store/engine.js';
import { lockFolder, type Release } from '../store/lock.js';
import { workerPath } from './paths.js';

/** Requests that the log works on at once: one is admitted while another is synced. */
const CONCURRENCY = 8;
const WAITING_MAX = 1024;
/** Room for new objects: of a piece of parsed lines little lives on, so more makes nothing faster. */
const YOUNG_MB = 48;

export class LogClient {
  readonly #folder: string;
  readonly #settings: LogSettings;
  readonly #logger: Logger;
  readonly #release: Release;
  #thread: Thread | null = null;
  #opening: Promise<LogCalls['open']['response']> | null = null;
  #closed = false;

  private constructor(folder: string, settings: LogSettings, logger: Logger, release: Release) {
    this.#folder = folder;
    this.#settings = settings;
    this.#logger = logger;
    this.#release = release;
  }

  /**
   * Locks and opens a data folder, which must exist.
   * @throws TagwireError STORE_LOCKED, STORE_DAMAGED.
   */
  static async open(
    folder: string,
    settings: LogLevel | LogSettings,
    logger: Logger,
  ): Promise<{ client: LogClient; opened: LogCalls['open']['response'] }> {
    const client = new LogClient(folder, settingsOf(settings), logger, lockFolder(folder));
    try {
      return { client, opened: await client.#connect() };
    } catch (error) {
      await client.#thread?.destroy();
      client.#release();
      throw error;
    }
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

  /** Closes the store, ends the thread and gives the folder back. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#thread !== null) await this.#send('close', {}).catch(() => undefined);
    await this.#thread?.destroy();
    this.#release();
  }

  /** The opened log; opens it again on a new thread when the last one died. */
  #connect(): Promise<LogCalls['open']['response']> {
    if (this.#opening === null) {
      this.#thread = new Thread({
        filename: workerPath('log'),
        workerData: this.#settings,
        concurrency: CONCURRENCY,
        waitingMax: WAITING_MAX,
        youngMb: YOUNG_MB,
      });
      this.#opening = this.#send('open', { folder: this.#folder });
      this.#opening.catch(() => undefined);
    }
    return this.#opening;
  }

  async #send<N extends LogCallName>(
    call: N,
    request: LogCalls[N]['request'],
    transfer: readonly TransferListItem[] = [],
  ): Promise<LogCalls[N]['response']> {
    const thread = this.#thread!;
    const isRead = call === 'item' || call === 'items' || call === 'state' || call === 'readCold';
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

  #bury(thread: Thread, cause: unknown): void {
    if (this.#thread !== thread) return;
    this.#logger.error({ reason: messageOf(cause) }, 'the log died; it restarts at the next call');
    this.#thread = null;
    this.#opening = null;
    void thread.destroy().catch(() => undefined);
  }
}

/** A level alone means lines as the process writes them unasked. */
function settingsOf(settings: LogLevel | LogSettings): LogSettings {
  if (typeof settings === 'string') return { logLevel: settings };
  const { logLevel, logFormat } = settings;
  return logFormat === undefined ? { logLevel } : { logLevel, logFormat };
}
