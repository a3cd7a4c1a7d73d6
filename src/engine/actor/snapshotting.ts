/**
 * The chunks of an actor: what a new thread starts from, snapshots, and cold chunks that the writer
 * wants back.
 *
 * Invariants: a snapshot is of the state between two blocks, with what was wanted back by then, so that
 * what was erased leaves the disk. Everybody who asked for one before it began hears how it ended.
 * Not here: when there is time for it (actor.ts), which snapshot can be read (restoring.ts).
 */
import type { TransferListItem } from 'node:worker_threads';
import { TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import type { IndexFormat, SnapshotPlan } from '../index/writer.js';
import { fillSnapshot } from './fill-snapshot.js';
import type { SnapshotPort } from './ports.js';
import type { Command, Folded } from './protocol.js';
import { Restoring } from './restoring.js';

/** Cold chunks brought back for one snapshot. */
const BROUGHT_BACK_MAX = 64;

export interface SnapshottingOptions {
  name: string;
  snapshots: SnapshotPort;
  logger: Logger;
  /** Has the thread do something. */
  command<T>(command: Command, transfer?: readonly TransferListItem[]): Promise<T>;
  /** Has the thread begin again with nothing. */
  clear(): Promise<void>;
  compact(): Promise<void>;
  /** Takes what the thread says of its progress. */
  passOn(progress: Folded): void;
  /** Cold chunks that the writer would have back. */
  wanted(): readonly string[];
}

export class Snapshotting {
  readonly #options: SnapshottingOptions;
  readonly #restoring: Restoring;
  #asked: { resolve(): void; reject(error: unknown): void }[] = [];
  #version = 0;
  #sequence = 0;

  constructor(options: SnapshottingOptions) {
    this.#options = options;
    this.#restoring = new Restoring({
      ...options,
      give: (name, bytes, version) => this.#giveBack(name, bytes, version),
    });
  }

  /** The entry that the newest snapshot holds, or that the thread has started from. */
  get sequence(): number {
    return this.#sequence;
  }

  get isAsked(): boolean {
    return this.#asked.length > 0;
  }

  /** Resolves when a snapshot has been written that begins after this. */
  ask(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#asked.push({ resolve, reject });
    });
  }

  /** There is nothing to write. */
  pass(): void {
    for (const { resolve } of this.#asked.splice(0)) resolve();
  }

  /** There will be no snapshot. */
  fail(reason: unknown): void {
    for (const { reject } of this.#asked.splice(0)) reject(reason);
  }

  /** Brings a new thread to the best snapshot that can be read, and returns its entry. */
  async begin(format: IndexFormat, headSequence: number, isNewLog: boolean): Promise<number> {
    this.#version = format.version;
    const base = await this.#restoring.best(format, headSequence, isNewLog);
    await this.#options.snapshots.choose(this.#options.name, base);
    this.#sequence = base?.sequence ?? 0;
    return this.#sequence;
  }

  /** Writes the snapshot that was asked for, of a thread that has folded up to an entry. */
  async write(sequence: number): Promise<void> {
    const asked = this.#asked.splice(0);
    try {
      const isStale = sequence > this.#sequence || this.#options.wanted().length > 0;
      if (isStale) await this.#writeChunks(sequence);
    } catch (error) {
      for (const { reject } of asked) reject(error);
      if (error instanceof TagwireError) return;
      throw error;
    }
    for (const { resolve } of asked) resolve();
  }

  /** Gives the writer the first of the cold chunks that it wants. */
  async bringBack(): Promise<void> {
    const { name: actor, snapshots, command, wanted } = this.#options;
    const [name] = wanted();
    if (name === undefined) return;
    const bytes = await snapshots.cold(actor, name);
    if (bytes === null) await command({ type: 'lost', name });
    else await this.#giveBack(name, bytes, this.#version);
  }

  async #writeChunks(sequence: number): Promise<void> {
    const { name, snapshots, command, compact, passOn, wanted } = this.#options;
    for (let left = BROUGHT_BACK_MAX; left > 0 && wanted().length > 0; left--) {
      await this.bringBack();
      await compact();
    }
    const plan = await command<SnapshotPlan>({ type: 'snapshot' });
    const sink = await snapshots.begin(name, plan, this.#version);
    await fillSnapshot(sink, (names, piece) => command({ type: 'chunks', names, piece }));
    await sink.commit(sequence);
    this.#restoring.forget();
    this.#sequence = sequence;
    passOn(await command<Folded>({ type: 'stored', cold: plan.cold }));
  }

  async #giveBack(name: string, bytes: Uint8Array, version: number): Promise<void> {
    const transfer = [bytes.buffer as ArrayBuffer];
    await this.#options.command({ type: 'restore', name, bytes, version }, transfer);
  }
}
