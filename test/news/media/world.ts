/**
 * A media index in one thread: a writer and a reader, driven as the actor runtime drives them.
 */
import type { LogRecord } from '../../../src/kernel/model/records.js';
import { MediaReader } from '../../../src/news/media/reader.js';
import { MediaWriter } from '../../../src/news/media/writer.js';

export interface Snapshot {
  sequence: number;
  chunks: { name: string; bytes: Uint8Array }[];
}

export class World {
  readonly reader = new MediaReader();
  writer = new MediaWriter();
  sequence = 0;

  constructor() {
    this.writer.restored(0);
    this.cut(true);
  }

  /** Folds entries; `cut` shows them to the reader. */
  fold(...records: LogRecord[]): this {
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
    // Deltas cross threads: what arrives is a copy, and what moved is gone here.
    this.reader.apply(
      structuredClone(taken.value, { transfer: [...taken.transfer] as ArrayBuffer[] }),
      fresh,
    );
    return this;
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
    this.writer = new MediaWriter();
    for (const { name, bytes } of chunks) this.writer.restore(name, bytes.slice());
    this.sequence = sequence;
    this.writer.restored(sequence);
    return this.cut(true);
  }
}
