/**
 * A catalog in one thread: a writer and a reader, driven as the actor runtime drives them.
 *
 * Invariant: what the runtime promises holds here: every command ends with `takeDelta`, readers
 * apply a delta before the next command, and only then is it acknowledged.
 */
import type { Slice } from '../../../src/engine/columns/framed-page.js';
import type { LogRecord } from '../../../src/kernel/model/records.js';
import { CatalogHistory } from '../../../src/news/catalog/answers/history.js';
import type { CatalogDelta, CatalogOptions } from '../../../src/news/catalog/codec.js';
import { type ArticlePage, CatalogReader } from '../../../src/news/catalog/reader.js';
import { CatalogWriter } from '../../../src/news/catalog/writer.js';

export interface Snapshot {
  sequence: number;
  chunks: { name: string; bytes: Uint8Array }[];
}

export class World {
  readonly reader = new CatalogReader();
  /** Chunks of the snapshot that was kept last. */
  readonly stored = new Map<string, Uint8Array>();
  kept: { sequence: number; names: string[] } | null = null;
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
    const taken = this.writer.takeDelta();
    if (taken === null) return this;
    this.#deltaNumber += 1;
    this.lastDelta = taken.value;
    // Deltas cross threads: what arrives is a copy.
    this.reader.apply(structuredClone(taken.value), fresh);
    return this;
  }

  acknowledge(): this {
    this.writer.acknowledge(this.#deltaNumber);
    return this;
  }

  /** Idle work until there is none left. */
  settle(): this {
    this.acknowledge();
    while (this.writer.canCompact) {
      this.writer.compact();
      this.cut().acknowledge();
    }
    return this;
  }

  /** Writes a snapshot to the store, as the runtime does; days may leave memory with it. */
  keep(): this {
    const { chunks, cold } = this.cut().writer.plan();
    for (const name of [...chunks, ...cold]) {
      if (!this.stored.has(name)) this.stored.set(name, this.writer.chunk(name).slice());
    }
    const named = new Set([...chunks, ...cold]);
    for (const name of this.stored.keys()) if (!named.has(name)) this.stored.delete(name);
    this.kept = { sequence: this.sequence, names: chunks };
    this.writer.stored(cold);
    return this.cut().acknowledge();
  }

  /** Gives the writer what it wants back. */
  bringBack(): this {
    for (let [name] = this.writer.wanted; name !== undefined; [name] = this.writer.wanted) {
      const bytes = this.stored.get(name);
      if (bytes === undefined) this.writer.lost(name);
      else this.writer.restore(name, bytes.slice());
      this.cut();
    }
    return this;
  }

  /** A new thread takes over from the snapshot that is stored, as of the entry that it holds. */
  reopen(): this {
    this.keep();
    const { sequence, names } = this.kept!;
    const chunks = names.map((name) => ({ name, bytes: this.stored.get(name)! }));
    return this.restart({ sequence, chunks });
  }

  /** The reader's way to days on disk. */
  get history(): CatalogHistory {
    return new CatalogHistory(this.reader, async (name) => this.stored.get(name) ?? null);
  }

  snapshot(): Snapshot {
    const chunks = this.writer
      .plan()
      .chunks.map((name) => ({ name, bytes: this.writer.chunk(name).slice() }));
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
  tagKeys: null,
  needle: null,
} as const;
