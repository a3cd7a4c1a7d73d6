/**
 * A way to the store that survives the server: when the server that holds the store goes away, the
 * next request finds the way anew, to another server or to the store itself.
 */

import type { Config } from '../../kernel/config.js';
import { TagwireError } from '../../kernel/errors.js';
import type { ClockReport } from '../clock-watch.js';
import type { CrawlSink } from '../crawling/crawl-thread.js';
import type { IngestSink } from '../ingest/ingest-socket.js';
import { openSink } from './open-sink.js';

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

  ingest(bytes: Uint8Array): ReturnType<CrawlSink['ingest']> {
    return this.#with((sink) => sink.ingest(bytes, false));
  }

  registry(...args: Parameters<CrawlSink['registry']>): ReturnType<CrawlSink['registry']> {
    return this.#with((sink) => sink.registry(...args));
  }

  /** How the clock stands, as the holder of the store believes. */
  clock(): Promise<ClockReport> {
    return this.#with((sink) => sink.clock('status'));
  }

  /** Waits until every index holds what has been stored. */
  settle(): Promise<void> {
    return this.#with((sink) => sink.settle());
  }

  async close(): Promise<void> {
    await (await this.#sink.catch(() => null))?.close();
  }

  /** The request that fails tells its caller, who sends it again; the next one finds the new way. */
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
