/**
 * Watches a thread that has work for signs of life, and says once when there were none for too long.
 *
 *   thread: counts its beats in shared memory, with each message and each entry
 *   here:   looks at the count at an interval, while messages are under way
 *
 * Invariants: looks are counted, not time: while this thread itself is held up, or the machine sleeps,
 * nothing is held against the other. A thread without work is never silent.
 */
import { CELL } from './protocol.js';

/** Looks until a silence counts: enough that one late look decides nothing. */
const LOOKS = 20;

export interface HeartbeatOptions {
  cells: SharedArrayBuffer;
  silentMsMax: number;
  /** Whether messages are under way. */
  hasWork(): boolean;
  onSilence(): void;
}

export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #cells: Float64Array;
  readonly #timer: NodeJS.Timeout;
  #beats = -1;
  #silentLooks = 0;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#cells = new Float64Array(options.cells);
    this.#timer = setInterval(() => this.#look(), options.silentMsMax / LOOKS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const beats = this.#cells[CELL.beats]!;
    const isAlive = beats !== this.#beats || !this.#options.hasWork();
    this.#beats = beats;
    this.#silentLooks = isAlive ? 0 : this.#silentLooks + 1;
    if (this.#silentLooks < LOOKS) return;
    this.stop();
    this.#options.onSilence();
  }
}
