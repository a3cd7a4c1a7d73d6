/**
 * The bytes that the catalog's writer and readers share: runs, tables and deltas.
 *
 * The catalog is kept by local day of publication. A day is a *segment*: a few *runs*, each an
 * immutable, sorted set of articles in the arena. New articles make a new small run; runs are
 * merged as they grow, and a quiet segment is one run, which is also its snapshot chunk.
 *
 *   run := header 64 bytes | ids u32 | times u32 | itemEnds u32 | textEnds u32 | tagEnds u32
 *        | tagKeys f64 | media u16 | text u16 | flags u8 | items u8        (each 8-byte aligned)
 *   header := magic u32 | version u32 | count u32 | tags u32 | text units u32 | item bytes u32
 *        | start of the day f64 | zeros
 *
 * Rows go from the newest article to the oldest (`times` are milliseconds since the start of the
 * day, equal ones by descending id), and so do `items`: each is the article's JSON as the API
 * sends it, followed by a comma, so that a page is one slice. `text` is what search looks at
 * (title and description in search form, each ended by U+0000), UTF-16.
 *
 * A day that has left the hot window is *cold*: its run lies on disk in two chunks, everything up
 * to the items and the items, and only what has happened to its rows since is in memory.
 * Not here: how runs are made (runs.ts, writer.ts), how they are searched (reader.ts).
 */
import type { Arena } from '../../columns/arena.js';
import { ChunkNames } from '../../index/chunk-name.js';
import { assert } from '../../kernel/assert.js';
import { hash53 } from '../../kernel/hash.js';
import type { CategoryRecord, MediaRecord, RecordKind } from '../../model/records.js';
import { lowerBound, rowOf } from '../../runs/reading-order.js';
import { columnFormsOf, tagKey } from '../../text/tag.js';
import type { RunIndex } from './run-index.js';

/** What chunks there are. */
export const CATALOG_CHUNKS = new ChunkNames({
  tables: 'one',
  day: 'keyed',
  cold: 'one',
  // Columns and items of a cold day.
  rows: 'keyed',
  items: 'keyed',
});

/** Changes whenever the bytes of a run or of the tables mean something else. */
export const CATALOG_VERSION = 2;
/** The oldest format that is still read: a store that was upgraded may hold no other. */
export const CATALOG_READS_FROM = 2;

/** The records that the catalog is made of. */
export const CATALOG_KINDS: ReadonlySet<RecordKind> = new Set([
  'category',
  'media',
  'news',
  'hide',
  'show',
  'erase',
  'tick',
]);

const MAGIC = 0x4e_52_57_54;
const HEADER_BYTES = 64;

/** Bits of a row's flags. */
export const FLAG = {
  /** `sortMs` is only the time of first sight. */
  datePending: 1,
  /** Dated well ahead when it came: unlisted until its time. */
  waits: 2,
  hidden: 4,
  /** Replaced by a newer row or erased. Never in a merged run. */
  dead: 8,
} as const;

/** Rows that no reader shows. */
export const UNSEEN = FLAG.hidden | FLAG.dead;

/** Ends every searchable field, so that no needle matches across two. */
export const TEXT_END = '\u0000';

export interface RunSizes {
  count: number;
  tags: number;
  textUnits: number;
  itemBytes: number;
}

interface RunLayout {
  ids: number;
  times: number;
  itemEnds: number;
  textEnds: number;
  tagEnds: number;
  tagKeys: number;
  media: number;
  text: number;
  flags: number;
  items: number;
  byteLength: number;
}

function layoutOf({ count, tags, textUnits, itemBytes }: RunSizes): RunLayout {
  let at = HEADER_BYTES;
  const section = (bytes: number): number => {
    const start = at;
    at = Math.ceil((at + bytes) / 8) * 8;
    return start;
  };
  return {
    ids: section(4 * count),
    times: section(4 * count),
    itemEnds: section(4 * count),
    textEnds: section(4 * count),
    tagEnds: section(4 * count),
    tagKeys: section(8 * tags),
    media: section(2 * count),
    text: section(2 * textUnits),
    flags: section(count),
    items: section(itemBytes),
    byteLength: at,
  };
}

