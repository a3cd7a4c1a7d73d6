/**
 * When V8 collects garbage and what its helper threads do, and a pool of large buffers, which makes less
 * garbage.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MessageChannel } from 'node:worker_threads';
import { isCrowded } from './pause.js';

/**
 * Work of V8's helper threads that is turned off where processors are few. Each of the many small
 * collections of a thread wakes four helpers, and each function that V8 compiles keeps one busy for
 * milliseconds; a thread that becomes ready meanwhile (the main thread too) may wait for a whole slice of
 * the scheduler. Helpers still compile for the main thread, whose helper was there before.
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
 * How much the heap of a thread may grow between two full collections, in percent of what survived the first
 * of them, in a process that only takes records in. Its threads are busy all the time, and V8 by itself lets
 * each of their heaps double and more. No client waits for it, so it trades time for memory: its peak is a
 * sixth lower. Needed by Node.js 20; shown by `tagwire ingest` of 40,000 articles.
 */
const INGEST_GROWTH_PERCENT = 30;

/**
 * Sets V8's flags for all threads; called before any thread is started.
 *
 * The main thread may have been given a large heap for new objects (cli/bin/tagwire.js), and every other
 * thread would take as much: here they get V8's default. Needed by Node.js 20 where that flag is given;
 * shown by `bench ingest` (records per second).
 */
export function tuneEngine(work: 'serving' | 'ingesting'): void {
  setFlagsFromString('--min-semi-space-size=0');
  if (work === 'ingesting') setFlagsFromString(`--heap-growing-percent=${INGEST_GROWTH_PERCENT}`);
  if (!isCrowded) return;
  for (const help of HELP) setFlagsFromString(`--no-${help}`);
}

let collect: (() => void) | null = null;

/**
 * Collects the garbage of the calling thread: some ten milliseconds for each 10 MB of live objects.
 *
 * A thread that has been restored and then has little to do makes no garbage, so V8 sees no reason to
 * collect what restoring left behind: chunks, and maps that grew while they were read. Needed by Node.js
 * 20; shown by `bench memory` and the memory of a server after a restart.
 */
export function collectGarbage(): void {
  if (collect === null) {
    // The flag adds a function to contexts that are made from here on, and nothing else.
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}

/** A closed port: memory that is transferred to it is freed. */
const { port1: nowhere } = new MessageChannel();
nowhere.close();

/**
 * Frees a large buffer that has no other user. V8 counts such buffers with the heap until the next full
 * collection, and starts one for each thirty megabytes of them, three times as often in a heap that was
 * small before. Small buffers lie in memory that they share with others, and are not freed.
 *
 * Shown by `bench backup`, Node.js 20; from 22 on `ArrayBuffer.prototype.transfer` does the same.
 */
export function discard({ buffer }: Uint8Array): void {
  if (buffer.byteLength > Buffer.poolSize) nowhere.postMessage(null, [buffer as ArrayBuffer]);
}

/** Bytes; metrics use these names. Memory that threads share counts in each of them. */
export interface HeapFigures {
  /** Live objects, and garbage that has not been collected. */
  used: number;
  /** The size of the heap, as taken from the system. */
  held: number;
  /** Buffers. */
  external: number;
}

/** Figures of the calling thread; takes some microseconds. */
export function heapFigures(): HeapFigures {
  const { used_heap_size, total_heap_size, external_memory } = getHeapStatistics();
  return { used: used_heap_size, held: total_heap_size, external: external_memory };
}

/** Larger buffers are rare, and not pooled. */
const BYTES_MAX = 4 * 1024 * 1024;
/** Factor of spare length, so that the next request of about the same size fits. */
const SLACK = 1.25;

/**
 * A pool of large buffers.
 *
 * V8 counts such buffers with the heap, and frees one that has survived two small collections only with a
 * full one. Threads that take some new megabytes for each request collected their whole heap several
 * times a second during a flood, with a hundred megabytes that no code used. Shown by `bench ingest`
 * (records per second, memory), Node.js 20.
 */
export class SpareBytes {
  readonly #countMax: number;
  readonly #spare: Buffer[] = [];

  constructor(countMax: number) {
    this.#countMax = countMax;
  }

  /** A buffer of at least `length` bytes with any content. */
  take(length: number): Buffer {
    const at = this.#spare.findIndex((buffer) => buffer.length >= length);
    if (at >= 0) return this.#spare.splice(at, 1)[0]!;
    return Buffer.allocUnsafeSlow(Math.ceil(length * SLACK));
  }

  /** Returns a buffer that has no other user to the pool, which retains the newest. */
  give(buffer: Buffer): void {
    if (buffer.length > BYTES_MAX) return;
    this.#spare.unshift(buffer);
    if (this.#spare.length > this.#countMax) this.#spare.pop();
  }
}
