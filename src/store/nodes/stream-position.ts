/**
 * The position of a store in the stream: message, term, and the newest erasure.
 *
 * Invariants: a batch is appended only after the message that was read or appended last. Erased
 * content is dropped from the stream when every node has read past it, or after a time.
 * Not here: when a node reads and writes (node.ts).
 */

import { MINUTE_MS, systemMonotonic } from '../../kernel/clock.js';
import type { SharedBatch } from '../log/order.js';
import type { Bounds, Engine } from './engine.js';
import { Assembly, headOf, type PartHead, partsOf } from './message.js';
import type { Peers } from './peers.js';

/** A node so far behind an erasure must copy the store of another node. */
const ERASED_RETENTION_MS = MINUTE_MS;

export class StreamPosition {
  readonly #engine: Engine;
  readonly #assembly = new Assembly();
  #number = 0;
  #term = 0;
  /** The newest erasure whose content is still in the stream. */
  #erasure: { number: number; sequence: number; atMs: number } | null = null;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The last message that was read or appended. */
  get number(): number {
    return this.#number;
  }

  /** Number of the current writer of the log. */
  get term(): number {
    return this.#term;
  }

  /** Begins to read at a message, the first part of a batch. */
  begin(number: number): void {
    this.#assembly.clear();
    this.#number = number - 1;
  }

  /** Takes the next message; returns the batch after its last part. @throws as `Assembly`. */
  take(message: { number: number; bytes: Uint8Array }): SharedBatch | null {
    const whole = this.#assembly.add(message.bytes);
    this.#number = message.number;
    if (whole === null) return null;
    this.#term = Math.max(this.#term, whole.term);
    return whole.batch;
  }

  /** Begins this node's term as the writer. */
  beginTerm(): number {
    this.#term += 1;
    return this.#term;
  }

  /** @throws EngineRefused when another node has appended meanwhile, EngineUnsure. */
  async append(batch: SharedBatch): Promise<void> {
    this.#number = await this.#engine.append(this.#number, partsOf(batch, this.#term));
    this.noteErasure(batch);
  }

  /** Notes that the batch at this place erased content. */
  noteErasure({ head, rewritten }: SharedBatch): void {
    if (rewritten.length === 0) return;
    const atMs = systemMonotonic.nowMs();
    this.#erasure = { number: this.#number, sequence: head.sequence, atMs };
  }

  /** Drops erased content from the stream, if it is time. */
  async dropErased(peers: Peers): Promise<void> {
    const erasure = this.#erasure;
    if (erasure === null) return;
    const isPast = peers.all.every(({ sequence }) => sequence >= erasure.sequence);
    if (!isPast && systemMonotonic.nowMs() < erasure.atMs + ERASED_RETENTION_MS) return;
    await this.#engine.dropBefore(erasure.number + 1);
    this.#erasure = null;
  }
}

/**
 * Finds the place of a store in the stream: the batch with its newest entry.
 *
 * No store notes its place: the entry numbers in messages suffice, and stay right after the engine
 * has lost messages and used their numbers again.
 *
 * Returns the message to read from, the first of a batch; null when the entries after the store's
 * newest one have expired. Entry numbers never decrease, so this is a binary search.
 */
export async function placeOf(
  engine: Engine,
  { first, last }: Bounds,
  sequence: number,
): Promise<number | null> {
  let low = first;
  let high = last + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const head = await headAt(engine, middle);
    // A missing message was dropped from the front.
    if (head === null || head.before.sequence < sequence) low = middle + 1;
    else high = middle;
  }
  const before = low > first ? await headAt(engine, low - 1) : null;
  if (before !== null && low - 1 - before.part >= first) {
    const here = low <= last ? await headAt(engine, low) : null;
    const isFollowed = here === null || here.before.sequence === sequence;
    if (isFollowed || before.after.sequence > sequence) return low - 1 - before.part;
    return null;
  }
  if (low > last) return before === null || before.after.sequence <= sequence ? last + 1 : null;
  const here = await headAt(engine, low);
  return here?.before.sequence === sequence ? low : null;
}

/** The newest entry of the stream in a whole batch; 0 where there is none. */
export async function endOf(engine: Engine, { first, last }: Bounds): Promise<number> {
  const head = last < first ? null : await headAt(engine, last);
  if (head === null) return 0;
  return head.part === head.parts - 1 ? head.after.sequence : head.before.sequence;
}

async function headAt(engine: Engine, number: number): Promise<PartHead | null> {
  const bytes = await engine.message(number);
  return bytes === null ? null : headOf(bytes);
}
