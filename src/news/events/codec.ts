/**
 * Shared by writer and readers of the events index: the delta, names of chunks, bytes of blocks.
 *
 *   events tick ─► snapshot of the hour ─┐
 *               └► threads of the day ───┴─► day (chunks.ts)    4 days in memory, for ever on disk
 *               └► records of threads ─────► block of threads   until nothing changes, then on disk
 *
 * Between two events ticks, readers change only when something has been stored on disk.
 */
import { ChunkNames } from '../../engine/index/chunk-name.js';
import { DAY_MS, HOUR_MS } from '../../kernel/clock.js';
import { decode, encode } from '../../kernel/codec.js';

export const EVENTS_CHUNKS = new ChunkNames({
  state: 'one',
  rows: 'keyed',
  texts: 'keyed',
  past: 'one',
  // Of older formats.
  titles: 'keyed',
  block: 'keyed',
  day: 'keyed',
  events: 'fixed',
  threads: 'fixed',
});

/** Changes with the meaning of any chunk's bytes. */
export const EVENTS_VERSION = 8;
/** The oldest format that is still read: a store may hold no newer snapshot when it is upgraded. */
export const EVENTS_READS_FROM = 3;

/** The category whose bursts make events. Decision 19. */
export const EVENTS_CATEGORY = 'news';

/** Days stay in readers' memory for so long after their end; older days are read from disk. */
export const IN_MEMORY_MS = 4 * DAY_MS;
/** Age limit of events for chosen outlets: their articles are known for a day more. */
export const CHOSEN_MS = 6 * DAY_MS;
/** Threads of one chunk: about 60 KB. */
const BLOCK_THREADS = 128;
/** Maximum of threads in a day's list. From the contract. */
export const DAY_THREADS_MAX = 300;
/** The page of a tag lists threads that were active in this time. From the contract. */
export const TAG_THREADS_MS = 72 * HOUR_MS;

/** Hours of a local day that have snapshots: bit 0 is the first hour. */
export type EventDayHours = [dayMs: number, hours: number];

export interface EventsDelta {
  /** The last log entry that is folded in: the index answers questions as of this entry. */
  sequence: number;
  /** False when only `sequence` is new. */
  isChanged: boolean;
  /** The last events tick; null before the first. */
  tickMs: number | null;
  /** Days that changed, encoded by `encodeDay`. */
  days: [dayMs: number, bytes: Uint8Array][];
  /** Days that are read from disk from now on. */
  daysOnDisk: number[];
  /** Threads that changed; null for a removed thread. */
  threads: [id: number, bytes: Uint8Array | null][];
  /** Blocks that are read from disk from now on. */
  blocksOnDisk: number[];
  /** New hours of the calendar. */
  calendar: EventDayHours[];
  /** `missedPostings`: postings that comparisons skipped, since the thread's start. */
  figures: { articles: number; missedPostings: number; heldBytes: number };
}

/** Cold chunk of a local day. */
export function dayChunk(dayMs: number): string {
  return EVENTS_CHUNKS.format('events', dayMs);
}

/** Cold chunk of a block of threads. */
export function blockChunk(block: number): string {
  return EVENTS_CHUNKS.format('threads', block);
}

export function blockOf(thread: number): number {
  return Math.floor(thread / BLOCK_THREADS);
}

/** The id after the last one of a block. */
export function blockEnd(block: number): number {
  return (block + 1) * BLOCK_THREADS;
}

export function encodeBlock(threads: readonly [id: number, bytes: Uint8Array][]): Buffer {
  return encode(threads);
}

/** @throws when the bytes are no block. */
export function decodeBlock(bytes: Uint8Array): Map<number, Uint8Array> {
  return new Map(decode(bytes) as [number, Uint8Array][]);
}

/** Bit of an hour within its local day. */
export function hourBit(dayMs: number, hourMs: number): number {
  return 1 << ((hourMs - dayMs) / HOUR_MS);
}
