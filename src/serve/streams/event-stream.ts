/**
 * One client of a stream: the place up to which it was sent changes, and its state.
 *
 *        live ── the socket is full ──► blocked ── it has drained ──► reading ── caught up ──► live
 *
 * Invariants: nothing is written while the socket is full, so at most one piece
 * (`STREAMS.pieceBytesMax`) waits for a client; the place advances only when all bytes before it
 * were written. Not here: contents and times (stream-hub.ts).
 */
import type { FeedPlace } from './change-feed.js';
import type { StreamFilter } from './stream-filter.js';

/** The connection to the client, implemented by the HTTP server. */
export interface Outflow {
  write(bytes: Uint8Array): boolean;
  close(): void;
}

export class EventStream {
  readonly filter: StreamFilter;
  readonly client: number | string;
  state: 'live' | 'blocked' | 'reading' = 'reading';
  /** All changes up to this place were written; null before the stream begins. */
  place: FeedPlace | null;
  /** Monotonic time since which the socket is full. */
  blockedMs = 0;
  isOver = false;
  #outflow: Outflow | null = null;
  #waiting: (() => void)[] = [];

  constructor(filter: StreamFilter, client: number | string, place: FeedPlace | null) {
    this.filter = filter;
    this.client = client;
    this.place = place;
  }

  open(outflow: Outflow): void {
    this.#outflow = outflow;
  }

  /** Writes bytes; false when the socket is full. */
  write(bytes: Uint8Array, nowMs: number): boolean {
    if (this.isOver || this.#outflow === null) return false;
    if (this.#outflow.write(bytes)) return true;
    this.block(nowMs);
    return false;
  }

  block(nowMs: number): void {
    if (this.state !== 'blocked') this.blockedMs = nowMs;
    this.state = 'blocked';
  }

  /** Resolves when the socket has drained, or the stream has ended. */
  drained(): Promise<void> {
    if (this.state !== 'blocked' || this.isOver) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  resume(): void {
    if (this.state === 'blocked') this.state = 'reading';
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  close(): void {
    this.#outflow?.close();
  }

  end(): void {
    this.isOver = true;
    this.resume();
  }
}
