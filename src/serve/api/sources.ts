/**
 * What the handlers of both services get.
 */
import type { Clock, Monotonic } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import type { ChangeFeed } from '../streams/change-feed.js';
import type { CursorSealer } from './cursor.js';
import type { DumpSources } from './dumps.js';
import type { FeedHost } from './feeds.js';
import type { LookupSources } from './lookup.js';
import type { NewCachePart } from './replies/reply-cache.js';

export interface ServiceSources {
  clock: Clock;
  monotonic: Monotonic;
  logger: Logger;
  cursors: CursorSealer;
  /** Makes a route's part of the cache. */
  cachePart: NewCachePart;
  streamsPerAddress: number;
  /** Registers work that ends before the store is closed. */
  onClose(work: () => void): void;
  /** Opens a thread that makes a file of a dump. */
  openEncoder: DumpSources['openEncoder'];
  /** Shown items by id and time, and places by address and id. */
  lookup: LookupSources;
  /** Changes in the order of the log. */
  changes: ChangeFeed;
  /** A cold chunk of an index, read-only; null for a missing or damaged chunk. */
  cold(index: string, name: string): Promise<Uint8Array | null>;
  /** Public base address, without a final slash. */
  publicUrl: string;
  /** Links of feeds to the hub that gets their changes. */
  hubLinks: FeedHost['hubLinks'];
  version: string;
}
