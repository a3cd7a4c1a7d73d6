/** The receiver of a command's records: the server that holds the store, or the store itself. */
import { resolve } from 'node:path';
import type { Config } from '../../kernel/config.js';
import { TagwireError } from '../../kernel/errors.js';
import { createLogger } from '../../kernel/logger.js';
import { holdsStore } from '../../store/log/store-traces.js';
import type { ClockReport } from '../clock-watch.js';
import type { CrawlSink } from '../crawling/crawl-thread.js';
import {
  connectIngest,
  giveWay,
  type IngestSink,
  socketOfStarting,
} from '../ingest/ingest-socket.js';
import { openStore } from '../open-store.js';
import { requireStore } from './answers.js';

/** What a command does where there is no store; commands that send records make one. */
type WhereNone = 'make' | 'refuse';

/**
 * The server that holds the store, whose own callers then have priority, or the store itself.
 * @throws TagwireError INPUT_INVALID where there is no store and none may be made.
 */
export async function openSink(config: Config, whereNone: WhereNone): Promise<IngestSink> {
  if (whereNone === 'refuse') requireStore(config.data);
  const remote = await connectIngest(config.data);
  if (remote !== null) {
    giveWay();
    return remote;
  }
  for (;;) {
    try {
      return await sayingSo(config, () => openStore(config, createLogger(config, 'tagwire')));
    } catch (error) {
      const isHeld = error instanceof TagwireError && error.code === 'STORE_LOCKED';
      if (!isHeld) throw error;
      const late = await socketOfStarting(config.data, sayWaiting);
      if (late === 'no server') throw error;
      if (late === 'gone') continue;
      giveWay();
      return late;
    }
  }
}

function sayWaiting(pid: number): void {
  process.stderr.write(`waiting for the server (process ${pid}), which is starting\n`);
}

/** Opens a store; prints the path of a new store. */
export async function sayingSo<T>({ data }: Config, open: () => Promise<T>): Promise<T> {
  const isNew = !holdsStore(data);
  const opened = await open();
  if (isNew) process.stderr.write(`made a new store in ${resolve(data)}\n`);
  return opened;
}

/** Opens the store of a command, or the server that holds it, for the time of some work. */
export async function withSink<T>(
  config: Config,
  work: (sink: IngestSink) => Promise<T>,
  whereNone: WhereNone = 'refuse',
): Promise<T> {
  const sink = await openSink(config, whereNone);
  try {
    return await work(sink);
  } finally {
    await sink.close();
  }
}

/**
 * A sink that survives the server: when the server that holds the store ends, the next request opens a new sink, of
 * another server or of the store itself.
 */
export class RenewedSink implements CrawlSink {
  readonly #config: Config;
  #sink: Promise<IngestSink>;

  private constructor(config: Config, sink: IngestSink) {
    this.#config = config;
    this.#sink = Promise.resolve(sink);
  }

  /** @throws TagwireError STORE_LOCKED, STORE_DAMAGED. */
  static async open(config: Config): Promise<RenewedSink> {
    return new RenewedSink(config, await openSink(config, 'make'));
  }

  ingest(...args: Parameters<CrawlSink['ingest']>): ReturnType<CrawlSink['ingest']> {
    return this.#with((sink) => sink.ingest(...args));
  }

  registry(...args: Parameters<CrawlSink['registry']>): ReturnType<CrawlSink['registry']> {
    return this.#with((sink) => sink.registry(...args));
  }

  /** State of the clock in the process that holds the store. */
  clock(): Promise<ClockReport> {
    return this.#with((sink) => sink.clock('status'));
  }

  /** Waits until every index holds all stored entries. */
  settle(): Promise<void> {
    return this.#with((sink) => sink.settle());
  }

  async close(): Promise<void> {
    await (await this.#sink.catch(() => null))?.close();
  }

  /** Does some work. The caller must repeat a failed request; the next request uses the new sink. */
  async #with<T>(work: (sink: IngestSink) => Promise<T>): Promise<T> {
    const used = this.#sink;
    try {
      return await work(await used);
    } catch (error) {
      const isGone = error instanceof TagwireError && error.code === 'STORE_CLOSED';
      if (isGone && this.#sink === used) {
        used.then((sink) => sink.close()).catch(() => undefined);
        this.#sink = openSink(this.#config, 'make');
        this.#sink.catch(() => undefined);
      }
      throw error;
    }
  }
}
