/**
 * How far behind the log an index may be: a number of entries, and of bytes of their blocks.
 *
 * Invariants: what is told is never before the entry that a bound asks for, and at most one grain
 * behind what it allows.
 * Not here: who waits for it (block-feed.ts).
 */
import { ACTORS } from '../kernel/limits.js';
import type { Block } from '../kernel/model/block.js';

/** What an index may have before it. */
export interface LagBound {
  entriesMax: number;
  bytesMax: number;
}

/** Places in the log that are told apart: a batch of a flood has four of these. */
const GRAIN_BYTES = 512 * 1024;

export class Lag {
  readonly #bytesMax: number;
  /** Places in the log, with the bytes up to there; the last one is the head. */
  readonly #marks: { sequence: number; bytes: number }[] = [];

  /** `bytesMax`: no bound that is asked for allows more. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Places that are remembered. */
  get length(): number {
    return this.#marks.length;
  }

  /** The log has grown by a block. */
  note({ firstSequence, count, bytes }: Block): void {
    const marks = this.#marks;
    if (marks.length === 0) marks.push({ sequence: firstSequence - 1, bytes: 0 });
    const [last, before] = [marks.at(-1)!, marks.at(-2)];
    const head = { sequence: firstSequence + count - 1, bytes: last.bytes + bytes.byteLength };
    if (before !== undefined && head.bytes - before.bytes <= GRAIN_BYTES) marks.pop();
    marks.push(head);
    // The one before the first that is within every bound is what a bound may not reach.
    while (marks.length > 1 && head.bytes - marks[0]!.bytes > this.#bytesMax) marks.shift();
  }

  /** The entry that an index must hold which is to be within a bound; 0 where nothing was noted. */
  oldestAllowed({ entriesMax, bytesMax }: LagBound): number {
    const head = this.#marks.at(-1);
    if (head === undefined) return 0;
    const within = this.#marks.find(({ bytes }) => head.bytes - bytes <= bytesMax)!;
    return Math.max(within.sequence, head.sequence - entriesMax, 0);
  }
}

/** How far what is derived may be behind: of plain items, of a replay, and while it leaves the flood alone. */
export const FOLLOWS: LagBound = { entriesMax: ACTORS.lagEntriesMax, bytesMax: ACTORS.lagBytesMax };
export const REPLAYS: LagBound = {
  entriesMax: ACTORS.replayLagEntriesMax,
  bytesMax: ACTORS.replayLagBytesMax,
};
export const YIELDS: LagBound = {
  entriesMax: ACTORS.lagEntriesMax * ACTORS.yieldShareMax,
  bytesMax: ACTORS.lagBytesMax * ACTORS.yieldShareMax,
};
