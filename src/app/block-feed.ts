/**
 * Gives the blocks of the log to the actor of every index, and waits until their readers hold them.
 *
 * Invariants: every actor gets every block, in log order. No request waits for an index that is still being
 * read; it is there when it holds all that was acknowledged by then, and from then on it follows.
 * Not here: asking for blocks, and acknowledging them (pipeline.ts).
 */
import { availableParallelism } from 'node:os';
import type { Actor } from '../engine/actor/actor.js';
import { messageOf } from '../kernel/errors.js';
import { ACTORS } from '../kernel/limits.js';
import type { Logger } from '../kernel/logger.js';
import type { Block } from '../kernel/model/block.js';
import { inTurns } from '../kernel/turns.js';
import { SEARCHED } from './indices.js';

/** A thread that waits for a processor would hold chunks that nothing works on. */
const STARTS_AT_ONCE = availableParallelism();

interface BlockFeedOptions {
  actors: readonly Actor[];
  logger: Logger;
  /** Everything up to an entry is in the readers that it was to wait for. */
  onHead(sequence: number): void;
}

export class BlockFeed {
  readonly #options: BlockFeedOptions;
  /** Indices that are whole. */
  readonly #there = new Set<string>();
  readonly #lag = new Lag(ACTORS.lagBytesMax);
  /** Callers that wait for every index. */
  #waitsForAll = 0;
  /** The newest entry that was acknowledged, or is about to be. */
  headSequence = 0;
  /** From now on an index that cannot be started is not reported. */
  isClosing = false;

  constructor(options: BlockFeedOptions) {
    this.#options = options;
  }

  /** Whether an index holds all that was acknowledged, or did once. */
  isThere(index: string): boolean {
    return this.#there.has(index);
  }

  /** Indices that are still being read, with the entries that they hold. */
  get rebuilding(): { index: string; entries: number }[] {
    return this.#options.actors
      .filter(({ name }) => !this.#there.has(name))
      .map(({ name, figures }) => ({ index: name, entries: figures.sequence }));
  }

  /**
   * Brings the indices of lists and searches to the head, or the others.
   * @throws TagwireError STORE_DAMAGED when one of them has nothing to start from.
   */
  start(isSearched: boolean): Promise<void> {
    const actors = this.#options.actors.filter(({ name }) => SEARCHED.has(name) === isSearched);
    return inTurns(actors, STARTS_AT_ONCE, (actor) => this.#begin(actor));
  }

  /** Gives blocks to every actor and waits until the readers of `prompt`, or all, hold them. */
  async spread(
    blocks: readonly Block[],
    prompt: ReadonlySet<string> | null,
    bound = FOLLOWS,
  ): Promise<void> {
    const last = blocks.at(-1);
    if (last === undefined) return;
    for (const block of blocks) {
      this.#lag.note(block);
      this.offer(block);
    }
    const sequence = last.firstSequence + last.count - 1;
    this.headSequence = Math.max(this.headSequence, sequence);
    await this.reached(sequence, prompt, bound);
    this.#options.onHead(sequence);
  }

  /** Gives a block to every actor. */
  offer(block: Block): void {
    for (const actor of this.#options.actors) actor.offer(block);
  }

  /**
   * Waits for the readers of `prompt`, or all; the others may be a bounded way behind. No request waits for
   * those that are still being read: they are not asked before they hold this too.
   */
  async reached(
    sequence: number,
    prompt: ReadonlySet<string> | null,
    bound: LagBound,
  ): Promise<void> {
    const behind = this.#lag.oldestAllowed(bound);
    const there = this.#options.actors.filter(({ name }) => this.#there.has(name));
    const waits = there.map((actor) =>
      actor.reached(prompt === null || prompt.has(actor.name) ? sequence : behind),
    );
    if (prompt === null) this.#waitsForAll += 1;
    try {
      await Promise.all(waits);
    } finally {
      if (prompt === null) this.#waitsForAll -= 1;
    }
  }

  /** Waits until every index holds what has been acknowledged so far. */
  async settle(): Promise<void> {
    const sequence = this.headSequence;
    this.#waitsForAll += 1;
    try {
      await Promise.all(this.#options.actors.map((actor) => actor.reached(sequence)));
    } finally {
      this.#waitsForAll -= 1;
    }
  }

  /** Whether what is so many entries behind may stay there: no request waits for it, and it is within bounds. */
  mayWait(lagEntries: number): boolean {
    return (
      this.#waitsForAll === 0 && this.headSequence - lagEntries >= this.#lag.oldestAllowed(YIELDS)
    );
  }

  async #begin(actor: Actor): Promise<void> {
    try {
      await actor.start(this.headSequence);
      // Later entries may take something out of sight: the index must hold them before it is asked.
      for (let reached = -1; reached < this.headSequence; ) {
        reached = this.headSequence;
        await actor.reached(reached);
      }
    } catch (error) {
      if (!this.isClosing) {
        const reason = messageOf(error);
        this.#options.logger.error({ actor: actor.name, reason }, 'index not available');
      }
      throw error;
    }
    this.#there.add(actor.name);
  }
}

/** What an index may have before it. */
export interface LagBound {
  entriesMax: number;
  bytesMax: number;
}

/** Distance of the places in the log that are remembered: a batch of a flood has four of them. */
const GRAIN_BYTES = 512 * 1024;

/**
 * How far behind the log an index may be: a number of entries, and of bytes of their blocks.
 *
 * Invariants: what is told is never before the entry that a bound asks for, and at most one grain
 * behind what it allows.
 * Not here: waiting for it (`BlockFeed`).
 */
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
const YIELDS: LagBound = {
  entriesMax: ACTORS.lagEntriesMax * ACTORS.yieldShareMax,
  bytesMax: ACTORS.lagBytesMax * ACTORS.yieldShareMax,
};
