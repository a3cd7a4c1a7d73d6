/**
 * The bytes that the directory's writer and readers share: runs of posts, blocks of blogs, deltas.
 *
 * Posts are kept by the seven days of their time. Seven days are a *segment*: a few *runs*, each an
 * immutable, sorted set of posts in the arena. New posts make a new small run; runs are merged as
 * they grow, and a quiet segment is one run, which is also its snapshot chunk.
 *
 *   run := header 64 bytes | ids u32 | times u32 | itemEnds u32 | textEnds u32 | blogs u32
 *        | byBlog u32 | text u16 | flags u8 | items u8                  (each 8-byte aligned)
 *   header := magic u32 | version u32 | count u32 | text units u32 | item bytes u32 | 0 u32
 *        | start of the segment f64 | zeros
 *
 * Rows go from the newest post to the oldest (`times` are milliseconds since the start of the
 * segment, equal ones by descending id), and so do `items`: each is the post's JSON as the API
 * sends it, followed by a comma, so that a page is one slice. `text` is what search looks at: the
 * title in search form, ended by U+0000, UTF-16. `byBlog` holds all row numbers, ordered by blog
 * and then by row, so that a blog's posts are found without passing over the others.
 *
 * Blogs that may be shown lie in *blocks* of 64 consecutive ids, in the order of the directory:
 *
 *   block := header 32 bytes | ids u32 | itemEnds u32 | feedEnds u32 | items u8 | feeds u8
 *   header := magic u32 | version u32 | count u32 | item bytes u32 | feed bytes u32 | zeros
 *
 * An item is the blog's JSON and a comma; `feeds` is the JSON list that only its own page adds.
 * Not here: how runs and blocks are made (runs.ts, summary.ts), how they are read (reader.ts).
 */
import type { Arena } from '../../columns/arena.js';
import { ChunkNames } from '../../index/chunk-name.js';
import { assert } from '../../kernel/assert.js';
import { DAY_MS } from '../../kernel/clock.js';
import { lowerBound, rowOf } from '../../runs/reading-order.js';
import type { BigramIndex } from '../../search/bigram-index.js';

/** What chunks there are. */
export const DIRECTORY_CHUNKS = new ChunkNames({ blogs: 'keyed', posts: 'keyed' }, ' ');

/** Changes whenever the bytes of a run, a block or a chunk mean something else. */
export const DIRECTORY_VERSION = 1;
/** The oldest format that is still read: a store that was upgraded may hold no other. */
export const DIRECTORY_READS_FROM = 1;

/**
 * Span of a segment: short enough that a busy one is merged in milliseconds, long enough that a
 * quiet one is a chunk of some size.
 */
const SEGMENT_MS = 7 * DAY_MS;
const RUN_MAGIC = 0x54_53_4f_50;
const RUN_HEADER_BYTES = 64;
const START_AT = 24;
const BLOCK_MAGIC = 0x53_47_4c_42;
const BLOCK_HEADER_BYTES = 32;
/** Blogs of consecutive ids whose JSON lies together: a page of the directory is a few slices. */
const BLOCK_BLOGS = 64;

/** Bits of a row's flags; a row without any may be shown if its blog may. */
export const FLAG = {
  hidden: 1,
  /** Replaced by a newer row or erased. Never in a merged run. */
  dead: 2,
} as const;

/** Ends every title, so that no needle matches across two. */
export const TEXT_END = '\u0000';

/** Start of the segment that an instant belongs to. */
export function segmentStartMs(timeMs: number): number {
  return Math.floor(timeMs / SEGMENT_MS) * SEGMENT_MS;
}

/** The block that a blog belongs to. */
export function blockOf(blogId: number): number {
  return Math.floor(blogId / BLOCK_BLOGS);
}

/** Gives out stretches of a structure one after the other, each on a multiple of 8 bytes. */
class Layout {
  byteLength: number;

