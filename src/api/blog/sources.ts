/**
 * What the blog handlers are given: readers, the clock, and the way to actors and history.
 */
import type { DirectoryReader } from '../../blogs/directory/reader.js';
import type { MentionsDialogue } from '../../blogs/mentions/codec.js';
import type { MentionsReader } from '../../blogs/mentions/reader.js';
import type { TopicsDialogue } from '../../blogs/topics/codec.js';
import type { TopicsReader } from '../../blogs/topics/reader.js';
import type { KeyAuthenticator } from '../../http/service-options.js';
import type { Ask } from '../../index/questions.js';
import type { Clock, Monotonic } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import type { ChangeFeed } from '../../streams/change-feed.js';
import type { CursorSealer } from '../cursor.js';
import type { DumpSources } from '../dumps.js';
import type { HubLinks } from '../hub-links.js';
import type { LookupSources } from '../lookup.js';
import type { NewCachePart } from '../replies/reply-cache.js';

/** Indices that answer in their threads. */
export type BlogDialogues = {
  mentions: MentionsDialogue;
  topics: TopicsDialogue;
};

export interface BlogSources {
  directory: DirectoryReader;
  mentions: MentionsReader;
  topics: TopicsReader;
  clock: Clock;
  monotonic: Monotonic;
  cursors: CursorSealer;
  /** Makes the part of the cache that a route has. */
  cachePart: NewCachePart;
  /** Streams that one address may hold. */
  streamsPerAddress: number;
  logger: Logger;
  /** Has something ended before the store is closed. */
  onClose(work: () => void): void;
  /** A thread that makes a file of a dump. */
  openEncoder: DumpSources['openEncoder'];
  /** What is shown, by id and time, and where addresses and ids lie. */
  lookup: LookupSources;
  /** What changed, in the order of the log. */
  changes: ChangeFeed;
  /** Decides on API keys. */
  keys: KeyAuthenticator;
  readonly ask: Ask<BlogDialogues>;
  /** A cold chunk of an index, not to be changed; null when it is missing or damaged. */
  cold(index: string, name: string): Promise<Uint8Array | null>;
  /** Whether the store answers and can be written; may take its time or fail. */
  isAvailable(): Promise<boolean>;
  /** Base address as callers know it, without a final slash. */
  publicUrl: string;
  /** What feeds say of the hub that is told of them. */
  hubLinks: HubLinks;
  version: string;
}
