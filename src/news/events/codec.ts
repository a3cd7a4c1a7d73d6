/**
 * What the events index's writer and readers share: the delta, names of chunks, what is in them.
 *
 *   events tick ─► snapshot of the hour ─┐
 *               └► threads of the day ───┴─► day (chunks.ts)    4 days in memory, for ever on disk
 *               └► records of threads ─────► block of threads   until nothing changes, then on disk
 *
 * Nothing changes for readers between two events ticks, but for what goes to disk.
 */
import { ChunkNames } from '../../engine/index/chunk-name.js';
import { DAY_MS, HOUR_MS } from '../../kernel/clock.js';
import { decode, encode } from '../../kernel/codec.js';

/** What chunks there are. */
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

/** Changes whenever the bytes of any chunk mean something else. */
export const EVENTS_VERSION = 8;
/** The oldest format that is still read: a store that was upgraded may hold no other. */
export const EVENTS_READS_FROM = 3;

/** The category whose bursts make events. Decision 19. */
export const EVENTS_CATEGORY = 'news';

/** Days that readers hold after their end; older ones are read from disk. */
export const IN_MEMORY_MS = 4 * DAY_MS;
/** Events are told for chosen outlets as of so long ago at most: of a day more their articles are known. */
export const CHOSEN_MS = 6 * DAY_MS;
/** Threads of one chunk: about 60 KB. */
const BLOCK_THREADS = 128;
/** Threads of a day's list. From the contract. */
export const DAY_THREADS_MAX = 300;
/** Threads of a tag's page are those of this long. From the contract. */
export const TAG_THREADS_MS = 72 * HOUR_MS;

/** Which hours of a local day have snapshots: bit 0 is its first hour. */
export type EventDayHours = [dayMs: number, hours: number];

export interface EventsDelta {
  /** The last log entry that is folded in: questions are answered as of it. */
  sequence: number;
  /** Whether there is anything new but that. */
  isChanged: boolean;
  /** The last events tick; null before the first. */
  tickMs: number | null;
  /** Days that changed, as `encodeDay` makes them. */
  days: [dayMs: number, bytes: Uint8Array][];
  /** Days that are to be read from disk from now on. */
  daysOnDisk: number[];
  /** Threads that changed; null for one that is gone. */
  threads: [id: number, bytes: Uint8Array | null][];
  /** Blocks that are to be read from disk from now on. */
  blocksOnDisk: number[];
  /** Hours that are new in the calendar. */
  calendar: EventDayHours[];
  /** `missedPostings`: postings of common terms that no comparison looked at, since the thread's start. */
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

/** The first id after those of a block. */
export function blockEnd(block: number): number {
  return (block + 1) * BLOCK_THREADS;
}

/** Threads by id as bytes. */
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