  constructor(headerBytes: number) {
    this.byteLength = headerBytes;
  }

  section(bytes: number): number {
    const start = this.byteLength;
    this.byteLength = Math.ceil((start + bytes) / 8) * 8;
    return start;
  }
}

export interface RunSizes {
  count: number;
  textUnits: number;
  itemBytes: number;
}

function runLayoutOf({ count, textUnits, itemBytes }: RunSizes) {
  const layout = new Layout(RUN_HEADER_BYTES);
  return {
    ids: layout.section(4 * count),
    times: layout.section(4 * count),
    itemEnds: layout.section(4 * count),
    textEnds: layout.section(4 * count),
    blogs: layout.section(4 * count),
    byBlog: layout.section(4 * count),
    text: layout.section(2 * textUnits),
    flags: layout.section(count),
    items: layout.section(itemBytes),
    byteLength: layout.byteLength,
  };
}

/** Bytes of a run of these sizes. */
export function runByteLength(sizes: RunSizes): number {
  return runLayoutOf(sizes).byteLength;
}

/** The columns of a run in place. */
export class Run {
  /** Offset of the run in the arena; it names the run. */
  readonly at: number;
  readonly byteLength: number;
  readonly startMs: number;
  readonly count: number;
  readonly ids: Uint32Array;
  readonly times: Uint32Array;
  readonly itemEnds: Uint32Array;
  readonly textEnds: Uint32Array;
  readonly blogs: Uint32Array;
  readonly byBlog: Uint32Array;
  readonly text: Uint16Array;
  readonly items: Uint8Array;
  /** Offset of the items in the arena. */
  readonly itemsAt: number;
  /** A private copy on readers: it changes with deltas, not with the shared bytes. */
  flags: Uint8Array;
  /** On readers: indexes over the titles, each of 65,536 rows but the last; none of a small run. */
  titles: readonly BigramIndex[] = [];

  private constructor(arena: Arena, at: number, sizes: RunSizes, startMs: number) {
    const layout = runLayoutOf(sizes);
    const { buffer } = arena.bytes(at + layout.byteLength);
    const { count, textUnits, itemBytes } = sizes;
    this.at = at;
    this.byteLength = layout.byteLength;
    this.startMs = startMs;
    this.count = count;
    this.ids = new Uint32Array(buffer, at + layout.ids, count);
    this.times = new Uint32Array(buffer, at + layout.times, count);
    this.itemEnds = new Uint32Array(buffer, at + layout.itemEnds, count);
    this.textEnds = new Uint32Array(buffer, at + layout.textEnds, count);
    this.blogs = new Uint32Array(buffer, at + layout.blogs, count);
    this.byBlog = new Uint32Array(buffer, at + layout.byBlog, count);
    this.text = new Uint16Array(buffer, at + layout.text, textUnits);
    this.flags = new Uint8Array(buffer, at + layout.flags, count);
    this.items = new Uint8Array(buffer, at + layout.items, itemBytes);
    this.itemsAt = at + layout.items;
  }

  /** Writes the header of a run that is about to be filled. */
  static create(arena: Arena, at: number, sizes: RunSizes, startMs: number): Run {
    const { count, textUnits, itemBytes } = sizes;
    const words = [RUN_MAGIC, DIRECTORY_VERSION, count, textUnits, itemBytes];
    const header = writeHeader(arena, at, RUN_HEADER_BYTES, words);
    header.setFloat64(START_AT, startMs, true);
    const run = new Run(arena, at, sizes, startMs);
    run.#clearGaps();
    return run;
  }

  /** The run that lies at an offset. @throws when the bytes are not one. */
  static attach(arena: Arena, at: number): Run {
    const header = readHeader(arena, at, RUN_HEADER_BYTES, RUN_MAGIC);
    const sizes = {
      count: header.getUint32(8, true),
      textUnits: header.getUint32(12, true),
      itemBytes: header.getUint32(16, true),
    };
    return new Run(arena, at, sizes, header.getFloat64(START_AT, true));
  }

