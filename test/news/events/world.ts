/**
 * An events index in one thread: a writer and a reader, driven as the actor runtime drives them, and
 * a store of chunks.
 */
import type { LogRecord } from '../../../src/kernel/model/records.js';
import {
  type Day,
  type DayThreads,
  decodeDay,
  decodeDayThreads,
  decodeSnapshot,
  type Snapshot,
} from '../../../src/news/events/chunks.js';
import { decodeBlock } from '../../../src/news/events/codec.js';
import { EventsReader } from '../../../src/news/events/reader.js';
import { decodeThread, type ThreadRecord } from '../../../src/news/events/state/thread.js';
import { EventsWriter } from '../../../src/news/events/writer.js';

export interface Taken {
  sequence: number;
  chunks: { name: string; bytes: Uint8Array }[];
}

export class World {
  readonly reader = new EventsReader();
  /** Cold chunks, as the store keeps them. */
  readonly cold = new Map<string, Uint8Array>();
  writer = new EventsWriter();
  sequence = 0;

  constructor() {
    this.writer.restored(0);
    this.cut(true);
  }

  /** Folds entries; `cut` shows them to the reader. */
  fold(...records: LogRecord[]): this {
    for (const record of records) {
      this.sequence += 1;
      if (this.writer.kinds.has(record.kind)) {
        this.writer.apply({ sequence: this.sequence, record, body: null });
      }
    }
    return this;
  }

  /** Folds an entry in steps, with the delta going to the reader in each pause, as slices end there. */
  step(record: LogRecord, inPause: () => void): this {
    this.sequence += 1;
    const steps = this.writer.applyInSteps({ sequence: this.sequence, record, body: null });
    while (steps?.next().done === false) {
      this.cut();
      inPause();
    }
    return this;
  }

  /** Ends a slice: the delta goes to the reader. */
  cut(fresh = false): this {
    const taken = this.writer.takeDelta();
    // Deltas cross threads: what arrives is a copy.
    if (taken !== null) this.reader.apply(structuredClone(taken.value), fresh);
    return this;
  }

  /** Takes a snapshot, as the runtime does, and tells the writer that it is durable. */
  snapshot(): Taken {
    const { chunks, cold } = this.writer.plan();
    const taken = chunks.map((name) => ({ name, bytes: this.writer.chunk(name) }));
    for (const name of cold) {
      if (!this.cold.has(name)) this.cold.set(name, this.writer.chunk(name));
    }
    this.writer.stored(cold);
    this.cut();
    return { sequence: this.sequence, chunks: taken };
  }

  /** A new thread takes over from a snapshot; the reader is the same. */
  restart({ sequence, chunks }: Taken): this {
    this.writer = new EventsWriter();
    for (const { name, bytes } of chunks) this.writer.restore(name, bytes.slice());
    this.sequence = sequence;
    this.writer.restored(sequence);
    return this.cut(true);
  }

  day(dayMs: number): Day {
    const { value, chunk } = this.reader.day(dayMs);
    return value ?? decodeDay(this.cold.get(chunk)!);
  }

  dayThreads(dayMs: number): DayThreads {
    return decodeDayThreads(this.day(dayMs).threads);
  }

  /** Every snapshot there is, oldest first. */
  get history(): Snapshot[] {
    return this.reader.days.flatMap((dayMs) => {
      const { hours } = this.day(dayMs);
      return this.reader.hoursOf(dayMs).map((hourMs) => decodeSnapshot(hours.get(hourMs)!.bytes));
    });
  }

  /** The newest snapshot. */
  get newest(): Snapshot {
    return this.history.at(-1)!;
  }

  thread(id: number): ThreadRecord | null {
    const found = this.reader.thread(id);
    if (found === null) return null;
    if (found.chunk === null) return found.value;
    const bytes = decodeBlock(this.cold.get(found.chunk)!).get(id);
    return bytes === undefined ? null : decodeThread(bytes);
  }
}
