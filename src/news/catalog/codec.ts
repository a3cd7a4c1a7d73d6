/**
 * The bytes that the catalog's writer and readers share: runs, tables and deltas.
 *
 * A local day of publication is a segment of runs (src/engine/runs). A day without new articles
 * ends as one run, which is also its snapshot chunk. `text` of a row is its title and description.
 *
 * A day before the hot window is *cold*: its run is on disk in two chunks, the items in one and all
 * other columns in the other. Memory holds only the later changes of its rows. Not here: how runs
 * are made (writer.ts), how they are searched (reader.ts).
 */
import { ChunkNames } from '../../engine/index/chunk-name.js';
import { type Run, type RunDelta, RunFormat, type RunOptions } from '../../engine/runs/run.js';
import { localDayStartMs } from '../../kernel/clock.js';
import { hash53 } from '../../kernel/hash.js';
import type { CategoryRecord, MediaRecord } from '../../kernel/model/records.js';
import { columnFormsOf, tagKey } from '../../kernel/text/tag.js';

export const CATALOG_CHUNKS = new ChunkNames({
  tables: 'one',
  day: 'keyed',
  cold: 'one',
  // Columns and items of a cold day.
  rows: 'keyed',
  items: 'keyed',
});

/** Changes whenever the meaning of bytes of a run or of the tables changes. */
export const CATALOG_VERSION = 2;
/** The oldest format that is still read: a store may hold no newer snapshot when it is upgraded. */
export const CATALOG_READS_FROM = 2;

/** Bits of a row's flags. */
export const FLAG = {
  /** `sortMs` is the time when the article was first seen. */
  datePending: 1,
  /** Its date was well after its arrival: the article is not listed before that date. */
  waits: 2,
  hidden: 4,
  /** Replaced by a newer row, or erased. A merged run has no such row. */
  dead: 8,
} as const;

/** Rows that no reader shows. */
export const UNSEEN = FLAG.hidden | FLAG.dead;

/** A run of articles: `owners` are numbers of media, `keys` are hashes of tags. */
export const CATALOG_RUNS = new RunFormat({
  magic: 0x4e_52_57_54,
  version: CATALOG_VERSION,
  readsFrom: CATALOG_READS_FROM,
  columns: {
    ids: Uint32Array,
    times: Uint32Array,
    itemEnds: Uint32Array,
    textEnds: Uint32Array,
    keyEnds: Uint32Array,
    keys: Float64Array,
    owners: Uint16Array,
    text: Uint16Array,
    flags: Uint8Array,
    items: Uint8Array,
  },
  lists: ['keys', 'text', 'items'],
  segmentStartMs: localDayStartMs,
  flags: FLAG,
});

/** A media and its mask. Its position in the list is its number in columns. */
export interface MediaEntry {
  record: MediaRecord;
  hidden: boolean;
}

/** Small lists: a delta holds both whole when one of them has changed. */
export interface CatalogTables {
  categories: CategoryRecord[];
  media: MediaEntry[];
}

/** A day whose run is on disk, with the later changes of its rows. */
export interface ColdDay {
  startMs: number;
  /** The last log entry that its chunks contain; part of their names. */
  version: number;
  count: number;
  /** Ids of its articles that are hidden now. */
  hidden: number[];
  /** Ids of its articles that were replaced or erased after the chunks were written. */
  dead: number[];
  /** Numbers of media whose articles were erased after the chunks were written. */
  purged: number[];
}

/** Sets the flags of a cold run: which rows are hidden now, and which were replaced or erased. */
export function refreshFlags(run: Run, { hidden, dead, purged }: ColdDay): void {
  const { flags, ids, owners } = run;
  for (let row = 0; row < run.count; row++) {
    flags[row]! &= ~FLAG.hidden;
    if (purged.length > 0 && purged.includes(owners[row]!)) flags[row]! |= FLAG.dead;
  }
  for (const id of hidden) flags[ids.indexOf(id)]! |= FLAG.hidden;
  for (const id of dead) flags[ids.indexOf(id)]! |= FLAG.dead;
}

/** Names of the two chunks of a cold day. */
export function coldChunksOf({ startMs, version }: Pick<ColdDay, 'startMs' | 'version'>): {
  rows: string;
  items: string;
} {
  const nameOf = (kind: 'rows' | 'items') => CATALOG_CHUNKS.format(kind, startMs, version);
  return { rows: nameOf('rows'), items: nameOf('items') };
}

export interface CatalogDelta extends RunDelta {
  /** The last log entry that is folded in. */
  sequence: number;
  tables: CatalogTables | null;
  /** Changed days on disk; `day` is null for a day that is no longer on disk. */
  cold: { startMs: number; day: ColdDay | null }[];
}

/** Options of the writer's start message. */
export type CatalogOptions = RunOptions;

/** The column key by which rows are written for a tag. */
export function columnKeyOfTag(tag: string): number {
  return hash53(tagKey(tag));
}

/** The column key of a language. It equals the key of no tag: tags hold no control characters. */
export function columnKeyOfLanguage(lang: string): number {
  return hash53(`\u0000${lang}`);
}

/** All keys that columns may hold for a tag: older columns distinguish more spellings. */
export function columnKeysOfTag(tag: string): number[] {
  return columnFormsOf(tag).map(hash53);
}
