/**
 * What the handlers of both services are given.
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
  /** Makes the part of the cache that a route has. */
  cachePart: NewCachePart;
  /** Streams that one address may hold. */
  streamsPerAddress: number;
  /** Has something ended before the store is closed. */
  onClose(work: () => void): void;
  /** A thread that makes a file of a dump. */
  openEncoder: DumpSources['openEncoder'];
  /** What is shown, by id and time, and where addresses and ids lie. */
  lookup: LookupSources;
  /** What changed, in the order of the log. */
  changes: ChangeFeed;
  /** A cold chunk of an index, not to be changed; null when it is missing or damaged. */
  cold(index: string, name: string): Promise<Uint8Array | null>;
  /** Base address as callers know it, without a final slash. */
  publicUrl: string;
  /** What feeds say of the hub that is told of them. */
  hubLinks: FeedHost['hubLinks'];
  version: string;
}