/** Bytes of a run of these sizes. */
export function runByteLength(sizes: RunSizes): number {
  return layoutOf(sizes).byteLength;
}

/** Where the bytes of a run are: in an arena, which may grow, or in a buffer of their own. */
interface Place {
  at: number;
  /** The buffer that holds this many bytes. */
  bufferOf(end: number): ArrayBufferLike;
  itemsApart: boolean;
}

function placeIn(arena: Arena, at: number): Place {
  return { at, bufferOf: (end) => arena.bytes(end).buffer, itemsApart: false };
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
  readonly tagEnds: Uint32Array;
  readonly tagKeys: Float64Array;
  readonly media: Uint16Array;
  readonly text: Uint16Array;
  readonly items: Uint8Array;
  /** Offset of the items in the arena. */
  readonly itemsAt: number;
  /** A private copy on readers: it changes with deltas, not with the shared bytes. */
  flags: Uint8Array;
  /** What finds its rows by text and tag without reading them; null where it is read. */
  index: RunIndex | null = null;

  private constructor(place: Place, sizes: RunSizes, startMs: number) {
    const layout = layoutOf(sizes);
    const { at, itemsApart } = place;
    const buffer = place.bufferOf(at + (itemsApart ? layout.items : layout.byteLength));
    const { count, tags, textUnits, itemBytes } = sizes;
    this.at = at;
    this.byteLength = layout.byteLength;
    this.startMs = startMs;
    this.count = count;
    this.ids = new Uint32Array(buffer, at + layout.ids, count);
    this.times = new Uint32Array(buffer, at + layout.times, count);
    this.itemEnds = new Uint32Array(buffer, at + layout.itemEnds, count);
    this.textEnds = new Uint32Array(buffer, at + layout.textEnds, count);
    this.tagEnds = new Uint32Array(buffer, at + layout.tagEnds, count);
    this.tagKeys = new Float64Array(buffer, at + layout.tagKeys, tags);
    this.media = new Uint16Array(buffer, at + layout.media, count);
    this.text = new Uint16Array(buffer, at + layout.text, textUnits);
    this.flags = new Uint8Array(buffer, at + layout.flags, count);
    this.items = new Uint8Array(buffer, at + layout.items, itemsApart ? 0 : itemBytes);
    this.itemsAt = at + layout.items;
  }

  /** Writes the header of a run that is about to be filled. */
  static create(arena: Arena, at: number, sizes: RunSizes, startMs: number): Run {
    const bytes = arena.bytes(at + HEADER_BYTES);
    const header = new DataView(bytes.buffer, at, HEADER_BYTES);
    const words = [
      MAGIC,
      CATALOG_VERSION,
      sizes.count,
      sizes.tags,
      sizes.textUnits,
      sizes.itemBytes,
    ];
    words.forEach((word, slot) => {
      header.setUint32(4 * slot, word, true);
    });
    header.setFloat64(24, startMs, true);
    for (let slot = 8; slot < HEADER_BYTES / 4; slot++) header.setUint32(4 * slot, 0, true);
    const run = new Run(placeIn(arena, at), sizes, startMs);
    run.#clearGaps();
    return run;
  }

  /** The run that lies at an offset. @throws when the bytes are not one. */
  static attach(arena: Arena, at: number): Run {
    return Run.#at(placeIn(arena, at));
  }

  /** The run of a cold day without its items. @throws when the bytes are not one. */
  static attachRows({ buffer, byteOffset }: Uint8Array): Run {
    return Run.#at({ at: byteOffset, bufferOf: () => buffer, itemsApart: true });
  }

  static #at(place: Place): Run {
    const { at } = place;
    const header = new DataView(place.bufferOf(at + HEADER_BYTES), at, HEADER_BYTES);
    assert(header.getUint32(0, true) === MAGIC, 'a run begins with its magic');
    const version = header.getUint32(4, true);
    const isReadable = version >= CATALOG_READS_FROM && version <= CATALOG_VERSION;
    assert(isReadable, 'a run has a version that this codec reads');
    const sizes = {
      count: header.getUint32(8, true),
      tags: header.getUint32(12, true),
      textUnits: header.getUint32(16, true),
      itemBytes: header.getUint32(20, true),
    };
    return new Run(place, sizes, header.getFloat64(24, true));
  }

  /** Zeros between the columns, where an extent that is used again holds what was there before. */
  #clearGaps(): void {
    const { ids, times, itemEnds, textEnds, tagEnds, tagKeys, media, text, flags, items } = this;
    const columns = [ids, times, itemEnds, textEnds, tagEnds, tagKeys, media, text, flags, items];
    const bytes = new Uint8Array(ids.buffer, 0, this.at + this.byteLength);
    for (const column of columns) {
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

  tagStart(row: number): number {
    return row === 0 ? 0 : this.tagEnds[row - 1]!;
  }

  /** The first row that does not come before (timeMs, id) in reading order. */
  lowerBound(timeMs: number, id: number): number {
    return lowerBound(this, timeMs, id);
  }

  /** The row of an article, or -1. */
  rowOf(timeMs: number, id: number): number {
    return rowOf(this, timeMs, id);
  }
}

