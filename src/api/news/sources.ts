/**
 * What the news handlers are given: readers, the clock, and the way to stored items.
 */
import type { Clock } from '../../kernel/clock.js';
import type { LogRecord } from '../../model/records.js';
import type { CatalogReader } from '../../news/catalog/reader.js';
import type { CursorSealer } from '../cursor.js';

export interface NewsSources {
  catalog: CatalogReader;
  clock: Clock;
  cursors: CursorSealer;
  /** Asks the actor of an index; it answers before it goes on folding. */
  ask(index: string, question: unknown): Promise<unknown>;
  /** A cold chunk of an index, not to be changed; null when it is missing or damaged. */
  cold(index: string, name: string): Promise<Uint8Array | null>;
  /** The newest record of an article with its body, from the store. */
  article(id: number): Promise<{ record: LogRecord; body: string | null } | null>;
  /** Base address as callers know it, without a final slash. */
  publicUrl: string;
  version: string;
}
