/** The number and the heap of a thread, noted in shared memory: reading it waits for no thread. */
import { SECOND_MS } from '../../kernel/clock.js';
import { type HeapFigures, heapFigures } from '../../kernel/runtime/heap.js';
import { systemThread } from '../../kernel/runtime/thread-state.js';
import { CELL } from './protocol.js';

/** Reading it takes a microsecond or two, and wakes a thread that rests. */
const NOTE_MS = 10 * SECOND_MS;

/** Notes which thread calls, and its heap, now and from time to time. */
export function noteThread(cells: Float64Array): void {
  const note = (): void => {
    const { used, held, external } = heapFigures();
    cells[CELL.heapUsed] = used;
    cells[CELL.heapSize] = held;
    cells[CELL.external] = external;
  };
  cells[CELL.thread] = systemThread();
  note();
  setInterval(note, NOTE_MS).unref();
}

/** What was noted last; zeros where nothing was. */
export function heapIn(cells: SharedArrayBuffer): HeapFigures {
  const noted = new Float64Array(cells);
  return {
    used: noted[CELL.heapUsed]!,
    held: noted[CELL.heapSize]!,
    external: noted[CELL.external]!,
  };
}
