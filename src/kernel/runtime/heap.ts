/** What a thread's engine takes: its own heap, and memory outside of it that its objects refer to. */
import { getHeapStatistics } from 'node:v8';

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
