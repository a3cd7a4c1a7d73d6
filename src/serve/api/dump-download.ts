/**
 * A dump on its way to a client: rows are read as fast as it takes the bytes, and made into a file on a
 * thread of its own.
 *
 *   piece of rows ─► thread ─► bytes ─► socket is full? wait ─► next piece
 *
 * Invariants: one piece and the bytes that came of one wait for a client, whatever it does; one that takes
 * nothing for `stallMs` loses its connection; a dump that cannot be finished ends its connection, so
 * that a client does not take it for whole.
 */

import { messageOf } from '../../kernel/errors.js';
import { DUMPS } from '../../kernel/limits.js';
import type { Logger } from '../../kernel/logger.js';
import type { DumpEncoder } from '../dumps/dump-encoder.js';
import type { DumpPeriod, DumpPlace, DumpSource } from '../dumps/dump-source.js';
import type { Outflow, StreamReceiver } from '../http/server.js';

/** An encoder that has to be let go. */
export interface OpenEncoder extends DumpEncoder {
  close(): Promise<void>;
}

export interface DownloadOptions {
  source: DumpSource;
  kind: string;
  period: DumpPeriod;
  logger: Logger;
  open(): OpenEncoder;
  /** The download has begun, and is over. */
  began(): void;
  ended(): void;
}

export class DumpDownload implements StreamReceiver {
  readonly #options: DownloadOptions;
  #outflow: Outflow | null = null;
  #isOver = false;
  #wake: (() => void) | null = null;

  constructor(options: DownloadOptions) {
    this.#options = options;
  }

  opened(outflow: Outflow): void {
    this.#outflow = outflow;
    this.#options.began();
    void this.#run(outflow);
  }

  drained(): void {
    this.#wake?.();
  }

  closed(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  /** Ends the connection. */
  close(): void {
    this.#outflow?.close();
  }

  async #run(outflow: Outflow): Promise<void> {
    const { source, kind, period, logger, open, ended } = this.#options;
    const encoder = open();
    try {
      let place: DumpPlace = null;
      do {
        const { rows, next } = await source.piece(kind, period, place);
        await this.#put(outflow, await encoder.rows(rows));
        place = next;
      } while (place !== null && !this.#isOver);
      if (!this.#isOver) await this.#put(outflow, await encoder.finish());
      if (!this.#isOver) outflow.end();
    } catch (error) {
      if (!this.#isOver)
        logger.warn({ kind, reason: messageOf(error) }, 'a dump ends before its end');
      outflow.close();
    } finally {
      ended();
      await encoder.close();
    }
  }

  /** Hands bytes over, a part at a time; resolves when the socket may take more. */
  async #put(outflow: Outflow, bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length && !this.#isOver; at += DUMPS.writeBytesMax) {
      const isFull = !outflow.write(bytes.subarray(at, at + DUMPS.writeBytesMax));
      if (isFull && !this.#isOver) await this.#drain(outflow);
    }
  }

  async #drain(outflow: Outflow): Promise<void> {
    const timer = setTimeout(() => outflow.close(), DUMPS.stallMs);
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = null;
    clearTimeout(timer);
  }
}
