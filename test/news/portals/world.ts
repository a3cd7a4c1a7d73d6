/**
 * A portals index in one thread: a writer and a reader, driven as the actor runtime drives them.
 */
import type { LogRecord } from '../../../src/kernel/model/records.js';
import type { CoverageAnswer, CoverageQuestion } from '../../../src/news/portals/codec.js';
import { PortalsReader } from '../../../src/news/portals/reader.js';
import { PortalsWriter } from '../../../src/news/portals/writer.js';

export interface Snapshot {
  sequence: number;
  chunks: { name: string; bytes: Uint8Array }[];
}

export class World {
  readonly reader: PortalsReader;
  writer: PortalsWriter;
  sequence = 0;

  /** @param noise words that name no topic. */
  constructor(noise: readonly string[] = []) {
    this.reader = new PortalsReader(noise);
    this.writer = new PortalsWriter(this.reader.writerOptions());
    this.writer.restored(0);
    this.cut(true);
  }

  /** Folds entries; `cut` shows them to the reader. */
  fold(...records: readonly LogRecord[]): this {
    for (const record of records) {
      this.sequence += 1;
      if (!this.writer.kinds.has(record.kind)) continue;
      this.writer.apply({ sequence: this.sequence, record, body: null });
    }
    return this;
  }

  /** Ends a slice: the delta goes to the reader. */
  cut(fresh = false): this {
    const taken = this.writer.takeDelta();
    if (taken === null) return this;
    // Deltas cross threads: what arrives is a copy.
    this.reader.apply(structuredClone(taken.value), fresh);
    return this;
  }

  coverage(numbers: readonly number[], nowMs: number): CoverageAnswer {
    const question: CoverageQuestion = { type: 'coverage', numbers, nowMs };
    return structuredClone(this.writer.ask(structuredClone(question)).value);
  }

  snapshot(): Snapshot {
    const { chunks } = this.writer.plan();
    return {
      sequence: this.sequence,
      chunks: chunks.map((name) => ({ name, bytes: this.writer.chunk(name) })),
    };
  }

  /** A new thread takes over from a snapshot; the reader is the same. */
  restart({ sequence, chunks }: Snapshot): this {
    this.writer = new PortalsWriter(this.reader.writerOptions());
    for (const { name, bytes } of chunks) this.writer.restore(name, bytes.slice());
    this.sequence = sequence;
    this.writer.restored(sequence);
    return this.cut(true);
  }
}
