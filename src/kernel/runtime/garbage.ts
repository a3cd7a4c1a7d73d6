/**
 * When garbage is collected, and what the engine's helpers do: what it cannot know by itself. And large
 * buffers that are used again, so that there is less of it.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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
 * How much a heap, with the memory outside of it, may grow between two full collections, in percent of
 * what lived after the first of them.
 *
 * A process that serves: chunks of history are memory outside of the heap, and the engine by itself
 * collects when they come to three tenths of a heap that has been quiet: three times a second while
 * somebody reads. They may come to as much as the heap, as in a busy one.
 *
 * A process that only takes records in: its threads are busy all the time, and the engine by itself lets
 * each of their heaps double and more. No caller waits for it, so it trades time for memory.
 *
 * Needed by Node.js 20; shown by `bench ingest` (memory).
 */
const GROWTH_PERCENT = { serving: 100, ingesting: 30 } as const;

/**
 * Tells the engine how to collect and who helps, for all threads: before any of them is started.
 *
 * The front may have been given a large heap for new objects (cli/bin/tagwire.js), of which every
 * thread would take as much: they get what the engine gives by itself. Needed by Node.js 20 where that
 * flag is given; shown by `bench ingest` (records per second).
 */
export function tuneEngine(work: keyof typeof GROWTH_PERCENT): void {
  setFlagsFromString('--min-semi-space-size=0');
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT[work]}`);
  if (!isCrowded) return;
  for (const help of HELP) setFlagsFromString(`--no-${help}`);
}

let collect: (() => void) | null = null;

/**
 * Collects the garbage of the calling thread: some ten milliseconds for each 10 MB that live.
 *
 * A thread that has been restored and then has little to do makes no garbage, so the engine sees no
 * reason to collect what restoring left behind: chunks, and the maps that grew while they were read.
 * Shown by `bench restart` (memory), Node.js 20.
 */
export function collectGarbage(): void {
  if (collect === null) {
    // The flag adds a function to contexts that are made from here on, and nothing else.
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
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

/** A thread that was busy for a smaller share of the time between two looks is at rest. */
const REST_SHARE = 0.05;
/** Longer than the five seconds whose allocation tells the engine whether space for new objects is needed. */
const REST_LOOK_MS = 6000;
/** The first collects what was left behind; the second sees that little is new, and gives back its space. */
const REST_COLLECTIONS = 2;

/**
 * Collects when the calling thread rests for the first time: what a start leaves behind, and the space
 * for new objects that it took, which the engine of a thread at rest would keep. Returns what ends the
 * wait. Shown by `bench memory`, Node.js 20.
 */
export function collectAtRest(): () => Promise<void> {
  let left = REST_COLLECTIONS;
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(last);
    if (utilization <= REST_SHARE) {
      collectGarbage();
      left -= 1;
    }
    if (left === 0) clearInterval(timer);
    last = performance.eventLoopUtilization();
  }, REST_LOOK_MS);
  timer.unref();
  return async () => clearInterval(timer);
}

/** Work that leaves less behind is not worth a collection. */
const WORKED_BYTES_MIN = 16 * 1024 * 1024;
/** A thread that had no work for so long is at rest. */
const REST_MS = 6000;

/**
 * Collects once a thread has nothing more to do that worked through much: buffers that were moved to it
 * or made by it live until then, because the engine of a thread without work sees no reason to collect.
 */
export class AfterWork {
  readonly #restMs: number;
  #bytes = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(restMs = REST_MS) {
    this.#restMs = restMs;
  }

  /** Counts what was worked through. */
  add(byteLength: number): void {
    this.#bytes += byteLength;
    if (this.#timer !== null) this.#timer.refresh();
    else if (this.#bytes >= WORKED_BYTES_MIN)
      this.#timer = setTimeout(() => this.#end(), this.#restMs).unref();
  }

  #end(): void {
    this.#bytes = 0;
    this.#timer = null;
    collectGarbage();
  }
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
