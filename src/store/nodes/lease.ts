/**
 * The right to write, which one node has at a time: a value in the engine that goes away by itself.
 *
 * The engine's expected number, and not the lease, is what keeps two writers apart: a node that was
 * stopped for longer than its lease and goes on is refused by the engine. The lease decides who tries.
 *
 * Invariant: a node holds it no longer by its own clock than by the engine's: the time begins before
 * the value is sent, and ends a fifth early.
 */
import { randomBytes } from 'node:crypto';
import { systemMonotonic } from '../../kernel/clock.js';
import type { Peer } from '../log/node-state.js';
import { type Engine, EngineRefused } from './engine.js';

const KEY = 'writer';
/** Of the lease, how much is not counted on. */
const MARGIN_SHARE = 0.2;

/** Who holds the lease, as the engine has it. */
export interface Holder extends Omit<Peer, 'sequence'> {
  /** Of one process. */
  instance: string;
}

export class Lease {
  readonly #engine: Engine;
  readonly #leaseMs: number;
  readonly #own: string;
  readonly #instance = randomBytes(8).toString('hex');
  #revision: number | null = null;
  #untilMs = 0;

  constructor(engine: Engine, leaseMs: number, node: string, url: string) {
    this.#engine = engine;
    this.#leaseMs = leaseMs;
    this.#own = JSON.stringify({ node, url, instance: this.#instance } satisfies Holder);
  }

  /** Tells this process from others of the same name. */
  get instance(): string {
    return this.#instance;
  }

  /** Whether this process may write now. */
  get isHeld(): boolean {
    return this.#revision !== null && systemMonotonic.nowMs() < this.#untilMs;
  }

  /** Who holds it by the engine's account; null when no node does. */
  async holder(): Promise<Holder | null> {
    const found = await this.#engine.held('lease', KEY);
    return found === null ? null : (JSON.parse(found.value) as Holder);
  }

  /** Takes it where no node has it. @returns whether this process holds it now. */
  async claim(): Promise<boolean> {
    return this.#take(() => this.#engine.claim('lease', KEY, this.#own));
  }

  /** Holds it for longer. @returns false where it is another's. @throws EngineUnsure. */
  async renew(): Promise<boolean> {
    const revision = this.#revision;
    if (revision === null) return false;
    if (await this.#take(() => this.#engine.renew('lease', KEY, this.#own, revision))) return true;
    // A renewal that was not answered may have been done.
    const found = await this.#engine.held('lease', KEY);
    const isOurs =
      found !== null && (JSON.parse(found.value) as Holder).instance === this.#instance;
    this.#revision = isOurs ? found.revision : null;
    return isOurs && this.#take(() => this.#engine.renew('lease', KEY, this.#own, found.revision));
  }

  /** Gives it back, so that no node has to wait for its end. */
  async release(): Promise<void> {
    const revision = this.#revision;
    this.#revision = null;
    if (revision !== null)
      await this.#engine.release('lease', KEY, revision).catch(() => undefined);
  }

  async #take(ask: () => Promise<number>): Promise<boolean> {
    const askedMs = systemMonotonic.nowMs();
    try {
      this.#revision = await ask();
      this.#untilMs = askedMs + this.#leaseMs * (1 - MARGIN_SHARE);
      return true;
    } catch (error) {
      if (error instanceof EngineRefused) return false;
      throw error;
    }
  }
}
