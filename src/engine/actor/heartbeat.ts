/**
 * Watches a thread that has work for signs of life, and says once when there were none for too long.
 *
 *   thread: counts its beats in shared memory, with each message and each entry
 *   here:   looks at the count at an interval, while messages are under way
 *
 * Invariants: looks are counted, not time: while this thread itself is held up, or the machine sleeps,
 * nothing is held against the other. A thread without work is never silent. One that waits for a processor
 * has four times as long: beside busy programs, those that go last may have none for half a minute.
 */
import { threadState } from '../../kernel/runtime/thread-state.js';
import { CELL } from './protocol.js';

/** Looks until a silence counts: enough that one late look decides nothing. */
const LOOKS = 20;
/** What a look counts at which the thread wants a processor and had less than a tenth of one since the last. */
const STARVED_LOOK = 1 / 4;
const STARVED_SHARE_MAX = 1 / 10;

export interface HeartbeatOptions {
  cells: SharedArrayBuffer;
  silentMsMax: number;
  /** Whether messages are under way. */
  hasWork(): boolean;
  onSilence(): void;
  /** What the system knows of a thread; a test may know it instead. */
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
