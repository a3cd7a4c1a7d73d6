/**
 * The bytes that the media index's writer and readers share: stretches, states and deltas.
 *
 * The index holds eleven bytes for every article: its time, its publisher, and flags. Ids are
 * dense, so the id is the position of the row. A *stretch* is 16,384 consecutive ids; its bytes in
 * a chunk and in a whole delta are
 *
 *   stretch := magic u32 | version u32 | number u32 | rows u32 | findings u32 | zero u32
 *            | times f64 | findings u32 | media u16 | flags u8        (each 8-byte aligned)
 *
 * A *finding* says that a discovery source led to an article: row and number of the source in one
 * integer, in ascending order. `media` is the number of the outlet that published the article.
 * Revisions of articles have chunks of their own (state/revision-table.ts), by ranges of log entries. Not
 * here: how articles are counted, and what a status means (answers/counts.ts).
 */

import { ChunkNames } from '../../engine/index/chunk-name.js';
import { utcHourOf } from '../../kernel/clock.js';
import { firstPlace } from '../../kernel/collections.js';
import { assert } from '../../kernel/errors.js';
import { MEDIA_MAX } from '../shared/burst/media-table.js';

export const MEDIA_CHUNKS = new ChunkNames({
  states: 'one',
  hours: 'one',
  stretch: 'keyed',
  revisions: 'keyed',
});

/** Changes with chunks or their bytes. Format 1 had no revisions, format 2 no hours. */
export const MEDIA_VERSION = 3;
/** The oldest format that is still read: a store may hold no newer snapshot when it is upgraded. */
export const MEDIA_READS_FROM = 1;

/** Version of the bytes of a stretch. */
const STRETCH_VERSION = 1;

/** Log entries whose revisions are one chunk: two megabytes when every entry has a revision. */
const REVISION_ENTRIES = 8192;

/** Rows of a stretch: one change costs 180 KB of snapshot and 0.1 ms of counting. */
export const STRETCH_ROWS = 16_384;

const MAGIC = 0x4d_52_57_54;
const HEADER_BYTES = 24;

/** Bits of a row's flags. A row without `present` is empty: its id is unused, or was erased. */
export const FLAG = {
  present: 1,
  /** The time is only that of first sight (decision 27b). */
  pending: 2,
  /** Its date was well after its arrival: the article is not listed before that date. */
  waits: 4,
  hidden: 8,
  tagged: 16,
} as const;

interface Layout {
  times: number;
  findings: number;
  media: number;
  flags: number;
  byteLength: number;
}

function layoutOf(rows: number, findings: number): Layout {
  let at = HEADER_BYTES;
  const section = (bytes: number): number => {
    const start = at;
    at = Math.ceil((at + bytes) / 8) * 8;
    return start;
  };
  return {
    times: section(8 * rows),
    findings: section(4 * findings),
    media: section(2 * rows),
    flags: section(rows),
    byteLength: at,
  };
}

/** The number of the chunk that holds the revision of a log entry. */
export function revisionChunkOf(sequence: number): number {
  return Math.floor(sequence / REVISION_ENTRIES);
}

export function stretchOf(id: number): number {
  return Math.floor(id / STRETCH_ROWS);
}

/** The rows of 16,384 consecutive ids. */
export class IdStretch {
  readonly number: number;
  /** `sortMs` of each row. */
  readonly times = new Float64Array(STRETCH_ROWS);
  readonly media = new Uint16Array(STRETCH_ROWS);
  readonly flags = new Uint8Array(STRETCH_ROWS);
  /** Rows in use: the greatest row that was ever set, plus one. */
  rows = 0;
  #findings = new Uint32Array(0);
  #findingCount = 0;

  constructor(number: number) {
    this.number = number;
  }

  get firstId(): number {
    return this.number * STRETCH_ROWS;
  }

  get byteLength(): number {
    return 11 * STRETCH_ROWS + this.#findings.byteLength;
  }

  /** Sorted by row, then by source; see `findingRow` and `findingSource`. */
  get findings(): Uint32Array {
    return this.#findings.subarray(0, this.#findingCount);
  }

  put(row: number, timeMs: number, media: number, flags: number): void {
    this.times[row] = timeMs;
    this.media[row] = media;
    this.flags[row] = flags;
    if (row >= this.rows) this.rows = row + 1;
  }

