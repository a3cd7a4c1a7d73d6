/**
 * Gives the blocks of the log to the actor of every index, and waits until their readers hold them.
 *
 * Invariants: every actor gets every block, in log order. No request waits for an index that is still being
 * rebuilt. An index counts as rebuilt when it holds every entry acknowledged by then; from then on it follows.
 * Not here: asking for blocks, and acknowledging entries (pipeline.ts).
 */
import { availableParallelism } from 'node:os';
import type { Actor } from '../engine/actor/actor.js';
import { messageOf } from '../kernel/errors.js';
import { ACTORS } from '../kernel/limits.js';
import type { Logger } from '../kernel/logger.js';
import type { Block } from '../kernel/model/block.js';
import { inTurns } from '../kernel/turns.js';
import { SEARCHED } from './indices.js';

/** More threads than processors would only hold more chunks in memory while they wait. */
const STARTS_AT_ONCE = availableParallelism();

interface BlockFeedOptions {
  actors: readonly Actor[];
  logger: Logger;
  /** Called when all readers that must hold an entry have it and all earlier entries. */
  onHead(sequence: number): void;
}

export class BlockFeed {
  readonly #options: BlockFeedOptions;
  /** Indices that have been rebuilt. */
  readonly #there = new Set<string>();
  readonly #lag = new Lag(ACTORS.lagBytesMax);
  /** Callers that wait for every index. */
  #waitsForAll = 0;
  /** The newest entry that was acknowledged, or is about to be. */
  headSequence = 0;
  /** Whether the process is closing: then an index that cannot be started is not reported. */
  isClosing = false;

  constructor(options: BlockFeedOptions) {
    this.#options = options;
  }

  /** Whether an index has been rebuilt: it held every acknowledged entry at least once. */
  isThere(index: string): boolean {
    return this.#there.has(index);
  }

  /** Indices that are still being rebuilt, with the entries that they hold. */
  get rebuilding(): { index: string; entries: number }[] {
    return this.#options.actors
      .filter(({ name }) => !this.#there.has(name))
      .map(({ name, figures }) => ({ index: name, entries: figures.sequence }));
  }

  /**
   * Brings the indices of lists and searches to the head; with `isSearched` false, the other indices.
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
   * Waits for the readers of `prompt`, or all; the other readers may be behind by `bound`. No request waits for
   * indices that are still being rebuilt: they answer nothing before they hold these entries too.
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

  /** Waits until every index holds the entries acknowledged so far. */
  async settle(): Promise<void> {
    const sequence = this.headSequence;
    this.#waitsForAll += 1;
    try {
      await Promise.all(this.#options.actors.map((actor) => actor.reached(sequence)));
    } finally {
      this.#waitsForAll -= 1;
    }
  }

  /** Whether an index with this lag may stay behind: no request waits for it, and the lag is within bounds. */
  mayWait(lagEntries: number): boolean {
    return (
      this.#waitsForAll === 0 && this.headSequence - lagEntries >= this.#lag.oldestAllowed(YIELDS)
    );
  }

  async #begin(actor: Actor): Promise<void> {
    try {
      await actor.start(this.headSequence);
      // Later entries may hide items: the index must hold these entries before it answers.
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

/** How far behind the log an index may be. */
export interface LagBound {
  entriesMax: number;
  bytesMax: number;
}

/** Bytes between two noted positions in the log: a batch of a flood has four of them. */
const GRAIN_BYTES = 512 * 1024;

/**
 * How far behind the log an index may be: a number of entries, and of bytes of their blocks.
 *
 * Invariants: the answer of `oldestAllowed` is never before the entry that the bound asks for, and at
 * most one grain after the oldest entry that the bound allows.
 * Not here: waiting for the entry (`BlockFeed`).
 */
export class Lag {
  readonly #bytesMax: number;
  /** Positions in the log, with the bytes up to there; the last position is the head. */
  readonly #marks: { sequence: number; bytes: number }[] = [];

  /** `bytesMax`: the largest `bytesMax` of all bounds that callers ask for. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Number of noted positions. */
  get length(): number {
    return this.#marks.length;
  }

  /** Notes that the log has grown by a block. */
  note({ firstSequence, count, bytes }: Block): void {
    const marks = this.#marks;
    if (marks.length === 0) marks.push({ sequence: firstSequence - 1, bytes: 0 });
    const [last, before] = [marks.at(-1)!, marks.at(-2)];
    const head = { sequence: firstSequence + count - 1, bytes: last.bytes + bytes.byteLength };
    if (before !== undefined && head.bytes - before.bytes <= GRAIN_BYTES) marks.pop();
    marks.push(head);
    // The mark before the first mark that every bound allows is out of reach for all bounds.
    while (marks.length > 1 && head.bytes - marks[0]!.bytes > this.#bytesMax) marks.shift();
  }

  /** The oldest entry up to which an index within the bound must have come; 0 where nothing was noted. */
  oldestAllowed({ entriesMax, bytesMax }: LagBound): number {
    const head = this.#marks.at(-1);
    if (head === undefined) return 0;
    const within = this.#marks.find(({ bytes }) => head.bytes - bytes <= bytesMax)!;
    return Math.max(within.sequence, head.sequence - entriesMax, 0);
  }
}

/** Lags of derived indices: with plain items, in a replay, and while they yield to a flood of requests. */
export const FOLLOWS: LagBound = { entriesMax: ACTORS.lagEntriesMax, bytesMax: ACTORS.lagBytesMax };
export const REPLAYS: LagBound = {
  entriesMax: ACTORS.replayLagEntriesMax,
  bytesMax: ACTORS.replayLagBytesMax,
};
const YIELDS: LagBound = {
  entriesMax: ACTORS.lagEntriesMax * ACTORS.yieldShareMax,
  bytesMax: ACTORS.lagBytesMax * ACTORS.yieldShareMax,
};
