/**
 * A directory in one thread: a writer and a reader, driven as the actor runtime drives them.
 *
 * Invariant: what the runtime promises holds here: every command ends with `takeDelta`, readers
 * apply a delta before the next command, and only then is it acknowledged.
 */
import type { DirectoryDelta } from '../../../src/blogs/directory/codec.js';
import {
  type BlogDetail,
  DirectoryReader,
  type Position,
  type PostFilter,
} from '../../../src/blogs/directory/reader.js';
import { DirectoryWriter } from '../../../src/blogs/directory/writer.js';
import type { Slice } from '../../../src/engine/columns/framed-page.js';
import type { LogRecord } from '../../../src/kernel/model/records.js';

export interface Snapshot {
  sequence: number;
  chunks: { name: string; bytes: Uint8Array }[];
}

export interface PostItem {
  id: number;
  title: string;
  blogSlug: string;
  blogName: string;
  summary: string;
  publishedAt: string | null;
  url: string;
}

export interface BlogItem {
  id: number;
  slug: string;
  name: string;
  lastPublishedAt: string | null;
  lastCrawlSuccessAt: string | null;
  expectedIntervalHours: number;
}

export const PUBLIC_URL = 'https://blogs.example';

export class World {
  readonly reader = new DirectoryReader();
  writer: DirectoryWriter;
  sequence = 0;
  lastDelta: DirectoryDelta | null = null;
  #deltaNumber = 0;

  constructor() {
    this.reader.publicUrl = PUBLIC_URL;
    this.writer = this.#start();
    this.#finishStart();
  }

  /** Folds entries; `cut` shows them to the reader. */
  fold(...records: LogRecord[]): this {
    for (const record of records) this.foldWithBody(record, null);
    return this;
  }

  foldWithBody(record: LogRecord, body: string | null): this {
    this.sequence += 1;
    this.writer.apply({ sequence: this.sequence, record, body });
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

  /** Every matching post, page by page. */
  posts(filter: Partial<PostFilter> = {}, limit = 1000, from: Position | null = null): PostItem[] {
    const items: PostItem[] = [];
    for (let after = from; ; ) {
      const page = this.reader.posts({ ...ALL, ...filter }, after, limit);
      items.push(...this.itemsOf<PostItem>(page.slices));
      if (page.next === null) return items;
      after = page.next;
    }
  }

  /** Every listed blog, page by page. */
  blogs(q: string | null = null, limit = 1000): BlogItem[] {
    const items: BlogItem[] = [];
    for (let afterId = 0; ; ) {
      const page = this.reader.blogs(q, afterId, limit);
      items.push(...this.itemsOf<BlogItem>(page.slices));
      if (page.next === null) return items;
      afterId = page.next;
    }
  }

  itemsOf<T>(slices: readonly Slice[]): T[] {
    return JSON.parse(this.textOf(slices)) as T[];
  }

  textOf(slices: readonly Slice[]): string {
    const body = this.reader.frame(Buffer.from('['), slices, Buffer.from(']')).render();
    return Buffer.from(body).toString();
  }

  /** A blog's own page, as a client would parse it. */
  detailOf({ item, feeds }: BlogDetail): BlogItem & { feeds: object[] } {
    const after = Buffer.from(`,"feeds":${Buffer.from(feeds).toString()}}`);
    return JSON.parse(
      Buffer.from(this.reader.frame(new Uint8Array(0), [item], after).render()).toString(),
    );
  }

  #start(): DirectoryWriter {
    return new DirectoryWriter(this.reader.writerOptions());
  }

  #finishStart(): void {
    this.#deltaNumber = 0;
    this.writer.restored(this.sequence);
    this.cut(true);
  }
}

/** Everything, newest first. */
export const ALL: PostFilter = {
  sinceMs: -8e14,
  untilMs: 8e14,
  blog: null,
  needle: null,
};