/** A media with what time and people did to it. Its place in the list is its number in columns. */
export interface MediaEntry {
  record: MediaRecord;
  hidden: boolean;
}

/** Small lists that travel whole whenever one of them changes. */
export interface CatalogTables {
  categories: CategoryRecord[];
  media: MediaEntry[];
}

export interface FlagChange {
  startMs: number;
  /** `Run.at` of the row's run. */
  at: number;
  row: number;
  flags: number;
}

/** A day whose run lies on disk, with what has happened to its rows since. */
export interface ColdDay {
  startMs: number;
  /** The last log entry that is in its chunks; part of their names. */
  version: number;
  /** Articles in its run. */
  count: number;
  /** Ids of its articles that are hidden now. */
  hidden: number[];
  /** Ids of its articles that were replaced or erased since. */
  dead: number[];
  /** Media numbers whose articles were erased since. */
  purged: number[];
}

/** Sets a cold run's flags to what they are now, and its rows that went to dead. */
export function refreshFlags(run: Run, { hidden, dead, purged }: ColdDay): void {
  const { flags, ids, media } = run;
  for (let row = 0; row < run.count; row++) {
    flags[row]! &= ~FLAG.hidden;
    if (purged.length > 0 && purged.includes(media[row]!)) flags[row]! |= FLAG.dead;
  }
  for (const id of hidden) flags[ids.indexOf(id)]! |= FLAG.hidden;
  for (const id of dead) flags[ids.indexOf(id)]! |= FLAG.dead;
}

/** Names of the two chunks of a cold day: columns and items. */
export function coldChunksOf({ startMs, version }: Pick<ColdDay, 'startMs' | 'version'>): {
  rows: string;
  items: string;
} {
  const [rows, items] = (['rows', 'items'] as const).map((kind) =>
    CATALOG_CHUNKS.format(kind, startMs, version),
  ) as [string, string];
  return { rows, items };
}

/** A day as readers are told of it. */
export interface SegmentState {
  startMs: number;
  /** Offsets of its runs. */
  runs: number[];
  /** Offsets of each run's search index; none for a run that has no index. */
  indexes: (readonly number[])[];
  cold: ColdDay | null;
}

export interface CatalogDelta {
  /** The last log entry that is folded in. */
  sequence: number;
  tables: CatalogTables | null;
  /** Every segment that changed, whole; one with no run that is not cold has ended. */
  segments: SegmentState[];
  /** Applied after `segments`. */
  flags: FlagChange[];
  /** Bytes of runs in the arena, and of the arena itself. */
  usedBytes: number;
  heldBytes: number;
}

/** Options of the writer's start message. */
export interface CatalogOptions {
  memory: WebAssembly.Memory;
  /** Bytes at the start of the arena that belong to the reader. */
  scratchBytes: number;
}

/** What a tag is compared by in the columns that are written. */
export function columnKeyOfTag(tag: string): number {
  return hash53(tagKey(tag));
}

/** What a tag that is asked for may be compared by in any column: older ones tell more spellings apart. */
export function columnKeysOfTag(tag: string): number[] {
  return columnFormsOf(tag).map(hash53);
}
