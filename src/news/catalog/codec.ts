/**
 * The bytes that the catalog's writer and readers share: runs, tables and deltas.
 *
 * The catalog is kept by local day of publication: a day is a segment of runs (src/engine/runs), and a quiet
 * day is one run, which is also its snapshot chunk. `text` of a row is its title and description.
 *
 * A day that has left the hot window is *cold*: its run lies on disk in two chunks, everything up
 * to the items and the items, and only what has happened to its rows since is in memory.
 * Not here: how runs are made (writer.ts), how they are searched (reader.ts).
 */
import { ChunkNames } from '../../engine/index/chunk-name.js';
import { type Run, type RunDelta, RunFormat, type RunOptions } from '../../engine/runs/run.js';
import { localDayStartMs } from '../../kernel/clock.js';
import { hash53 } from '../../kernel/hash.js';
import type { CategoryRecord, MediaRecord } from '../../kernel/model/records.js';
import { columnFormsOf, tagKey } from '../../kernel/text/tag.js';

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
  const { flags, ids, owners } = run;
  for (let row = 0; row < run.count; row++) {
    flags[row]! &= ~FLAG.hidden;
    if (purged.length > 0 && purged.includes(owners[row]!)) flags[row]! |= FLAG.dead;
  }
  for (const id of hidden) flags[ids.indexOf(id)]! |= FLAG.hidden;
  for (const id of dead) flags[ids.indexOf(id)]! |= FLAG.dead;
}

/** Names of the two chunks of a cold day: columns and items. */
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
  /** What changed of days on disk; `day` is null where one is no longer there. */
  cold: { startMs: number; day: ColdDay | null }[];
}

/** Options of the writer's start message. */
export type CatalogOptions = RunOptions;

/** What a tag is compared by in the columns that are written. */
export function columnKeyOfTag(tag: string): number {
  return hash53(tagKey(tag));
}

/** What a language is compared by in the same columns. No tag holds a control character. */
export function columnKeyOfLanguage(lang: string): number {
  return hash53(`\u0000${lang}`);
}

/** What a tag that is asked for may be compared by in any column: older ones tell more spellings apart. */
export function columnKeysOfTag(tag: string): number[] {
  return columnFormsOf(tag).map(hash53);
}
