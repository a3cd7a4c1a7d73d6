/**
 * Where a node is in the stream: at which message, in whose term, with which erasure behind it.
 *
 * Invariants: a batch is appended behind the message that was read or appended last, and nowhere else.
 * What was erased leaves the stream when every node has come past it, or after a time.
 * Not here: when a node reads and when it writes (node.ts), where reading begins (place.ts).
 */
import { MINUTE_MS, systemMonotonic } from '../../kernel/clock.js';
import type { SharedBatch } from '../log/order.js';
import type { Engine } from './engine.js';
import { Assembly, partsOf } from './message.js';
import type { Peers } from './peers.js';

/** A node that is that far behind an erasure needs a backup of another node instead of the stream. */
const ERASED_RETENTION_MS = MINUTE_MS;

export class StreamPosition {
  readonly #engine: Engine;
  readonly #assembly = new Assembly();
  #number = 0;
  #term = 0;
  /** The newest erasure that the stream still holds the content of. */
  #erasure: { number: number; sequence: number; atMs: number } | null = null;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The message that was read, or appended, last. */
  get number(): number {
    return this.#number;
  }

  /** Counts the writers of the log up to here. */
  get term(): number {
    return this.#term;
  }

  /** Reading begins at a message, the first part of a batch. */
  begin(number: number): void {
    this.#assembly.clear();
    this.#number = number - 1;
  }

  /** Takes the message that was read; the batch, when this was its last part. @throws as `Assembly`. */
  take(message: { number: number; bytes: Uint8Array }): SharedBatch | null {
    const whole = this.#assembly.add(message.bytes);
    this.#number = message.number;
    if (whole === null) return null;
    this.#term = Math.max(this.#term, whole.term);
    return whole.batch;
  }

  /** Begins the term of another writer, behind all that was read. */
  beginTerm(): number {
    this.#term += 1;
    return this.#term;
  }

  /** @throws EngineRefused where somebody else has appended meanwhile, EngineUnsure. */
  async append(batch: SharedBatch): Promise<void> {
    this.#number = await this.#engine.append(this.#number, partsOf(batch, this.#term));
    this.noteErasure(batch);
  }

  /** Notes what the batch at this place has erased. */
  noteErasure({ head, rewritten }: SharedBatch): void {
    if (rewritten.length === 0) return;
    const atMs = systemMonotonic.nowMs();
    this.#erasure = { number: this.#number, sequence: head.sequence, atMs };
  }

  /** Drops what was erased from the stream, if it is time. */
  async dropErased(peers: Peers): Promise<void> {
    const erasure = this.#erasure;
    if (erasure === null) return;
    const isPast = peers.all.every(({ sequence }) => sequence >= erasure.sequence);
    if (!isPast && systemMonotonic.nowMs() < erasure.atMs + ERASED_RETENTION_MS) return;
    await this.#engine.dropBefore(erasure.number + 1);
    this.#erasure = null;
  }
}
