/**
 * A tags index in one thread: a writer and a reader, driven as the actor runtime drives them, and a
 * store of chunks.
 */
import type { LogRecord } from '../../../src/kernel/model/records.js';
import { RankingBlockView } from '../../../src/news/tags/answers/ranking-block-view.js';
import type { TagsDelta, TagsQuestion } from '../../../src/news/tags/codec.js';
import { type RankingList, TagsReader } from '../../../src/news/tags/reader.js';
import { TagsWriter } from '../../../src/news/tags/writer.js';

export interface Snapshot {
  sequence: number;
  chunks: { name: string; bytes: Uint8Array }[];
}

export class World {
  readonly reader = new TagsReader();
  /** Cold chunks, as the store keeps them. */
  readonly cold = new Map<string, Uint8Array>();
  writer = new TagsWriter();
  sequence = 0;
  lastDelta: TagsDelta | null = null;

  constructor() {
    this.writer.restored(0);
    this.cut(true);
  }

  /** Folds entries; `cut` shows them to the reader. */
  fold(...records: LogRecord[]): this {
    for (const record of records) {
      this.sequence += 1;
      this.writer.apply({ sequence: this.sequence, record, body: null });
    }
    return this;
  }

  /** Ends a slice: the delta goes to the reader. */
  cut(fresh = false): this {
    const taken = this.writer.takeDelta();
    this.lastDelta = taken?.value ?? null;
    // Deltas cross threads: what arrives is a copy.
    if (taken !== null) this.reader.apply(structuredClone(taken.value), fresh);
    return this;
  }

  /** Takes a snapshot, as the runtime does, and tells the writer that it is durable. */
  snapshot(): Snapshot {
    const { chunks, cold } = this.writer.plan();
    const taken = chunks.map((name) => ({ name, bytes: this.writer.chunk(name) }));
    for (const name of cold) {
      if (!this.cold.has(name)) this.cold.set(name, this.writer.chunk(name));
    }
    this.writer.stored(cold);
    return { sequence: this.sequence, chunks: taken };
  }

  /** A new thread takes over from a snapshot; the reader is the same. */
  restart({ sequence, chunks }: Snapshot): this {
    this.writer = new TagsWriter();
    for (const { name, bytes } of chunks) this.writer.restore(name, bytes.slice());
    this.sequence = sequence;
    this.writer.restored(sequence);
    return this.cut(true);
  }

  /** The newest ranking at an instant, wherever it lies. */
  ranking(category: string, atMs: number): { list: RankingList; hourMs: number } | null {
    const place = this.reader.newest(category, atMs);
    if (place === null) return null;
    const block = place.block ?? new RankingBlockView(this.cold.get(place.chunk)!);
    return { list: this.reader.list(block, place.hourMs), hourMs: place.hourMs };
  }

  ask(question: TagsQuestion): unknown {
    return this.writer.ask(question).value;
  }
}
