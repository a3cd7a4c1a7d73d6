/**
 * The main thread's side of the crawler, which has a thread of its own: typed calls, the log behind a
 * port, and a new thread when the old thread dies.
 *
 * Invariants: the crawler's lines go through the same steps as a file's lines. A thread that died has
 * lost only the work under way, because its state is on disk. The main thread never fetches, parses or
 * waits for the crawler.
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type {
  CrawlCallName,
  CrawlCalls,
  CrawlSettings,
  SinkAnswer,
  SinkAsk,
} from '../../crawler/protocol.js';
import type { CrawlStatus } from '../../crawler/status.js';
import { Thread } from '../../engine/actor/thread.js';
import { SECOND_MS } from '../../kernel/clock.js';
import { messageOf, TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import { doubledMs } from '../../kernel/waits.js';
import type { IngestSink } from '../ingest/ingest-socket.js';
import { workerPath } from '../paths.js';
import { allRegistered } from '../registered.js';

/** Calls at the same time: each waits for the network while the others go on. */
const CONCURRENCY = 16;
const WAITING_MAX = 256;
const YOUNG_MB = 16;
/** Pause before a dead thread starts again, doubled each time up to the maximum. */
const RESTART_MS = 5 * SECOND_MS;
const RESTART_MS_MAX = 600 * SECOND_MS;

/** The calls of the log, as `serve` and the command line provide them. */
export type CrawlSink = Pick<IngestSink, 'ingest' | 'registry'>;

export class CrawlThread {
  readonly #settings: () => CrawlSettings;
  readonly #sink: CrawlSink;
  readonly #logger: Logger;
  #thread: Thread | null = null;
  #port: MessagePort | null = null;
  #isStarted = false;
  #isClosed = false;
  #deaths = 0;
  #restart: NodeJS.Timeout | undefined;

  private constructor(settings: () => CrawlSettings, sink: CrawlSink, logger: Logger) {
    this.#settings = settings;
    this.#sink = sink;
    this.#logger = logger;
  }

  /**
   * Opens the crawler's state and registers its sources; nothing is fetched yet.
   * @throws TagwireError STORE_LOCKED when another crawler works on the same store.
   */
  static async open(
    settings: () => CrawlSettings,
    sink: CrawlSink,
    logger: Logger,
  ): Promise<CrawlThread> {
    const crawl = new CrawlThread(settings, sink, logger);
    try {
      await crawl.#connect();
    } catch (error) {
      await crawl.#end();
      throw error;
    }
    return crawl;
  }

  async start(): Promise<void> {
    this.#isStarted = true;
    await this.call('start', {});
  }

  status(): Promise<CrawlStatus> {
    return this.call('status', {});
  }

  async call<N extends CrawlCallName>(
    call: N,
    request: CrawlCalls[N]['request'],
  ): Promise<CrawlCalls[N]['response']> {
    const thread = this.#thread;
    if (thread === null) throw new TagwireError('ACTOR_DOWN', 'the crawler is restarting');
    const reply = (await thread.send({ call, request }, 'normal')) as CrawlReply;
    if (reply.ok) return reply.response as CrawlCalls[N]['response'];
    if (reply.code !== null) throw new TagwireError(reply.code, reply.message);
    throw new Error(`crawler: ${reply.message}`);
  }

  /** Ends the work under way and saves the crawler's state. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    if (this.#thread !== null) await this.call('close', {}).catch(() => undefined);
    await this.#end();
  }

  async #end(): Promise<void> {
    this.#isClosed = true;
    this.#port?.close();
    await this.#thread?.destroy();
    this.#thread = null;
  }

  async #connect(): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (ask: SinkAsk) => void this.#answer(port1, ask));
    // The thread keeps the process alive, not this port.
    port1.unref();
    this.#port?.close();
    this.#port = port1;
    const thread = new Thread({
      filename: workerPath('crawler'),
      workerData: null,
      concurrency: CONCURRENCY,
      waitingMax: WAITING_MAX,
      youngMb: YOUNG_MB,
      onDeath: () => this.#onDeath(),
    });
    this.#thread = thread;
    const request = { settings: this.#settings(), port: port2 };
    const reply = (await thread.send({ call: 'open', request }, 'normal', [port2])) as CrawlReply;
    if (!reply.ok) {
      throw reply.code === null
        ? new Error(reply.message)
        : new TagwireError(reply.code, reply.message);
    }
    if (this.#isStarted) await this.call('start', {});
  }

  #onDeath(): void {
    this.#thread = null;
    if (this.#isClosed) return;
    const waitMs = doubledMs(this.#deaths, RESTART_MS, RESTART_MS_MAX);
    this.#deaths += 1;
    this.#logger.error({ waitMs }, 'the crawler died; it begins again where it was');
    this.#restart = setTimeout(() => {
      this.#connect().catch((error: unknown) => {
        this.#logger.error({ reason: messageOf(error) }, 'the crawler could not begin again');
        this.#onDeath();
      });
    }, waitMs);
  }

  async #answer(port: MessagePort, ask: SinkAsk): Promise<void> {
    const { id } = ask;
    let answer: SinkAnswer;
    try {
      const value =
        ask.call === 'send'
          ? await this.#sink.ingest(ask.lines, false)
          : await allRegistered(this.#sink, ask.kind);
      answer = { id, ok: true, value };
    } catch (error) {
      answer = { id, ok: false, message: messageOf(error) };
    }
    port.postMessage(answer);
  }
}

type CrawlReply =
  | { ok: true; response: unknown }
  | { ok: false; code: TagwireError['code'] | null; message: string };
