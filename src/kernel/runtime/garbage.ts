/**
 * When garbage is collected, and what the engine's helpers do: what it cannot know by itself. And large
 * buffers that are used again, so that there is less of it.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { MessageChannel } from 'node:worker_threads';
import { isCrowded } from './pause.js';

/**
 * What the engine's helpers do beside a thread. Each of its many small collections wakes four of
 * them, and each function that it compiles keeps one busy for milliseconds; a thread that becomes ready
 * meanwhile, the front among them, may wait for a whole slice of the scheduler. Only where processors
 * are few. Compiling stays with them for the front, whose helper was there before.
 *
 * Needed by Node.js 20; shown by `bench ingest` (waiting) with two processors.
 */
const HELP = [
  'concurrent-recompilation',
  'concurrent-marking',
  'parallel-scavenge',
  'concurrent-sweeping',
  'concurrent-array-buffer-sweeping',
  'parallel-compaction',
  'parallel-pointer-update',
] as const;

/**
 * Tells the engine how to collect and who helps, for all threads: before any of them is started.
 *
 * The front may have been given a large heap for new objects (cli/bin/tagwire.js), of which every
 * thread would take as much: they get what the engine gives by itself. Needed by Node.js 20 where that
 * flag is given; shown by `bench ingest` (records per second).
 */
export function tuneEngine(): void {
  setFlagsFromString('--min-semi-space-size=0');
  if (!isCrowded) return;
  for (const help of HELP) setFlagsFromString(`--no-${help}`);
}

/** A port that leads nowhere: what is moved to it is freed. */
const { port1: nowhere } = new MessageChannel();
nowhere.close();

/**
 * Frees large bytes that have no other user. The engine counts them with the heap until the next full
 * collection, and collects for each thirty megabytes of them, three times as often in a heap that was
 * small before. Small ones lie in memory that they share with others, and stay.
 *
 * Shown by `bench backup`, Node.js 20; from 22 on `ArrayBuffer.prototype.transfer` does it.
 */
export function discard({ buffer }: Uint8Array): void {
  if (buffer.byteLength > Buffer.poolSize) nowhere.postMessage(null, [buffer as ArrayBuffer]);
}

/** Bytes; the names stand in metrics. Memory that threads share counts in each of them. */
export interface HeapFigures {
  /** Objects that live, and garbage that was not collected yet. */
  used: number;
  /** The size of the heap: what it has of the system. */
  held: number;
  /** Buffers. */
  external: number;
}

/** Of the calling thread; some microseconds. */
export function heapFigures(): HeapFigures {
  const { used_heap_size, total_heap_size, external_memory } = getHeapStatistics();
  return { used: used_heap_size, held: total_heap_size, external: external_memory };
}

/** Larger ones are rare, and not worth pooling. */
const BYTES_MAX = 4 * 1024 * 1024;
/** Spare length, so that one of about the size of the last is not another one. */
const SLACK = 1.25;

/**
 * Large buffers that are used again.
 *
 * The engine counts them with the heap, and frees one that has lived through two small collections
 * only with a full one. Threads that take some new megabytes for each request collected their whole
 * heap several times a second in a flood, with a hundred megabytes that no code used. Shown by `bench
 * ingest` (records per second, memory), Node.js 20.
 */
export class SpareBytes {
  readonly #countMax: number;
  readonly #spare: Buffer[] = [];

  /** Pools at most `countMax` buffers. */
  constructor(countMax: number) {
    this.#countMax = countMax;
  }

  /** A buffer of at least `length` bytes, whatever is in them. */
  take(length: number): Buffer {
    const at = this.#spare.findIndex((buffer) => buffer.length >= length);
    if (at >= 0) return this.#spare.splice(at, 1)[0]!;
    return Buffer.allocUnsafeSlow(Math.ceil(length * SLACK));
  }

  /** Takes a buffer back that has no other user. The newest are pooled. */
  give(buffer: Buffer): void {
    if (buffer.length > BYTES_MAX) return;
    this.#spare.unshift(buffer);
    if (this.#spare.length > this.#countMax) this.#spare.pop();
  }
}