  /** Zeros between the columns, where an extent that is used again holds what was there before. */
  #clearGaps(): void {
    const { ids, times, itemEnds, textEnds, blogs, byBlog, text, flags, items } = this;
    const bytes = new Uint8Array(ids.buffer, 0, this.at + this.byteLength);
    for (const column of [ids, times, itemEnds, textEnds, blogs, byBlog, text, flags, items]) {
      const end = column.byteOffset + column.byteLength;
      bytes.fill(0, end, Math.ceil(end / 8) * 8);
    }
  }

  timeMsAt(row: number): number {
    return this.startMs + this.times[row]!;
  }

  /** Offset of a row's item within `items`; the item ends, with its comma, where the next begins. */
  itemStart(row: number): number {
    return row === 0 ? 0 : this.itemEnds[row - 1]!;
  }

  textStart(row: number): number {
    return row === 0 ? 0 : this.textEnds[row - 1]!;
  }

  /** The first row that does not come before (timeMs, id) in reading order. */
  lowerBound(timeMs: number, id: number): number {
    return lowerBound(this, timeMs, id);
  }

  /** The row of a post, or -1. */
  rowOf(timeMs: number, id: number): number {
    return rowOf(this, timeMs, id);
  }

  /** The rows of a blog, newest first. */
  rowsOfBlog(blogId: number): Uint32Array {
    const from = this.#firstOfBlog(blogId);
    return this.byBlog.subarray(from, this.#firstOfBlog(blogId + 1));
  }

  /** The first place of `byBlog` whose blog's id is not below `blogId`. */
  #firstOfBlog(blogId: number): number {
    const { byBlog, blogs } = this;
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (blogs[byBlog[middle]!]! < blogId) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A blog as it lies in a block. */
export interface BlockEntry {
  id: number;
  /** JSON and a comma, UTF-8. */
  item: Uint8Array;
  /** JSON list of the feeds, UTF-8. */
  feeds: Uint8Array;
}

/** The columns of a block in place. */
export class Block {
  readonly count: number;
  readonly ids: Uint32Array;
  readonly itemEnds: Uint32Array;
  readonly feedEnds: Uint32Array;
  /** Offset of the items in the arena. */
  readonly itemsAt: number;
  readonly feeds: Uint8Array;

  private constructor(arena: Arena, at: number, header: DataView) {
    const count = header.getUint32(8, true);
    const feedBytes = header.getUint32(16, true);
    const layout = new Layout(BLOCK_HEADER_BYTES);
    const idsAt = at + layout.section(4 * count);
    const itemEndsAt = at + layout.section(4 * count);
    const feedEndsAt = at + layout.section(4 * count);
    const itemsAt = at + layout.section(header.getUint32(12, true));
    const feedsAt = at + layout.section(feedBytes);
    const { buffer } = arena.bytes(at + layout.byteLength);
    this.count = count;
    this.ids = new Uint32Array(buffer, idsAt, count);
    this.itemEnds = new Uint32Array(buffer, itemEndsAt, count);
    this.feedEnds = new Uint32Array(buffer, feedEndsAt, count);
    this.itemsAt = itemsAt;
    this.feeds = new Uint8Array(buffer, feedsAt, feedBytes);
  }

  /** Writes a block where `allocate` gives room for it; returns its offset. */
  static write(
    arena: Arena,
    allocate: (byteLength: number) => number,
    entries: readonly BlockEntry[],
  ): number {
    const itemBytes = entries.reduce((sum, { item }) => sum + item.length, 0);
    const feedBytes = entries.reduce((sum, { feeds }) => sum + feeds.length, 0);
    const layout = new Layout(BLOCK_HEADER_BYTES);
    for (let column = 0; column < 3; column++) layout.section(4 * entries.length);
    const itemsAt = layout.section(itemBytes);
    layout.section(feedBytes);
    const at = allocate(layout.byteLength);
    const words = [BLOCK_MAGIC, DIRECTORY_VERSION, entries.length, itemBytes, feedBytes];
    writeHeader(arena, at, BLOCK_HEADER_BYTES, words);
    const block = Block.attach(arena, at);
    // Joined first: each single write to shared memory costs as much as the whole.
    arena.bytes().set(Buffer.concat(entries.map(({ item }) => item)), at + itemsAt);
    block.feeds.set(Buffer.concat(entries.map(({ feeds }) => feeds)));
    let itemEnd = 0;
    let feedEnd = 0;
    entries.forEach(({ id, item, feeds }, place) => {
      block.ids[place] = id;
      block.itemEnds[place] = itemEnd += item.length;
      block.feedEnds[place] = feedEnd += feeds.length;
    });
    return at;
  }

  /** The block that lies at an offset. @throws when the bytes are not one. */
  static attach(arena: Arena, at: number): Block {
    const header = readHeader(arena, at, BLOCK_HEADER_BYTES, BLOCK_MAGIC);
    return new Block(arena, at, header);
  }

  /** Offset of an item in the arena; it ends, with its comma, where the next begins. */
  itemAt(place: number): number {
    return this.itemsAt + (place === 0 ? 0 : this.itemEnds[place - 1]!);
  }

  itemBytes(place: number): number {
    return this.itemEnds[place]! - (place === 0 ? 0 : this.itemEnds[place - 1]!);
  }

  feedsOf(place: number): Uint8Array {
    return this.feeds.slice(place === 0 ? 0 : this.feedEnds[place - 1]!, this.feedEnds[place]!);
  }
}

function writeHeader(
  arena: Arena,
  at: number,
  byteLength: number,
  words: readonly number[],
): DataView {
  const header = new DataView(arena.bytes(at + byteLength).buffer, at, byteLength);
  for (let slot = 0; slot < byteLength / 4; slot++) {
    header.setUint32(4 * slot, words[slot] ?? 0, true);
  }
  return header;
}

function readHeader(arena: Arena, at: number, byteLength: number, magic: number): DataView {
  const header = new DataView(arena.bytes(at + byteLength).buffer, at, byteLength);
  assert(header.getUint32(0, true) === magic, 'a run or block begins with its magic');
  const version = header.getUint32(4, true);
  const isReadable = version >= DIRECTORY_READS_FROM && version <= DIRECTORY_VERSION;
  assert(isReadable, 'it has a version that this codec reads');
  return header;
}

/** Who is shown: what changed of it. The lists run in parallel. */
export interface NameChanges {
  ids: number[];
  /** Null for a blog that is no longer shown. */
  slugs: (string | null)[];
  names: string[];
}

/** Where a run and the indexes over its titles lie in the arena. */
export interface RunPlace {
  at: number;
  titles: number[];
}

export interface FlagChange {
  startMs: number;
  /** `Run.at` of the row's run. */
  at: number;
  row: number;
  flags: number;
}

export interface DirectoryDelta {
  /** The last log entry that is folded in. */
  sequence: number;
  names: NameChanges | null;
  /** Blocks that changed; `at` is null for one that has become empty. */
  blocks: { block: number; at: number | null }[];
  /** The runs of every segment that changed, all of them; an empty list ends the segment. */
  segments: { startMs: number; runs: RunPlace[] }[];
  /** Applied after `segments`. */
  flags: FlagChange[];
  /** Bytes of runs and blocks in the arena, and of the arena itself. */
  usedBytes: number;
  heldBytes: number;
}

/** Options of the writer's start message. */
export interface DirectoryOptions {
  memory: WebAssembly.Memory;
  /** Bytes at the start of the arena that belong to the reader. */
  scratchBytes: number;
  /** Base address of the blog service as callers know it, without a final slash. */
  publicUrl: string;
}
