/**
 * The bytes that the directory's writer and readers share: runs of posts, blocks of blogs, deltas.
 *
 * Seven days of posts are a segment of runs (src/engine/runs), and a quiet segment is one run, which is
 * also its snapshot chunk.
 *
 * Blogs that may be shown are stored in *blocks* of 64 consecutive ids, in the order of the directory:
 *
 *   block := header 32 bytes | ids u32 | itemEnds u32 | feedEnds u32 | items u8 | feeds u8
 *   header := magic u32 | version u32 | count u32 | item bytes u32 | feed bytes u32 | zeros
 *
 * An item is the blog's JSON and a comma; `feeds` is the JSON list that only the blog's own page contains.
 * Not here: how blocks are filled (state/blog-store.ts) and read (reader.ts).
 */
import type { Arena } from '../../engine/columns/arena.js';
import { ChunkNames } from '../../engine/index/chunk-name.js';
import { type RunDelta, RunFormat, type RunOptions } from '../../engine/runs/run.js';
import { DAY_MS } from '../../kernel/clock.js';
import { assert } from '../../kernel/errors.js';

export const DIRECTORY_CHUNKS = new ChunkNames({ blogs: 'keyed', posts: 'keyed' }, ' ');

/** Changes whenever the bytes of a run, a block or a chunk change their meaning. */
export const DIRECTORY_VERSION = 1;
/** The oldest format that is read: a store that was upgraded may have no other. */
export const DIRECTORY_READS_FROM = 1;

/**
 * Span of a segment: short enough for merging a busy segment in milliseconds, long enough for a chunk of
 * some size from a quiet one.
 */
const SEGMENT_MS = 7 * DAY_MS;
const BLOCK_MAGIC = 0x53_47_4c_42;
const BLOCK_HEADER_BYTES = 32;
/** Blogs of consecutive ids whose JSON is stored together: a page of the directory is a few slices. */
const BLOCK_BLOGS = 64;

/** Bits of a row's flags; a row without any may be shown if its blog may be shown. */
export const FLAG = {
  hidden: 1,
  /** Replaced by a newer row or erased. Never in a merged run. */
  dead: 2,
  /** Posts are shown before their time, too. */
  waits: 0,
} as const;

/** A run of posts: `owners` are ids of blogs, `text` is the title. */
export const POST_RUNS = new RunFormat({
  magic: 0x54_53_4f_50,
  version: DIRECTORY_VERSION,
  readsFrom: DIRECTORY_READS_FROM,
  columns: {
    ids: Uint32Array,
    times: Uint32Array,
    itemEnds: Uint32Array,
    textEnds: Uint32Array,
    owners: Uint32Array,
    byOwner: Uint32Array,
    text: Uint16Array,
    flags: Uint8Array,
    items: Uint8Array,
  },
  lists: ['text', 'items'],
  segmentStartMs,
  flags: FLAG,
});

function segmentStartMs(timeMs: number): number {
  return Math.floor(timeMs / SEGMENT_MS) * SEGMENT_MS;
}

export function blockOf(blogId: number): number {
  return Math.floor(blogId / BLOCK_BLOGS);
}

/** Assigns parts of a block one after the other, each at a multiple of 8 bytes. */
class Layout {
  byteLength = BLOCK_HEADER_BYTES;

  section(bytes: number): number {
    const start = this.byteLength;
    this.byteLength = Math.ceil((start + bytes) / 8) * 8;
    return start;
  }
}

export interface BlockEntry {
  id: number;
  /** JSON and a comma, UTF-8. */
  item: Uint8Array;
  /** JSON list of the feeds, UTF-8. */
  feeds: Uint8Array;
}

/** The columns of a block, not copied. */
export class BlogColumns {
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
    const layout = new Layout();
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

  /** Writes a block into memory of `allocate`; returns its offset. */
  static write(
    arena: Arena,
    allocate: (byteLength: number) => number,
    entries: readonly BlockEntry[],
  ): number {
    const itemBytes = entries.reduce((sum, { item }) => sum + item.length, 0);
    const feedBytes = entries.reduce((sum, { feeds }) => sum + feeds.length, 0);
    const layout = new Layout();
    for (let column = 0; column < 3; column++) layout.section(4 * entries.length);
    const itemsAt = layout.section(itemBytes);
    layout.section(feedBytes);
    const at = allocate(layout.byteLength);
    const words = [BLOCK_MAGIC, DIRECTORY_VERSION, entries.length, itemBytes, feedBytes];
    const header = headerAt(arena, at);
    for (let slot = 0; slot < BLOCK_HEADER_BYTES / 4; slot++) {
      header.setUint32(4 * slot, words[slot] ?? 0, true);
    }
    const block = BlogColumns.attach(arena, at);
    // Joined first: each single write to shared memory takes as long as one write of all.
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

  /** The block at an offset. @throws when the bytes are no block. */
  static attach(arena: Arena, at: number): BlogColumns {
    const header = headerAt(arena, at);
    assert(header.getUint32(0, true) === BLOCK_MAGIC, 'a block begins with its magic');
    const version = header.getUint32(4, true);
    const isReadable = version >= DIRECTORY_READS_FROM && version <= DIRECTORY_VERSION;
    assert(isReadable, 'a block has a version that this codec reads');
    return new BlogColumns(arena, at, header);
  }

  /** Offset of an item in the arena; the item with its comma ends where the next begins. */
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

function headerAt(arena: Arena, at: number): DataView {
  return new DataView(arena.bytes(at + BLOCK_HEADER_BYTES).buffer, at, BLOCK_HEADER_BYTES);
}

/** Changes of the shown blogs, in parallel lists. */
export interface NameChanges {
  ids: number[];
  /** Null for a blog that is no longer shown. */
  slugs: (string | null)[];
  names: string[];
}

export interface DirectoryDelta extends RunDelta {
  /** The last folded log entry. */
  sequence: number;
  names: NameChanges | null;
  /** Blocks that changed; `at` is null for a block that has become empty. */
  blocks: { block: number; at: number | null }[];
}

export interface DirectoryOptions extends RunOptions {
  /** Base address of the blog service as callers know it, without a final slash. */
  publicUrl: string;
}
