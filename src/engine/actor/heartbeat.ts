/**
 * Watches a thread that has work for signs of progress, and reports once when there were none for too long.
 *
 *   thread: counts its beats in shared memory, with each message and each entry
 *   here:   reads the count at an interval, while messages are under way
 *
 * Invariants: silence is counted in readings, not in time, so a delay of this thread or a sleep of the
 * machine is not counted against the other thread. A thread without work is never silent. A thread that
 * waits for a processor has four times as long: beside busy programs, threads of low priority may have
 * none for half a minute.
 */

import { SECOND_MS } from '../../kernel/clock.js';
import { type HeapFigures, heapFigures } from '../../kernel/runtime/garbage.js';
import { systemThread, threadState } from '../../kernel/runtime/thread-priority.js';
import { CELL } from './protocol.js';

/** Readings until a thread counts as silent: enough that one late reading decides nothing. */
const LOOKS = 20;
/** The weight of a reading at which the thread is ready, but had less than a tenth of a processor. */
const STARVED_LOOK = 1 / 4;
const STARVED_SHARE_MAX = 1 / 10;

interface HeartbeatOptions {
  cells: SharedArrayBuffer;
  silentMsMax: number;
  /** Whether messages are under way. */
  hasWork(): boolean;
  onSilence(): void;
  /** Reads the state of a thread from the system; tests replace it. */
  stateOf?: typeof threadState;
}

export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #cells: Float64Array;
  readonly #everyMs: number;
  readonly #timer: NodeJS.Timeout;
  #beats = -1;
  #silentLooks = 0;
  #cpuMs = Number.NEGATIVE_INFINITY;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#cells = new Float64Array(options.cells);
    this.#everyMs = options.silentMsMax / LOOKS;
    this.#timer = setInterval(() => this.#look(), this.#everyMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const beats = this.#cells[CELL.beats]!;
    const isAlive = beats !== this.#beats || !this.#options.hasWork();
    this.#beats = beats;
    this.#silentLooks = isAlive ? 0 : this.#silentLooks + (this.#isStarved() ? STARVED_LOOK : 1);
    if (this.#silentLooks < LOOKS) return;
    this.stop();
    this.#options.onSilence();
  }

  #isStarved(): boolean {
    const { stateOf = threadState } = this.#options;
    const state = stateOf(this.#cells[CELL.thread]!);
    if (state === null) return false;
    const usedMs = state.cpuMs - this.#cpuMs;
    this.#cpuMs = state.cpuMs;
    return state.isReady && usedMs < STARVED_SHARE_MAX * this.#everyMs;
  }
}

/** Interval of heap figures: reading them takes a microsecond or two, and wakes an idle thread. */
const NOTE_MS = 10 * SECOND_MS;

/** Notes the number of the calling thread and its heap, now and at an interval. */
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

/** The heap figures that were noted last; zeros before the first. */
export function heapIn(cells: SharedArrayBuffer): HeapFigures {
  const noted = new Float64Array(cells);
  return {
    used: noted[CELL.heapUsed]!,
    held: noted[CELL.heapSize]!,
    external: noted[CELL.external]!,
  };
}