  /** Empties a row, and removes its findings. */
  clear(row: number): void {
    if (row >= this.rows) return;
    this.put(row, 0, 0, 0);
    this.clearFindings(row);
  }

  /** Adds a finding; false when the stretch has it already. */
  addFinding(row: number, source: number): boolean {
    const finding = row * MEDIA_MAX + source;
    const at = this.#lowerBound(finding);
    if (at < this.#findingCount && this.#findings[at] === finding) return false;
    if (this.#findingCount === this.#findings.length) {
      const grown = new Uint32Array(Math.max(16, 2 * this.#findings.length));
      grown.set(this.#findings);
      this.#findings = grown;
    }
    this.#findings.copyWithin(at + 1, at, this.#findingCount);
    this.#findings[at] = finding;
    this.#findingCount += 1;
    return true;
  }

  clearFindings(row: number): void {
    const from = this.#lowerBound(row * MEDIA_MAX);
    const to = this.#lowerBound((row + 1) * MEDIA_MAX);
    if (from === to) return;
    this.#findings.copyWithin(from, to, this.#findingCount);
    this.#findingCount -= to - from;
  }

  findingsOf(row: number): Uint32Array {
    const from = this.#lowerBound(row * MEDIA_MAX);
    return this.#findings.subarray(from, this.#lowerBound((row + 1) * MEDIA_MAX));
  }

  /** The bytes of the stretch, in a new buffer. */
  encode(): Uint8Array {
    const { rows, findings } = this;
    const layout = layoutOf(rows, findings.length);
    const bytes = new Uint8Array(layout.byteLength);
    const header = new DataView(bytes.buffer);
    [MAGIC, STRETCH_VERSION, this.number, rows, findings.length].forEach((word, slot) => {
      header.setUint32(4 * slot, word, true);
    });
    const { buffer } = bytes;
    new Float64Array(buffer, layout.times, rows).set(this.times.subarray(0, rows));
    new Uint32Array(buffer, layout.findings, findings.length).set(findings);
    new Uint16Array(buffer, layout.media, rows).set(this.media.subarray(0, rows));
    bytes.set(this.flags.subarray(0, rows), layout.flags);
    return bytes;
  }

  /** The stretch of bytes that `encode` made. @throws on other bytes. */
  static decode(source: Uint8Array): IdStretch {
    assert(source.length >= HEADER_BYTES, 'a stretch has a header');
    // A copy when the bytes are not aligned: the views below need an aligned start.
    const { buffer } = source.byteOffset % 8 === 0 ? source : source.slice();
    const start = buffer === source.buffer ? source.byteOffset : 0;
    const header = new DataView(buffer, start, HEADER_BYTES);
    const word = (slot: number): number => header.getUint32(4 * slot, true);
    assert(word(0) === MAGIC, 'a stretch begins with its magic');
    assert(word(1) === STRETCH_VERSION, 'a stretch has a version that this codec reads');
    const rows = word(3);
    const findings = word(4);
    const layout = layoutOf(rows, findings);
    const isWhole = rows <= STRETCH_ROWS && source.length === layout.byteLength;
    assert(isWhole, 'a stretch is as long as its header says');
    const stretch = new IdStretch(word(2));
    stretch.rows = rows;
    stretch.times.set(new Float64Array(buffer, start + layout.times, rows));
    stretch.media.set(new Uint16Array(buffer, start + layout.media, rows));
    stretch.flags.set(new Uint8Array(buffer, start + layout.flags, rows));
    stretch.#findings = new Uint32Array(buffer, start + layout.findings, findings).slice();
    stretch.#findingCount = findings;
    return stretch;
  }

  #lowerBound(finding: number): number {
    return firstPlace(0, this.#findingCount, (at) => this.#findings[at]! < finding);
  }
}

/** A stretch with the last log entry that changed it; the entry is part of the chunk's name. */
export interface StretchState {
  stretch: IdStretch;
  changedAt: number;
}

/** The row of the found article in its stretch. */
export function findingRow(finding: number): number {
  return finding >>> 16;
}

/** The number of the discovery source that found the article. */
export function findingSource(finding: number): number {
  return finding & 0xffff;
}

/** Rows below `before` of the articles that a media published, in descending order. */
export function* publishedRows(
  { media }: IdStretch,
  number: number,
  before: number,
): Generator<number> {
  if (before <= 0) return;
  for (let row = media.lastIndexOf(number, before - 1); row >= 0; ) {
    yield row;
    row = row === 0 ? -1 : media.lastIndexOf(number, row - 1);
  }
}

/** Rows below `before` of the articles that a discovery source found, in descending order. */
export function* foundRows(
  { findings }: IdStretch,
  source: number,
  before: number,
): Generator<number> {
  for (let at = findings.length - 1; at >= 0; at--) {
    const finding = findings[at]!;
    if (findingSource(finding) === source && findingRow(finding) < before)
      yield findingRow(finding);
  }
}

/** Mask, first times and crawls of a media. Its position in the list is its number. */
export interface MediaState {
  code: string;
  hidden: boolean;
  /** First sight of an article that the media published; null before the first one. */
  acquiredMs: number | null;
  /** The first time that the media discovered an article. */
  foundMs: number | null;
  /** The newest crawl, and the newest crawl that succeeded, with its method. */
  crawledMs: number | null;
  crawledOkMs: number | null;
  crawledOkMethod: string | null;
}

/** Current values of rows, one column each. A row with flags 0 has become empty. */
export interface RowChanges {
  ids: Uint32Array;
  times: Float64Array;
  media: Uint16Array;
  flags: Uint8Array;
  /** All findings of these rows: article and source, one column each. */
  foundIds: Uint32Array;
  foundBy: Uint16Array;
}

export interface MediaDelta {
  /** The last log entry that is folded in. */
  sequence: number;
  /** Encoded stretches; only in a delta that holds the whole state. */
  stretches: Uint8Array[];
  /** Media whose state changed, by number; new media have the next numbers. */
  states: [number: number, state: MediaState][];
  rows: RowChanges | null;
  revisions: RevisionChanges | null;
  /** New hours; all hours in a delta that holds the whole state. */
  hours: readonly HourMark[];
}

/** New and changed revisions (`RevisionTable.encode`), and the entries of removed revisions. */
export interface RevisionChanges {
  put: Uint8Array;
  gone: Float64Array;
}

/**
 * Marks full hours: which articles were in the store, and the crawls of which outlets failed.
 *
 * Ids are given in the order of the log, so one number for each hour says which articles a past
 * answer could show. Invariants: hours ascend; the first tick at or after an hour makes its mark,
 * and only a rewind removes it. An hour without a tick (the server was down) has the mark of the
 * next hour, because no entry came between. Not here: counts as of a past hour (reader.ts).
 */

/** `[hour in milliseconds, first id not yet given, numbers of media whose crawls failed]`. */
export type HourMark = [hourMs: number, nextId: number, failing: number[]];

export class HourMarks {
  #marks: HourMark[] = [];
  /** Marks from this position on have not been taken. */
  #taken = 0;

  /** All marks, ascending. A mark takes some forty bytes. */
  get all(): readonly HourMark[] {
    return this.#marks;
  }

  /** The first marked hour; null before the first tick. */
  get firstMs(): number | null {
    return this.#marks[0]?.[0] ?? null;
  }

  /** True when a tick at `atMs` is the first of its hour. */
  isDue(atMs: number): boolean {
    return utcHourOf(atMs) > (this.#marks.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY);
  }

  /** Adds the mark of an hour that is due. */
  put(mark: HourMark): void {
    this.#marks.push(mark);
  }

  /** Removes all marks after `atMs`, to which the clock was set back. */
  rewind(atMs: number): void {
    this.#marks.length = this.#placeOf(atMs + 1);
    this.#taken = Math.min(this.#taken, this.#marks.length);
  }

  /** The marks after the last call, or all marks. */
  take(all: boolean): HourMark[] {
    const taken = this.#marks.slice(all ? 0 : this.#taken);
    this.#taken = this.#marks.length;
    return taken;
  }

  /** Replaces the marks from the first of `taken` on, which a rewind may have made void. */
  follow(taken: readonly HourMark[]): void {
    if (taken.length > 0) this.#marks.length = this.#placeOf(taken[0]![0]);
    this.#marks.push(...taken);
  }

  /** The mark of a full hour; null for an hour before the first mark or after the last. */
  at(hourMs: number): HourMark | null {
    const first = this.#marks[0];
    if (first === undefined || hourMs < first[0]) return null;
    return this.#marks[this.#placeOf(hourMs)] ?? null;
  }

  clear(): void {
    this.#marks = [];
  }

  #placeOf(hourMs: number): number {
    return firstPlace(0, this.#marks.length, (at) => this.#marks[at]![0] < hourMs);
  }
}
