/**
 * One client of a stream: what it was sent, and where it goes on when it is behind.
 *
 *        live ── the socket is full ──► blocked ── it has drained ──► reading ── caught up ──► live
 *
 * Invariants: nothing is written while the socket is full, so what waits for a client is one piece
 * (`STREAMS.pieceBytesMax`), whatever happens meanwhile; the place moves on only when all before it was
 * handed over. Not here: what is sent, and when (stream-hub.ts).
 */
import type { FeedPlace } from './change-feed.js';
import type { StreamFilter } from './stream-filter.js';

/** The way to the client; what a server gives to code that writes an answer that goes on. */
export interface Outflow {
  write(bytes: Uint8Array): boolean;
  close(): void;
}

export class EventStream {
  readonly filter: StreamFilter;
  readonly client: number | string;
  state: 'live' | 'blocked' | 'reading' = 'reading';
  /** Everything up to here was handed over; null before the stream has begun. */
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

  /** Hands bytes over; false when the socket is full. */
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

  /** Resolves when the socket has drained, or the stream is over. */
  drained(): Promise<void> {
    if (this.state !== 'blocked' || this.isOver) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The socket has drained. */
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
