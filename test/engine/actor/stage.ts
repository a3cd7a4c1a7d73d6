/**
 * An actor with the counting writer, on a log and snapshots that live in memory.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Actor } from '../../../src/engine/actor/actor.js';
import type { EntrySource, SnapshotPort } from '../../../src/engine/actor/ports.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { type Block, packBlock } from '../../../src/kernel/model/block.js';
import type { LogRecord } from '../../../src/kernel/model/records.js';
import { encodeRecord } from '../../../src/kernel/model/wire.js';
import type { CounterDelta, CounterOptions, CounterState } from './fixtures/counter.js';

const FUSES = 4096;

/** Entries are category records; their keys are orders to the counting writer. */
export class FakeLog implements EntrySource {
  readonly records: LogRecord[] = [];
  readonly skips: number[] = [];
  /** Where reads began. */
  readonly reads: number[] = [];
  /** Entries of a block. */
  blockMax = 1000;
  /** Reads that will fail. */
  failures = 0;
  onSkip: (block: Block) => void = () => undefined;

  get head(): number {
    return this.records.length;
  }

  add(...keys: string[]): this {
    for (const key of keys) this.records.push({ kind: 'category', key, label: '' });
    return this;
  }

  block(firstSequence: number, count: number): Block {
    const records = this.records.slice(firstSequence - 1, firstSequence - 1 + count);
    return packBlock(
      firstSequence,
      records.map((record) => ({ payload: encodeRecord(record), body: null })),
    );
  }

  async read(fromSequence: number): Promise<Block | null> {
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('the log is away');
    }
    this.reads.push(fromSequence);
    return fromSequence > this.head ? null : this.block(fromSequence, this.blockMax);
  }

  async untilRead(): Promise<void> {
    while (this.reads.length === 0) await sleep(1);
  }

  async skipped(): Promise<number[]> {
    return [...this.skips];
  }

  async skip(actor: string, sequence: number): Promise<void> {
    this.skips.push(sequence);
    this.records.push({ kind: 'skip', actor, sequence });
    this.onSkip(this.block(this.head, 1));
  }
}

export interface Kept {
  sequence: number;
  version: number;
  chunks: Map<string, Uint8Array | null>;
  cold: Set<string>;
}

const NOTHING = Buffer.alloc(0);

export class FakeSnapshots implements SnapshotPort {
  /** Newest first. */
  kept: Kept[] = [];
  /** What threads started from; null: nothing. */
  readonly chosen: (number | null)[] = [];
  /** What is gone from the log, for those who fold bodies. */
  floor = 0;
  /** Names of chunks that were written anew. */
  readonly added: string[] = [];
  /** The same, as they came together. */
  readonly batches: string[][] = [];
  /** A thread has started, and nothing was written since. */
  hasChosen = false;

  async begin(
    ...[_, plan, version]: Parameters<SnapshotPort['begin']>
  ): ReturnType<SnapshotPort['begin']> {
    const base = this.chosen.at(-1);
    if (this.hasChosen) this.kept = this.kept.filter(({ sequence }) => sequence <= (base ?? -1));
    this.hasChosen = false;
    const older = this.kept[0]?.chunks;
    const names = [...plan.chunks, ...plan.cold];
    const chunks: Kept['chunks'] = new Map(
      names.map((name) => [name, older?.get(name) ?? NOTHING]),
    );
    return {
      missing: names.filter((name) => older?.has(name) !== true),
      add: async (pieces) => {
        this.batches.push(pieces.map(({ name }) => name));
        for (const { name, bytes } of pieces) {
          this.added.push(name);
          chunks.set(name, Buffer.concat([chunks.get(name)!, bytes]));
        }
      },
      commit: async (sequence) => {
        this.kept = this.kept.filter((kept) => kept.sequence !== sequence);
        this.kept.unshift({ sequence, version, chunks, cold: new Set(plan.cold) });
      },
    };
  }

  async cold(_actor: string, name: string): Promise<Uint8Array | null> {
    return this.kept[0]?.chunks.get(name)?.slice() ?? null;
  }

