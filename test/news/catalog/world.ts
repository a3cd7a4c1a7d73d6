/**
 * A catalog in one thread: a writer and a reader, driven as the actor runtime drives them.
 *
 * Invariant: what the runtime promises holds here: every command ends with `takeDelta`, readers
 * apply a delta before the next command, and only then is it acknowledged.
 */
import type { Slice } from '../../../src/kernel/framed-page.js';
import type { LogRecord } from '../../../src/model/records.js';
import type { CatalogDelta, CatalogOptions } from '../../../src/news/catalog/codec.js';
import { type ArticlePage, CatalogReader } from '../../../src/news/catalog/reader.js';
import { CatalogWriter } from '../../../src/news/catalog/writer.js';

export interface Snapshot {
  sequence: number;
  chunks: { name: string; bytes: Uint8Array }[];
}

export class World {
  readonly reader = new CatalogReader();
  writer: CatalogWriter;
  sequence = 0;
  lastDelta: CatalogDelta | null = null;
  #deltaNumber = 0;

  constructor() {
    this.writer = this.#start();
    this.#finishStart();
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
    const parcel = this.writer.takeDelta();
    if (parcel === null) return this;
    this.#deltaNumber += 1;
    this.lastDelta = parcel.value;
    // Deltas cross threads: what arrives is a copy.
    this.reader.apply(structuredClone(parcel.value), fresh);
    return this;
  }

  acknowledge(): this {
    this.writer.acknowledge(this.#deltaNumber);
    return this;
  }

  /** Idle work until there is none left. */
  settle(): this {
    this.acknowledge();
    while (this.writer.untidy) {
      this.writer.tidy();
      this.cut().acknowledge();
    }
    return this;
  }

  snapshot(): Snapshot {
    const chunks = this.writer
      .plan()
      .chunks.map((name) => ({ name, bytes: this.writer.chunk(name) }));
    return { sequence: this.sequence, chunks };
  }

  /** A new thread takes over from a snapshot; the reader is the same. */
  restart({ sequence, chunks }: Snapshot): this {
    this.writer = this.#start();
    for (const { name, bytes } of chunks) this.writer.restore(name, bytes.slice());
    this.sequence = sequence;
    this.#finishStart();
    return this;
  }

  /** The articles of a page, as a client would parse them. */
  articlesOf({ slices }: Pick<ArticlePage, 'slices'>): { id: number }[] {
    return JSON.parse(this.textOf(slices)) as { id: number }[];
  }

  textOf(slices: readonly Slice[]): string {
    const body = this.reader.frame(Buffer.from('['), slices, Buffer.from(']')).render();
    return Buffer.from(body).toString();
  }

  #start(): CatalogWriter {
    const options: CatalogOptions = this.reader.writerOptions();
    return new CatalogWriter(options);
  }

  #finishStart(): void {
    this.#deltaNumber = 0;
    this.writer.restored(this.sequence);
    this.cut(true);
  }
}

/** Everything, newest first. */
export const ALL = {
  sinceMs: Number.NEGATIVE_INFINITY,
  untilMs: Number.POSITIVE_INFINITY,
  nowMs: Number.POSITIVE_INFINITY,
  media: null,
  tagKey: null,
  needle: null,
} as const;