  async list(): ReturnType<SnapshotPort['list']> {
    const sources = this.kept.map(({ sequence, version, chunks, cold }) => ({
      sequence,
      version,
      profile: 'snapshots',
      names: [...chunks.keys()].filter((name) => !cold.has(name)),
      // Buffers move to the thread: it gets one of its own.
      read: async (name: string) => chunks.get(name)?.slice() ?? null,
    }));
    return { sources, floor: this.floor };
  }

  async choose(...[_, source]: Parameters<SnapshotPort['choose']>): Promise<void> {
    this.chosen.push(source?.sequence ?? null);
    this.hasChosen = true;
  }
}

/** What readers hold, from deltas alone. */
export class View implements CounterState {
  sequences: number[] = [];
  keys: string[] = [];
  /** `fresh` of every delta, in order. */
  readonly arrivals: boolean[] = [];
  /** Last sequence number after every delta. */
  readonly heads: number[] = [];

  take(delta: CounterDelta, fresh: boolean): void {
    if (fresh !== delta.whole) throw new Error('a fresh delta is a whole state');
    this.sequences = fresh ? delta.sequences : [...this.sequences, ...delta.sequences];
    this.keys = fresh ? delta.keys : [...this.keys, ...delta.keys];
    this.arrivals.push(fresh);
    this.heads.push(this.sequences.at(-1) ?? 0);
  }
}

export interface StageOptions {
  filename?: 'counter' | 'broken';
  version?: number;
  readsFrom?: number;
  silentMsMax?: number;
  log?: FakeLog;
  snapshots?: FakeSnapshots;
}

export class Stage {
  readonly log: FakeLog;
  readonly snapshots: FakeSnapshots;
  readonly view = new View();
  readonly fuses = new Int32Array(new SharedArrayBuffer(4 * FUSES));
  readonly gate = new Int32Array(new SharedArrayBuffer(4));
  readonly actor: Actor;
  /** Whether the actor is to hold, so many entries behind. */
  isYielding: (lagEntries: number) => boolean = () => false;

  constructor({
    filename = 'counter',
    version = 1,
    readsFrom = version,
    silentMsMax,
    log,
    snapshots,
  }: StageOptions = {}) {
    this.log = log ?? new FakeLog();
    this.snapshots = snapshots ?? new FakeSnapshots();
    const options: CounterOptions = {
      version,
      readsFrom,
      fuses: this.fuses.buffer as SharedArrayBuffer,
      gate: this.gate.buffer as SharedArrayBuffer,
    };
    this.actor = new Actor({
      name: 'counter',
      filename: fileURLToPath(new URL(`./fixtures/${filename}.js`, import.meta.url)),
      rank: 'derived',
      // A few blocks of these tests, so that the log is read again as well.
      blockBytesMax: 2048,
      ...(silentMsMax !== undefined && { silentMsMax }),
      mustYield: (lagEntries) => this.isYielding(lagEntries),
      startOptions: () => options,
      onDelta: (delta, fresh) => this.view.take(delta as CounterDelta, fresh),
      log: this.log,
      snapshots: this.snapshots,
      logger: silentLogger,
    });
    this.log.onSkip = (block) => this.actor.offer(block);
  }

  /** Starts at the head of the log. */
  async start(): Promise<this> {
    await this.actor.start(this.log.head);
    return this;
  }

  /** Appends entries and offers them as one block. */
  offer(...keys: string[]): this {
    const first = this.log.head + 1;
    this.log.add(...keys);
    this.actor.offer(this.log.block(first, keys.length));
    return this;
  }

  /** Appends, offers, and waits until readers hold everything. */
  async feed(...keys: string[]): Promise<this> {
    this.offer(...keys);
    await this.actor.reached(this.log.head);
    return this;
  }

  /** The writer's own view, asked as soon as it answers. */
  async state(): Promise<CounterState> {
    let state: CounterState | null = null;
    await this.until(async () => {
      state = (await this.actor.ask('state').catch(() => null)) as CounterState | null;
      return state !== null;
    });
    return state!;
  }

  openGate(): void {
    this.gate[0] = 1;
    Atomics.notify(this.gate, 0);
  }

  /** Waits until something holds; a test that waits in vain is ended by its runner. */
  async until(holds: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await holds())) await sleep(5);
  }
}

/** 1 to `count`. */
export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}

/** Orders without consequence. */
export function plain(count: number): string[] {
  return new Array<string>(count).fill('plain');
}
